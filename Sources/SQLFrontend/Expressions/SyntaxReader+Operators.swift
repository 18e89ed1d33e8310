import AccessModel
import CPgQuery

extension SyntaxReader {
  /// An `A_Expr`: operators, and what the grammar treats as such.
  mutating func operation(
    _ node: UnsafeMutablePointer<PgQuery__AExpr>
  ) throws(ReadFailure) -> SQLExpression {
    let names = strings(list(node.pointee.n_name, node.pointee.name))
    guard let symbol = names.last else { throw .unsupported("an operator without a name") }
    if names.count > 1, names[0] != "pg_catalog" {
      throw .unsupported(
        "operator `\(names.joined(separator: "."))`", location: Int(node.pointee.location))
    }
    switch node.pointee.kind {
    case PG_QUERY__A__EXPR__KIND__AEXPR_OP:
      guard node.pointee.lexpr != nil else {
        return .unary(symbol: symbol, operand: try expression(node.pointee.rexpr))
      }
      return .binary(symbol: symbol, left: try left(node), right: try right(node))
    case PG_QUERY__A__EXPR__KIND__AEXPR_OP_ANY, PG_QUERY__A__EXPR__KIND__AEXPR_OP_ALL:
      return .quantified(
        symbol: symbol, left: try left(node), array: try right(node),
        isAll: node.pointee.kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP_ALL)
    case PG_QUERY__A__EXPR__KIND__AEXPR_DISTINCT, PG_QUERY__A__EXPR__KIND__AEXPR_NOT_DISTINCT:
      return .distinct(
        left: try left(node), right: try right(node),
        negated: node.pointee.kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_DISTINCT)
    case PG_QUERY__A__EXPR__KIND__AEXPR_NULLIF:
      return .nullIf(left: try left(node), right: try right(node))
    case PG_QUERY__A__EXPR__KIND__AEXPR_IN:
      return .inList(
        operand: try left(node), list: try expressions(node.pointee.rexpr?.items ?? []),
        negated: symbol == "<>")
    case PG_QUERY__A__EXPR__KIND__AEXPR_LIKE, PG_QUERY__A__EXPR__KIND__AEXPR_ILIKE:
      return .like(
        operand: try left(node), pattern: try right(node), negated: symbol.hasPrefix("!"),
        insensitive: node.pointee.kind == PG_QUERY__A__EXPR__KIND__AEXPR_ILIKE)
    case PG_QUERY__A__EXPR__KIND__AEXPR_SIMILAR:
      return .binary(symbol: symbol, left: try left(node), right: try right(node))
    case PG_QUERY__A__EXPR__KIND__AEXPR_BETWEEN, PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN:
      let bounds = try expressions(node.pointee.rexpr?.items ?? [])
      guard bounds.count == 2 else { throw .unsupported("BETWEEN without two bounds") }
      return .between(
        operand: try left(node), low: bounds[0], high: bounds[1],
        negated: node.pointee.kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN)
    default: return try symmetricBetween(node)
    }
  }

  /// The bounds in either order. Source: `transformAExprBetween()`.
  private mutating func symmetricBetween(
    _ node: UnsafeMutablePointer<PgQuery__AExpr>
  ) throws(ReadFailure) -> SQLExpression {
    let kind = node.pointee.kind
    let negated = kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN_SYM
    guard negated || kind == PG_QUERY__A__EXPR__KIND__AEXPR_BETWEEN_SYM else {
      throw .unsupported("an operator", location: Int(node.pointee.location))
    }
    let bounds = try expressions(node.pointee.rexpr?.items ?? [])
    guard bounds.count == 2 else { throw .unsupported("BETWEEN without two bounds") }
    let operand = try left(node)
    let orders = [(bounds[0], bounds[1]), (bounds[1], bounds[0])].map { low, high in
      SQLExpression.between(operand: operand, low: low, high: high, negated: negated)
    }
    return negated ? .and(operands: orders) : .or(operands: orders)
  }

  private mutating func left(
    _ node: UnsafeMutablePointer<PgQuery__AExpr>
  ) throws(ReadFailure) -> SQLExpression { try expression(node.pointee.lexpr) }

  private mutating func right(
    _ node: UnsafeMutablePointer<PgQuery__AExpr>
  ) throws(ReadFailure) -> SQLExpression { try expression(node.pointee.rexpr) }

  /// EXISTS, IN, ANY, ALL, ARRAY and a query as a value.
  mutating func subquery(
    _ node: UnsafeMutablePointer<PgQuery__SubLink>
  ) throws(ReadFailure) -> SQLExpression {
    let query = try self.query(node.pointee.subselect)
    let symbol = strings(list(node.pointee.n_oper_name, node.pointee.oper_name)).last
    switch node.pointee.sub_link_type {
    case PG_QUERY__SUB_LINK_TYPE__EXISTS_SUBLINK: return .exists(query: query)
    case PG_QUERY__SUB_LINK_TYPE__EXPR_SUBLINK: return .scalarQuery(query: query)
    case PG_QUERY__SUB_LINK_TYPE__ARRAY_SUBLINK: return .arrayQuery(query: query)
    case PG_QUERY__SUB_LINK_TYPE__ANY_SUBLINK:
      let operand = try expression(node.pointee.testexpr)
      guard let symbol, symbol != "=" else {
        return .inQuery(operand: operand, query: query, negated: false)
      }
      return .quantifiedQuery(symbol: symbol, left: operand, query: query, isAll: false)
    case PG_QUERY__SUB_LINK_TYPE__ALL_SUBLINK:
      return .quantifiedQuery(
        symbol: symbol ?? "=", left: try expression(node.pointee.testexpr), query: query,
        isAll: true)
    default: throw .unsupported("a subquery of this form", location: Int(node.pointee.location))
    }
  }

  mutating func call(
    _ node: UnsafeMutablePointer<PgQuery__FuncCall>
  ) throws(ReadFailure) -> SQLExpression {
    let function = node.pointee
    var names = strings(list(function.n_funcname, function.funcname))
    if names.count == 3 {
      let database = names.removeFirst()
      try requireCurrent(database: database, of: names, isQuoted: false)
    }
    guard let name = names.last, names.count <= 2 else {
      throw .unsupported("a function's name of many parts", location: Int(function.location))
    }
    var clauses = SQLFunctionCall.Clauses(
      orderBy: try orders(list(function.n_agg_order, function.agg_order)),
      filter: try optional(function.agg_filter),
      isWithinGroup: function.agg_within_group != 0, isVariadic: function.func_variadic != 0)
    if let over = function.over { clauses.window = try window(over) }
    return .call(
      SQLFunctionCall(
        schema: names.count == 2 ? names[0] : nil, name,
        try expressions(list(function.n_args, function.args)), isStar: function.agg_star != 0,
        isDistinct: function.agg_distinct != 0,
        clauses: clauses == SQLFunctionCall.Clauses() ? nil : clauses))
  }

  mutating func grouping(
    _ node: UnsafeMutablePointer<PgQuery__GroupingFunc>
  ) throws(ReadFailure) -> SQLExpression {
    var clauses = SQLFunctionCall.Clauses()
    clauses.isGrouping = true
    return .call(
      SQLFunctionCall(
        "grouping", try expressions(list(node.pointee.n_args, node.pointee.args)),
        clauses: clauses))
  }

  mutating func orders(_ nodes: [Node]) throws(ReadFailure) -> [SQLOrder] {
    var result: [SQLOrder] = []
    for node in nodes where node.kind == PG_QUERY__NODE__NODE_SORT_BY {
      let sort = node.pointee.sort_by.pointee
      guard sort.sortby_dir != PG_QUERY__SORT_BY_DIR__SORTBY_USING else {
        throw .unsupported("ORDER BY … USING", location: Int(sort.location))
      }
      let nulls: Bool? =
        switch sort.sortby_nulls {
        case PG_QUERY__SORT_BY_NULLS__SORTBY_NULLS_FIRST: true
        case PG_QUERY__SORT_BY_NULLS__SORTBY_NULLS_LAST: false
        default: nil
        }
      result.append(
        SQLOrder(
          try expression(sort.node),
          isDescending: sort.sortby_dir == PG_QUERY__SORT_BY_DIR__SORTBY_DESC, nullsFirst: nulls))
    }
    return result
  }
}
