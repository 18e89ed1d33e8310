import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Source: `array_fill()` in `arrayfuncs.c`, `pg_num_nulls()` in `misc.c`.
  static let arrayMaking: [String: BuiltinBody] = [
    "array_fill(anyelement,_int4)": { (values, _) throws(EngineFailure) in
      try filled(values[0], values[1], nil)
    },
    "array_fill(anyelement,_int4,_int4)": { (values, _) throws(EngineFailure) in
      try filled(values[0], values[1], values[2])
    },
    "array_dims(anyarray)": { (values, _) throws(EngineFailure) in
      let dimensions = try values[0].arrayValue().dimensions
      guard !dimensions.isEmpty else { return .null }
      return .text(dimensions.map { "[\($0.lower):\($0.lower + $0.length - 1)]" }.joined())
    },
    "num_nulls(any)": { (values, _) throws(EngineFailure) in
      .integer(Int64(values.count(where: \.isNull)))
    },
    "num_nonnulls(any)": { (values, _) throws(EngineFailure) in
      .integer(Int64(values.count { !$0.isNull }))
    },
  ]

  private static func filled(
    _ value: SQLValue, _ lengths: SQLValue, _ bounds: SQLValue?
  ) throws(EngineFailure) -> SQLValue {
    func refused(_ state: String, _ message: String, _ detail: String? = nil) -> EngineFailure {
      .postgres(PostgresError(SQLState(rawValue: state), message, detail: detail))
    }
    guard !lengths.isNull, bounds?.isNull != true else {
      throw refused("22004", "dimension array or low bound array cannot be null")
    }
    let sizes = try lengths.arrayValue()
    guard sizes.dimensions.count < 2 else {
      throw refused(
        "2202E", "wrong number of array subscripts", "Dimension array must be one dimensional.")
    }
    guard !sizes.elements.contains(where: \.isNull) else {
      throw refused("22004", "dimension values cannot be null")
    }
    guard sizes.elements.count <= 6 else {
      throw refused(
        "54000",
        "number of array dimensions (\(sizes.elements.count)) exceeds the maximum allowed (6)")
    }
    let lower = try bounds?.arrayValue()
    if let lower {
      guard lower.dimensions.count < 2 else {
        throw refused(
          "2202E", "wrong number of array subscripts",
          "Dimension array must be one dimensional.")
      }
      guard !lower.elements.contains(where: \.isNull) else {
        throw refused("22004", "dimension values cannot be null")
      }
      guard lower.elements.count == sizes.elements.count else {
        throw refused(
          "2202E", "wrong number of array subscripts",
          "Low bound array has different size than dimensions array.")
      }
    }
    var dimensions: [SQLArray.Dimension] = []
    var count = 1
    for (index, size) in sizes.elements.enumerated() {
      let length = try size.integerValue()
      let first = try lower?.elements[index].integerValue() ?? 1
      guard length >= 0, length < 10000, first.magnitude < 1_000_000,
        count * Int(length) < 100_000
      else { throw .undecided(Undecided("an array of this size")) }
      count *= Int(length)
      dimensions.append(SQLArray.Dimension(lower: Int(first), length: Int(length)))
    }
    if dimensions.isEmpty { return .array(SQLArray([])) }
    return .array(
      SQLArray([SQLValue](repeating: value, count: count), dimensions: dimensions))
  }
}
