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
    }

    /// Whose new objects.
    public var role: String
    /// Nil: of any schema; then the list replaces the built-in one instead of adding to it.
    public var schema: String?
    public var object: Object
    public var acl: AccessControlList

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
