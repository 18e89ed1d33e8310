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
      if type.base == .jsonb {
        throw .undecided(Undecided("a part of a jsonb value as a target"))
      }
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
    try requireLoopVariable(targets, isSliced: slice > 0)
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
      try assign(part, slice == 0 ? element : type, toLoopVariable: targets)
      if let flow = try iterate(loop) { return flow }
      start += size
    }
    return .next
  }

  /// An array where the parts are arrays, and none where they are elements.
  private func requireLoopVariable(
    _ targets: [PLTarget], isSliced: Bool
  ) throws(EngineFailure) {
    var isArray = false
    if targets.count == 1 {
      switch try reference(targets[0]) {
      case .variable(let slot):
        if case .scalar(let type, _) = slot.content { isArray = type.type.element != nil }
      case .field(let slot, let field):
        if case .record(let record) = slot.content {
          let type = record.fields[try PLParameters.index(of: field, in: record, slot)].type
          isArray = type?.type.element != nil
        }
      }
    }
    guard isArray != isSliced else { return }
    throw .postgres(
      PostgresError(
        .datatypeMismatch,
        isSliced
          ? "FOREACH ... SLICE loop variable must be of an array type"
          : "FOREACH loop variable must not be of an array type"))
  }

  /// A list of variables takes the fields of a row.
  private func assign(
    _ part: SQLValue, _ type: DataType, toLoopVariable targets: [PLTarget]
  ) throws(EngineFailure) {
    guard targets.count != 1 else {
      return try assign(part, type, to: try reference(targets[0]))
    }
    let fields = type.fields
    var values: Row?
    if case .record(let row) = part { values = row }
    guard part.isNull || values != nil && fields != nil else {
      throw .postgres(
        PostgresError(.datatypeMismatch, "cannot assign non-composite value to a row variable"))
    }
    for (index, target) in targets.enumerated() {
      let field = fields.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      try assign(
        field == nil ? .null : values?[index] ?? .null, field?.type.type ?? .unknown,
        to: try reference(target))
    }
  }
}
