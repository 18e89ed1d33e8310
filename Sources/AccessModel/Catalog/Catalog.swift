/// What a database holds that matters to access: the system catalog as plain values.
///
/// Plans, SQL files and live databases all become a `Catalog`; every command only reads it. Arrays
/// keep the order of declaration, so that output is stable.
public struct Catalog: Hashable, Codable, Sendable {
  public var roles: [Role]
  public var schemas: [Schema]
  public var tables: SharedList<Table>
  public var views: SharedList<View>
  public var sequences: [Sequence]
  public var functions: SharedList<Function>
  /// Enums, domains and composite types, in order of declaration.
  @Omitted public var types: [CustomType]
  /// Those of one's own, in order of declaration.
  @Omitted public var operators: [Operator]
  @Omitted public var casts: [Cast]
  /// ALTER DEFAULT PRIVILEGES, as far as it still matters: to objects made later.
  @Omitted public var defaultPrivileges: [DefaultPrivilege]
  /// Names of extensions that were created.
  @Omitted public var extensions: [String]
  /// Those whose privileges were changed.
  @Omitted public var languages: [Language]
  @Omitted public var foreignDataWrappers: [ForeignDataWrapper]
  @Omitted public var foreignServers: [ForeignServer]
  /// There is nothing in the database but this and what PostgreSQL brings: no extension's functions
  /// that nobody named.
  @Omitted public var isWhole: Bool
  /// Nil: as `postgres` made it.
  public var database: Database?

  public init(
    roles: [Role] = [], schemas: [Schema] = [], tables: [Table] = [], views: [View] = [],
    sequences: [Sequence] = [], functions: [Function] = [], types: [CustomType] = []
  ) {
    self.roles = roles
    self.schemas = schemas
    self.tables = SharedList(tables)
    self.views = SharedList(views)
    self.sequences = sequences
    self.functions = SharedList(functions)
    self.types = types
  }
}

extension Catalog {
  /// Who made an object: the plan, or the platform that the plan runs on (`supabase`), whose
  /// objects Rowkeep describes but never creates or changes in a migration.
  public enum Origin: Hashable, Codable, Sendable {
    case plan
    case platform(String)

    public init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      self = text == "plan" ? .plan : .platform(text)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .plan: try container.encode("plan")
      case .platform(let name): try container.encode(name)
      }
    }
  }

  public func role(_ name: String) -> Role? { roles.first { $0.name == name } }
  public func schema(_ name: String) -> Schema? { schemas.first { $0.name == name } }
  /// Whether an identity column's sequence would be called so, unless it was renamed.
  public func hasIdentitySequence(named name: String) -> Bool {
    tables.contains { table in table.columns.contains { $0.mayCount(by: name, in: table) } }
  }

  /// Whether that is so of a name with its schema.
  public func hasIdentitySequence(_ name: QualifiedName) -> Bool {
    tables.contains { table in
      table.name.schema == name.schema
        && table.columns.contains { $0.mayCount(by: name.name, in: table) }
    }
  }

  /// Schemas that every server has, whose contents are not part of a model.
  public static let systemSchemas: Set<String> = ["pg_catalog", "information_schema"]

  public func table(_ name: QualifiedName) -> Table? { tables.first { $0.name == name } }

  /// The tables that one inherits from, those that they inherit from, and so on: each once.
  public func ancestors(of name: QualifiedName) -> [QualifiedName] {
    var result: [QualifiedName] = []
    var pending = table(name)?.parents ?? []
    while let next = pending.popLast() {
      if result.contains(next) { continue }
      result.append(next)
      pending += table(next)?.parents ?? []
    }
    return result
  }

  public func view(_ name: QualifiedName) -> View? { views.first { $0.name == name } }
  public func sequence(_ name: QualifiedName) -> Sequence? {
    sequences.first { $0.name == name }
  }

  /// Tables, then views, in order of declaration.
  public var relationNames: [QualifiedName] { tables.map(\.name) + views.map(\.name) }
}

extension Catalog.Column {
  /// Whether its identity may be numbered by a sequence of that name.
  fileprivate func mayCount(by name: String, in table: Catalog.Table) -> Bool {
    guard identity != nil else { return false }
    return identitySequence?.name.name == name
      || name.hasSuffix("_seq") && name == table.name.sequence(of: self.name).name
  }
}
