import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Source: `jsonfuncs.c`, `json.c`, `jsonb.c`.
  static let jsonChanges: [String: BuiltinBody] = [
    "jsonb_pretty(jsonb)": { (values, _) throws(EngineFailure) in
      .text(try values[0].jsonValue().indented(0))
    },
    "json_strip_nulls(json)": { (values, _) throws(EngineFailure) in
      .text(try JSONText(decoding: try values[0].textValue()).withoutNullMembers())
    },
    "jsonb_insert(jsonb,_text,jsonb,bool)": { (values, _) throws(EngineFailure) in
      let json = try values[0].jsonValue()
      guard !json.isScalar else { throw failure("22023", "cannot set path in scalar") }
      return .json(
        try json.setting(
          try steps(values[1]), to: try values[2].jsonValue(),
          mode: values[3].truth == true ? .insertAfter : .insertBefore))
    },
    "jsonb_set_lax(jsonb,_text,jsonb,bool,text)": setLax,
    "json_object(_text)": { (values, _) throws(EngineFailure) in
      objectText(try pairs(try values[0].arrayValue()))
    },
    "jsonb_object(_text)": { (values, _) throws(EngineFailure) in
      object(try pairs(try values[0].arrayValue()))
    },
    "json_object(_text,_text)": { (values, _) throws(EngineFailure) in
      objectText(try pairs(try values[0].arrayValue(), try values[1].arrayValue()))
    },
    "jsonb_object(_text,_text)": { (values, _) throws(EngineFailure) in
      object(try pairs(try values[0].arrayValue(), try values[1].arrayValue()))
    },
  ]

  private static func failure(
    _ state: String, _ message: String, hint: String? = nil
  ) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: state), message, hint: hint))
  }

  /// Source: `jsonb_set_lax()`.
  private static let setLax: BuiltinBody = { (values, call) throws(EngineFailure) in
    if values[0].isNull || values[1].isNull || values[3].isNull { return .null }
    guard values[2].isNull else {
      guard let set = bodies["jsonb_set(jsonb,_text,jsonb,bool)"] else { return .null }
      return try set(values, call)
    }
    switch values[4].isNull ? "" : try values[4].textValue() {
    case "raise_exception":
      throw failure(
        "22004", "JSON value must not be null",
        hint: "To avoid, either change the null_value_treatment argument or ensure that an SQL "
          + "NULL is not passed.")
    case "use_json_null":
      guard let set = bodies["jsonb_set(jsonb,_text,jsonb,bool)"] else { return .null }
      return try set([values[0], values[1], .json(.null), values[3]], call)
    case "delete_key":
      guard let delete = bodies["jsonb_delete_path(jsonb,_text)"] else { return .null }
      return try delete([values[0], values[1]], call)
    case "return_target": return values[0]
    default:
      throw failure(
        "22023",
        "null_value_treatment must be \"delete_key\", \"return_target\", \"use_json_null\", or "
          + "\"raise_exception\"")
    }
  }

  private typealias Pairs = [(key: SQLValue, value: SQLValue)]

  /// Keys and values in turn, or in two columns. Source: `json_object()`.
  private static func pairs(_ array: SQLArray) throws(EngineFailure) -> Pairs {
    switch array.dimensions.count {
    case 0: return []
    case 1:
      guard array.elements.count % 2 == 0 else {
        throw failure("2202E", "array must have even number of elements")
      }
    case 2:
      guard array.dimensions[1].length == 2 else {
        throw failure("2202E", "array must have two columns")
      }
    default: throw failure("2202E", "wrong number of array subscripts")
    }
    let starts = stride(from: 0, to: array.elements.count, by: 2)
    return try named(starts.map { (array.elements[$0], array.elements[$0 + 1]) })
  }

  /// Source: `json_object_two_arg()`.
  private static func pairs(_ keys: SQLArray, _ values: SQLArray) throws(EngineFailure) -> Pairs {
    guard keys.dimensions.count < 2, keys.dimensions.count == values.dimensions.count else {
      throw failure("2202E", "wrong number of array subscripts")
    }
    guard keys.elements.count == values.elements.count else {
      throw failure("2202E", "mismatched array dimensions")
    }
    return try named(Array(zip(keys.elements, values.elements)))
  }

  private static func named(_ pairs: [(SQLValue, SQLValue)]) throws(EngineFailure) -> Pairs {
    guard pairs.allSatisfy({ !$0.0.isNull }) else {
      throw failure("22004", "null value not allowed for object key")
    }
    return pairs.map { (key: $0.0, value: $0.1) }
  }

  private static func objectText(_ pairs: Pairs) -> SQLValue {
    let parts = pairs.map { pair in
      let value = pair.value.isNull ? "null" : JSONValue.quoted(pair.value.output(as: .text) ?? "")
      return JSONValue.quoted(pair.key.output(as: .text) ?? "") + " : " + value
    }
    return .text("{" + parts.joined(separator: ", ") + "}")
  }

  private static func object(_ pairs: Pairs) -> SQLValue {
    .json(
      .object(
        unordered: pairs.map { pair in
          let value = pair.value.output(as: .text).map { JSONValue.string(Text($0)) } ?? .null
          return JSONValue.Member(key: Text(pair.key.output(as: .text) ?? ""), value: value)
        }))
  }
}

extension JSONValue {
  /// Source: `JsonbToCStringWorker()`.
  fileprivate func indented(_ level: Int) -> String {
    let parts: [String]
    let (open, close): (String, String)
    switch self {
    case .array(let elements):
      (open, close) = ("[", "]")
      parts = elements.map { $0.indented(level + 1) }
    case .object(let members):
      (open, close) = ("{", "}")
      parts = members.map {
        Self.quoted($0.key.string) + ": " + $0.value.indented(level + 1)
      }
    default: return description
    }
    let outer = "\n" + String(repeating: "    ", count: level)
    let inner = outer + "    "
    return open + parts.map { inner + $0 }.joined(separator: ",") + outer + close
  }
}

extension JSONText {
  /// Source: `json_strip_nulls()`.
  fileprivate func withoutNullMembers() throws(EngineFailure) -> String {
    if isObject {
      var parts: [String] = []
      for member in try members() where member.value.text != "null" {
        parts.append(JSONValue.quoted(member.key) + ":" + (try member.value.withoutNullMembers()))
      }
      return "{" + parts.joined(separator: ",") + "}"
    }
    if isArray {
      var parts: [String] = []
      for element in elements { parts.append(try element.withoutNullMembers()) }
      return "[" + parts.joined(separator: ",") + "]"
    }
    return isString ? JSONValue.quoted(try unquoted() ?? "") : text
  }
}
