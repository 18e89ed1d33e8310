import AccessModel
import SQLText
import Testing

struct ExpressionTests {
  private static let a = SQLExpression.column("a"), b = SQLExpression.column("b")
  private static let one = SQLExpression.scalarQuery(
    query: SQLQuery(SQLSelect([.expression(.integer(1), name: nil)])))

  private static func binary(
    _ left: SQLExpression, _ symbol: String, _ right: SQLExpression
  ) -> SQLExpression {
    .binary(symbol: symbol, left: left, right: right)
  }

  private static func meaning(
    _ meaning: SQLFunctionCall.Meaning, _ arguments: SQLExpression...
  ) -> SQLExpression {
    var call = SQLFunctionCall("f", arguments)
    call.meaning = meaning
    return .call(call)
  }

  @Test(
    arguments: [
      (.unary(symbol: "-", operand: .integer(-1)), "- -1"),
      (binary(a, "-", .integer(-1)), "a - -1"),
      (.unary(symbol: "-", operand: binary(a, "^", b)), "-(a ^ b)"),
      (binary(.unary(symbol: "-", operand: a), "^", b), "-a ^ b"),
      (binary(a, "-", binary(b, "-", a)), "a - (b - a)"),
      (binary(binary(a, "-", b), "-", a), "a - b - a"),
      (binary(binary(a, "=", b), "=", .true), "(a = b) = true"),
      (binary(a, "!=", b), "a <> b"),
      (.not(operand: binary(a, "=", b)), "NOT a = b"),
      (.and(operands: [.or(operands: [a, b]), a]), "(a OR b) AND a"),
      (.or(operands: [.and(operands: [a, b]), a]), "a AND b OR a"),
      (.and(operands: []), "true"), (.or(operands: []), "false"), (.and(operands: [a]), "a"),
      (.test(operand: binary(a, "=", b), kind: .isNotTrue), "a = b IS NOT TRUE"),
      (.unary(symbol: "@", operand: binary(a, "#", b)), "@ (a # b)"),
      (.cast(operand: binary(a, "+", b), type: .text), "CAST(a + b AS text)"),
      (.cast(operand: .integer(-1), type: .text), "CAST(-1 AS text)"),
      (.cast(operand: .string("x"), type: .uuid), "'x'::uuid"),
      (binary(.cast(operand: a, type: .jsonb), "->>", .string("sub")), "a::jsonb ->> 'sub'"),
      (.inList(operand: a, list: [.integer(1), b], negated: true), "a NOT IN (1, b)"),
      (.literal(.decimal("1.50")), "1.50"), (.literal(.decimal("-1e3")), "-1e3"),
      (.function("count", .column("name", of: "user")), "count(\"user\".name)"),
      (.function("left", a, .integer(1)), "left(a, 1)"),
      (.call(SQLFunctionCall("count", isStar: true)), "count(*)"),
      (.call(SQLFunctionCall("count", [a], isDistinct: true)), "count(DISTINCT a)"),
      (.cast(operand: one, type: .text), "(SELECT 1)::text"),
      // Of several functions of a name the one that is meant is found by its types.
      (
        meaning(.function(QualifiedName("public", "f"), [.bigint, .text]), a, b),
        "f(a::bigint, b::text)"
      ),
      (
        meaning(
          .function(QualifiedName("public", "f"), [.bigint, .text]),
          .cast(operand: a, type: .bigint)),
        "f(a::bigint)"
      ),
      (
        meaning(
          .function(
            QualifiedName("public", "f"), [TypeName("anyelement"), TypeName("text", isArray: true)]),
          a, b), "f(a, b)"
      ),
      (meaning(.builtin, a), "pg_catalog.f(a)"), (meaning(.open(), a), "f(a)"),
    ] as [(SQLExpression, String)])
  func `an expression has the parentheses it needs and no others`(
    expression: SQLExpression, text: String
  ) {
    #expect(expression.sqlText == text)
  }

  @Test func `an empty IN list still reads its operand`() {
    let empty = SQLExpression.inList(operand: Self.a, list: [], negated: false)
    #expect(empty.sqlText == "a = ANY ('{}')")
  }

  @Test func `a list of one subquery is not read as a subquery`() {
    let list = SQLExpression.inList(operand: Self.a, list: [Self.one], negated: true)
    #expect(list.sqlText == "a <> (SELECT 1)")
  }

  @Test func `a comment in unread text does not swallow what follows`() {
    let text = SQLExpression.and(operands: [.unread(text: "a -- mine"), Self.b]).sqlText
    #expect(text == "(a -- mine\n) AND b")
  }

  @Test(arguments: ["or", "--", "/*", "=>", "", "a", ";", "*-", "=\u{301}"])
  func `an operator that PostgreSQL cannot read is never written bare`(symbol: String) {
    let text = SQLExpression.binary(symbol: symbol, left: Self.a, right: Self.b).sqlText
    #expect(text == "a OPERATOR(\(quoteIdentifier(symbol))) b")
  }

  @Test(arguments: ["1; DROP TABLE t", "1e", "", ".", "0x1F", "1.2.3", "NaN", "--1"])
  func `digits that are no number are quoted`(digits: String) {
    #expect(SQLExpression.literal(.decimal(digits)).sqlText == "'\(digits)'::numeric")
  }

  @Test(arguments: [SQLWriter.Layout.compact, .indented])
  func `a deep tree is written without recursion`(layout: SQLWriter.Layout) {
    // Freeing deeper trees would overflow the stack of a test's thread.
    var tree = Self.a
    for level in 0..<4_000 {
      tree =
        switch level % 4 {
        case 0: .not(operand: tree)
        case 1: .and(operands: [tree, Self.b])
        case 2: .or(operands: [Self.b, tree])
        default: .coalesce(operands: [tree])
        }
    }
    let text = SQLWriter(layout: layout).text(tree)
    #expect(text.count(where: { $0 == "b" }) == 2_000)
  }
}
