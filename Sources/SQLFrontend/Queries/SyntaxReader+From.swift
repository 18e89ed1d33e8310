import AccessModel
import CPgQuery

extension SyntaxReader {
  mutating func fromItems(_ nodes: [Node]) throws(ReadFailure) -> [SQLFromItem] {
    var result: [SQLFromItem] = []
    for node in nodes { result.append(try fromItem(node)) }
    return result
  }

  private mutating func fromItem(_ node: Node?) throws(ReadFailure) -> SQLFromItem {
    guard let node else { throw .unsupported("an empty item of FROM") }
    return try nested { (reader) throws(ReadFailure) in try reader.unnestedItem(node) }
  }

  private mutating func unnestedItem(_ node: Node) throws(ReadFailure) -> SQLFromItem {
    switch node.kind {
    case PG_QUERY__NODE__NODE_RANGE_VAR:
      let name = try relation(node.pointee.range_var)
      let hasNames = node.pointee.range_var.pointee.alias.map { $0.pointee.n_colnames > 0 }
      if hasNames == true { namesColumns = true }
      return renamed(
        node.pointee.range_var.pointee.inh == 0
          ? .only(name) : .relation(schema: name.schema, name: name.name, alias: name.alias),
        node.pointee.range_var.pointee.alias)
    case PG_QUERY__NODE__NODE_RANGE_SUBSELECT:
      let item = node.pointee.range_subselect.pointee
      let query = try query(item.subquery)
      let alias = item.alias.map { text($0.pointee.aliasname) } ?? ""
      return renamed(
        item.lateral != 0 ? .lateral(query, alias: alias) : .subquery(query, alias: alias),
        item.alias)
    case PG_QUERY__NODE__NODE_RANGE_FUNCTION:
      return try function(node.pointee.range_function)
    case PG_QUERY__NODE__NODE_JOIN_EXPR: return try join(node.pointee.join_expr)
    default: throw .unsupported("an item of FROM that the model has no form for")
    }
  }

  private func renamed(
    _ item: SQLFromItem, _ alias: UnsafeMutablePointer<PgQuery__Alias>?
  ) -> SQLFromItem {
    let columns = alias.map { strings(list($0.pointee.n_colnames, $0.pointee.colnames)) } ?? []
    return columns.isEmpty ? item : .renamed(item, columns: columns)
  }

  private mutating func function(
    _ node: UnsafeMutablePointer<PgQuery__RangeFunction>
  ) throws(ReadFailure) -> SQLFromItem {
    let item = node.pointee
    let functions = list(item.n_functions, item.functions)
    guard functions.count == 1 else { throw .unsupported("ROWS FROM") }
    let parts = functions[0].items
    let inner = parts.count > 1 ? parts[1].items : []
    let outer = list(item.n_coldeflist, item.coldeflist)
    guard inner.isEmpty || outer.isEmpty else { throw .unsupported("ROWS FROM") }
    // Source: `transformRangeFunction()` in `src/backend/parser/parse_clause.c`.
    if item.ordinality != 0, let first = outer.first {
      throw .refused(
        .syntaxError, "WITH ORDINALITY cannot be used with a column definition list",
        hint: "Put the column definition list inside ROWS FROM().",
        at: first.pointee.column_def.pointee.location)
    }
    var definitions: [SQLColumnDefinition] = []
    for node in inner + outer where node.kind == PG_QUERY__NODE__NODE_COLUMN_DEF {
      let column = node.pointee.column_def.pointee
      definitions.append(
        SQLColumnDefinition(text(column.colname), try typeName(column.type_name)))
    }
    let alias = item.alias.map { text($0.pointee.aliasname) }
    return renamed(
      .function(
        SQLFromFunction(
          try expression(parts.first), alias: alias, withOrdinality: item.ordinality != 0,
          definitions: definitions.isEmpty ? nil : definitions)),
      item.alias)
  }

  private mutating func join(
    _ node: UnsafeMutablePointer<PgQuery__JoinExpr>
  ) throws(ReadFailure) -> SQLFromItem {
    let join = node.pointee
    guard join.join_using_alias == nil else { throw .unsupported("an alias of USING") }
    let (left, right) = (try fromItem(join.larg), try fromItem(join.rarg))
    let columns = strings(list(join.n_using_clause, join.using_clause))
    let condition = try optional(join.quals)
    if join.is_natural != 0 || !columns.isEmpty || join.alias != nil { namesColumns = true }
    let kind: SQLJoinKind =
      switch join.jointype {
      case PG_QUERY__JOIN_TYPE__JOIN_LEFT: .left
      case PG_QUERY__JOIN_TYPE__JOIN_RIGHT: .right
      case PG_QUERY__JOIN_TYPE__JOIN_FULL: .full
      default: condition == nil && columns.isEmpty ? .cross : .inner
      }
    let item: SQLFromItem =
      if join.is_natural != 0 {
        .joinNatural(kind: kind == .cross ? .inner : kind, left: left, right: right)
      } else if !columns.isEmpty {
        .joinUsing(kind: kind, left: left, right: right, columns: columns)
      } else {
        .join(kind: kind, left: left, right: right, condition: condition)
      }
    guard let alias = join.alias else { return item }
    return renamed(.joinAlias(item, alias: text(alias.pointee.aliasname)), alias)
  }

  /// A relation as written.
  func relation(
    _ node: UnsafeMutablePointer<PgQuery__RangeVar>
  ) throws(ReadFailure) -> SQLRelationName {
    try requireCurrent(
      database: text(node.pointee.catalogname),
      of: [text(node.pointee.schemaname), text(node.pointee.relname)])
    let schema = text(node.pointee.schemaname)
    let alias = node.pointee.alias.map { text($0.pointee.aliasname) }
    return SQLRelationName(
      schema: schema.isEmpty ? nil : schema, text(node.pointee.relname), alias: alias,
      isOnly: node.pointee.inh == 0 ? true : nil)
  }

  func relations(_ nodes: [Node]) throws(ReadFailure) -> [SQLRelationName] {
    var names: [SQLRelationName] = []
    for node in nodes where node.kind == PG_QUERY__NODE__NODE_RANGE_VAR {
      names.append(try relation(node.pointee.range_var))
    }
    return names
  }

  /// A name may begin with the database's; none reaches another.
  ///
  /// Source: `RangeVarGetRelidExtended()` in `src/backend/catalog/namespace.c`.
  func requireCurrent(
    database: String, of names: [String], isQuoted: Bool = true
  ) throws(ReadFailure) {
    guard !database.isEmpty, database != "postgres" else { return }
    let name = ([database] + names).joined(separator: ".")
    throw .refused(
      .featureNotSupported,
      "cross-database references are not implemented: \(isQuoted ? "\"\(name)\"" : name)")
  }
}
