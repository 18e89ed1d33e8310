import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  func requireUnreserved(schema name: String) throws(ReadFailure) {
    guard name.hasPrefix("pg_") else { return }
    throw .refused(
      PostgresError(
        SQLState(rawValue: "42939"), "unacceptable schema name \"\(name)\"",
        detail: "The prefix \"pg_\" is reserved for system schemas."), location: nil)
  }

  /// CREATE SCHEMA, with what is written in it.
  mutating func createSchema(
    _ node: UnsafeMutablePointer<PgQuery__CreateSchemaStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let owner = statement.authrole == nil ? state.currentRole : try role(statement.authrole)
    let written = text(statement.schemaname)
    let name = written.isEmpty ? owner : written
    try require(.createInDatabase)
    if statement.authrole != nil, owner != state.currentRole { try require(.become(owner)) }
    if isSession { try requireUnreserved(schema: name) }
    if state.catalog.schema(name) != nil {
      if statement.if_not_exists != 0 {
        notice("schema \"\(name)\" already exists, skipping", sqlState: "42P06")
        return .applied
      }
      throw .refused(SQLState(rawValue: "42P06"), "schema \"\(name)\" already exists")
    }
    state.opaqueSchemas.remove(name)
    state.catalog.schemas.append(
      Catalog.Schema(
        name, owner: owner, acl: state.newACL(.schemas, in: nil), origin: origin, place: place))
    state.stamp(.schema(name))
    let path = state.searchPath
    let role = state.currentRole
    // What is written in it is its owner's. Source: `CreateSchemaCommand()`.
    state.currentRole = owner
    defer { state.currentRole = role }
    state.searchPath = [name] + path
    let elements = list(statement.n_schema_elts, statement.schema_elts)
    for element in elements { try requireIn(schema: name, element) }
    for element in elements.sorted(by: { Self.turn(of: $0) < Self.turn(of: $1) }) {
      guard Self.persistence(of: element) != "t" else { throw Self.temporaryElsewhere }
      _ = try dispatch(element)
    }
    state.searchPath = path
    return .applied
  }

  /// When an element of CREATE SCHEMA has its turn. Sorting keeps those of a kind in their order.
  ///
  /// Source: `transformCreateSchemaStmtElements()` in `src/backend/parser/parse_utilcmd.c`.
  private static func turn(of element: Node) -> Int {
    switch element.kind {
    case PG_QUERY__NODE__NODE_CREATE_SEQ_STMT: 0
    case PG_QUERY__NODE__NODE_CREATE_STMT: 1
    case PG_QUERY__NODE__NODE_VIEW_STMT: 2
    case PG_QUERY__NODE__NODE_INDEX_STMT: 3
    case PG_QUERY__NODE__NODE_CREATE_TRIG_STMT: 4
    default: 5
    }
  }

  private static func persistence(of element: Node) -> String? {
    relation(of: element).map { text($0.pointee.relpersistence) }
  }

  private static func relation(of element: Node) -> UnsafeMutablePointer<PgQuery__RangeVar>? {
    switch element.kind {
    case PG_QUERY__NODE__NODE_CREATE_SEQ_STMT: element.pointee.create_seq_stmt.pointee.sequence
    case PG_QUERY__NODE__NODE_CREATE_STMT: element.pointee.create_stmt.pointee.relation
    case PG_QUERY__NODE__NODE_VIEW_STMT: element.pointee.view_stmt.pointee.view
    case PG_QUERY__NODE__NODE_INDEX_STMT: element.pointee.index_stmt.pointee.relation
    case PG_QUERY__NODE__NODE_CREATE_TRIG_STMT:
      element.pointee.create_trig_stmt.pointee.relation
    default: nil
    }
  }

  /// Source: `setSchemaName()` in `src/backend/parser/parse_utilcmd.c`.
  private func requireIn(schema: String, _ element: Node) throws(ReadFailure) {
    guard let written = Self.relation(of: element).map({ text($0.pointee.schemaname) }),
      !written.isEmpty,
      written != schema
    else { return }
    throw .refused(
      SQLState(rawValue: "42P15"),
      "CREATE specifies a schema (\(written)) different from the one being created (\(schema))")
  }

  /// SET and RESET, as far as they decide what names mean and who owns things.
  mutating func set(
    _ node: UnsafeMutablePointer<PgQuery__VariableSetStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let name = text(statement.name)
    let isLocal = statement.is_local != 0
    let values = list(statement.n_args, statement.args).compactMap(Self.constant)
    let isReset = statement.kind != PG_QUERY__VARIABLE_SET_KIND__VAR_SET_VALUE
    switch name {
    case "search_path":
      setSearchPath(
        isReset ? ["public"] : values.filter { !$0.isEmpty && $0 != "$user" }, isLocal: isLocal)
    case "role", "session_authorization":
      let wanted = isReset || values.first == "none" ? administrator : values.first
      guard let role = wanted else { return .applied }
      guard state.catalog.role(role) != nil || role.hasPrefix("pg_") else {
        throw .refused(SQLState(rawValue: "22023"), "role \"\(role)\" does not exist")
      }
      state.currentRole = role
    default:
      if statement.kind == PG_QUERY__VARIABLE_SET_KIND__VAR_RESET_ALL {
        setSearchPath(["public"], isLocal: false)
      }
    }
    return .applied
  }

  /// The text of a constant.
  static func constant(_ node: Node) -> String? {
    guard node.kind == PG_QUERY__NODE__NODE_A_CONST else { return nil }
    let constant = node.pointee.a_const.pointee
    switch constant.val_case {
    case PG_QUERY__A__CONST__VAL_SVAL: return text(constant.sval.pointee.sval)
    case PG_QUERY__A__CONST__VAL_IVAL: return String(constant.ival.pointee.ival)
    case PG_QUERY__A__CONST__VAL_FVAL: return text(constant.fval.pointee.fval)
    default: return nil
    }
  }
}
