import AccessModel
import SQLBinding

extension PLMachine {
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
