extension Catalog {
  /// A table with its row security. Catalog: `pg_class`, `pg_attribute`, `pg_policy`.
  public struct Table: Hashable, Codable, Sendable {
    public enum Kind: String, Omittable, Sendable {
      case ordinary, partitioned, foreign

      public static var whenOmitted: Self { .ordinary }
    }

    /// What the end of a transaction does to a temporary table.
    public enum AtCommit: String, Omittable, Sendable {
      case preserveRows, deleteRows, drop

      public static var whenOmitted: Self { .preserveRows }
    }

    public var name: QualifiedName
    public var columns: [Column]
    /// PRIMARY KEY and UNIQUE constraints.
    public var keys: [Key]
    public var foreignKeys: [ForeignKey]
    public var checks: [CheckConstraint]
    public var owner: String
    /// ENABLE ROW LEVEL SECURITY.
    public var rowSecurityEnabled: Bool
    /// FORCE ROW LEVEL SECURITY: the owner is subject to the policies too.
    public var rowSecurityForced: Bool
    public var policies: [Policy]
    public var acl: AccessControlList?
    public var comment: String?
    /// The plan's notion of whose row this is, over this table's columns, qualified by the table's
    /// name; what `Only(.owner)` means here. PostgreSQL knows nothing of it.
    public var ownerCondition: SQLExpression?
    @Omitted public var kind: Kind
    /// SERVER, of a foreign table, where it is known.
    public var server: String?
    /// OF: the composite type whose fields are the columns.
    public var rowType: QualifiedName?
    /// INHERITS, or the one table whose partition this is.
    @Omitted public var parents: [QualifiedName]
    /// PARTITION BY, of a partitioned table.
    public var partitionKey: PartitionKey?
    /// FOR VALUES, of a partition.
    public var partitionBound: PartitionBound?
    @Omitted public var exclusions: [Exclusion]
    /// Those that no constraint made.
    @Omitted public var indexes: [Index]
    @Omitted public var triggers: [Trigger]
    @Omitted public var rules: [Rule]
    /// TEMPORARY: seen in its own session only, in a schema of its own.
    @Omitted public var isTemporary: Bool
    /// ON COMMIT, of a temporary one.
    @Omitted public var atCommit: AtCommit
    /// Nil: the plan.
    public var origin: Origin?
    public var place: SourcePlace?

    public init(
      _ name: QualifiedName, columns: [Column], keys: [Key] = [], foreignKeys: [ForeignKey] = [],
      checks: [CheckConstraint] = [], owner: String, rowSecurityEnabled: Bool = false,
      rowSecurityForced: Bool = false, policies: [Policy] = [], acl: AccessControlList? = nil,
      comment: String? = nil, ownerCondition: SQLExpression? = nil, origin: Origin? = nil,
      place: SourcePlace? = nil
    ) {
      self.origin = origin
      self.name = name
      self.columns = columns
      self.keys = keys
      self.foreignKeys = foreignKeys
      self.checks = checks
      self.owner = owner
      self.rowSecurityEnabled = rowSecurityEnabled
      self.rowSecurityForced = rowSecurityForced
      self.policies = policies
      self.acl = acl
      self.comment = comment
      self.ownerCondition = ownerCondition
      self.place = place
    }

    public var primaryKey: Key? { keys.first { $0.isPrimary } }
  }

  /// A column of a table.
  public struct Column: Hashable, Codable, Sendable {
    public var name: String
    public var type: TypeName
    public var isNullable: Bool
    public var defaultValue: SQLExpression?
    public var identity: Identity?
    /// How the sequence behind an identity column counts, where that was said. Its name and owner
    /// mean nothing.
    public var identitySequence: Catalog.Sequence?
    /// GENERATED ALWAYS AS (expression).
    public var generated: SQLExpression?
    /// VIRTUAL, which PostgreSQL 18 has, and not STORED.
    @Omitted public var isVirtual: Bool
    /// It came with a parent and not with the table's own definition.
    @Omitted public var isInherited: Bool
    /// COLLATE; nil: the type's.
    public var collation: String?
    /// Of a session: SET STORAGE, as `MAIN`; nil: the type's.
    public var storage: String?
    /// Column grants; nil and empty mean none.
    public var acl: AccessControlList?
    public var comment: String?
    public var place: SourcePlace?

    public init(
      _ name: String, _ type: TypeName, isNullable: Bool = true,
      defaultValue: SQLExpression? = nil, identity: Identity? = nil,
      generated: SQLExpression? = nil, acl: AccessControlList? = nil, comment: String? = nil,
      place: SourcePlace? = nil
    ) {
      self.name = name
      self.type = type
      self.isNullable = isNullable
      self.defaultValue = defaultValue
      self.identity = identity
      self.generated = generated
      self.acl = acl
      self.comment = comment
      self.place = place
    }

    /// GENERATED { ALWAYS | BY DEFAULT } AS IDENTITY.
    public enum Identity: String, Hashable, Codable, Sendable {
      case always, byDefault
    }
  }

  /// A PRIMARY KEY or UNIQUE constraint.
  public struct Key: Hashable, Codable, Sendable {
    public var name: String
    public var columns: [String]
    public var isPrimary: Bool
    /// NULLS NOT DISTINCT.
    @Omitted public var nullsAreEqual: Bool
    @Omitted public var isDeferrable: Bool
    @Omitted public var isInitiallyDeferred: Bool
    /// A partition's copy of its parent's.
    @Omitted public var isInherited: Bool
    /// Made when the table had exclusions or unique indexes already, some of which come first.
    @Omitted public var isLate: Bool

    public init(_ name: String, columns: [String], isPrimary: Bool = false) {
      self.name = name
      self.columns = columns
      self.isPrimary = isPrimary
    }
  }

  /// A FOREIGN KEY constraint.
  public struct ForeignKey: Hashable, Codable, Sendable {
    public enum Action: String, Hashable, Codable, Sendable {
      case noAction = "NO ACTION"
      case restrict = "RESTRICT"
      case cascade = "CASCADE"
      case setNull = "SET NULL"
      case setDefault = "SET DEFAULT"
    }

    public var name: String
    public var columns: [String]
    public var references: QualifiedName
    public var referencedColumns: [String]
    public var onDelete: Action
    public var onUpdate: Action
    /// The columns that ON DELETE SET NULL or SET DEFAULT sets; empty: all.
    @Omitted public var deletedColumns: [String]
    /// MATCH FULL.
    @Omitted public var isMatchFull: Bool
    @Omitted public var isDeferrable: Bool
    @Omitted public var isInitiallyDeferred: Bool
    /// NOT VALID: rows that were there before are not checked.
    @Omitted public var isNotValid: Bool
    /// A partition's copy of its parent's.
    @Omitted public var isInherited: Bool
    /// Of a session: which keys were made before it, also on other tables.
    public var made: Int?

    public init(
      _ name: String, columns: [String], references: QualifiedName, referencedColumns: [String],
      onDelete: Action = .noAction, onUpdate: Action = .noAction
    ) {
      self.name = name
      self.columns = columns
      self.references = references
      self.referencedColumns = referencedColumns
      self.onDelete = onDelete
      self.onUpdate = onUpdate
    }
  }

  /// A CHECK constraint; columns are unqualified or qualified by the table's name.
  public struct CheckConstraint: Hashable, Codable, Sendable {
    public var name: String
    public var expression: SQLExpression
    /// NO INHERIT.
    @Omitted public var isNotInherited: Bool
    /// NOT VALID: rows that were there before are not checked.
    @Omitted public var isNotValid: Bool
    /// It came with a parent and not with the table's own definition.
    @Omitted public var isInherited: Bool

    public init(_ name: String, _ expression: SQLExpression) {
      self.name = name
      self.expression = expression
    }
  }

  /// A row-security policy. Source: PostgreSQL manual, CREATE POLICY; catalog `pg_policy`.
  public struct Policy: Hashable, Codable, Sendable {
    public enum Command: String, Hashable, Codable, Sendable {
      case all = "ALL"
      case select = "SELECT"
      case insert = "INSERT"
      case update = "UPDATE"
      case delete = "DELETE"
    }

    public var name: String
    public var isPermissive: Bool
    public var command: Command
    public var roles: [Grantee]
    /// USING: which existing rows. Columns are qualified by the table's name.
    public var using: SQLExpression?
    /// WITH CHECK: which new rows.
    public var check: SQLExpression?
    public var comment: String?
    public var place: SourcePlace?

    public init(
      _ name: String, isPermissive: Bool = true, command: Command, roles: [Grantee],
      using: SQLExpression? = nil, check: SQLExpression? = nil, comment: String? = nil,
      place: SourcePlace? = nil
    ) {
      self.name = name
      self.isPermissive = isPermissive
      self.command = command
      self.roles = roles
      self.using = using
      self.check = check
      self.comment = comment
      self.place = place
    }
  }
}
