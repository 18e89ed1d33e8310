import CPgQuery

extension Node {
  /// Whether the statement is one of the frequent ones that change a single object, after all that
  /// can refuse them.
  var changesLast: Bool {
    switch kind {
    case PG_QUERY__NODE__NODE_CREATE_POLICY_STMT: true
    case PG_QUERY__NODE__NODE_GRANT_STMT: Self.changesLast(pointee.grant_stmt.pointee)
    case PG_QUERY__NODE__NODE_ALTER_TABLE_STMT: Self.changesLast(pointee.alter_table_stmt.pointee)
    default: false
    }
  }

  /// One object, and whole: each of several columns may be refused.
  private static func changesLast(_ statement: PgQuery__GrantStmt) -> Bool {
    statement.n_objects == 1
      && statement.targtype == PG_QUERY__GRANT_TARGET_TYPE__ACL_TARGET_OBJECT
      && list(statement.n_privileges, statement.privileges).allSatisfy {
        $0.kind == PG_QUERY__NODE__NODE_ACCESS_PRIV && $0.pointee.access_priv.pointee.n_cols == 0
      }
  }

  /// Only ENABLE ROW LEVEL SECURITY and its kin.
  private static func changesLast(_ statement: PgQuery__AlterTableStmt) -> Bool {
    let commands = list(statement.n_cmds, statement.cmds)
    guard commands.count == 1, let command = commands.first,
      command.kind == PG_QUERY__NODE__NODE_ALTER_TABLE_CMD
    else { return false }
    switch command.pointee.alter_table_cmd.pointee.subtype {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableRowSecurity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DisableRowSecurity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_ForceRowSecurity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_NoForceRowSecurity:
      return true
    default: return false
    }
  }
}
