import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  mutating func dispatch(_ node: Node) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    switch node.kind {
    case PG_QUERY__NODE__NODE_CREATE_STMT: return try createTable(statement.create_stmt)
    case PG_QUERY__NODE__NODE_ALTER_TABLE_STMT: return try alterTable(statement.alter_table_stmt)
    case PG_QUERY__NODE__NODE_CREATE_POLICY_STMT:
      return try createPolicy(statement.create_policy_stmt)
    case PG_QUERY__NODE__NODE_ALTER_POLICY_STMT:
      return try alterPolicy(statement.alter_policy_stmt)
    case PG_QUERY__NODE__NODE_GRANT_STMT: return try grant(statement.grant_stmt)
    case PG_QUERY__NODE__NODE_GRANT_ROLE_STMT: return try grantRole(statement.grant_role_stmt)
    case PG_QUERY__NODE__NODE_ALTER_DEFAULT_PRIVILEGES_STMT:
      return try alterDefaultPrivileges(statement.alter_default_privileges_stmt)
    case PG_QUERY__NODE__NODE_CREATE_ROLE_STMT: return try createRole(statement.create_role_stmt)
    case PG_QUERY__NODE__NODE_ALTER_ROLE_STMT: return try alterRole(statement.alter_role_stmt)
    case PG_QUERY__NODE__NODE_DROP_ROLE_STMT: return try dropRole(statement.drop_role_stmt)
    case PG_QUERY__NODE__NODE_CREATE_SCHEMA_STMT:
      return try createSchema(statement.create_schema_stmt)
    case PG_QUERY__NODE__NODE_VIEW_STMT: return try createView(statement.view_stmt)
    case PG_QUERY__NODE__NODE_CREATE_TABLE_AS_STMT:
      return try createTableAs(statement.create_table_as_stmt)
    case PG_QUERY__NODE__NODE_CREATE_FUNCTION_STMT:
      return try createFunction(statement.create_function_stmt)
    case PG_QUERY__NODE__NODE_ALTER_FUNCTION_STMT:
      return try alterFunction(statement.alter_function_stmt)
    case PG_QUERY__NODE__NODE_CREATE_SEQ_STMT: return try createSequence(statement.create_seq_stmt)
    case PG_QUERY__NODE__NODE_CREATE_ENUM_STMT: return try createEnum(statement.create_enum_stmt)
    case PG_QUERY__NODE__NODE_ALTER_ENUM_STMT: return try alterEnum(statement.alter_enum_stmt)
    case PG_QUERY__NODE__NODE_COMPOSITE_TYPE_STMT:
      return try createComposite(statement.composite_type_stmt)
    case PG_QUERY__NODE__NODE_CREATE_DOMAIN_STMT:
      return try createDomain(statement.create_domain_stmt)
    case PG_QUERY__NODE__NODE_INDEX_STMT: return try createIndex(statement.index_stmt)
    case PG_QUERY__NODE__NODE_COMMENT_STMT: return try comment(statement.comment_stmt)
    case PG_QUERY__NODE__NODE_ALTER_OWNER_STMT: return try alterOwner(statement.alter_owner_stmt)
    case PG_QUERY__NODE__NODE_DROP_STMT: return try drop(statement.drop_stmt)
    case PG_QUERY__NODE__NODE_RENAME_STMT: return try rename(statement.rename_stmt)
    case PG_QUERY__NODE__NODE_ALTER_OBJECT_SCHEMA_STMT:
      return try setSchema(statement.alter_object_schema_stmt)
    case PG_QUERY__NODE__NODE_TRANSACTION_STMT: return try transaction(statement.transaction_stmt)
    case PG_QUERY__NODE__NODE_VARIABLE_SET_STMT: return try set(statement.variable_set_stmt)
    case PG_QUERY__NODE__NODE_DO_STMT: return try doBlock(node)
    case PG_QUERY__NODE__NODE_CREATE_EXTENSION_STMT:
      return try createExtension(statement.create_extension_stmt)
    case PG_QUERY__NODE__NODE_CREATE_TRIG_STMT:
      return try createTrigger(statement.create_trig_stmt)
    case PG_QUERY__NODE__NODE_ALTER_SEQ_STMT: return try alterSequence(statement.alter_seq_stmt)
    case PG_QUERY__NODE__NODE_ALTER_DOMAIN_STMT:
      return try alterDomain(statement.alter_domain_stmt)
    case PG_QUERY__NODE__NODE_CREATE_RANGE_STMT:
      return try createRange(statement.create_range_stmt.pointee)
    case PG_QUERY__NODE__NODE_DROP_OWNED_STMT: return try dropOwned(statement.drop_owned_stmt)
    case PG_QUERY__NODE__NODE_REASSIGN_OWNED_STMT:
      return try reassignOwned(statement.reassign_owned_stmt)
    case PG_QUERY__NODE__NODE_ALTER_ROLE_SET_STMT:
      return try alterRoleSettings(statement.alter_role_set_stmt)
    case PG_QUERY__NODE__NODE_ALTER_DATABASE_SET_STMT:
      return try alterDatabaseSettings(statement.alter_database_set_stmt.pointee)
    case PG_QUERY__NODE__NODE_ALTER_DATABASE_STMT:
      return try alterDatabase(statement.alter_database_stmt.pointee)
    case PG_QUERY__NODE__NODE_DROPDB_STMT:
      return try dropDatabase(statement.dropdb_stmt.pointee)
    case PG_QUERY__NODE__NODE_RULE_STMT: return try createRule(statement.rule_stmt)
    case PG_QUERY__NODE__NODE_REFRESH_MAT_VIEW_STMT:
      return try refresh(statement.refresh_mat_view_stmt)
    case PG_QUERY__NODE__NODE_SELECT_STMT: return try select(node)
    case PG_QUERY__NODE__NODE_CREATE_FDW_STMT:
      return try createForeignDataWrapper(statement.create_fdw_stmt.pointee)
    case PG_QUERY__NODE__NODE_CREATE_FOREIGN_SERVER_STMT:
      return try createForeignServer(statement.create_foreign_server_stmt.pointee)
    case PG_QUERY__NODE__NODE_CREATE_FOREIGN_TABLE_STMT:
      return try createForeignTable(statement.create_foreign_table_stmt.pointee)
    case PG_QUERY__NODE__NODE_VACUUM_STMT: return try vacuum(statement.vacuum_stmt.pointee)
    case PG_QUERY__NODE__NODE_REINDEX_STMT: return try reindex(statement.reindex_stmt.pointee)
    case PG_QUERY__NODE__NODE_CLUSTER_STMT: return try cluster(statement.cluster_stmt.pointee)
    case PG_QUERY__NODE__NODE_DEFINE_STMT where isSession:
      if let effect = try define(statement.define_stmt.pointee) { return effect }
      return try other(node)
    case PG_QUERY__NODE__NODE_CREATE_CAST_STMT:
      return try createCast(statement.create_cast_stmt)
    case PG_QUERY__NODE__NODE_CREATE_PUBLICATION_STMT:
      return try createPublication(statement.create_publication_stmt.pointee)
    case PG_QUERY__NODE__NODE_ALTER_PUBLICATION_STMT:
      return try alterPublication(statement.alter_publication_stmt.pointee)
    default: return try other(node)
    }
  }

  /// Statements that hold no definition that the model keeps.
  private mutating func other(_ node: Node) throws(ReadFailure) -> Effect {
    switch node.kind {
    case PG_QUERY__NODE__NODE_INSERT_STMT, PG_QUERY__NODE__NODE_UPDATE_STMT,
      PG_QUERY__NODE__NODE_DELETE_STMT, PG_QUERY__NODE__NODE_TRUNCATE_STMT,
      PG_QUERY__NODE__NODE_COPY_STMT, PG_QUERY__NODE__NODE_MERGE_STMT:
      return .data
    case PG_QUERY__NODE__NODE_VARIABLE_SHOW_STMT,
      PG_QUERY__NODE__NODE_NOTIFY_STMT,
      PG_QUERY__NODE__NODE_LOCK_STMT, PG_QUERY__NODE__NODE_CONSTRAINTS_SET_STMT,
      PG_QUERY__NODE__NODE_REPLICA_IDENTITY_STMT,
      PG_QUERY__NODE__NODE_ALTER_OBJECT_DEPENDS_STMT, PG_QUERY__NODE__NODE_DISCARD_STMT,
      PG_QUERY__NODE__NODE_EXPLAIN_STMT:
      return .applied
    case PG_QUERY__NODE__NODE_ALTER_EXTENSION_STMT:
      guard !isSession else { throw .unsupported("ALTER EXTENSION") }
      return .applied
    case PG_QUERY__NODE__NODE_CREATE_STATS_STMT:
      return try createStatistics(node.pointee.create_stats_stmt.pointee)
    case PG_QUERY__NODE__NODE_CALL_STMT: throw .unsupported("CALL")
    case PG_QUERY__NODE__NODE_CREATE_EVENT_TRIG_STMT:
      let name = text(node.pointee.create_event_trig_stmt.pointee.trigname)
      try require(
        .superuser(
          message: "permission denied to create event trigger \"\(name)\"",
          hint: "Must be superuser to create an event trigger."))
      throw .unsupported("CREATE EVENT TRIGGER")
    case PG_QUERY__NODE__NODE_DEFINE_STMT:
      let tag = CommandTag.of(node)
      throw .unsupported(tag == "CREATE " ? "a statement of this kind" : tag)
    default:
      let tag = CommandTag.of(node)
      throw .unsupported(tag.isEmpty ? "a statement of this kind" : tag)
    }
  }

  /// SELECT changes nothing, but for what pg_dump writes: `set_config('search_path', '', false)`.
  private mutating func select(_ node: Node) throws(ReadFailure) -> Effect {
    if node.pointee.select_stmt.pointee.into_clause != nil { return try selectInto(node) }
    guard let query = try? reader.query(node), case .select(let select) = query.body,
      select.from.isEmpty, select.targets.count == 1,
      case .expression(.call(let call), _) = select.targets[0], call.name == "set_config",
      call.arguments.count == 3, case .literal(.string("search_path")) = call.arguments[0],
      case .literal(.string(let path)) = call.arguments[1]
    else { return .data }
    setSearchPath(SearchPath.parse(path), isLocal: call.arguments[2] == .true)
    return .applied
  }
}
