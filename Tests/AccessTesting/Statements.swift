public import AccessModel

/// Short spellings of statements and expressions, for tests.

/// `schema` is left out: names are found by the search path, as a client would write them.
public func from(_ relation: String, as alias: String? = nil) -> SQLFromItem {
  .relation(schema: nil, name: relation, alias: alias)
}

/// A column, with its qualifier if written `t.a`.
public func col(_ name: String) -> SQLExpression {
  let parts = name.split(separator: ".").map(String.init)
  return parts.count == 2
    ? .column(qualifier: parts[0], name: parts[1]) : .column(qualifier: nil, name: name)
}

public func num(_ value: Int64) -> SQLExpression { .integer(value) }
public func str(_ value: String) -> SQLExpression { .string(value) }

infix operator .= : ComparisonPrecedence
public func .= (left: SQLExpression, right: SQLExpression) -> SQLExpression {
  .equal(left, right)
}

/// Any binary operator by its symbol.
public func op(
  _ left: SQLExpression, _ symbol: String, _ right: SQLExpression
) -> SQLExpression {
  .binary(symbol: symbol, left: left, right: right)
}

public func and(_ operands: SQLExpression...) -> SQLExpression { .and(operands: operands) }
public func or(_ operands: SQLExpression...) -> SQLExpression { .or(operands: operands) }

public func count() -> SQLExpression { .call(SQLFunctionCall("count", isStar: true)) }

public func query(
  _ targets: [SQLExpression], _ items: SQLFromItem..., where condition: SQLExpression? = nil
) -> SQLQuery {
  SQLQuery(
    SQLSelect(
      targets.map { .expression($0, name: nil) }, from: items, where: condition))
}

public func exists(_ item: SQLFromItem, where condition: SQLExpression) -> SQLExpression {
  .exists(query: query([num(1)], item, where: condition))
}

public func select(
  _ columns: [String], from relation: String, where condition: SQLExpression? = nil
) -> SQLStatement {
  .query(query(columns.map(col), from(relation), where: condition))
}

public func select(_ expressions: [SQLExpression], from relation: String) -> SQLStatement {
  .query(query(expressions, from(relation)))
}

public func insert(
  into relation: String, _ columns: [String], _ rows: [[SQLExpression]],
  returning: [String] = []
) -> SQLStatement {
  .insert(
    SQLInsert(
      into: SQLRelationName(relation), columns: columns,
      .values(rows: rows.map { $0.map(Optional.some) }), returning: targets(returning)))
}

public func update(
  _ relation: String, set assignments: [(String, SQLExpression)],
  where condition: SQLExpression? = nil, returning: [String] = []
) -> SQLStatement {
  .update(
    SQLUpdate(
      SQLRelationName(relation), set: assignments.map { SQLUpdate.Assignment($0.0, $0.1) },
      where: condition, returning: targets(returning)))
}

public func delete(
  from relation: String, where condition: SQLExpression? = nil, returning: [String] = []
) -> SQLStatement {
  .delete(
    SQLDelete(
      from: SQLRelationName(relation), where: condition, returning: targets(returning)))
}

private func targets(_ columns: [String]) -> [SQLTarget] {
  columns.map { .expression(Int64($0).map(SQLExpression.integer) ?? col($0), name: nil) }
}
