import AccessModel

extension BoundExpression {
  /// The same value with what can be written in several ways in one: conversions of constants done,
  /// conversions without effect dropped, lists as the comparisons that they stand for. Subqueries
  /// are left alone.
  var reduced: BoundExpression { mapOperands { $0.reduced }.reducedNode }

  private var reducedNode: BoundExpression {
    switch self {
    case .and(let list):
      Self.flat(list, of: { if case .and(let inner) = $0 { inner } else { nil } })
        .map(BoundExpression.and) ?? list[0]
    case .or(let list):
      Self.flat(list, of: { if case .or(let inner) = $0 { inner } else { nil } })
        .map(BoundExpression.or) ?? list[0]
    case .negate(.constant(let value, let type), _):
      value.negated.map { .constant($0, type) } ?? self
    case .cast(let operand, let from, let to): Self.converted(operand, from: from, to: to)
    case .compare(let symbol, let a, let b, let type) where type.isExactNumber:
      .compare(symbol, a.withoutWidening, b.withoutWidening, type: .numeric)
    case .distinct(let a, let b, let type, let negated):
      Self.negation(
        .distinct(
          type.isExactNumber ? a.withoutWidening : a, type.isExactNumber ? b.withoutWidening : b,
          type: type, negated: false), if: negated)
    case .inQuery(let a, let query, let type, true):
      .not(.inQuery(a, query, type: type, negated: false))
    case .quantified(let operation, let a, .array(let elements, _), let isAll):
      Self.alternatives(operation, a, elements, isAll: isAll) ?? self
    default: self
    }
  }

  private static func negation(_ expression: BoundExpression, if negated: Bool) -> BoundExpression {
    negated ? .not(expression) : expression
  }

  /// Nil where one operand is left, which is the first.
  private static func flat(
    _ list: [BoundExpression], of inner: (BoundExpression) -> [BoundExpression]?
  ) -> [BoundExpression]? {
    let flat = list.flatMap { inner($0) ?? [$0] }
    return flat.count == 1 && list.count == 1 ? nil : flat
  }

  /// `a = ANY (ARRAY[b, c])`, which is what PostgreSQL makes of `a IN (b, c)`.
  private static func alternatives(
    _ operation: BoundOperator, _ value: BoundExpression, _ elements: [BoundExpression],
    isAll: Bool
  ) -> BoundExpression? {
    guard case .compare(let symbol, let type) = operation, !elements.isEmpty,
      symbol == .equal && !isAll || symbol == .notEqual && isAll
    else { return nil }
    let comparisons = elements.map {
      BoundExpression.compare(symbol, value, $0, type: type).reducedNode
    }
    if comparisons.count == 1 { return comparisons[0] }
    return isAll ? .and(comparisons) : .or(comparisons)
  }

  private static func converted(
    _ operand: BoundExpression, from: DataType, to: ColumnType
  ) -> BoundExpression {
    let kept = BoundExpression.cast(operand, from: from, to: to)
    guard to.modifiers.isEmpty else { return kept }
    let target = to.type
    if from == target || from.isVaryingText && target.isVaryingText { return operand }
    if case .array(let a) = from, case .array(let b) = target, a.isVaryingText, b.isVaryingText {
      if case .array(let elements, _) = operand { return .array(elements, type: target) }
      return operand
    }
    switch operand {
    case .constant(let value, let type) where type.isFoldable && target.isFoldable:
      guard let folded = try? value.cast(from: type == .unknown ? .text : type, to: target) else {
        return kept
      }
      return .constant(folded, target)
    case .array(let elements, let type):
      guard let inner = type.element, let outer = target.element, inner.element == nil else {
        return kept
      }
      return .array(
        elements.map { converted($0, from: inner, to: ColumnType(outer)) }, type: target)
    default: return kept
    }
  }

  /// A comparison of exact numbers has the same result at any width.
  private var withoutWidening: BoundExpression {
    guard case .cast(let operand, let from, let to) = self, to.modifiers.isEmpty,
      from.isInteger, to.type.isExactNumber, from.width <= to.type.width
    else { return self }
    return operand.withoutWidening
  }
}

extension DataType {
  /// Types whose constants convert to each other in the same way whenever that happens.
  fileprivate var isFoldable: Bool {
    isExactNumber || isFloat || isVaryingText || self == .boolean || self == .unknown
  }
}

extension SQLValue {
  fileprivate var negated: SQLValue? {
    switch self {
    case .integer(let value): value == .min ? nil : .integer(-value)
    case .double(let value): .double(-value)
    case .numeric(let value) where value.special == nil:
      .numeric(Numeric(-value.unscaled, scale: value.scale))
    default: nil
    }
  }
}
