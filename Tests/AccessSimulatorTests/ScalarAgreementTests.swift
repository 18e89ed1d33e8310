import AccessModel
import AccessTesting
import Testing

/// Values, operators and conversions: thousands of small expressions, each computed by the
/// simulator and by the server. Nothing is expected here but that both say the same.
@Suite(.enabled(if: ServerUnderTest.isExpected))
struct `Scalar expressions agree with the server` {
  private static func number(_ text: String, _ type: TypeName) -> SQLExpression {
    .cast(operand: .string(text), type: type)
  }

  private static let numbers: [SQLExpression] = [
    num(0), num(1), num(-7), num(3), num(2_147_483_647), num(9_000_000_000),
    .literal(.decimal("1.50")), .literal(.decimal("0.0003")), .literal(.decimal("-12345.678")),
    .literal(.decimal("100000000000000000000.5")), number("2.5", .doublePrecision),
    number("-0.1", .doublePrecision), number("1e20", .doublePrecision),
    number("32767", .smallint), number("-9223372036854775808", .bigint), number("0.1", .real),
    .cast(operand: .null, type: .integer), .cast(operand: .null, type: .numeric),
  ]

  private static let texts: [SQLExpression] = [
    str(""), str("a"), str("A"), str("abc"), str("%"), str("a_c"), str("é"), str("e\u{301}"),
    str("zebra"), str("\\"), .cast(operand: .null, type: .text),
  ]

  private func agree(_ expressions: [SQLExpression]) throws {
    var world = World()
    world.role("alice")
    try world.agree(on: expressions.map { .query(query([$0])) }, as: "alice")
  }

  @Test(arguments: ["+", "-", "*", "/", "%", "=", "<>", "<", "<=", ">", ">="])
  func `arithmetic and comparison of numbers of all types`(symbol: String) throws {
    let pairs = Self.numbers.flatMap { a in Self.numbers.map { op(a, symbol, $0) } }
    try agree(pairs)
  }

  @Test(arguments: ["=", "<>", "<", ">", "||", "~~", "!~~"])
  func `operators on text are bytewise`(symbol: String) throws {
    try agree(Self.texts.flatMap { a in Self.texts.map { op(a, symbol, $0) } })
  }

  @Test func `three-valued logic`() throws {
    let truths: [SQLExpression] = [.true, .false, .cast(operand: .null, type: .boolean)]
    var expressions: [SQLExpression] = []
    for a in truths {
      expressions.append(.not(operand: a))
      for test in [
        SQLTest.isTrue, .isNotTrue, .isFalse, .isNotFalse, .isUnknown, .isNotUnknown, .isNull,
        .isNotNull,
      ] { expressions.append(.test(operand: a, kind: test)) }
      for b in truths {
        expressions += [
          and(a, b), or(a, b), a .= b, .distinct(left: a, right: b, negated: false),
          .distinct(left: a, right: b, negated: true), .coalesce(operands: [a, b]),
          .nullIf(left: a, right: b), .inList(operand: a, list: [b, .true], negated: false),
          .inList(operand: a, list: [b, .false], negated: true),
        ]
      }
    }
    try agree(expressions)
  }

  @Test func `casts between all types, from values that fit and that do not`() throws {
    let types: [TypeName] = [
      .boolean, .smallint, .integer, .bigint, .numeric, .real, .doublePrecision, .text, .uuid,
      .date, .timestamp, .timestamptz, .jsonb, TypeName("numeric", modifiers: [5, 2]),
      TypeName("character varying", modifiers: [3]), .name,
    ]
    let literals = [
      "1", "0", "t", "no", " 12 ", "1.5", "-2.5", "3.5", "999.995", "1e3", "70000", "3000000000",
      "abc", "", "2026-02-28", "2026-02-30", "2026-01-02 03:04:05.678+02", "2026-01-02T03:04:05Z",
      "1999-12-31 23:59:59.999999", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
      "{a0eebc999c0b4ef8bb6d6bb9bd380a11}", "{\"b\": 1, \"a\": [1.50, null], \"b\": 2}", "[",
      "null",
    ]
    var expressions: [SQLExpression] = []
    for type in types {
      for literal in literals {
        let first = SQLExpression.cast(operand: str(literal), type: type)
        expressions.append(first)
        for second in types { expressions.append(.cast(operand: first, type: second)) }
      }
    }
    try agree(expressions)
  }

  @Test func `json access`() throws {
    let json = SQLExpression.cast(
      operand: str(
        #"{"sub": "x", "n": 1.10, "o": {"k": null, "a": [1, "two", true]}, "u": "\u00e9\n"}"#),
      type: .jsonb)
    let keys = ["sub", "n", "o", "k", "a", "u", "missing"].map(str)
    var expressions = [json]
    for key in keys {
      for symbol in ["->", "->>", "?"] {
        expressions.append(op(json, symbol, key))
        expressions.append(op(op(json, "->", str("o")), symbol, key))
      }
    }
    for index in [-4, -1, 0, 1, 2, 9] as [Int64] {
      let array = op(op(json, "->", str("o")), "->", str("a"))
      expressions += [op(array, "->", num(index)), op(array, "->>", num(index))]
    }
    expressions.append(op(json, "=", json))
    expressions.append(op(op(json, "->", str("n")), "=", .cast(operand: str("1.1"), type: .jsonb)))
    try agree(expressions)
  }

  @Test func `conditional expressions and functions`() throws {
    var expressions: [SQLExpression] = []
    for value in Self.texts {
      for name in ["lower", "upper", "length", "char_length", "btrim"] {
        expressions.append(.function(name, value))
      }
      for pattern in Self.texts {
        expressions.append(
          .like(operand: value, pattern: pattern, negated: false, insensitive: true))
      }
    }
    for value in Self.numbers {
      expressions.append(.function("abs", value))
      expressions.append(.unary(symbol: "-", operand: value))
      expressions.append(.between(operand: value, low: num(0), high: num(5), negated: false))
      expressions.append(.between(operand: value, low: num(0), high: .null, negated: true))
      expressions.append(
        .cases(
          operand: value, branches: [SQLCaseBranch(when: num(1), then: str("one"))],
          otherwise: str("other")))
      expressions.append(.coalesce(operands: [value, .literal(.decimal("0.5"))]))
    }
    expressions += [
      .valueFunction(.currentUser), .function("current_setting", str("no.such")),
      .function("current_setting", str("no.such"), .true), .function("jsonb_typeof", .null),
    ]
    try agree(expressions)
  }
}
