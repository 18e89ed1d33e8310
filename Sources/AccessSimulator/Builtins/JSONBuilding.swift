import AccessModel
import SQLBinding

/// Values of any type as JSON. Source: `json.c`, `jsonb.c`.
enum JSONBuilder {
  /// As `datum_to_jsonb()` has it.
  static func value(_ value: SQLValue, _ type: DataType) throws(EngineFailure) -> JSONValue {
    if value.isNull { return .null }
    let type = type.base
    switch value {
    case .boolean(let truth): return .boolean(truth)
    case .json(let json): return json
    case .undetermined(let part):
      if let json = part.json { return json }
      // What it is made of, if of anything, is not known.
      guard ![.json, .jsonb].contains(type), type.element == nil, !type.isRow else {
        try value.requireDetermined()
        return .null
      }
      return .unknown(part.written(as: type))
    case .array(let array):
      var rest = array.elements[...]
      return try nested(array.dimensions[...], &rest, type.element ?? .text)
    case .record(let values):
      var members: [JSONValue.Member] = []
      for (name, field) in try fields(values, type) {
        members.append(
          JSONValue.Member(key: Text(name), value: try self.value(field.0, field.1)))
      }
      return .object(unordered: members)
    case .text(let text) where type == .json:
      guard case .json(let json) = try SQLValue.input(text.string, as: .jsonb) else {
        return .null
      }
      return json
    default:
      let text = plain(value, type)
      if type.isArithmetic, let number = Numeric(parsing: text) { return .number(number) }
      return .string(Text(text))
    }
  }

  /// As `datum_to_json()` has it: no spaces but those of values that are JSON already.
  static func text(
    _ value: SQLValue, _ type: DataType, linefeeds: Bool = false
  ) throws(EngineFailure) -> String {
    if value.isNull { return "null" }
    let type = type.base
    switch value {
    case .boolean(let truth): return truth ? "true" : "false"
    case .json(let json): return json.description
    case .text(let text) where type == .json: return text.string
    case .array(let array):
      var rest = array.elements[...]
      return try nestedText(array.dimensions[...], &rest, type.element ?? .text, linefeeds)
    case .record(let values):
      var parts: [String] = []
      for (name, field) in try fields(values, type) {
        parts.append(JSONValue.quoted(name) + ":" + (try text(field.0, field.1)))
      }
      return "{" + parts.joined(separator: linefeeds ? ",\n " : ",") + "}"
    default:
      let text = plain(value, type)
      return type.isArithmetic && Numeric(parsing: text) != nil ? text : JSONValue.quoted(text)
    }
  }

  private static func fields(
    _ values: [SQLValue], _ type: DataType
  ) throws(EngineFailure) -> [(String, (SQLValue, DataType))] {
    guard let fields = type.fields, fields.count == values.count else {
      throw .undecided(Undecided("a row whose fields are not known, as JSON"))
    }
    return zip(fields, values).map { ($0.name, ($1, $0.type.type)) }
  }

  /// Dates and times in the form of ISO 8601, whatever the DateStyle.
  private static func plain(_ value: SQLValue, _ type: DataType) -> String {
    switch value {
    case .date, .timestamp: value.xsdText(as: type)
    default: value.output(as: type) ?? ""
    }
  }

  private static func nested(
    _ dimensions: ArraySlice<SQLArray.Dimension>, _ rest: inout ArraySlice<SQLValue>,
    _ element: DataType
  ) throws(EngineFailure) -> JSONValue {
    guard let first = dimensions.first else {
      return rest.isEmpty ? .array([]) : try value(rest.removeFirst(), element)
    }
    var elements: [JSONValue] = []
    for _ in 0..<first.length {
      elements.append(try nested(dimensions.dropFirst(), &rest, element))
    }
    return .array(elements)
  }

  private static func nestedText(
    _ dimensions: ArraySlice<SQLArray.Dimension>, _ rest: inout ArraySlice<SQLValue>,
    _ element: DataType, _ linefeeds: Bool
  ) throws(EngineFailure) -> String {
    guard let first = dimensions.first else {
      return rest.isEmpty ? "[]" : try text(rest.removeFirst(), element)
    }
    var parts: [String] = []
    for _ in 0..<first.length {
      parts.append(try nestedText(dimensions.dropFirst(), &rest, element, false))
    }
    return "[" + parts.joined(separator: linefeeds ? ",\n " : ",") + "]"
  }
}

extension BuiltinLibrary {
  static let jsonBuilding: [String: BuiltinBody] = [
    "to_json(anyelement)": toText, "to_jsonb(anyelement)": toJSONB,
    "row_to_json(record)": toText, "array_to_json(anyarray)": toText,
    "row_to_json(record,bool)": { (values, call) throws(EngineFailure) in
      .text(
        try JSONBuilder.text(
          values[0], call.builtin.arguments[0], linefeeds: values[1].truth == true))
    },
    "array_to_json(anyarray,bool)": { (values, call) throws(EngineFailure) in
      .text(
        try JSONBuilder.text(
          values[0], call.builtin.arguments[0], linefeeds: values[1].truth == true))
    },
    "json_build_object()": { (_, _) throws(EngineFailure) in .text("{}") },
    "jsonb_build_object()": { (_, _) throws(EngineFailure) in .json(.object([])) },
    "json_build_array()": { (_, _) throws(EngineFailure) in .text("[]") },
    "jsonb_build_array()": { (_, _) throws(EngineFailure) in .json(.array([])) },
    "json_build_array(any)": { (values, call) throws(EngineFailure) in
      var parts: [String] = []
      for (index, value) in values.enumerated() {
        parts.append(try JSONBuilder.text(value, call.builtin.arguments[index]))
      }
      return .text("[" + parts.joined(separator: ", ") + "]")
    },
    "jsonb_build_array(any)": { (values, call) throws(EngineFailure) in
      var parts: [JSONValue] = []
      for (index, value) in values.enumerated() {
        parts.append(try JSONBuilder.value(value, call.builtin.arguments[index]))
      }
      return .json(.array(parts))
    },
    "json_build_object(any)": { (values, call) throws(EngineFailure) in
      try requirePairs(values, of: call.builtin.name)
      var parts: [String] = []
      for index in stride(from: 0, to: values.count, by: 2) {
        guard !values[index].isNull else {
          throw invalid("argument \(index + 1) cannot be null")
        }
        let key = try key(values[index], call.builtin.arguments[index])
        parts.append(
          JSONValue.quoted(key) + " : "
            + (try JSONBuilder.text(values[index + 1], call.builtin.arguments[index + 1])))
      }
      return .text("{" + parts.joined(separator: ", ") + "}")
    },
    "jsonb_build_object(any)": { (values, call) throws(EngineFailure) in
      try requirePairs(values, of: call.builtin.name)
      var members: [JSONValue.Member] = []
      for index in stride(from: 0, to: values.count, by: 2) {
        guard !values[index].isNull else {
          throw invalid("argument \(index + 1): key must not be null")
        }
        let key = try key(values[index], call.builtin.arguments[index])
        members.append(
          JSONValue.Member(
            key: Text(key),
            value: try JSONBuilder.value(values[index + 1], call.builtin.arguments[index + 1])))
      }
      return .json(.object(unordered: members))
    },
  ]

  private static let toText: BuiltinBody = { (values, call) throws(EngineFailure) in
    .text(try JSONBuilder.text(values[0], call.builtin.arguments[0]))
  }

  private static let toJSONB: BuiltinBody = { (values, call) throws(EngineFailure) in
    .json(try JSONBuilder.value(values[0], call.builtin.arguments[0]))
  }

  private static func invalid(_ message: String) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: "22023"), message))
  }

  private static func requirePairs(
    _ values: [SQLValue], of function: String
  ) throws(EngineFailure) {
    guard values.count % 2 == 0 else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22023"), "argument list must have even number of elements",
          hint: "The arguments of \(function)() must consist of alternating keys and values."))
    }
  }

  static func key(_ value: SQLValue, _ type: DataType) throws(EngineFailure) -> String {
    if type.element != nil || type.isRow || type.base == .json || type.base == .jsonb {
      throw invalid("key value must be scalar, not array, composite, or json")
    }
    if case .boolean(let truth) = value { return truth ? "true" : "false" }
    let text = try JSONBuilder.text(value, type)
    return try JSONText(text).unquoted() ?? text
  }
}
