import AccessModel
import SQLBinding

extension PLMachine {
  /// `array[subscript] := value`. Source: `array_set_element()` in `arrayfuncs.c`.
  func assign(
    _ expression: PLExpression, toElement target: PLTarget
  ) throws(EngineFailure) {
    let reference = try reference(PLTarget(target.path))
    let (old, type) = try current(reference)
    guard let element = type.element else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "cannot subscript type \(type) because it does not support subscripting"))
    }
    var subscripts: [Int] = []
    for index in target.subscripts {
      guard case .integer(let value) = try evaluate(index, as: ColumnType(DataType.integer))
      else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22004"), "array subscript in assignment must not be null"))
      }
      subscripts.append(Int(value))
    }
    let value = try evaluate(expression, as: ColumnType(element))
    let array = if case .array(let array) = old { array } else { SQLArray([]) }
    try assign(.array(try array.setting(subscripts, to: value)), type, to: reference)
  }

  private func current(
    _ reference: PLReference
  ) throws(EngineFailure) -> (value: SQLValue, type: DataType) {
    switch reference {
    case .variable(let slot):
      if case .scalar(let type, let value) = slot.content { return (value, type.type) }
    case .field(let slot, let field):
      guard case .record(let record) = slot.content else { break }
      let index = try PLParameters.index(of: field, in: record, slot)
      if let type = record.fields[index].type { return (record.values?[index] ?? .null, type.type) }
    }
    throw .undecided(Undecided("assignment to an element of what is not an array"))
  }

  /// FOREACH. Source: `exec_stmt_foreach_a()`.
  func visit(
    _ loop: PLLoop, _ targets: [PLTarget], slice: Int, _ expression: PLExpression
  ) throws(EngineFailure) -> Flow {
    let (value, type) = try evaluate(expression)
    guard !value.isNull else {
      throw .postgres(
        PostgresError(SQLState(rawValue: "22004"), "FOREACH expression must not be null"))
    }
    guard case .array(let array) = value, let element = type.element else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch, "FOREACH expression must yield an array, not type \(type)"))
    }
    guard (0...array.dimensions.count).contains(slice) else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "2202E"),
          "slice dimension (\(slice)) is out of the valid range 0..\(array.dimensions.count)"))
    }
    guard targets.count == 1 else { throw .undecided(Undecided("FOREACH over rows")) }
    // The innermost dimensions make one part.
    let dimensions = array.dimensions.suffix(slice)
    let size = dimensions.reduce(1) { $0 * max(1, $1.length) }
    var wasFound = false
    defer { setFound(wasFound) }
    var start = 0
    while start < array.elements.count {
      wasFound = true
      try variables.limits.step()
      let part: SQLValue =
        slice == 0
        ? array.elements[start]
        : .array(
          SQLArray(
            Array(array.elements[start..<min(start + size, array.elements.count)]),
            dimensions: Array(dimensions)))
      try assign(part, slice == 0 ? element : type, to: try reference(targets[0]))
      if let flow = try iterate(loop) { return flow }
      start += size
    }
    return .next
  }
}
