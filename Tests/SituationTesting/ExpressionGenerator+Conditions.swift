import AccessModel
import DiceTesting

extension ExpressionGenerator {
  private var comparisons: [String] { ["=", "=", "=", "<>", "<", "<=", ">", ">="] }

  /// A boolean expression.
  func condition(_ depth: Int) -> SQLExpression {
    if depth <= 0 { return simpleCondition(0) }
    switch dice.below(20) {
    case 0...2: return .and(operands: [condition(depth - 1), condition(depth - 1)])
    case 3...4: return .or(operands: [condition(depth - 1), condition(depth - 1)])
    case 5: return .not(operand: condition(depth - 1))
    case 6:
      return .test(
        operand: condition(depth - 1),
        kind: dice.pick([.isTrue, .isNotTrue, .isFalse, .isNotFalse, .isUnknown, .isNotUnknown]))
    case 7...8 where !readable.isEmpty: return existence(depth - 1)
    case 9...10 where !readable.isEmpty: return membership(depth - 1)
    case 11:
      let boolean = functions.filter { $0.returns == .boolean }
      guard !boolean.isEmpty else { return simpleCondition(depth - 1) }
      return call(dice.pick(boolean), depth - 1)
    case 12:
      return .cases(
        operand: nil,
        branches: [SQLCaseBranch(when: condition(depth - 1), then: condition(depth - 1))],
        otherwise: condition(depth - 1))
    case 13:
      return .coalesce(operands: [condition(depth - 1), .literal(.boolean(dice.chance(50)))])
    default: return simpleCondition(depth - 1)
    }
  }

  /// A test of few values, without operators between conditions.
  private func simpleCondition(_ depth: Int) -> SQLExpression {
    guard let (column, kind) = anyColumn() else {
      return dice.chance(50) ? .literal(.boolean(dice.chance(60))) : about(.text, .string("a"))
    }
    switch dice.below(14) {
    case 0: return .test(operand: column, kind: dice.chance(50) ? .isNull : .isNotNull)
    case 1 where kind == .boolean: return column
    case 2 where kind != .json:
      var list = [kind.constant(dice, typed: false), kind.constant(dice, typed: false)]
      if dice.chance(20) { list.append(.null) }
      return .inList(operand: column, list: list, negated: dice.chance(30))
    case 3 where kind != .json:
      return .between(
        operand: column, low: value(kind, 0), high: value(kind, 0), negated: dice.chance(20))
    case 4 where kind == .text:
      return .like(
        operand: column, pattern: .string(dice.pick(["a%", "%b%", "_", "%"])),
        negated: dice.chance(20), insensitive: false)
    case 5:
      return .distinct(left: column, right: value(kind, depth), negated: dice.chance(50))
    case 6: return .literal(dice.chance(15) ? .null : .boolean(dice.chance(70)))
    default: return about(kind, column)
    }
  }

  private func about(_ kind: ValueKind, _ left: SQLExpression) -> SQLExpression {
    let symbol = kind == .json ? dice.pick(["=", "<>"]) : dice.pick(comparisons)
    if kind == .text {
      switch dice.below(4) {
      case 0: return .binary(symbol: "=", left: left, right: .valueFunction(.currentUser))
      case 1: return .binary(symbol: "=", left: left, right: claim("sub"))
      default: break
      }
    }
    if kind == .json, dice.chance(40) {
      return .binary(symbol: "?", left: left, right: .string(dice.pick(["a", "x"])))
    }
    if takesRisks, dice.chance(3) {
      return .binary(
        symbol: symbol, left: left, right: dice.pick(ValueKind.allCases).constant(dice))
    }
    let other: ValueKind = kind.isNumber ? dice.pick([.integer, kind, .numeric]) : kind
    return .binary(symbol: symbol, left: left, right: value(other, 1))
  }

  func call(_ function: Catalog.Function, _ depth: Int) -> SQLExpression {
    .call(
      SQLFunctionCall(
        schema: function.name.schema, function.name.name,
        function.arguments.map { value(ValueKind($0.type) ?? .integer, depth) }))
  }
}
