import AccessModel

extension Binder {
  mutating func unary(
    _ symbol: String, _ operand: SQLExpression, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    let call = try resolveOperator(symbol, [try expression(operand, in: scope)])
    if let own = ownCall(call) { return own }
    guard case .builtin(let builtin) = call.target, let bound = call.arguments.first else {
      throw undecided("operator `\(symbol)`")
    }
    if bound.type.isArithmetic {
      if symbol == "+" { return bound }
      if symbol == "-" { return .negate(bound, type: bound.type) }
    }
    return .builtin(builtin, call.arguments)
  }

  /// A binary operator, chosen by the types of its sides.
  func binary(
    _ symbol: String, _ left: BoundExpression, _ right: BoundExpression
  ) throws(EngineFailure) -> BoundExpression {
    if let comparison = ComparisonOperator(symbol: symbol) {
      return try compare(comparison, left, right, written: symbol)
    }
    let call = try resolveOperator(symbol, [left, right])
    if let own = ownCall(call) { return own }
    guard case .builtin(let builtin) = call.target, call.arguments.count == 2 else {
      throw undecided("operator `\(symbol)`")
    }
    let (a, b) = (call.arguments[0], call.arguments[1])
    if let arithmetic = ArithmeticOperator(rawValue: symbol), a.type.isArithmetic,
      b.type.isArithmetic, let type = DataType.common(a.type, b.type)
    {
      return .arithmetic(
        arithmetic, try coerce(a, to: type, .implicit), try coerce(b, to: type, .implicit),
        type: type)
    }
    return .builtin(builtin, call.arguments)
  }

  /// A comparison, its sides converted to the type they have in common.
  func compare(
    _ symbol: ComparisonOperator, _ left: BoundExpression, _ right: BoundExpression,
    written: String
  ) throws(EngineFailure) -> BoundExpression {
    if let type = Self.evidentlyCompared(left.type, right.type) {
      return .compare(
        symbol, try coerce(left, to: type, .implicit), try coerce(right, to: type, .implicit),
        type: type)
    }
    let call = try resolveOperator(written, [left, right])
    if let own = ownCall(call) { return own }
    guard case .builtin(let builtin) = call.target, call.arguments.count == 2 else {
      throw undecided("operator `\(written)`")
    }
    let (a, b) = (call.arguments[0], call.arguments[1])
    try requireSameFields(left, right)
    guard let type = Self.comparedAs(a.type, b.type) else { return .builtin(builtin, [a, b]) }
    return .compare(
      symbol, try coerce(a, to: type, .implicit), try coerce(b, to: type, .implicit), type: type)
  }

  /// Values of rows whose fields have other types, or none, are compared up to the first such field,
  /// and then not at all.
  ///
  /// Source: `record_eq()` in `src/backend/utils/adt/rowtypes.c`.
  private func requireSameFields(
    _ left: BoundExpression, _ right: BoundExpression
  ) throws(EngineFailure) {
    guard !left.hasUntypedFields, !right.hasUntypedFields else {
      throw undecided("a comparison of rows with literals that have no type")
    }
    guard left.type.isRow, right.type.isRow, let one = left.type.fields,
      let other = right.type.fields
    else { return }
    guard zip(one, other).allSatisfy({ $0.type.type == $1.type.type }) else {
      throw undecided("a comparison of rows whose fields have other types")
    }
  }

  /// Where the two types are one with comparisons of its own, no search is needed.
  private static func evidentlyCompared(_ a: DataType, _ b: DataType) -> DataType? {
    let type = a == .unknown ? b : a
    guard a == b || a == .unknown || b == .unknown else { return nil }
    switch type {
    case .boolean, .smallint, .integer, .bigint, .numeric, .real, .double, .text, .name, .uuid,
      .date, .time, .timestamp, .timestamptz, .interval, .bytea, .jsonb, .inet:
      return type
    default: return nil
    }
  }

  /// The type as which values of an operator's two types compare; nil for types whose values have
  /// no order here. `character` ignores spaces at the end, as its conversion to text drops them.
  static func comparedAs(_ a: DataType, _ b: DataType) -> DataType? {
    guard let type = DataType.common(a, b) else {
      // Two rows of different types, and arrays of such.
      return a.isRow && b.isRow ? .record : nil
    }
    switch type {
    case .character, .varchar: return .text
    case .tid: return type
    case .json, .void, .pseudo, .other, .unknown: return nil
    default: return type
    }
  }
}

extension BoundExpression {
  /// Whether it is a row, or an array of such, with a literal to which nothing has given a type.
  fileprivate var hasUntypedFields: Bool {
    switch self {
    case .row(let fields, .record):
      fields.contains { $0.type == .unknown || $0.hasUntypedFields }
    case .array(let elements, _): elements.contains(where: \.hasUntypedFields)
    default: false
    }
  }
}
