import AccessModel
import CPgQuery

/// What ALTER TABLE can do to relations that are no tables.
///
/// Source: `ATSimplePermissions()`, `alter_table_type_to_string()` in
/// `src/backend/commands/tablecmds.c`.
enum AlterActions {
  enum Kind: String {
    case view = "views"
    case materializedView = "materialized views"
    case index = "indexes"
    case partitionedIndex = "partitioned indexes"
    case sequence = "sequences"
    case foreignTable = "foreign tables"
  }

  static func require(
    _ type: PgQuery__AlterTableType, on kind: Kind, _ name: QualifiedName
  ) throws(ReadFailure) {
    guard let action = Self.action(of: type), !isAllowed(type, on: kind) else { return }
    throw .refused(
      PostgresError(
        SQLState(rawValue: "42809"),
        "ALTER action \(action) cannot be performed on relation \"\(name.name)\"",
        detail: "This operation is not supported for \(kind.rawValue)."), location: nil)
  }

  private static func isAllowed(_ type: PgQuery__AlterTableType, on kind: Kind) -> Bool {
    switch type {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault: kind == .view
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetRelOptions,
      PG_QUERY__ALTER_TABLE_TYPE__AT_ResetRelOptions:
      kind != .sequence && kind != .partitionedIndex && kind != .foreignTable
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetTableSpace,
      PG_QUERY__ALTER_TABLE_TYPE__AT_SetStatistics, PG_QUERY__ALTER_TABLE_TYPE__AT_SetOptions,
      PG_QUERY__ALTER_TABLE_TYPE__AT_ResetOptions:
      kind == .index || kind == .partitionedIndex || kind == .materializedView
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetLogged, PG_QUERY__ALTER_TABLE_TYPE__AT_SetUnLogged:
      kind == .sequence
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetStorage,
      PG_QUERY__ALTER_TABLE_TYPE__AT_SetCompression, PG_QUERY__ALTER_TABLE_TYPE__AT_ClusterOn,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DropCluster,
      PG_QUERY__ALTER_TABLE_TYPE__AT_SetAccessMethod,
      PG_QUERY__ALTER_TABLE_TYPE__AT_ReplicaIdentity:
      kind == .materializedView
    default: false
    }
  }

  /// As messages name it; nil for others, which are looked at elsewhere.
  private static func action(of type: PgQuery__AlterTableType) -> String? {
    switch type {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn: "ADD COLUMN"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetRelOptions: "SET"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ResetRelOptions: "RESET"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn: "DROP COLUMN"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault: "ALTER COLUMN ... SET DEFAULT"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull: "ALTER COLUMN ... DROP NOT NULL"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull: "ALTER COLUMN ... SET NOT NULL"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropExpression: "ALTER COLUMN ... DROP EXPRESSION"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetStatistics: "ALTER COLUMN ... SET STATISTICS"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetStorage: "ALTER COLUMN ... SET STORAGE"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetCompression: "ALTER COLUMN ... SET COMPRESSION"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType: "ALTER COLUMN ... SET DATA TYPE"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddIdentity: "ALTER COLUMN ... ADD IDENTITY"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropIdentity: "ALTER COLUMN ... DROP IDENTITY"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddConstraint: "ADD CONSTRAINT"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AlterConstraint: "ALTER CONSTRAINT"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ValidateConstraint: "VALIDATE CONSTRAINT"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropConstraint: "DROP CONSTRAINT"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableTrig: "ENABLE TRIGGER"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableTrig: "DISABLE TRIGGER"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableTrigAll: "ENABLE TRIGGER ALL"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableTrigAll: "DISABLE TRIGGER ALL"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableTrigUser: "ENABLE TRIGGER USER"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableTrigUser: "DISABLE TRIGGER USER"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddInherit: "INHERIT"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropInherit: "NO INHERIT"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AttachPartition: "ATTACH PARTITION"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DetachPartition: "DETACH PARTITION"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableRowSecurity: "ENABLE ROW SECURITY"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableRowSecurity: "DISABLE ROW SECURITY"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ForceRowSecurity: "FORCE ROW SECURITY"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_NoForceRowSecurity: "NO FORCE ROW SECURITY"
    default: storageAction(of: type)
    }
  }

  private static func storageAction(of type: PgQuery__AlterTableType) -> String? {
    switch type {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetOptions: "ALTER COLUMN ... SET"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ResetOptions: "ALTER COLUMN ... RESET"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ClusterOn: "CLUSTER ON"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropCluster: "SET WITHOUT CLUSTER"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetLogged: "SET LOGGED"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetUnLogged: "SET UNLOGGED"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetAccessMethod: "SET ACCESS METHOD"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetTableSpace: "SET TABLESPACE"
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ReplicaIdentity: "REPLICA IDENTITY"
    default: nil
    }
  }
}
