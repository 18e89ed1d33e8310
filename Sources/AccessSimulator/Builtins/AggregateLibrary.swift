import AccessModel
import SQLBinding

/// Aggregates that need all their inputs, in order.
enum AggregateLibrary {
  typealias Inputs = [(values: [SQLValue], keys: [SQLValue])]

  static func takesAll(_ function: Builtin) -> Bool {
    switch function.name {
    case "array_agg", "string_agg", "json_agg", "jsonb_agg", "json_object_agg", "jsonb_object_agg":
      true
    default: function.directArguments != nil || Statistics.functions.contains(function.name)
    }
  }

  static func result(
    of aggregate: BoundAggregate, _ inputs: Inputs, _ direct: [SQLValue]
  ) throws(EngineFailure) -> SQLValue {
    let inputs = try ordered(inputs, aggregate)
    if aggregate.function.directArguments != nil {
      return try OrderedSet(aggregate.function, inputs).result(direct)
    }
    if Statistics.functions.contains(aggregate.function.name) {
      return try Statistics.result(of: aggregate.function, inputs.map(\.values))
    }
    switch aggregate.function.id {
    case "array_agg(anynonarray)":
      return inputs.isEmpty ? .null : .array(SQLArray(inputs.map { $0.values[0] }))
    case "string_agg(text,text)":
      var result: String?
      for input in inputs where !input.values[0].isNull {
        let text = try input.values[0].textValue()
        let delimiter = input.values[1].isNull ? "" : try input.values[1].textValue()
        result = result.map { $0 + delimiter + text } ?? text
      }
      return result.map { .text($0) } ?? .null
    case "string_agg(bytea,bytea)":
      var result: [UInt8]?
      for input in inputs where !input.values[0].isNull {
        let bytes = try input.values[0].byteValue()
        let delimiter = input.values[1].isNull ? [] : try input.values[1].byteValue()
        result = result.map { $0 + delimiter + bytes } ?? bytes
      }
      return result.map { .bytes($0) } ?? .null
    case "array_agg(anyarray)":
      return inputs.isEmpty ? .null : .array(try accumulated(inputs.map { $0.values[0] }))
    default:
      for input in inputs { for value in input.values { try value.requireDetermined() } }
      return inputs.isEmpty ? .null : try json(aggregate.function, inputs)
    }
  }

  /// Source: `accumArrayResultArr()`.
  private static func accumulated(_ values: [SQLValue]) throws(EngineFailure) -> SQLArray {
    func refused(_ message: String, _ state: String) -> EngineFailure {
      .postgres(PostgresError(SQLState(rawValue: state), message))
    }
    var dimensions: [SQLArray.Dimension]?
    for value in values {
      guard !value.isNull else { throw refused("cannot accumulate null arrays", "22004") }
      let array = try value.arrayValue()
      guard !array.dimensions.isEmpty || dimensions != nil else {
        throw refused("cannot accumulate empty arrays", "2202E")
      }
      if let dimensions, dimensions != array.dimensions {
        throw refused("cannot accumulate arrays of different dimensionality", "2202E")
      }
      dimensions = array.dimensions
    }
    return try SQLArray(nesting: values)
  }

  private static func json(
    _ function: Builtin, _ inputs: Inputs
  ) throws(EngineFailure) -> SQLValue {
    let types = function.arguments
    switch function.name {
    case "json_agg":
      let isStructured = types[0].isRow || types[0].element != nil
      var parts: [String] = []
      for input in inputs { parts.append(try JSONBuilder.text(input.values[0], types[0])) }
      return .text("[" + parts.joined(separator: isStructured ? ", \n " : ", ") + "]")
    case "jsonb_agg":
      var parts: [JSONValue] = []
      for input in inputs { parts.append(try JSONBuilder.value(input.values[0], types[0])) }
      return .json(.array(parts))
    case "json_object_agg":
      var parts: [String] = []
      for input in inputs {
        let key = try key(input.values[0], types[0], isText: true)
        parts.append(
          JSONValue.quoted(key) + " : " + (try JSONBuilder.text(input.values[1], types[1])))
      }
      return .text("{ " + parts.joined(separator: ", ") + " }")
    case "jsonb_object_agg":
      var members: [JSONValue.Member] = []
      for input in inputs {
        members.append(
          JSONValue.Member(
            key: Text(try key(input.values[0], types[0])),
            value: try JSONBuilder.value(input.values[1], types[1])))
      }
      return .json(.object(unordered: members))
    default: throw .undecided(Undecided("aggregate `\(function.id)`"))
    }
  }

  private static func key(
    _ value: SQLValue, _ type: DataType, isText: Bool = false
  ) throws(EngineFailure) -> String {
    guard !value.isNull else {
      // Of the type json, from PostgreSQL 16 on, which reads numbers of other bases too.
      if isText, ValueStyle.current.version >= .v16 {
        throw .postgres(
          PostgresError(SQLState(rawValue: "22004"), "null value not allowed for object key"))
      }
      throw .postgres(
        PostgresError(SQLState(rawValue: "22023"), "field name must not be null"))
    }
    return try BuiltinLibrary.key(value, type)
  }

  private static func ordered(
    _ inputs: Inputs, _ aggregate: BoundAggregate
  ) throws(EngineFailure) -> Inputs {
    guard !aggregate.orderBy.isEmpty || aggregate.isDistinct else { return inputs }
    let order =
      aggregate.orderBy.isEmpty
      ? aggregate.arguments.map { BoundOrder($0, isDescending: false, nullsFirst: false) }
      : aggregate.orderBy
    let sorted = try TupleSort.sorted(inputs.count, by: order, "values") { place in
      aggregate.orderBy.isEmpty ? inputs[place].values : inputs[place].keys
    }
    return sorted.map { inputs[$0] }
  }
}

extension BoundOrder {
  /// -1, 0 or 1 as the rows with these keys come; nil for values that have no order here.
  func compare(_ a: SQLValue, _ b: SQLValue) -> Int? {
    switch (a.isNull, b.isNull) {
    case (true, true): return 0
    case (true, false): return nullsFirst ? -1 : 1
    case (false, true): return nullsFirst ? 1 : -1
    case (false, false): return SQLValue.compare(a, b).map { isDescending ? -$0 : $0 }
    }
  }
}
