import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Of the type `json`, which keeps its text. Source: `jsonfuncs.c`.
  static let jsonTexts: [String: BuiltinBody] = [
    "json_object_field(json,text)": { (values, _) throws(EngineFailure) in
      raw(try field(values))
    },
    "json_object_field_text(json,text)": { (values, _) throws(EngineFailure) in
      try field(values)?.unquoted().map { .text($0) } ?? .null
    },
    "json_array_element(json,int4)": { (values, _) throws(EngineFailure) in
      raw(try element(values))
    },
    "json_array_element_text(json,int4)": { (values, _) throws(EngineFailure) in
      try element(values)?.unquoted().map { .text($0) } ?? .null
    },
    "json_extract_path(json,_text)": { (values, _) throws(EngineFailure) in
      raw(try path(values))
    },
    "json_extract_path_text(json,_text)": { (values, _) throws(EngineFailure) in
      try path(values)?.unquoted().map { .text($0) } ?? .null
    },
    "json_array_length(json)": { (values, _) throws(EngineFailure) in
      let json = JSONText(try values[0].textValue())
      guard json.isArray else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22023"),
            "cannot get array length of \(json.isObject ? "a non-array" : "a scalar")"))
      }
      return .integer(Int64(json.elements.count))
    },
    "json_typeof(json)": { (values, _) throws(EngineFailure) in
      .text(JSONText(try values[0].textValue()).typeName)
    },
  ]

  private static func raw(_ json: JSONText?) -> SQLValue { json.map { .text($0.text) } ?? .null }

  private static func field(_ values: [SQLValue]) throws(EngineFailure) -> JSONText? {
    let json = try JSONText(decoding: try values[0].textValue())
    return json.isObject ? try json.member(try values[1].textValue()) : nil
  }

  private static func element(_ values: [SQLValue]) throws(EngineFailure) -> JSONText? {
    try JSONText(decoding: try values[0].textValue()).element(try values[1].integerValue())
  }

  private static func path(_ values: [SQLValue]) throws(EngineFailure) -> JSONText? {
    var current = try JSONText(decoding: try values[0].textValue())
    for step in try values[1].arrayValue().elements {
      guard !step.isNull, let next = try current.member(try step.textValue()) else { return nil }
      current = next
    }
    return current
  }
}
