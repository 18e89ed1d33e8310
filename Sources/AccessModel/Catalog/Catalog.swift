/// What a database holds that matters to access: the system catalog as plain values.
///
/// Plans, SQL files and live databases all become a `Catalog`; every command only reads it. Arrays
/// keep the order of declaration, so that output is stable.
public struct Catalog: Hashable, Codable, Sendable {
  public var roles: [Role]
  public var schemas: [Schema]
  public var tables: [Table]
  public var views: [View]
  public var sequences: [Sequence]
  public var functions: [Function]
  /// Enums, domains and composite types, in order of declaration.
  public var types: [CustomType]

  public init(
    roles: [Role] = [], schemas: [Schema] = [], tables: [Table] = [], views: [View] = [],
    sequences: [Sequence] = [], functions: [Function] = [], types: [CustomType] = []
  ) {
    self.roles = roles
    self.schemas = schemas
    self.tables = tables
    self.views = views
    self.sequences = sequences
    self.functions = functions
    self.types = types
  }

  private enum CodingKeys: String, CodingKey {
    case roles, schemas, tables, views, sequences, functions, types
  }

  // Documents written before there were types have no key for them.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    roles = try container.decode([Role].self, forKey: .roles)
    schemas = try container.decode([Schema].self, forKey: .schemas)
    tables = try container.decode([Table].self, forKey: .tables)
    views = try container.decode([View].self, forKey: .views)
    sequences = try container.decode([Sequence].self, forKey: .sequences)
    functions = try container.decode([Function].self, forKey: .functions)
    types = try container.decodeIfPresent([CustomType].self, forKey: .types) ?? []
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(roles, forKey: .roles)
    try container.encode(schemas, forKey: .schemas)
    try container.encode(tables, forKey: .tables)
    try container.encode(views, forKey: .views)
    try container.encode(sequences, forKey: .sequences)
    try container.encode(functions, forKey: .functions)
    if !types.isEmpty { try container.encode(types, forKey: .types) }
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
  public func table(_ name: QualifiedName) -> Table? { tables.first { $0.name == name } }
  public func view(_ name: QualifiedName) -> View? { views.first { $0.name == name } }
  public func sequence(_ name: QualifiedName) -> Sequence? {
    sequences.first { $0.name == name }
  }

  /// Tables, then views, in order of declaration.
  public var relationNames: [QualifiedName] { tables.map(\.name) + views.map(\.name) }
}
