import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Source: `arrayfuncs.c`, `array_userfuncs.c`.
  static let arrayFunctions: [String: BuiltinBody] = [
    "array_length(anyarray,int4)": dimension { Int64($0.length) },
    "array_lower(anyarray,int4)": dimension { Int64($0.lower) },
    "array_upper(anyarray,int4)": dimension { Int64($0.lower + $0.length - 1) },
    "array_ndims(anyarray)": { (values, _) throws(EngineFailure) in
      let count = try values[0].arrayValue().dimensions.count
      return count == 0 ? .null : .integer(Int64(count))
    },
    "cardinality(anyarray)": { (values, _) throws(EngineFailure) in
      .integer(Int64(try values[0].arrayValue().elements.count))
    },
    "array_append(anycompatiblearray,anycompatible)": { (values, _) throws(EngineFailure) in
      try append(values[0], values[1])
    },
    "array_prepend(anycompatible,anycompatiblearray)": { (values, _) throws(EngineFailure) in
      try prepend(values[0], values[1])
    },
    "array_cat(anycompatiblearray,anycompatiblearray)": { (values, _) throws(EngineFailure) in
      try concatenate(values[0], values[1])
    },
    "array_position(anycompatiblearray,anycompatible)": position,
    "array_position(anycompatiblearray,anycompatible,int4)": position,
    "array_positions(anycompatiblearray,anycompatible)": { (values, _) throws(EngineFailure) in
      guard !values[0].isNull else { return .null }
      let array = try vector(values[0])
      var found: [SQLValue] = []
      for (index, element) in array.elements.enumerated() where same(element, values[1]) {
        found.append(.integer(Int64(index + array.firstSubscript)))
      }
      return .array(SQLArray(found))
    },
    "array_remove(anycompatiblearray,anycompatible)": { (values, _) throws(EngineFailure) in
      guard !values[0].isNull else { return .null }
      let array = try vector(values[0])
      let kept = array.elements.filter { !same($0, values[1]) }
      return kept.count == array.elements.count ? values[0] : .array(SQLArray(kept))
    },
    "array_replace(anycompatiblearray,anycompatible,anycompatible)": {
      (values, _) throws(EngineFailure) in
      guard !values[0].isNull else { return .null }
      var array = try values[0].arrayValue()
      array.elements = array.elements.map { same($0, values[1]) ? values[2] : $0 }
      return .array(array)
    },
    "arraycontains(anyarray,anyarray)": { (values, _) throws(EngineFailure) in
      .boolean(try contains(values[0], values[1]))
    },
    "arraycontained(anyarray,anyarray)": { (values, _) throws(EngineFailure) in
      .boolean(try contains(values[1], values[0]))
    },
    "arrayoverlap(anyarray,anyarray)": { (values, _) throws(EngineFailure) in
      let wanted = try values[1].arrayValue().elements
      let holds = try values[0].arrayValue().elements.contains { element in
        !element.isNull && wanted.contains { !$0.isNull && same(element, $0) }
      }
      return .boolean(holds)
    },
    "trim_array(anyarray,int4)": { (values, _) throws(EngineFailure) in
      let (array, count) = (try values[0].arrayValue(), try values[1].integerValue())
      let length = array.dimensions.first?.length ?? 0
      guard (0...Int64(length)).contains(count) else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "2202E"),
            "number of elements to trim must be between 0 and \(length)"))
      }
      guard let first = array.dimensions.first else { return values[0] }
      return .array(array.slice([(nil, first.lower + length - 1 - Int(count))]))
    },
  ]

  private static func dimension(
    _ part: @escaping @Sendable (SQLArray.Dimension) -> Int64
  ) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      let (array, number) = (try values[0].arrayValue(), try values[1].integerValue())
      guard number > 0, number <= Int64(array.dimensions.count) else { return .null }
      return .integer(part(array.dimensions[Int(number) - 1]))
    }
  }

  private static func same(_ a: SQLValue, _ b: SQLValue) -> Bool {
    SQLValue.compareParts(a, b) == 0
  }

  /// Every element that `other` has is in `array`; a NULL is in none. Source: `array_contain_compare()`.
  private static func contains(
    _ array: SQLValue, _ other: SQLValue
  ) throws(EngineFailure) -> Bool {
    let elements = try array.arrayValue().elements
    return try other.arrayValue().elements.allSatisfy { wanted in
      !wanted.isNull && elements.contains { !$0.isNull && same($0, wanted) }
    }
  }

  /// Of one dimension at most: searching in others is an error.
  private static func vector(_ value: SQLValue) throws(EngineFailure) -> SQLArray {
    let array = try value.arrayValue()
    guard array.dimensions.count <= 1 else {
      throw .undecided(Undecided("an element of an array of several dimensions"))
    }
    return array
  }

  private static func append(
    _ list: SQLValue, _ element: SQLValue
  ) throws(EngineFailure) -> SQLValue {
    guard !list.isNull else { return .array(SQLArray([element])) }
    let array = try vector(list)
    let dimension = SQLArray.Dimension(
      lower: array.firstSubscript, length: array.elements.count + 1)
    return .array(SQLArray(array.elements + [element], dimensions: [dimension]))
  }

  private static func prepend(
    _ element: SQLValue, _ list: SQLValue
  ) throws(EngineFailure) -> SQLValue {
    guard !list.isNull else { return .array(SQLArray([element])) }
    let array = try vector(list)
    let dimension = SQLArray.Dimension(
      lower: array.firstSubscript, length: array.elements.count + 1)
    return .array(SQLArray([element] + array.elements, dimensions: [dimension]))
  }

  /// Source: `array_cat()`.
  private static func concatenate(_ a: SQLValue, _ b: SQLValue) throws(EngineFailure) -> SQLValue {
    if a.isNull { return b }
    if b.isNull { return a }
    let (first, second) = (try a.arrayValue(), try b.arrayValue())
    if first.dimensions.isEmpty { return b }
    if second.dimensions.isEmpty { return a }
    guard first.dimensions.count == 1, second.dimensions.count == 1 else {
      throw .undecided(Undecided("arrays of several dimensions put together"))
    }
    let elements = first.elements + second.elements
    return .array(
      SQLArray(
        elements,
        dimensions: [SQLArray.Dimension(lower: first.firstSubscript, length: elements.count)]))
  }

  private static let position: BuiltinBody = { (values, _) throws(EngineFailure) in
    guard !values[0].isNull else { return .null }
    let array = try vector(values[0])
    if array.elements.isEmpty { return .null }
    if values[1].isNull, !array.elements.contains(where: \.isNull) { return .null }
    var start = array.firstSubscript
    if values.count > 2 {
      guard !values[2].isNull else {
        throw .postgres(
          PostgresError(SQLState(rawValue: "22004"), "initial position must not be null"))
      }
      start = Int(try values[2].integerValue())
    }
    for (index, element) in array.elements.enumerated()
    where index + array.firstSubscript >= start && same(element, values[1]) {
      return .integer(Int64(index + array.firstSubscript))
    }
    return .null
  }
}

extension SQLArray {
  var firstSubscript: Int { dimensions.first?.lower ?? 1 }
}
