import AccessModel
import SQLBinding

extension BuiltinLibrary {
  static let jsonFunctions: [String: BuiltinBody] = [
    "jsonb_typeof(jsonb)": { (values, _) throws(EngineFailure) in
      .text(try values[0].jsonValue().typeName)
    },
    "jsonb_object_field(jsonb,text)": member,
    "jsonb_array_element(jsonb,int4)": member,
    "jsonb_object_field_text(jsonb,text)": memberText,
    "jsonb_array_element_text(jsonb,int4)": memberText,
    "jsonb_exists(jsonb,text)": hasKey,
  ]

  private static let member: BuiltinBody = { (values, _) throws(EngineFailure) in
    try member(values).map { .json($0) } ?? .null
  }

  private static let memberText: BuiltinBody = { (values, _) throws(EngineFailure) in
    try member(values)?.text.map { .text($0) } ?? .null
  }

  private static func member(_ values: [SQLValue]) throws(EngineFailure) -> JSONValue? {
    let value = try values[0].jsonValue()
    switch values[1] {
    case .text(let key): return value[key]
    case .integer(let index): return value[index]
    default: return nil
    }
  }

  /// Source: `jsonb_exists()`: a key of an object, or a string element of an array.
  private static let hasKey: BuiltinBody = { (values, _) throws(EngineFailure) in
    .boolean(try values[0].jsonValue().hasKey(Text(try values[1].textValue())))
  }
}

extension JSONValue {
  var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  func hasKey(_ key: Text) -> Bool {
    switch self {
    case .object(let members): members.contains { $0.key == key }
    case .array(let elements): elements.contains(.string(key))
    case .string(let text): text == key
    default: false
    }
  }
}
