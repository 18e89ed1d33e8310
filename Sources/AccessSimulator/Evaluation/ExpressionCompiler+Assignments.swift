import AccessModel
import SQLBinding

/// Values of which one part is assigned.
extension ExpressionCompiler {
  /// Source: `FieldStore` in `execExprInterp.c`, `array_subscript_assign()` in `arraysubs.c`.
  func assigned(_ assignment: BoundPartAssignment) throws(EngineFailure) -> Evaluator {
    let container = try compile(assignment.container)
    let value = try compile(assignment.value)
    switch assignment.part {
    case .field(let index, let count):
      let fields = assignment.type.fields ?? []
      let type = fields.indices.contains(index) ? fields[index].type : nil
      return { (frame) throws(EngineFailure) in
        var fields = [SQLValue](repeating: .null, count: count)
        if case .record(let known) = try container(frame), known.count == count { fields = known }
        guard fields.indices.contains(index) else { return .null }
        let new = try value(frame)
        fields[index] = if let type { try new.fitted(to: type) } else { new }
        return .record(fields)
      }
    case .members(let keys, let startsAsArray):
      let path = try keys.map { (key) throws(EngineFailure) in try compile(key) }
      return { (frame) throws(EngineFailure) in
        let old = try container(frame)
        let steps = try path.map { (key) throws(EngineFailure) -> String? in
          try key(frame).output(as: .text)
        }
        return try JSONValue.assigning(
          steps, to: try value(frame), in: old, startsAsArray: startsAsArray)
      }
    case .elements(let subscripts):
      let isSlice = subscripts.contains(where: \.isSlice)
      let lower = try subscripts.map { (item) throws(EngineFailure) in try optional(item.lower) }
      let upper = try subscripts.map { (item) throws(EngineFailure) in try optional(item.upper) }
      return { (frame) throws(EngineFailure) in
        var array = SQLArray([])
        if case .array(let known) = try container(frame) { array = known }
        let low = try lower.map { (item) throws(EngineFailure) in try Self.bound(item, frame) }
        let high = try upper.map { (item) throws(EngineFailure) in try Self.bound(item, frame) }
        let new = try value(frame)
        if !isSlice {
          return .array(try array.setting(high.compactMap { $0 }, to: new))
        }
        guard case .array(let source) = new else {
          // Nothing is assigned from NULL.
          return .array(array)
        }
        guard low.count == 1, array.dimensions.count <= 1 else {
          throw .undecided(Undecided("a slice of an array of arrays as a target"))
        }
        return .array(try array.setting(from: low[0], to: high[0], source.elements))
      }
    }
  }

  private func optional(_ expression: BoundExpression?) throws(EngineFailure) -> Evaluator? {
    guard let expression else { return nil }
    return try compile(expression)
  }

  private static func bound(
    _ evaluator: Evaluator?, _ frame: Frame
  ) throws(EngineFailure) -> Int? {
    guard let evaluator else { return nil }
    let value = try evaluator(frame)
    guard !value.isNull else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22004"), "array subscript in assignment must not be null"))
    }
    return Int(try value.integerValue())
  }
}

extension SQLArray {
  private static let outOfRange = EngineFailure.postgres(
    PostgresError(SQLState(rawValue: "2202E"), "array subscript out of range"))
  /// As many elements as any array may have. Source: `MaxArraySize`.
  private static let maxCount = 134_217_727
  /// Beyond it this engine does not follow.
  private static let maxFilled = 1_000_000

  /// With one element replaced or added. Source: `array_set_element()`.
  func setting(_ subscripts: [Int], to value: SQLValue) throws(EngineFailure) -> SQLArray {
    guard !dimensions.isEmpty else {
      return SQLArray(
        [value], dimensions: subscripts.map { Dimension(lower: $0, length: 1) })
    }
    guard subscripts.count == dimensions.count else {
      throw .postgres(
        PostgresError(SQLState(rawValue: "2202E"), "wrong number of array subscripts"))
    }
    if subscripts.count == 1 { return try setting(from: subscripts[0], to: subscripts[0], [value]) }
    var position = 0
    for (index, dimension) in zip(subscripts, dimensions) {
      let (offset, overflow) = index.subtractingReportingOverflow(dimension.lower)
      guard !overflow, (0..<dimension.length).contains(offset) else { throw Self.outOfRange }
      position = position * dimension.length + offset
    }
    var result = self
    guard elements.indices.contains(position) else { throw Self.outOfRange }
    result.elements[position] = value
    return result
  }

  /// An array of one dimension with a run of its elements replaced; places between what there was
  /// and what is new are NULL. Source: `array_set_slice()`.
  func setting(
    from first: Int?, to last: Int?, _ values: [SQLValue]
  ) throws(EngineFailure) -> SQLArray {
    let dimension = dimensions.first
    if dimension == nil, first == nil || last == nil {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "2202E"), "array slice subscript must provide both boundaries",
          detail: "When assigning to a slice of an empty array value, slice boundaries must be "
            + "fully specified."))
    }
    let known = dimension ?? Dimension(lower: first ?? 1, length: 0)
    let lower = first ?? known.lower
    let upper = last ?? known.lower + known.length - 1
    guard lower <= upper else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "2202E"), "upper bound cannot be less than lower bound"))
    }
    let (span, overflow) = upper.subtractingReportingOverflow(lower)
    guard !overflow, span < Self.maxCount else { throw Self.outOfRange }
    guard values.count >= span + 1 else {
      throw .postgres(PostgresError(SQLState(rawValue: "2202E"), "source array too small"))
    }
    let end = max(known.lower + known.length - 1, upper)
    let start = min(known.lower, lower)
    let (length, tooLong) = end.subtractingReportingOverflow(start)
    guard !tooLong, length < Self.maxFilled else {
      throw .undecided(Undecided("an array with a very large gap"))
    }
    var result = [SQLValue](repeating: .null, count: length + 1)
    for (index, element) in elements.enumerated() { result[known.lower - start + index] = element }
    for index in 0..<(span + 1) { result[lower - start + index] = values[index] }
    return SQLArray(result, dimensions: [Dimension(lower: start, length: length + 1)])
  }
}
