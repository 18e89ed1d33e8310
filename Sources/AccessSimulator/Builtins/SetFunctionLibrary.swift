import AccessModel
import SQLBinding

/// The rows of a set-returning built-in.
typealias SetFunctionBody = @Sendable ([SQLValue], BuiltinCall) throws(EngineFailure) -> [Row]

/// What built-in functions that return sets give, by name. Others are undecided.
enum SetFunctionLibrary {
  /// More rows than any fixture needs.
  private static let maxRows = 1_000_000

  static let bodies = plain.merging(json) { first, _ in first }

  private static let plain: [String: SetFunctionBody] = [
    "generate_series": series,
    "unnest": { (values, call) throws(EngineFailure) in
      guard values.count == 1 else { return try unnested(values, call) }
      guard case .array(let array) = values[0] else {
        throw .undecided(Undecided("unnest of what is no array"))
      }
      return array.elements.map { element in
        if case .record(let fields) = element { fields } else { [element] }
      }
    },
    "generate_subscripts": subscripts,
    "regexp_matches": { (values, _) throws(EngineFailure) in
      let options = try RegularExpressionOptions(
        flags: values.count > 2 ? try values[2].textValue() : "")
      return try BuiltinLibrary.groupRows(values, options).map { [.array($0)] }
    },
    "regexp_split_to_table": { (values, _) throws(EngineFailure) in
      try BuiltinLibrary.parts(values, for: "regexp_split_to_table").map { [$0] }
    },
    "string_to_table": { (values, _) throws(EngineFailure) in
      try parts(values).map { [$0] }
    },
  ]

  /// Several arrays, side by side: the shorter ones end in NULLs.
  private static func unnested(
    _ values: [SQLValue], _ call: BuiltinCall
  ) throws(EngineFailure) -> [Row] {
    var columns: [(rows: [Row], width: Int)] = []
    for (value, type) in zip(values, call.builtin.arguments) {
      let width = type.element?.fields?.count ?? 1
      guard case .array(let array) = value else {
        guard value.isNull else { throw .undecided(Undecided("unnest of what is no array")) }
        columns.append(([], width))
        continue
      }
      columns.append(
        (
          array.elements.map { element in
            if case .record(let fields) = element { return fields }
            return width == 1 ? [element] : Row(repeating: .null, count: width)
          }, width
        ))
    }
    let count = columns.map(\.rows.count).max() ?? 0
    return (0..<count).map { index in
      columns.flatMap { column in
        column.rows.indices.contains(index)
          ? column.rows[index] : Row(repeating: .null, count: column.width)
      }
    }
  }

  static func invalid(_ message: String) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: "22023"), message))
  }

  private static func tooMany() -> EngineFailure {
    .undecided(Undecided("a set of more than \(maxRows) rows"))
  }

  /// Source: `generate_series_step_int8()` and `generate_series_step_numeric()`.
  private static let series: SetFunctionBody = { (values, call) throws(EngineFailure) in
    switch (values[0], values[1]) {
    case (.integer(let first), .integer(let last)):
      var step: Int64 = 1
      if values.count > 2 { step = try values[2].integerValue() }
      guard step != 0 else { throw invalid("step size cannot equal zero") }
      var rows: [Row] = []
      var next = first
      while step > 0 ? next <= last : next >= last {
        rows.append([.integer(next)])
        guard rows.count <= maxRows else { throw tooMany() }
        let (sum, overflow) = next.addingReportingOverflow(step)
        if overflow { break }
        next = sum
      }
      return rows
    case (.numeric(let first), .numeric(let last)):
      for (value, name) in [(first, "start value"), (last, "stop value")] where value.special != nil
      {
        throw invalid("\(name) cannot be \(value.special == .nan ? "NaN" : "infinity")")
      }
      if values.count > 2, let special = try values[2].numericValue().special {
        throw invalid("step size cannot be \(special == .nan ? "NaN" : "infinity")")
      }
      var rows: [Row] = []
      let step = values.count > 2 ? values[2] : .numeric(Numeric(1))
      let zero = SQLValue.numeric(Numeric(0))
      let direction = SQLValue.compare(step, zero) ?? 0
      guard direction != 0 else { throw invalid("step size cannot equal zero") }
      var next = values[0]
      while (SQLValue.compare(next, values[1]) ?? direction) != direction {
        rows.append([next])
        guard rows.count <= maxRows else { throw tooMany() }
        next = try Arithmetic.apply(.add, next, step, .numeric)
      }
      return rows
    case (.timestamp, .timestamp): return try times(values, call)
    default: throw .undecided(Undecided("function `\(call.builtin.id)`"))
    }
  }

  /// Source: `generate_series_timestamp()` and `generate_series_timestamptz()`.
  private static func times(
    _ values: [SQLValue], _ call: BuiltinCall
  ) throws(EngineFailure) -> [Row] {
    var next = try values[0].microseconds()
    let last = try values[1].microseconds()
    let step = try values[2].intervalValue()
    guard step != Interval() else { throw invalid("step size cannot equal zero") }
    guard CivilTime.timestamps.contains(next), CivilTime.timestamps.contains(last) else {
      throw .undecided(Undecided("a series of infinite times"))
    }
    let isZoned = call.builtin.arguments[0] == .timestamptz
    let isUp = step > Interval()
    var rows: [Row] = []
    while isUp ? next <= last : next >= last {
      rows.append([.timestamp(next)])
      guard rows.count <= maxRows else { throw tooMany() }
      let moved =
        isZoned
        ? try BuiltinLibrary.shiftZoned(next, by: step) : try BuiltinLibrary.shift(next, by: step)
      guard isUp ? moved > next : moved < next else {
        throw .undecided(Undecided("a series that does not go on"))
      }
      next = moved
    }
    return rows
  }

  private static let subscripts: SetFunctionBody = { (values, _) throws(EngineFailure) in
    guard case .array(let array) = values[0] else { return [] }
    let dimension = try values[1].integerValue()
    guard dimension >= 1, dimension <= Int64(array.dimensions.count) else { return [] }
    let bounds = array.dimensions[Int(dimension) - 1]
    let rows: [Row] = (0..<bounds.length).map { [.integer(Int64(bounds.lower + $0))] }
    return values.count > 2 && values[2].truth == true ? rows.reversed() : rows
  }

  /// Source: `split_text()`: without a separator each character; an empty one splits nothing.
  private static func parts(_ values: [SQLValue]) throws(EngineFailure) -> [SQLValue] {
    if values[0].isNull { return [] }
    let text = try values[0].textValue()
    if text.isEmpty { return [] }
    var parts: [String]
    if values[1].isNull {
      parts = text.unicodeScalars.map { String($0) }
    } else {
      let separator = try values[1].textValue()
      parts = separator.isEmpty ? [text] : text.split(on: separator)
    }
    let null = values.count > 2 && !values[2].isNull ? try values[2].textValue() : nil
    return parts.map { $0 == null ? .null : .text(Text($0)) }
  }
}

extension String {
  /// The parts between each occurrence of a text, empty ones too.
  fileprivate func split(on separator: String) -> [String] {
    let (bytes, wanted) = (Array(utf8), Array(separator.utf8))
    var result: [String] = []
    var start = 0
    var position = 0
    while position + wanted.count <= bytes.count {
      if bytes[position..<position + wanted.count].elementsEqual(wanted) {
        result.append(String(decoding: bytes[start..<position], as: UTF8.self))
        position += wanted.count
        start = position
      } else {
        position += 1
      }
    }
    result.append(String(decoding: bytes[start...], as: UTF8.self))
    return result
  }
}
