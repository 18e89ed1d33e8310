import AccessModel

extension Binder {
  /// Source: `transformFrameOffset()` in `parse_clause.c`.
  mutating func frame(
    _ written: SQLWindowFrame?, _ order: [BoundOrder], in scope: Scope
  ) throws(EngineFailure) -> BoundFrame? {
    guard let written else { return nil }
    if written.unit == .groups, order.isEmpty {
      throw .postgres(frameError("GROUPS mode requires an ORDER BY clause"))
    }
    return BoundFrame(
      unit: written.unit, start: try bound(written.start, written.unit, order, in: scope),
      end: try bound(written.end, written.unit, order, in: scope), exclusion: written.exclusion)
  }

  private func frameError(_ message: String) -> PostgresError {
    PostgresError(SQLState(rawValue: "42P20"), message)
  }

  private mutating func bound(
    _ written: SQLWindowFrame.Bound, _ unit: SQLWindowFrame.Unit, _ order: [BoundOrder],
    in scope: Scope
  ) throws(EngineFailure) -> BoundFrame.Bound {
    switch written {
    case .unboundedPreceding: return .unboundedPreceding
    case .currentRow: return .currentRow
    case .unboundedFollowing: return .unboundedFollowing
    case .preceding(let offset): return .preceding(try self.offset(offset, unit, order, in: scope))
    case .following(let offset): return .following(try self.offset(offset, unit, order, in: scope))
    }
  }

  private mutating func offset(
    _ written: SQLExpression, _ unit: SQLWindowFrame.Unit, _ order: [BoundOrder], in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    let value = try expression(written, in: scope)
    let target: DataType
    if unit == .range {
      guard order.count == 1 else {
        throw .postgres(
          frameError(
            "RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column"))
      }
      target = try Self.distance(of: order[0].expression.type, value.type)
    } else {
      target = .bigint
    }
    guard !value.mentionsRow else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P10"), "argument of \(unit.rawValue) must not contain variables"))
    }
    let context: ConversionContext = unit == .range ? .implicit : .assignment
    let isFit =
      value.type == .unknown || value.type.conversion(to: target).map { $0 <= context } == true
    guard isFit else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "argument of \(unit.rawValue) must be type \(target), not type \(value.type)"))
    }
    return try coerce(value, to: target, context)
  }

  /// The type of distances between values of a type. Source: `pg_amproc`, support number 3.
  private static func distance(
    of type: DataType, _ offset: DataType
  ) throws(EngineFailure) -> DataType {
    let target: DataType
    switch type.base {
    case .smallint, .integer, .bigint: target = .bigint
    case .real, .double: target = .double
    case .numeric: target = .numeric
    case .date, .timestamp, .timestamptz, .time, .timetz, .interval: target = .interval
    default:
      // As the operator class calls it.
      let named: DataType = type.base == .varchar ? .text : type
      throw .postgres(
        PostgresError(
          .featureNotSupported,
          "RANGE with offset PRECEDING/FOLLOWING is not supported for column type \(named)"))
    }
    guard offset == .unknown || offset.conversion(to: target).map({ $0 == .implicit }) == true
    else {
      throw .postgres(
        PostgresError(
          .featureNotSupported,
          "RANGE with offset PRECEDING/FOLLOWING is not supported for column type \(type) "
            + "and offset type \(offset)",
          hint: "Cast the offset value to an appropriate type."))
    }
    return target
  }
}

extension BoundExpression {
  /// Whether a column of the query itself is part of it.
  fileprivate var mentionsRow: Bool {
    if case .column(let position, _) = self { return position.level == 0 }
    return operands.contains(where: \.mentionsRow)
  }
}
