import AccessModel
import AccessTesting
import Testing

/// Names and types, found or refused, as the server finds and refuses them.
@Suite struct `Names and types` {
  private func world() -> World {
    var world = World()
    world.role("alice")
    world.table(
      "a", ["id bigint primary key", "n integer", "who text", "at timestamptz", "key uuid"],
      rls: false,
      rows: [["1", "10", "x", "2026-01-02 03:04:05+00", nil], ["2", nil, nil, nil, nil]])
    world.table(
      "b", ["id bigint primary key", "a_id bigint references a", "n numeric"], rls: false,
      rows: [["1", "1", "1.50"], ["2", "1", "2"], ["3", nil, nil]])
    for table in ["a", "b"] {
      world.grant(.select, .insert, .update, .delete, on: table, to: "alice")
    }
    return world
  }

  private func agree(_ queries: SQLQuery...) throws {
    try world().agree(on: queries.map { .query($0) }, as: "alice", undecided: 0)
  }

  @Test func `unknown relations, columns and qualifiers are refused with their SQLSTATE`() throws {
    try agree(
      query([col("id")], from("nowhere")),
      query([col("nothing")], from("a")),
      query([col("a.nothing")], from("a")),
      query([col("b.id")], from("a")),
      query([col("a.id")], from("a", as: "x")),
      query([num(1)], .relation(schema: "private", name: "a", alias: nil)))
  }

  @Test func `an unqualified name that two sources have is ambiguous`() throws {
    try agree(query([col("id")], from("a"), from("b")), query([col("who")], from("a"), from("b")))
  }

  @Test func `a name is used once in FROM`() throws {
    try agree(query([num(1)], from("a"), from("a")), query([num(1)], from("a"), from("a", as: "b")))
  }

  @Test func `the innermost query that knows a name has it`() throws {
    // `id` inside is b's own, so the condition compares b with itself: a classic leak.
    try agree(
      query([col("a.id")], from("a"), where: exists(from("b"), where: col("a_id") .= col("id"))),
      query(
        [col("a.id")], from("a"), where: exists(from("b"), where: col("b.a_id") .= col("a.id"))),
      query([col("a.id")], from("a"), where: exists(from("b"), where: col("who") .= str("x"))))
  }

  @Test func `ON sees the sources of its own join only`() throws {
    let join = SQLFromItem.join(
      kind: .left, left: from("a"), right: from("b"), condition: col("b.a_id") .= col("a.id"))
    let outside = SQLFromItem.join(
      kind: .inner, left: from("a", as: "x"), right: from("b", as: "y"),
      condition: col("a.id") .= col("y.id"))
    try agree(
      query([col("a.id"), col("b.id")], join), query([num(1)], from("a"), outside))
  }

  @Test func `types that have no operator in common are refused`() throws {
    try agree(
      query([col("id") .= col("key")], from("a")), query([col("n") .= col("who")], from("a")),
      query([col("at") .= col("id")], from("a")), query([col("who")], from("a"), where: col("n")),
      query([col("n") .= str("x")], from("a")), query([col("key") .= str("x")], from("a")),
      query([.function("no_such_function_here", schema: "public")], from("a")),
      query(
        [
          .cases(
            operand: nil, branches: [SQLCaseBranch(when: .true, then: col("n"))],
            otherwise: col("who"))
        ], from("a")))
  }

  @Test func `an untyped literal takes the type of what it meets`() throws {
    try agree(
      query([col("id")], from("a"), where: col("id") .= str("1")),
      query([col("id")], from("a"), where: op(col("at"), "<", str("2027-01-01"))),
      query([.coalesce(operands: [col("n"), str("7")])], from("a")),
      query(
        [col("id")], from("a"),
        where: .inList(
          operand: col("n"), list: [str("10"), .null], negated: true)))
  }

  @Test func `grouping wants columns in GROUP BY or in an aggregate`() throws {
    func grouped(_ target: SQLExpression, by keys: [SQLExpression]) -> SQLQuery {
      SQLQuery(
        SQLSelect(
          [.expression(target, name: nil), .expression(count(), name: "n")], from: [from("b")],
          groupBy: keys))
    }
    try agree(
      grouped(col("n"), by: [col("a_id")]), grouped(col("a_id"), by: [col("a_id")]),
      grouped(op(col("a_id"), "+", num(1)), by: [col("a_id")]), grouped(col("n"), by: []),
      query([count()], from("b"), where: op(count(), ">", num(1))))
  }

  @Test func `aggregates of each type`() throws {
    let columns = ["a_id", "n", "id"]
    let functions = ["count", "min", "max", "sum", "avg"]
    let expressions = columns.flatMap { column in
      functions.map { SQLExpression.function($0, col(column)) }
    }
    try agree(
      query(expressions, from("b")), query([.function("sum", col("n"))], from("a")),
      query([.function("max", col("who")), .function("min", col("at"))], from("a")),
      query([.function("sum", col("who"))], from("a")),
      query(expressions, from("b"), where: .false))
  }

  @Test func `a subquery used as a value gives one column and at most one row`() throws {
    try agree(
      query([.scalarQuery(query: query([col("id"), col("n")], from("b")))], from("a")),
      query([.scalarQuery(query: query([col("id")], from("b")))], from("a")),
      query([.scalarQuery(query: query([col("id")], from("b"), where: .false))], from("a")))
  }

  @Test func `INSERT and UPDATE convert to their columns' types, or refuse`() throws {
    try world().agree(
      on: [
        insert(into: "a", ["id", "n"], [[num(5), str("x")]]),
        insert(into: "a", ["id", "n"], [[num(5), .literal(.decimal("1.5"))]], returning: ["n"]),
        insert(into: "a", ["id", "who"], [[num(5), num(7)]], returning: ["who"]),
        insert(into: "a", ["id", "key"], [[num(5), num(7)]]),
        insert(into: "a", ["id", "id"], [[num(5), num(7)]]),
        insert(into: "a", ["id", "nothing"], [[num(5), num(7)]]),
        insert(into: "a", ["id"], [[num(5), num(7)]]),
        insert(into: "a", ["id", "n"], [[num(5)]]),
        update("a", set: [("n", num(3_000_000_000))]),
        update("a", set: [("n", col("who"))]),
        update("a", set: [("nothing", num(1))]),
      ], as: "alice", undecided: 0)
  }
}
