import AccessModel

/// How tightly an expression binds, loosest first.
///
/// Source: PostgreSQL manual, 4.1.6 "Operator Precedence"; `%left` and its kin in
/// `src/backend/parser/gram.y`.
enum Precedence: Int, Comparable {
  case or, and, not
  /// IS NULL, IS DISTINCT FROM; not associative.
  case test
  /// `=`, `<`, …; not associative.
  case comparison
  /// BETWEEN, IN, LIKE; not associative.
  case membership
  /// Every operator not named elsewhere, such as `||` and `->>`.
  case otherOperator
  case additive, multiplicative, power
  /// `-a`.
  case sign
  /// Anything that needs no parentheses, even before `::`.
  case primary

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// What an operand must bind at least, to stand where an operator of this precedence would not
  /// leave it whole.
  var tighter: Precedence { Precedence(rawValue: rawValue + 1) ?? .primary }
}

extension SQLExpression {
  /// The precedence of the text of an expression that `simplified` gave.
  var precedence: Precedence {
    switch self {
    case .or: .or
    case .and: .and
    case .not: .not
    case .test, .distinct: .test
    case .inList(_, let list, _): list.isEmpty ? .comparison : .membership
    case .inQuery, .between, .like: .membership
    // Beside another comparison, `= ANY` is one: they do not associate.
    case .quantified(let symbol, _, _, _), .quantifiedQuery(let symbol, _, _, _):
      min(.otherOperator, Operators.binaryPrecedence(symbol))
    case .binary(let symbol, _, _): Operators.binaryPrecedence(symbol)
    case .unary(let symbol, _): Operators.unaryPrecedence(symbol)
    case .literal(.integer(let value)): value < 0 ? .sign : .primary
    case .literal(.decimal(let digits)): digits.hasPrefix("-") ? .sign : .primary
    default: .primary
    }
  }

  /// The same value in the form that is written: AND and OR of one operand are that operand, of
  /// none TRUE and FALSE. `a IN ((SELECT b))` would be read as a subquery, so it is `a = (…)`.
  var simplified: SQLExpression {
    var expression = self
    while true {
      switch expression {
      case .and(let operands) where operands.count < 2: expression = operands.first ?? .true
      case .or(let operands) where operands.count < 2: expression = operands.first ?? .false
      case .inList(let operand, let list, let negated) where list.count == 1:
        guard case .scalarQuery = list[0].simplifiedOnce else { return expression }
        expression = .binary(symbol: negated ? "<>" : "=", left: operand, right: list[0])
      default: return expression
      }
    }
  }

  /// Through AND and OR of one operand.
  private var simplifiedOnce: SQLExpression {
    var expression = self
    while true {
      switch expression {
      case .and(let operands) where operands.count == 1: expression = operands[0]
      case .or(let operands) where operands.count == 1: expression = operands[0]
      default: return expression
      }
    }
  }
}
