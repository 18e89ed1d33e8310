import AccessModel
import SQLBinding

extension SetFunctionLibrary {
  /// Parts of JSON values, a row each. Source: `jsonfuncs.c`.
  static let json: [String: SetFunctionBody] = [
    "jsonb_array_elements": { (values, _) throws(EngineFailure) in
      try elements(values[0]).map { [.json($0)] }
    },
    "jsonb_array_elements_text": { (values, _) throws(EngineFailure) in
      try elements(values[0]).map { [$0.text.map { .text($0) } ?? .null] }
    },
    "jsonb_each": { (values, _) throws(EngineFailure) in
      try members(values[0], "jsonb_each").map { [.text($0.key), .json($0.value)] }
    },
    "jsonb_each_text": { (values, _) throws(EngineFailure) in
      try members(values[0], "jsonb_each_text").map {
        [.text($0.key), $0.value.text.map { .text($0) } ?? .null]
      }
    },
    "jsonb_object_keys": { (values, _) throws(EngineFailure) in
      guard case .json(.object(let list)) = values[0] else {
        let what = if case .json(.array) = values[0] { "an array" } else { "a scalar" }
        throw invalid("cannot call jsonb_object_keys on \(what)")
      }
      return list.map { [.text($0.key)] }
    },
    "json_array_elements": { (values, _) throws(EngineFailure) in
      try elements(of: JSONText(try values[0].textValue()), "json_array_elements").map {
        [.text($0.text)]
      }
    },
    "json_array_elements_text": { (values, _) throws(EngineFailure) in
      let json = try JSONText(decoding: try values[0].textValue())
      var rows: [Row] = []
      for element in try elements(of: json, "json_array_elements_text") {
        rows.append([try element.unquoted().map { .text($0) } ?? .null])
      }
      return rows
    },
    "json_each": { (values, _) throws(EngineFailure) in
      try textMembers(values[0]).map { [.text($0.key), .text($0.value.text)] }
    },
    "json_each_text": { (values, _) throws(EngineFailure) in
      var rows: [Row] = []
      for member in try textMembers(values[0]) {
        rows.append([.text(member.key), try member.value.unquoted().map { .text($0) } ?? .null])
      }
      return rows
    },
    "json_object_keys": { (values, _) throws(EngineFailure) in
      let json = try JSONText(decoding: try values[0].textValue())
      guard json.isObject else {
        throw invalid(
          "cannot call json_object_keys on \(json.isArray ? "an array" : "a scalar")")
      }
      return try json.members().map { [.text($0.key)] }
    },
    "jsonb_path_query": pathValues, "jsonb_path_query_tz": pathValues,
    "json_to_recordset": populated, "jsonb_to_recordset": populated,
    "json_populate_recordset": populated, "jsonb_populate_recordset": populated,
  ]

  private static let pathValues: SetFunctionBody = { (values, _) throws(EngineFailure) in
    try JSONPathCall(values).values().map { [.json($0)] }
  }

  private static let populated: SetFunctionBody = { (values, call) throws(EngineFailure) in
    try RecordPopulation(call).rows(values)
  }

  private static func elements(_ value: SQLValue) throws(EngineFailure) -> [JSONValue] {
    switch value {
    case .json(.array(let elements)): return elements
    case .json(.object): throw invalid("cannot extract elements from an object")
    default: throw invalid("cannot extract elements from a scalar")
    }
  }

  private static func members(
    _ value: SQLValue, _ function: String
  ) throws(EngineFailure) -> [JSONValue.Member] {
    guard case .json(.object(let members)) = value else {
      throw invalid("cannot call \(function) on a non-object")
    }
    return members
  }

  private static func elements(
    of json: JSONText, _ function: String
  ) throws(EngineFailure) -> [JSONText] {
    guard json.isArray else {
      throw invalid("cannot call \(function) on a \(json.isObject ? "non-array" : "scalar")")
    }
    return json.elements
  }

  private static func textMembers(
    _ value: SQLValue
  ) throws(EngineFailure) -> [(key: String, value: JSONText)] {
    let json = try JSONText(decoding: try value.textValue())
    guard json.isObject else {
      throw invalid(
        json.isArray
          ? "cannot deconstruct an array as an object" : "cannot deconstruct a scalar")
    }
    return try json.members()
  }
}
