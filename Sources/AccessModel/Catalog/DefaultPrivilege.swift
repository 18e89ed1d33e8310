extension Catalog {
  /// What objects that a role will create start with: ALTER DEFAULT PRIVILEGES.
  /// Catalog: `pg_default_acl`.
  public struct DefaultPrivilege: Hashable, Codable, Sendable {
    public enum Object: String, Hashable, Codable, Sendable {
      case tables = "TABLES"
      case sequences = "SEQUENCES"
      case functions = "FUNCTIONS"
      case types = "TYPES"
      case schemas = "SCHEMAS"

      /// Everything that can be granted on such an object.
      public func all(_ version: PostgresVersion) -> [Privilege] {
        switch self {
        case .tables: Privilege.allOnTable(version)
        case .sequences: Privilege.allOnSequence
        case .functions: [.execute]
        case .schemas: Privilege.allOnSchema
        case .types: [.usage]
        }
      }

      /// What PUBLIC has where nothing is said.
      public var everyone: [Privilege] {
        switch self {
        case .functions: [.execute]
        case .types: [.usage]
        case .tables, .sequences, .schemas: []
        }
      }
    }

    /// Whose new objects.
    public var role: String
    /// Nil: of any schema; then the list replaces the built-in one instead of adding to it.
    public var schema: String?
    public var object: Object
    public var acl: AccessControlList

    /// Which objects the list is for.
    public struct Key: Hashable, Comparable, Sendable {
      public var role: String
      public var schema: String?
      public var object: Object

      public static func < (a: Self, b: Self) -> Bool {
        (a.role, a.schema ?? "", a.object.rawValue) < (b.role, b.schema ?? "", b.object.rawValue)
      }
    }

    public var key: Key { Key(role: role, schema: schema, object: object) }

    public init(role: String, schema: String?, _ object: Object, _ acl: AccessControlList) {
      self.role = role
      self.schema = schema
      self.object = object
      self.acl = acl
    }
  }

  /// The database itself. Catalog: `pg_database`.
  public struct Database: Hashable, Codable, Sendable {
    public var name: String
    public var owner: String
    /// Nil: PUBLIC may connect and make temporary tables, the owner everything.
    public var acl: AccessControlList?
    /// ALTER DATABASE … SET, in order: what sessions start with where their role says nothing.
    @Omitted public var settings: [Function.Setting]

    public init(_ name: String, owner: String, acl: AccessControlList? = nil) {
      self.name = name
      self.owner = owner
      self.acl = acl
    }
  }
}
