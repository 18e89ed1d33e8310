/// What is asked of the system catalogs: each query once, for all objects of the database.
///
/// Numbers are OIDs and column numbers as text, lists of them are separated by blanks; ACLs are the
/// text of `aclitem[]`, which `acls` takes apart. Texts of definitions are those of PostgreSQL's own
/// functions, with an empty `search_path`: names of all that is not built in have their schema.
/// Source: PostgreSQL manual, 53 "System Catalogs".
enum CatalogQuery: CaseIterable {
  // Those with most texts to be read come first: they are read while the others are asked.
  case policies, constraints, columns, indexes, indexExpressions, indexKeeping
  case roles, memberships, settings, database, schemas, extensions, extensionMembers
  case types, enumLabels, relations, inheritance, exclusionOperators, functions
  case aggregateArguments, triggers, rules, sequences, sequenceOwners, defaultPrivileges, comments
  case acls

  func sql(_ version: ServerVersion) -> String {
    switch self {
    case .roles: Self.roleColumns
    case .memberships: Self.memberships(version)
    case .settings: Self.settingColumns
    case .database: Self.databaseColumns
    case .schemas: Self.schemaColumns
    case .extensions: "SELECT extname FROM pg_extension ORDER BY oid"
    case .extensionMembers: Self.extensionMemberColumns
    case .types: Self.typeColumns
    case .enumLabels: "SELECT enumtypid, enumlabel FROM pg_enum ORDER BY enumtypid, enumsortorder"
    case .relations: Self.relationColumns
    case .inheritance:
      "SELECT inhrelid, inhparent FROM pg_inherits ORDER BY inhrelid, inhseqno"
    case .columns: Self.columnColumns
    case .constraints: Self.constraintColumns
    case .exclusionOperators: Self.exclusionOperatorColumns
    case .indexes: Self.indexColumns
    case .indexExpressions: Self.indexExpressionColumns
    case .indexKeeping: Self.indexKeepingColumns
    case .policies: Self.policyColumns
    case .functions: Self.functionColumns
    case .aggregateArguments: Self.aggregateArgumentColumns
    case .triggers: Self.triggerColumns
    case .rules: Self.ruleColumns
    case .sequences: Self.sequenceColumns
    case .sequenceOwners: Self.sequenceOwnerColumns
    case .defaultPrivileges: Self.defaultPrivilegeColumns
    case .comments: Self.commentColumns
    case .acls: Self.aclColumns
    }
  }

  /// Columns with expressions.
  var expressionColumns: [Int] {
    switch self {
    case .policies: [6, 7]
    case .constraints: [17]
    case .columns: [10]
    case .indexes: [6]
    case .indexExpressions: [2]
    default: []
    }
  }

  /// `namespace` is an OID of `pg_namespace`: of neither the system nor a session.
  static func isOurs(_ namespace: String) -> String {
    "\(namespace) IN (SELECT oid FROM pg_namespace WHERE \(ours))"
  }

  static let ours = "nspname !~ '^pg_' AND nspname <> 'information_schema'"
}
