import AccessModel

/// Expression trees over the columns `a, b` (integer), `p, q` (boolean) and `s, t` (text), the
/// same for the same seed on every machine.
struct GeneratedExpressions {
  enum Kind { case integer, boolean, text }
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A tree of one kind, no deeper than `depth`.
  mutating func next(_ kind: Kind, depth: Int) -> SQLExpression {
    if depth == 0 { return leaf(kind) }
    switch kind {
    case .integer: return integer(depth - 1)
    case .boolean: return boolean(depth - 1)
    case .text: return text(depth - 1)
    }
  }

  private mutating func below(_ limit: UInt64) -> Int {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % limit)
  }

  private mutating func coin() -> Bool { below(2) == 0 }

  private mutating func leaf(_ kind: Kind) -> SQLExpression {
    switch kind {
    case .integer: [.column("a"), .column("b", of: "x"), .integer(2), .integer(-3)][below(4)]
    case .boolean: [.column("p"), .column("q", of: "x"), .true, .null][below(4)]
    case .text: [.column("s"), .column("t", of: "x"), .string("it's"), .string("\\_")][below(4)]
    }
  }

  private mutating func integer(_ depth: Int) -> SQLExpression {
    switch below(9) {
    case 0: .unary(symbol: ["-", "+", "~", "@"][below(4)], operand: next(.integer, depth: depth))
    case 1...4:
      .binary(
        symbol: ["+", "-", "*", "/", "%", "&", "|", "#"][below(8)],
        left: next(.integer, depth: depth),
        right: next(.integer, depth: depth))
    case 5:
      .cast(
        operand: .binary(
          symbol: "^", left: next(.integer, depth: depth), right: next(.integer, depth: depth)),
        type: .integer)
    case 6: .cast(operand: next(.boolean, depth: depth), type: .integer)
    case 7: .scalarQuery(query: query(.integer, depth))
    default: .coalesce(operands: [next(.integer, depth: depth), leaf(.integer)])
    }
  }

  private mutating func text(_ depth: Int) -> SQLExpression {
    switch below(5) {
    case 0, 1:
      .binary(symbol: "||", left: next(.text, depth: depth), right: next(.text, depth: depth))
    case 2: .cast(operand: next(.integer, depth: depth), type: .text)
    case 3:
      .binary(
        symbol: "->>", left: .cast(operand: .column("s"), type: .jsonb),
        right: next(.text, depth: depth))
    default:
      .cases(
        operand: nil,
        branches: [SQLCaseBranch(when: next(.boolean, depth: depth), then: leaf(.text))],
        otherwise: next(.text, depth: depth))
    }
  }

  private mutating func boolean(_ depth: Int) -> SQLExpression {
    let kind = [Kind.integer, .boolean, .text][below(3)]
    let tests: [SQLTest] = [.isNull, .isNotNull, .isTrue, .isNotTrue, .isFalse, .isUnknown]
    switch below(13) {
    case 0, 1: return .and(operands: operands(depth))
    case 2, 3: return .or(operands: operands(depth))
    case 4: return .not(operand: next(.boolean, depth: depth))
    case 5: return .test(operand: next(.boolean, depth: depth), kind: tests[below(6)])
    case 6:
      return .distinct(
        left: next(kind, depth: depth), right: next(kind, depth: depth), negated: coin())
    case 7, 8:
      return .binary(
        symbol: ["=", "<", ">", "<=", ">=", "<>", "!="][below(7)],
        left: next(kind, depth: depth), right: next(kind, depth: depth))
    case 9:
      let count = below(3)
      return .inList(
        operand: next(kind, depth: depth),
        list: (0..<count).map { _ in next(kind, depth: depth) }, negated: coin())
    case 10:
      return .between(
        operand: next(kind, depth: depth), low: next(kind, depth: depth),
        high: next(kind, depth: depth), negated: coin())
    case 11:
      return .like(
        operand: next(.text, depth: depth), pattern: next(.text, depth: depth),
        negated: coin(), insensitive: coin())
    default:
      let operand = next(kind, depth: depth)
      return .inQuery(operand: operand, query: query(kind, depth), negated: coin())
    }
  }

  /// AND directly in AND is left out: PostgreSQL prints it nested or not, as it was written.
  private mutating func operands(_ depth: Int) -> [SQLExpression] {
    (0..<below(4)).map { _ in
      let operand = next(.boolean, depth: depth)
      return switch operand {
      case .and, .or: .not(operand: operand)
      default: operand
      }
    }
  }

  private mutating func query(_ kind: Kind, _ depth: Int) -> SQLQuery {
    let value = next(kind, depth: depth)
    // A bare NULL would come out of the subquery as text.
    let typed = kind == .boolean ? SQLExpression.cast(operand: value, type: .boolean) : value
    return SQLQuery(SQLSelect([.expression(typed, name: nil)]))
  }
}
