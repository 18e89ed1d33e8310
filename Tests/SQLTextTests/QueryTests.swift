import AccessModel
import SQLText
import Testing

struct QueryTests {
  private let vehicle = SQLFromItem.relation(schema: "public", name: "vehicle", alias: "v")
  private let make = SQLFromItem.relation(schema: "public", name: "make", alias: "make")

  private func joined(_ kind: SQLJoinKind, _ condition: SQLExpression?) -> SQLQuery {
    let join = SQLFromItem.join(kind: kind, left: vehicle, right: make, condition: condition)
    return SQLQuery(SQLSelect([.star(qualifier: "v")], from: [join]))
  }

  @Test func `clauses stand on lines of their own where one line is too long`() {
    let condition = SQLExpression.equal(.column("id", of: "make"), .column("make_id", of: "v"))
    let query = SQLQuery(
      .select(
        SQLSelect(
          [
            .expression(.column("brand_name", of: "make"), name: "brand"),
            .expression(.call(SQLFunctionCall("count", isStar: true)), name: "vehicles"),
          ],
          from: [.join(kind: .inner, left: vehicle, right: make, condition: condition)],
          where: .column("is_active", of: "v"), groupBy: [.column("brand_name", of: "make")],
          having: .binary(
            symbol: ">", left: .call(SQLFunctionCall("count", isStar: true)), right: .integer(1)))),
      orderBy: [SQLOrder(.column("brand_name"), isDescending: true, nullsFirst: false)],
      limit: .integer(5), offset: .integer(1))
    #expect(
      SQLWriter(layout: .indented).text(query) == """
        SELECT make.brand_name AS brand, count(*) AS vehicles
        FROM public.vehicle AS v
          JOIN public.make ON make.id = v.make_id
        WHERE v.is_active
        GROUP BY make.brand_name
        HAVING count(*) > 1
        ORDER BY brand_name DESC NULLS LAST
        LIMIT 5
        OFFSET 1
        """)
    #expect(!query.sqlText.contains("\n"))
  }

  @Test func `an outer join without a condition joins everything`() {
    let text = joined(.left, nil).sqlText
    #expect(text == "SELECT v.* FROM public.vehicle AS v LEFT JOIN public.make ON true")
  }

  @Test func `an inner join without a condition is a cross join`() {
    let text = joined(.inner, nil).sqlText
    #expect(text == "SELECT v.* FROM public.vehicle AS v CROSS JOIN public.make")
  }

  @Test func `a join on the right has parentheses`() {
    let inner = SQLFromItem.join(kind: .cross, left: vehicle, right: make, condition: nil)
    let outer = SQLFromItem.join(kind: .cross, left: make, right: inner, condition: nil)
    #expect(
      SQLQuery(SQLSelect([], from: [outer])).sqlText
        == "SELECT FROM public.make CROSS JOIN (public.vehicle AS v CROSS JOIN public.make)")
  }

  @Test func `unread text is ordered from outside`() {
    let query = SQLQuery(.unread(text: "TABLE t"), orderBy: [SQLOrder(.integer(1))])
    #expect(query.sqlText == "(TABLE t) ORDER BY 1")
  }
}
