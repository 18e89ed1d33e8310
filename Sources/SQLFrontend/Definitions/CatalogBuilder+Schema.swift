import AccessModel
import CPgQuery

extension CatalogBuilder {
  /// CREATE SCHEMA, with what is written in it.
  mutating func createSchema(
    _ node: UnsafeMutablePointer<PgQuery__CreateSchemaStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let owner = statement.authrole == nil ? state.currentRole : try role(statement.authrole)
    let written = text(statement.schemaname)
    let name = written.isEmpty ? owner : written
    if state.catalog.schema(name) != nil {
      if statement.if_not_exists != 0 { return .applied }
      throw .refused(SQLState(rawValue: "42P06"), "schema \"\(name)\" already exists")
    }
    state.opaqueSchemas.remove(name)
    state.catalog.schemas.append(
      Catalog.Schema(
        name, owner: owner, acl: state.newACL(.schemas, in: nil), origin: origin, place: place))
    let path = state.searchPath
    state.searchPath = [name] + path
    for element in list(statement.n_schema_elts, statement.schema_elts) {
      _ = try dispatch(element)
    }
    state.searchPath = path
    return .applied
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

  /// CREATE SEQUENCE.
  mutating func createSequence(
    _ node: UnsafeMutablePointer<PgQuery__CreateSeqStmt>
  ) throws(ReadFailure) -> Effect {
    guard let range = node.pointee.sequence else { throw .unsupported("a nameless sequence") }
    let written = reader.relation(range)
    let name = QualifiedName(try state.schemaForCreation(written.schema), written.name)
    if state.slot(name) != nil, node.pointee.if_not_exists != 0 { return .applied }
    try requireFree(name)
    state.add(
      Catalog.Sequence(
        name, owner: state.currentRole, acl: state.newACL(.sequences, in: name.schema),
        place: place))
    return .applied
  }

  /// CREATE INDEX: its name, and whether a foreign key may refer to its columns.
  mutating func createIndex(
    _ node: UnsafeMutablePointer<PgQuery__IndexStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    guard let range = statement.relation else { throw .unsupported("an index on nothing") }
    let relation = try state.relation(reader.relation(range))
    if case .opaque = state.slot(relation) { return .applied }
    var columns: [String] = []
    var isPlain = true
    for item in list(statement.n_index_params, statement.index_params)
    where item.kind == PG_QUERY__NODE__NODE_INDEX_ELEM {
      let column = text(item.pointee.index_elem.pointee.name)
      if column.isEmpty { isPlain = false } else { columns.append(column) }
    }
    if let known = state.columns(of: relation)?.map(\.name) {
      for column in columns where !known.contains(column) {
        throw .refused(.undefinedColumn, "column \"\(column)\" does not exist")
      }
    }
    let written = text(statement.idxname)
    let label = columns.isEmpty ? "expr" : columns.joined(separator: "_")
    let name = QualifiedName(
      relation.schema,
      written.isEmpty
        ? freeName(relation.name, label, "idx") {
          state.slot(QualifiedName(relation.schema, $0)) != nil
        } : written)
    if state.slot(name) != nil, statement.if_not_exists != 0 { return .applied }
    try requireFree(name)
    state.set(
      name,
      .index(
        DatabaseState.Index(
          table: relation, columns: isPlain ? columns : [],
          isKey: statement.unique != 0 && isPlain && statement.where_clause == nil)))
    return .applied
  }

  /// CREATE TRIGGER: what it does is not known.
  mutating func createTrigger(
    _ node: UnsafeMutablePointer<PgQuery__CreateTrigStmt>
  ) throws(ReadFailure) -> Effect {
    guard let range = node.pointee.relation else { return .applied }
    let relation = try state.relation(reader.relation(range))
    return .partly(
      "trigger `\(text(node.pointee.trigname))` is not modelled: writes to `\(relation)` may be "
        + "decided otherwise")
  }
}
