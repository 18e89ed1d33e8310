import AccessModel
import DiceTesting

/// Expressions over what is in scope, well typed more often than not.
struct ExpressionGenerator {
  let dice: Dice
  /// What subqueries may read.
  var readable: [Readable] = []
  var functions: [Catalog.Function] = []
  /// Innermost query first.
  var scopes: [[Visible]] = []
  /// Unqualified and ill-typed names; for statements only, since a catalog must load.
  var takesRisks = false
  /// Aliases must differ from those around, or a column would be captured by accident.
  var nesting = 0

  func inside(_ sources: [Visible]) -> Self {
    var inner = self
    inner.scopes.insert(sources, at: 0)
    inner.nesting += 1
    return inner
  }

  /// A column of the kind, from near more often than from far.
  func column(_ kinds: [ValueKind]) -> SQLExpression? {
    for (level, sources) in scopes.enumerated() {
      if level + 1 < scopes.count, dice.chance(25) { continue }
      let found = sources.flatMap { source in
        source.columns.filter { kinds.contains($0.kind) }.map { (source.qualifier, $0.name) }
      }
      guard !found.isEmpty else { continue }
      let (qualifier, name) = dice.pick(found)
      let isBare = takesRisks && dice.chance(15)
      return .column(qualifier: isBare ? nil : qualifier, name: name)
    }
    return nil
  }

  func anyColumn() -> (SQLExpression, ValueKind)? {
    for kind in dice.shuffled(ValueKind.allCases) {
      if let column = column([kind]) { return (column, kind) }
    }
    return nil
  }

  /// An expression of a kind; `depth` bounds its height.
  func value(_ kind: ValueKind, _ depth: Int) -> SQLExpression {
    if kind == .boolean { return condition(depth) }
    if dice.chance(55), let column = column([kind]) { return column }
    if depth <= 0 || dice.chance(40) {
      return dice.chance(6) ? .cast(operand: .null, type: kind.type) : kind.constant(dice)
    }
    switch dice.below(10) {
    case 0: return .coalesce(operands: [value(kind, depth - 1), value(kind, depth - 1)])
    case 1:
      return .cases(
        operand: nil,
        branches: [SQLCaseBranch(when: condition(depth - 1), then: value(kind, depth - 1))],
        otherwise: dice.chance(60) ? value(kind, depth - 1) : nil)
    case 2 where kind != .json:
      return .nullIf(left: value(kind, depth - 1), right: value(kind, depth - 1))
    case 3: return scalarQuery(kind, depth - 1)
    default: return composite(kind, depth - 1)
    }
  }

  private func composite(_ kind: ValueKind, _ depth: Int) -> SQLExpression {
    switch kind {
    case .integer, .bigint, .numeric:
      if dice.chance(20), kind == .integer { return .function("length", value(.text, depth)) }
      if dice.chance(15) { return .function("abs", value(kind, depth)) }
      if dice.chance(10) { return .unary(symbol: "-", operand: value(kind, depth)) }
      return .binary(
        symbol: dice.pick(takesRisks || kind != .bigint ? ["+", "-", "*"] : ["+", "-"]),
        left: value(kind, depth), right: value(kind, depth))
    case .text:
      switch dice.below(6) {
      case 0: return claim("sub")
      case 1: return .cast(operand: .valueFunction(.currentUser), type: .text)
      case 2: return .cast(operand: value(dice.pick([.integer, .numeric]), depth), type: .text)
      case 3: return .binary(symbol: "->>", left: value(.json, depth), right: .string("a"))
      default:
        return .binary(symbol: "||", left: value(.text, depth), right: value(.text, depth))
      }
    case .json: return .binary(symbol: "->", left: value(.json, depth), right: .string("a"))
    case .uuid, .time, .boolean: return kind.constant(dice)
    }
  }

  /// `auth.uid()` and its kin: a member of the session's claims, or NULL.
  func claim(_ name: String) -> SQLExpression {
    .binary(
      symbol: "->>",
      left: .cast(
        operand: .nullIf(
          left: .function("current_setting", .string("request.jwt.claims"), .true),
          right: .string("")), type: .jsonb), right: .string(name))
  }
}
