import AccessModel
import SQLBinding

/// Rows made of JSON objects: `jsonb_populate_record()`, `json_to_recordset()` and their kin.
///
/// Source: `populate_record_field()` and those around it in `src/backend/utils/adt/jsonfuncs.c`.
struct RecordPopulation {
  private let session: Session
  private let function: String
  /// Whether the first argument is a row, whose fields stay where an object has none of their name.
  private let hasBase: Bool
  private let type: DataType

  init(_ call: BuiltinCall) {
    (session, function) = (call.session, call.builtin.name)
    hasBase = function.contains("_populate_")
    // A row without a type of its own has that of its value.
    let given = hasBase ? call.builtin.arguments[0] : .record
    type = given.fields == nil && given.isRow ? call.builtin.result : given
  }

  func record(_ values: [SQLValue]) throws(EngineFailure) -> SQLValue {
    let fields = try fields()
    let (base, json) = hasBase ? (values[0], values[1]) : (.null, values[0])
    if json.isNull { return base }
    return try checked(try record(try JSONPart(json), fields, over: base))
  }

  func rows(_ values: [SQLValue]) throws(EngineFailure) -> [Row] {
    if hasBase { _ = try fields() }
    let (base, json) = hasBase ? (values[0], values[1]) : (.null, values[0])
    if json.isNull { return [] }
    let fields = try fields()
    let whole = try JSONPart(json)
    guard let elements = whole.elements else {
      throw invalid("cannot call \(function) on \(whole)")
    }
    var rows: [Row] = []
    for element in elements {
      guard element.isObject else {
        throw invalid("argument of \(function) must be an array of objects")
      }
      guard case .record(let row) = try checked(try record(element, fields, over: base)) else {
        throw .undecided(Undecided("a row of \(function)"))
      }
      rows.append(row)
    }
    return rows
  }

  private func fields() throws(EngineFailure) -> [CompositeType.Field] {
    if let fields = type.fields { return fields }
    guard type.isRow else {
      throw .postgres(
        PostgresError(.datatypeMismatch, "first argument of \(function) must be a row type"))
    }
    throw .postgres(
      PostgresError(
        .featureNotSupported, "could not determine row type for result of \(function)",
        hint: "Provide a non-null record argument, or call the function in the FROM clause "
          + "using a column definition list."))
  }

  /// A domain over rows has its checks.
  private func checked(_ row: SQLValue) throws(EngineFailure) -> SQLValue {
    try session.cast(row, from: type.base, to: type)
  }

  private func invalid(_ message: String) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: "22023"), message))
  }

  private func record(
    _ json: JSONPart, _ fields: [CompositeType.Field], over base: SQLValue
  ) throws(EngineFailure) -> SQLValue {
    guard json.isObject else {
      throw invalid(
        "cannot call populate_composite on \(json.elements == nil ? "a scalar" : "an array")")
    }
    var old: [SQLValue]?
    if case .record(let values) = base, values.count == fields.count { old = values }
    var values: [SQLValue] = []
    for (index, field) in fields.enumerated() {
      let part = try json.member(field.name)
      if part == nil, let old {
        values.append(old[index])
      } else {
        values.append(
          try value(part ?? .null, field.type, key: field.name, over: old?[index] ?? .null))
      }
    }
    return .record(values)
  }

  private func value(
    _ json: JSONPart, _ column: ColumnType, key: String?, over base: SQLValue
  ) throws(EngineFailure) -> SQLValue {
    if case .domain(let domain) = column.type {
      let inner = json.isNull ? .null : try value(json, domain.base, key: key, over: base)
      return try session.cast(inner, from: domain.base.type, to: column.type)
    }
    if json.isNull { return .null }
    guard try json.string() == nil else { return try scalar(json, column) }
    if case .array(let element) = column.type {
      var array = ArrayPopulation(key: key)
      try array.add(json, at: 1) { (part) throws(EngineFailure) in
        try value(
          part, ColumnType(element, modifiers: column.modifiers), key: nil, over: .null)
      }
      return .array(array.result)
    }
    guard let fields = column.type.fields else { return try scalar(json, column) }
    return try record(json, fields, over: base)
  }

  /// Source: `populate_scalar()`.
  private func scalar(_ json: JSONPart, _ column: ColumnType) throws(EngineFailure) -> SQLValue {
    if column.type == .jsonb, case .value(let value) = json { return .json(value) }
    let isJSON = column.type == .json || column.type == .jsonb
    let text = isJSON ? try json.literal() : try json.text()
    guard !column.type.isConstrainedInside else {
      return try session.cast(.text(Text(text)), from: .unknown, to: column.type)
    }
    return try SQLValue.input(text, as: column).fitted(to: column)
  }
}

/// An array made of a JSON array, whose parts may be arrays of one length.
///
/// Source: `populate_array_dim_jsonb()` in `jsonfuncs.c`.
private struct ArrayPopulation {
  /// The field it is the value of.
  let key: String?
  private var elements: [SQLValue] = []
  /// How many dimensions there are, once the first innermost element says so.
  private var depth: Int?
  private var lengths: [Int?] = []
  private var counts: [Int] = []

  init(key: String?) { self.key = key }

  var result: SQLArray {
    SQLArray(
      elements, dimensions: lengths.map { SQLArray.Dimension(length: $0 ?? 0) })
  }

  mutating func add(
    _ json: JSONPart, at level: Int, _ element: (JSONPart) throws(EngineFailure) -> SQLValue
  ) throws(EngineFailure) {
    guard let parts = json.elements else { throw notArray(at: level - 1) }
    if counts.count < level { counts.append(0) }
    if depth == nil, parts.first?.elements == nil {
      depth = level
      lengths = Array(repeating: nil, count: level)
    }
    for part in parts {
      if let depth, level >= depth {
        elements.append(try element(part))
      } else {
        try add(part, at: level + 1, element)
      }
      counts[level - 1] += 1
    }
    try end(level)
  }

  private mutating func end(_ level: Int) throws(EngineFailure) {
    if let length = lengths[level - 1], length != counts[level - 1] {
      throw .postgres(
        PostgresError(
          .invalidTextRepresentation, "malformed JSON array",
          detail: "Multidimensional arrays must have sub-arrays with matching dimensions."))
    }
    lengths[level - 1] = counts[level - 1]
    counts[level - 1] = 0
  }

  /// Source: `populate_array_report_expected_array()`.
  private func notArray(at level: Int) -> EngineFailure {
    let place = counts.prefix(level).map { "[\($0)]" }.joined()
    let whose = key.map { " of key \"\($0)\"" } ?? ""
    let hint =
      place.isEmpty
      ? key.map { "See the value of key \"\($0)\"." } : "See the array element \(place)\(whose)."
    return .postgres(
      PostgresError(.invalidTextRepresentation, "expected JSON array", hint: hint))
  }
}

extension BuiltinLibrary {
  static let jsonPopulating: [String: BuiltinBody] = [
    "json_to_record(json)": populated, "jsonb_to_record(jsonb)": populated,
    "json_populate_record(anyelement,json,bool)": populated,
    "jsonb_populate_record(anyelement,jsonb)": populated,
  ]

  private static let populated: BuiltinBody = { (values, call) throws(EngineFailure) in
    try RecordPopulation(call).record(values)
  }
}
