import AccessPlan
import Testing

struct ExpressionTests {
  private let id = SQLExpression.column("id", of: "item")
  private let name = SQLExpression.column("name", of: "item")

  @Test func `NULL tests`() throws {
    #expect(try Shop.lowered { $0.id.isNull } == .test(operand: id, kind: .isNull))
    #expect(try Shop.lowered { $0.id.isNotNull } == .test(operand: id, kind: .isNotNull))
  }

  @Test func `distinctness from an expression and from a constant`() throws {
    #expect(
      try Shop.lowered { $0.id.isDistinct(from: $0.parentID) }
        == .distinct(left: id, right: .column("parent_id", of: "item"), negated: false))
    #expect(
      try Shop.lowered { $0.id.isDistinct(from: 3) }
        == .distinct(left: id, right: .integer(3), negated: false))
  }

  @Test func `membership of a list of constants`() throws {
    #expect(
      try Shop.lowered { $0.id.isIn([1, 2]) }
        == .inList(operand: id, list: [.integer(1), .integer(2)], negated: false))
  }

  @Test func `nothing is in an empty list`() throws {
    #expect(try Shop.lowered { $0.id.isIn([]) } == .false)
  }

  @Test func `patterns, with and without letter case`() throws {
    #expect(
      try Shop.lowered { $0.name.like("a%") }
        == .like(operand: name, pattern: .string("a%"), negated: false, insensitive: false))
    #expect(
      try Shop.lowered { $0.name.ilike("a%") }
        == .like(operand: name, pattern: .string("a%"), negated: false, insensitive: true))
  }

  @Test func `coalesce with an expression and with a constant`() throws {
    let short = SQLExpression.column("short_name", of: "item")
    #expect(
      try Shop.lowered { coalesce($0.shortName, $0.name) == "x" }
        == .equal(.coalesce(operands: [short, name]), .string("x")))
    #expect(
      try Shop.lowered { coalesce($0.shortName, "none") == "x" }
        == .equal(.coalesce(operands: [short, .string("none")]), .string("x")))
  }

  @Test func `a cast`() throws {
    #expect(
      try Shop.lowered { $0.id.cast(to: .text) == "7" }
        == .equal(.cast(operand: id, type: .text), .string("7")))
  }

  @Test func `claims are read once per statement`() throws {
    #expect(
      try Shop.lowered { $0.sellerID == auth.uid }
        == .equal(.column("seller_id", of: "item"), authCall("uid")))
    #expect(try Shop.lowered { $0.name == auth.email } == .equal(name, authCall("email")))
    #expect(try Shop.lowered { $0.name == auth.role } == .equal(name, authCall("role")))
    #expect(
      try Shop.lowered { $0.name == auth.jwt["tenant"] }
        == .equal(
          name, .binary(symbol: "->>", left: authCall("jwt"), right: .string("tenant"))))
  }

  @Test func `a boolean column is a condition as it is`() throws {
    #expect(try Shop.lowered { Condition($0.isActive) } == .column("is_active", of: "item"))
  }

  @Test func `a condition can be compared as a value`() throws {
    #expect(
      try Shop.lowered { ($0.id == 1).value == $0.isActive }
        == .equal(.equal(id, .integer(1)), .column("is_active", of: "item")))
  }

  @Test func `unsafe SQL is carried unread`() throws {
    #expect(
      try Shop.lowered { $0.id == unsafeSQL("f(1)", .bigint) } == .equal(id, .unread(text: "f(1)")))
  }

  @Test func `floating-point constants are quoted and cast`() {
    #expect((1.5).literal == .cast(operand: .string("1.5"), type: .doublePrecision))
    #expect(Double.nan.literal == .cast(operand: .string("NaN"), type: .doublePrecision))
    #expect(
      (-Float.infinity).literal == .cast(operand: .string("-Infinity"), type: .real))
  }
}
