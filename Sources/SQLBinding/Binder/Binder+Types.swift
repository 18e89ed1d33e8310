import AccessModel

extension Binder {
  /// `expression` as a value of type `target`, converted if the context allows it.
  func coerce(
    _ expression: BoundExpression, to target: DataType, _ context: ConversionContext
  ) throws(EngineFailure) -> BoundExpression {
    let source = expression.type
    if source == target { return expression }
    if case .constant(let value, .unknown) = expression {
      // An untyped literal takes its type here and now, as in `coerce_type()`.
      guard case .text(let text) = value else { return .constant(value, target) }
      return .constant(try .input(text.string, as: target), target)
    }
    guard let least = source.conversion(to: target), least <= context else {
      throw .postgres(
        PostgresError(
          context == .explicit ? .cannotCoerce : .datatypeMismatch,
          "cannot cast type \(source.rawValue) to \(target.rawValue)"))
    }
    return .cast(expression, from: source, to: ColumnType(target))
  }

  /// A value to be stored in a column: assignment conversion, then the type's modifiers.
  func coerce(
    _ expression: BoundExpression, toColumn name: String, _ column: ColumnType
  ) throws(EngineFailure) -> BoundExpression {
    let source = expression.type
    if source != .unknown, source != column.type,
      source.conversion(to: column.type).map({ $0 <= .assignment }) != true
    {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "column \"\(name)\" is of type \(column.type.rawValue) but expression is of type "
            + source.rawValue,
          hint: "You will need to rewrite or cast the expression."))
    }
    return try coerce(expression, to: column.type, .assignment)
  }

  /// The one type of several alternatives, as for CASE, COALESCE, VALUES.
  /// Source: manual, 10.5 "UNION, CASE, and Related Constructs".
  func commonType(
    _ expressions: [BoundExpression], _ construct: String
  ) throws(EngineFailure) -> DataType {
    var result = DataType.unknown
    for expression in expressions {
      guard let common = commonAlternative(result, expression.type) else {
        throw .postgres(
          PostgresError(
            .datatypeMismatch,
            "\(construct) types \(result.rawValue) and \(expression.type.rawValue) "
              + "cannot be matched"))
      }
      result = common
    }
    return result == .unknown ? .text : result
  }

  /// As `DataType.common`, but alternatives keep varchar and name, and real beats numeric.
  private func commonAlternative(_ a: DataType, _ b: DataType) -> DataType? {
    if a == b { return a }
    if a == .unknown { return b }
    if b == .unknown { return a }
    if a.conversion(to: b) == .implicit { return b }
    return b.conversion(to: a) == .implicit ? a : nil
  }

  /// A boolean condition of a clause, such as `WHERE`.
  mutating func condition(
    _ written: SQLExpression, _ clause: String, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    let bound = try expression(written, in: scope)
    guard bound.type == .boolean || bound.type == .unknown else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "argument of \(clause) must be type boolean, not type \(bound.type.rawValue)"))
    }
    return try coerce(bound, to: .boolean, .implicit)
  }

  /// A comparison, its sides converted to the type they have in common.
  func compare(
    _ symbol: ComparisonOperator, _ left: BoundExpression, _ right: BoundExpression,
    written: String
  ) throws(EngineFailure) -> BoundExpression {
    guard let type = DataType.common(left.type, right.type), type != .json, type != .void else {
      throw .postgres(noOperator(written, left.type, right.type))
    }
    if type == .jsonb, symbol != .equal, symbol != .notEqual {
      throw undecided("the order of jsonb values")
    }
    return .compare(
      symbol, try coerce(left, to: type, .implicit), try coerce(right, to: type, .implicit),
      type: type)
  }

  func noOperator(_ symbol: String, _ left: DataType?, _ right: DataType) -> PostgresError {
    let left = left.map { "\($0.rawValue) " } ?? ""
    return PostgresError(
      .undefinedFunction, "operator does not exist: \(left)\(symbol) \(right.rawValue)",
      hint: "No operator matches the given name and argument types. "
        + "You might need to add explicit type casts.")
  }
}
