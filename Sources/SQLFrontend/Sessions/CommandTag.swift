import CPgQuery

/// What psql prints when a definition is done.
/// Source: `CreateCommandTag()` in `src/backend/tcop/utility.c`.
enum CommandTag {
  static func of(_ node: Node) -> String {
    let statement = node.pointee
    switch node.kind {
    case PG_QUERY__NODE__NODE_DROP_STMT:
      return "DROP " + (words[statement.drop_stmt.pointee.remove_type.rawValue] ?? "")
    case PG_QUERY__NODE__NODE_RENAME_STMT:
      let rename = statement.rename_stmt.pointee
      let isColumn = rename.rename_type == PG_QUERY__OBJECT_TYPE__OBJECT_COLUMN
      return alter(isColumn ? rename.relation_type : rename.rename_type)
    case PG_QUERY__NODE__NODE_ALTER_OBJECT_SCHEMA_STMT:
      return alter(statement.alter_object_schema_stmt.pointee.object_type)
    case PG_QUERY__NODE__NODE_ALTER_OWNER_STMT:
      return alter(statement.alter_owner_stmt.pointee.object_type)
    case PG_QUERY__NODE__NODE_ALTER_OBJECT_DEPENDS_STMT:
      return alter(statement.alter_object_depends_stmt.pointee.object_type)
    case PG_QUERY__NODE__NODE_ALTER_TABLE_STMT:
      return alter(statement.alter_table_stmt.pointee.objtype)
    case PG_QUERY__NODE__NODE_ALTER_FUNCTION_STMT:
      return alter(statement.alter_function_stmt.pointee.objtype)
    case PG_QUERY__NODE__NODE_GRANT_STMT:
      return statement.grant_stmt.pointee.is_grant != 0 ? "GRANT" : "REVOKE"
    case PG_QUERY__NODE__NODE_GRANT_ROLE_STMT:
      return statement.grant_role_stmt.pointee.is_grant != 0 ? "GRANT ROLE" : "REVOKE ROLE"
    case PG_QUERY__NODE__NODE_VACUUM_STMT:
      return statement.vacuum_stmt.pointee.is_vacuumcmd != 0 ? "VACUUM" : "ANALYZE"
    case PG_QUERY__NODE__NODE_CLUSTER_STMT: return "CLUSTER"
    case PG_QUERY__NODE__NODE_DEFINE_STMT:
      return "CREATE " + (words[statement.define_stmt.pointee.kind.rawValue] ?? "")
    case PG_QUERY__NODE__NODE_CREATE_FUNCTION_STMT:
      let isProcedure = statement.create_function_stmt.pointee.is_procedure != 0
      return isProcedure ? "CREATE PROCEDURE" : "CREATE FUNCTION"
    case PG_QUERY__NODE__NODE_CREATE_TABLE_AS_STMT:
      let create = statement.create_table_as_stmt.pointee
      if create.is_select_into != 0 { return "SELECT INTO" }
      return create.objtype == PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW
        ? "CREATE MATERIALIZED VIEW" : "CREATE TABLE AS"
    default: return tags[node.kind.rawValue] ?? ""
    }
  }

  /// Tables, columns, constraints, policies, rules, triggers: what is altered is a table.
  /// Source: `AlterObjectTypeCommandTag()`.
  private static func alter(_ type: PgQuery__ObjectType) -> String {
    switch type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_COLUMN, PG_QUERY__OBJECT_TYPE__OBJECT_TABCONSTRAINT:
      "ALTER TABLE"
    case PG_QUERY__OBJECT_TYPE__OBJECT_DOMCONSTRAINT: "ALTER DOMAIN"
    case PG_QUERY__OBJECT_TYPE__OBJECT_ATTRIBUTE: "ALTER TYPE"
    default: "ALTER " + (words[type.rawValue] ?? "")
    }
  }

  private static let words: [UInt32: String] = [
    PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE.rawValue: "AGGREGATE",
    PG_QUERY__OBJECT_TYPE__OBJECT_CAST.rawValue: "CAST",
    PG_QUERY__OBJECT_TYPE__OBJECT_COLLATION.rawValue: "COLLATION",
    PG_QUERY__OBJECT_TYPE__OBJECT_CONVERSION.rawValue: "CONVERSION",
    PG_QUERY__OBJECT_TYPE__OBJECT_DATABASE.rawValue: "DATABASE",
    PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN.rawValue: "DOMAIN",
    PG_QUERY__OBJECT_TYPE__OBJECT_EVENT_TRIGGER.rawValue: "EVENT TRIGGER",
    PG_QUERY__OBJECT_TYPE__OBJECT_EXTENSION.rawValue: "EXTENSION",
    PG_QUERY__OBJECT_TYPE__OBJECT_FDW.rawValue: "FOREIGN DATA WRAPPER",
    PG_QUERY__OBJECT_TYPE__OBJECT_FOREIGN_SERVER.rawValue: "SERVER",
    PG_QUERY__OBJECT_TYPE__OBJECT_FOREIGN_TABLE.rawValue: "FOREIGN TABLE",
    PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION.rawValue: "FUNCTION",
    PG_QUERY__OBJECT_TYPE__OBJECT_INDEX.rawValue: "INDEX",
    PG_QUERY__OBJECT_TYPE__OBJECT_LANGUAGE.rawValue: "LANGUAGE",
    PG_QUERY__OBJECT_TYPE__OBJECT_LARGEOBJECT.rawValue: "LARGE OBJECT",
    PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW.rawValue: "MATERIALIZED VIEW",
    PG_QUERY__OBJECT_TYPE__OBJECT_OPCLASS.rawValue: "OPERATOR CLASS",
    PG_QUERY__OBJECT_TYPE__OBJECT_OPERATOR.rawValue: "OPERATOR",
    PG_QUERY__OBJECT_TYPE__OBJECT_OPFAMILY.rawValue: "OPERATOR FAMILY",
    PG_QUERY__OBJECT_TYPE__OBJECT_POLICY.rawValue: "POLICY",
    PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE.rawValue: "PROCEDURE",
    PG_QUERY__OBJECT_TYPE__OBJECT_PUBLICATION.rawValue: "PUBLICATION",
    PG_QUERY__OBJECT_TYPE__OBJECT_ROLE.rawValue: "ROLE",
    PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE.rawValue: "ROUTINE",
    PG_QUERY__OBJECT_TYPE__OBJECT_RULE.rawValue: "RULE",
    PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA.rawValue: "SCHEMA",
    PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE.rawValue: "SEQUENCE",
    PG_QUERY__OBJECT_TYPE__OBJECT_STATISTIC_EXT.rawValue: "STATISTICS",
    PG_QUERY__OBJECT_TYPE__OBJECT_TABLE.rawValue: "TABLE",
    PG_QUERY__OBJECT_TYPE__OBJECT_TABLESPACE.rawValue: "TABLESPACE",
    PG_QUERY__OBJECT_TYPE__OBJECT_TRANSFORM.rawValue: "TRANSFORM",
    PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER.rawValue: "TRIGGER",
    PG_QUERY__OBJECT_TYPE__OBJECT_TYPE.rawValue: "TYPE",
    PG_QUERY__OBJECT_TYPE__OBJECT_VIEW.rawValue: "VIEW",
  ]

  private static let tags: [UInt32: String] = [
    PG_QUERY__NODE__NODE_SELECT_STMT.rawValue: "SELECT INTO",
    PG_QUERY__NODE__NODE_CREATE_STMT.rawValue: "CREATE TABLE",
    PG_QUERY__NODE__NODE_CREATE_FOREIGN_TABLE_STMT.rawValue: "CREATE FOREIGN TABLE",
    PG_QUERY__NODE__NODE_CREATE_POLICY_STMT.rawValue: "CREATE POLICY",
    PG_QUERY__NODE__NODE_ALTER_POLICY_STMT.rawValue: "ALTER POLICY",
    PG_QUERY__NODE__NODE_ALTER_DEFAULT_PRIVILEGES_STMT.rawValue: "ALTER DEFAULT PRIVILEGES",
    PG_QUERY__NODE__NODE_CREATE_ROLE_STMT.rawValue: "CREATE ROLE",
    PG_QUERY__NODE__NODE_ALTER_ROLE_STMT.rawValue: "ALTER ROLE",
    PG_QUERY__NODE__NODE_ALTER_ROLE_SET_STMT.rawValue: "ALTER ROLE",
    PG_QUERY__NODE__NODE_DROP_ROLE_STMT.rawValue: "DROP ROLE",
    PG_QUERY__NODE__NODE_CREATE_SCHEMA_STMT.rawValue: "CREATE SCHEMA",
    PG_QUERY__NODE__NODE_VIEW_STMT.rawValue: "CREATE VIEW",
    PG_QUERY__NODE__NODE_REFRESH_MAT_VIEW_STMT.rawValue: "REFRESH MATERIALIZED VIEW",
    PG_QUERY__NODE__NODE_CREATE_SEQ_STMT.rawValue: "CREATE SEQUENCE",
    PG_QUERY__NODE__NODE_ALTER_SEQ_STMT.rawValue: "ALTER SEQUENCE",
    PG_QUERY__NODE__NODE_CREATE_ENUM_STMT.rawValue: "CREATE TYPE",
    PG_QUERY__NODE__NODE_CREATE_RANGE_STMT.rawValue: "CREATE TYPE",
    PG_QUERY__NODE__NODE_COMPOSITE_TYPE_STMT.rawValue: "CREATE TYPE",
    PG_QUERY__NODE__NODE_ALTER_ENUM_STMT.rawValue: "ALTER TYPE",
    PG_QUERY__NODE__NODE_ALTER_TYPE_STMT.rawValue: "ALTER TYPE",
    PG_QUERY__NODE__NODE_CREATE_DOMAIN_STMT.rawValue: "CREATE DOMAIN",
    PG_QUERY__NODE__NODE_ALTER_DOMAIN_STMT.rawValue: "ALTER DOMAIN",
    PG_QUERY__NODE__NODE_INDEX_STMT.rawValue: "CREATE INDEX",
    PG_QUERY__NODE__NODE_COMMENT_STMT.rawValue: "COMMENT",
    PG_QUERY__NODE__NODE_SEC_LABEL_STMT.rawValue: "SECURITY LABEL",
    PG_QUERY__NODE__NODE_CREATE_EXTENSION_STMT.rawValue: "CREATE EXTENSION",
    PG_QUERY__NODE__NODE_ALTER_EXTENSION_STMT.rawValue: "ALTER EXTENSION",
    PG_QUERY__NODE__NODE_CREATE_TRIG_STMT.rawValue: "CREATE TRIGGER",
    PG_QUERY__NODE__NODE_RULE_STMT.rawValue: "CREATE RULE",
    PG_QUERY__NODE__NODE_DROP_OWNED_STMT.rawValue: "DROP OWNED",
    PG_QUERY__NODE__NODE_REASSIGN_OWNED_STMT.rawValue: "REASSIGN OWNED",
    PG_QUERY__NODE__NODE_CREATE_STATS_STMT.rawValue: "CREATE STATISTICS",
    PG_QUERY__NODE__NODE_ALTER_STATS_STMT.rawValue: "ALTER STATISTICS",
    PG_QUERY__NODE__NODE_CREATE_PUBLICATION_STMT.rawValue: "CREATE PUBLICATION",
    PG_QUERY__NODE__NODE_ALTER_PUBLICATION_STMT.rawValue: "ALTER PUBLICATION",
    PG_QUERY__NODE__NODE_ALTER_DATABASE_STMT.rawValue: "ALTER DATABASE",
    PG_QUERY__NODE__NODE_ALTER_DATABASE_SET_STMT.rawValue: "ALTER DATABASE",
    PG_QUERY__NODE__NODE_CONSTRAINTS_SET_STMT.rawValue: "SET CONSTRAINTS",
    PG_QUERY__NODE__NODE_DISCARD_STMT.rawValue: "DISCARD ALL",
    PG_QUERY__NODE__NODE_REINDEX_STMT.rawValue: "REINDEX",
    PG_QUERY__NODE__NODE_CREATE_CAST_STMT.rawValue: "CREATE CAST",
    PG_QUERY__NODE__NODE_CREATE_EVENT_TRIG_STMT.rawValue: "CREATE EVENT TRIGGER",
  ]
}
