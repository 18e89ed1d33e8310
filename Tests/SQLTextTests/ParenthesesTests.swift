import AccessModel
import LivePostgres
import ScratchServerTesting
import Testing

@testable import SQLText

struct ParenthesesTests {
  @Test func `comparisons with ANY stand in parentheses beside other comparisons`() {
    let member = SQLExpression.quantified(
      symbol: "=", left: .column("a"), array: .column("list"), isAll: false)
    let writer = SQLWriter(layout: .compact)
    #expect(
      writer.text(.binary(symbol: "<>", left: .column("q"), right: member))
        == "q <> (a = ANY (list))")
    #expect(
      writer.text(.binary(symbol: "<>", left: member, right: .column("q")))
        == "(a = ANY (list)) <> q")
    #expect(writer.text(.and(operands: [member, member])) == "a = ANY (list) AND a = ANY (list)")
  }

  /// One tree, one meaning: the server prints each form as it has read it.
  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `PostgreSQL reads 400 generated trees alike with few and with all parentheses`() throws {
    var generator = GeneratedExpressions(seed: 15)
    let minimal = SQLWriter(layout: .compact)
    var full = minimal
    full.parenthesizesEverything = true
    let indented = SQLWriter(layout: .indented)
    var script = """
      CREATE TABLE x (a int, b int, p bool, q bool, s text, t text);
      SET client_min_messages = error;

      """
    var spared = 0
    for number in 0..<400 {
      let kind = [GeneratedExpressions.Kind.integer, .boolean, .text][number % 3]
      let tree = generator.next(kind, depth: 1 + number % 4)
      let forms = [minimal.text(tree), full.text(tree), indented.text(tree)]
      if forms[0] != forms[1] { spared += 1 }
      for (form, name) in zip(forms, ["minimal", "whole", "indented"]) {
        script += "CREATE VIEW \(name)\(number) AS SELECT \(form) AS value FROM x;\n"
      }
    }
    script += """
      SELECT pg_get_viewdef('minimal' || n) || pg_get_viewdef('whole' || n)
        FROM (SELECT n::text AS n FROM generate_series(0, 399) AS n) AS numbers
        WHERE pg_get_viewdef('minimal' || n) <> pg_get_viewdef('whole' || n)
          OR pg_get_viewdef('minimal' || n) <> pg_get_viewdef('indented' || n);
      """
    #expect(spared > 200)
    let readApart = try ScratchDatabase().connect().execute(script)
    #expect(readApart.rows == [])
  }
}
