import AccessModel
import SQLBinding

/// Assignments to fields of fields and elements of arrays.
///
/// Source: `transformPLAssignStmt()` in `analyze.c`, `transformAssignmentIndirection()` in
/// `parse_target.c`.
extension PLMachine {
  func assign(
    _ expression: PLExpression, toPart steps: ArraySlice<PLTargetStep>, of reference: PLReference
  ) throws(EngineFailure) {
    let (old, type) = try current(reference)
    let new = try replacing(steps, of: old, type, in: reference.name, with: expression)
    try assign(new, type.type, to: reference)
  }

  private func current(
    _ reference: PLReference
  ) throws(EngineFailure) -> (value: SQLValue, type: ColumnType) {
    switch reference {
    case .variable(let slot):
      switch slot.content {
      case .scalar(let type, let value): return (value, type)
      case .record(let record):
        return (record.values.map { .record($0) } ?? .null, ColumnType(record.type ?? .record([])))
      default: break
      }
    case .field(let slot, let field):
      guard case .record(let record) = slot.content else { break }
      let index = try PLParameters.index(of: field, in: record, slot)
      if let type = record.fields[index].type { return (record.values?[index] ?? .null, type) }
    }
    throw .undecided(Undecided("assignment to an element of what is not an array"))
  }

  /// A value with the part that the steps lead to replaced. The new value is computed behind the
  /// subscripts.
  private func replacing(
    _ steps: ArraySlice<PLTargetStep>, of old: SQLValue, _ type: ColumnType, in variable: String,
    with expression: PLExpression
  ) throws(EngineFailure) -> SQLValue {
    guard !steps.isEmpty else { return try evaluate(expression, as: type) }
    if case .domain(let domain) = type.type, !domain.isUnconstrained {
      throw .undecided(Undecided("a part of a domain's value as a target"))
    }
    if case .field(let name) = steps.first {
      return try replacing(name, steps.dropFirst(), of: old, type, in: variable, with: expression)
    }
    let ofArray = steps.prefix { if case .field = $0 { false } else { true } }
    let isSlice = ofArray.contains { if case .slice = $0 { true } else { false } }
    let subscripts = ofArray.compactMap {
      if case .element(let place) = $0 { place } else { PLExpression?.none }
    }
    let rest = steps.dropFirst(ofArray.count)
    if type.type.base == .jsonb, rest.isEmpty, !isSlice {
      return try replacing(members: subscripts, of: old, with: expression)
    }
    guard let element = type.type.base.element else {
      if type.type.base == .jsonb { throw .undecided(Undecided("a slice of jsonb as a target")) }
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "cannot subscript type \(type.type) because it does not support subscripting"))
    }
    if isSlice {
      guard rest.isEmpty else { throw .undecided(Undecided("a field of a slice as a target")) }
      return try replacing(slice: ofArray, of: old, element, with: expression)
    }
    let places = try self.places(subscripts)
    let array = if case .array(let array) = old { array } else { SQLArray([]) }
    let part = rest.isEmpty ? .null : array.element(places) ?? .null
    let modifiers =
      if case .domain(let domain) = type.type { domain.innermostBase.modifiers } else {
        type.modifiers
      }
    let new = try replacing(
      rest, of: part, ColumnType(element, modifiers: modifiers), in: variable, with: expression)
    return .array(try array.setting(places, to: new))
  }

  /// An array's part of one dimension.
  private func replacing(
    slice steps: ArraySlice<PLTargetStep>, of old: SQLValue, _ element: DataType,
    with expression: PLExpression
  ) throws(EngineFailure) -> SQLValue {
    let array = if case .array(let array) = old { array } else { SQLArray([]) }
    guard steps.count == 1, case .slice(let lower, let upper)? = steps.first,
      array.dimensions.count <= 1
    else { throw .undecided(Undecided("a slice of an array of arrays as a target")) }
    let first = try lower.map { (place) throws(EngineFailure) in try places([place])[0] }
    let last = try upper.map { (place) throws(EngineFailure) in try places([place])[0] }
    // Nothing is assigned from NULL.
    guard
      case .array(let source) = try evaluate(expression, as: ColumnType(DataType.array(element)))
    else { return .array(array) }
    return .array(try array.setting(from: first, to: last, source.elements))
  }

  private func replacing(
    _ name: String, _ rest: ArraySlice<PLTargetStep>, of old: SQLValue, _ type: ColumnType,
    in variable: String, with expression: PLExpression
  ) throws(EngineFailure) -> SQLValue {
    guard case .composite = type.type.base, let fields = type.type.base.fields else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "cannot assign to field \"\(name)\" of column \"\(variable)\" because its type "
            + "\(type.type) is not a composite type"))
    }
    guard let index = fields.firstIndex(where: { $0.name == name }) else {
      throw .postgres(
        PostgresError(
          .undefinedColumn,
          "cannot assign to field \"\(name)\" of column \"\(variable)\" because there is no "
            + "such column in data type \(type.type)"))
    }
    var row = Row(repeating: .null, count: fields.count)
    if case .record(let known) = old, known.count == fields.count { row = known }
    row[index] = try replacing(
      rest, of: row[index], fields[index].type, in: variable, with: expression)
    return .record(row)
  }

  private func places(_ subscripts: [PLExpression]) throws(EngineFailure) -> [Int] {
    var result: [Int] = []
    for place in subscripts {
      guard case .integer(let value) = try evaluate(place, as: ColumnType(DataType.integer))
      else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22004"), "array subscript in assignment must not be null"))
      }
      result.append(Int(value))
    }
    return result
  }

  /// Source: `jsonb_subscript_assign()` in `jsonbsubs.c`.
  private func replacing(
    members subscripts: [PLExpression], of old: SQLValue, with expression: PLExpression
  ) throws(EngineFailure) -> SQLValue {
    var path: [String?] = []
    var isArray = false
    for (index, place) in subscripts.enumerated() {
      let (value, type) = try evaluate(place)
      if index == 0 { isArray = type.isInteger }
      guard type.isInteger || type.isString || type == .unknown else {
        throw .undecided(Undecided("a subscript of jsonb of type \(type)"))
      }
      path.append(value.isNull ? nil : value.output(as: type))
    }
    let new = try evaluate(expression, as: ColumnType(DataType.jsonb))
    return try JSONValue.assigning(path, to: new, in: old, startsAsArray: isArray)
  }
}

extension PLReference {
  /// As messages call it.
  fileprivate var name: String {
    switch self {
    case .variable(let slot): slot.name
    case .field(let slot, _): slot.name
    }
  }
}
