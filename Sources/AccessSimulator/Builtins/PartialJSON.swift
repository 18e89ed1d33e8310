import AccessModel
import SQLBinding

/// JSON values of which parts are undetermined, as those of rows that a clock's time stands in: what
/// is known of them stays known.
enum PartialJSON {
  /// Those that make JSON, by the one of `jsonb`.
  private static let builders = [
    "to_json(anyelement)": "to_jsonb(anyelement)", "to_jsonb(anyelement)": "to_jsonb(anyelement)",
    "row_to_json(record)": "to_jsonb(anyelement)",
    "json_build_array(any)": "jsonb_build_array(any)",
    "jsonb_build_array(any)": "jsonb_build_array(any)",
    "json_build_object(any)": "jsonb_build_object(any)",
    "jsonb_build_object(any)": "jsonb_build_object(any)",
  ]

  /// Those that look at the parts of their arguments, and give JSON or what does not depend on them.
  private static let readers: Set = [
    "jsonb_typeof(jsonb)", "jsonb_object_field(jsonb,text)", "jsonb_array_element(jsonb,int4)",
    "jsonb_extract_path(jsonb,_text)", "jsonb_exists(jsonb,text)",
    "jsonb_exists_any(jsonb,_text)", "jsonb_exists_all(jsonb,_text)",
    "jsonb_concat(jsonb,jsonb)", "jsonb_delete(jsonb,text)", "jsonb_delete(jsonb,_text)",
    "jsonb_delete(jsonb,int4)", "jsonb_delete_path(jsonb,_text)",
    "jsonb_set(jsonb,_text,jsonb,bool)", "jsonb_strip_nulls(jsonb)", "jsonb_array_length(jsonb)",
  ]

  private static let searches: Set = [
    "jsonb_exists(jsonb,text)", "jsonb_exists_any(jsonb,_text)", "jsonb_exists_all(jsonb,_text)",
    "jsonb_delete(jsonb,text)", "jsonb_delete(jsonb,_text)",
  ]

  /// Those of `json`, and those that give texts, by the one of `jsonb` that finds the part.
  private static let texts = [
    "jsonb_object_field_text(jsonb,text)": "jsonb_object_field(jsonb,text)",
    "jsonb_array_element_text(jsonb,int4)": "jsonb_array_element(jsonb,int4)",
    "jsonb_extract_path_text(jsonb,_text)": "jsonb_extract_path(jsonb,_text)",
    "json_object_field(json,text)": "jsonb_object_field(jsonb,text)",
    "json_object_field_text(json,text)": "jsonb_object_field(jsonb,text)",
    "json_array_element_text(json,int4)": "jsonb_array_element(jsonb,int4)",
    "json_extract_path_text(json,_text)": "jsonb_extract_path(jsonb,_text)",
  ]

  /// What a built-in gives for arguments that are not all determined; nil: this does not tell.
  static func value(_ values: [SQLValue], _ call: BuiltinCall) throws(EngineFailure) -> SQLValue? {
    let id = call.builtin.id
    if let builder = builders[id].flatMap({ BuiltinLibrary.bodies[$0] }) {
      guard BuiltinLibrary.isSure(call.builtin, of: values),
        case .json(let json) = try builder(values, call)
      else { return nil }
      return .json(partly: json)
    }
    guard let known = known(values) else { return nil }
    // Elements of arrays are looked for by what they are.
    if searches.contains(id), case .json(.array) = known[0] { return nil }
    if readers.contains(id), let body = BuiltinLibrary.body(of: call.builtin) {
      let result = try body(known, call)
      guard case .json(let json) = result else { return result }
      return .json(partly: json)
    }
    if let contained = try contains(known, id) { return contained }
    guard let finder = texts[id].flatMap({ BuiltinLibrary.bodies[$0] }) else { return nil }
    let found = try finder(known, call)
    guard case .json(let part) = found else { return found }
    let partly = SQLValue.json(partly: part)
    if partly.isUndetermined {
      return id.hasSuffix("_field(json,text)") ? partly : .undetermined(.derived(from: partly))
    }
    if id.hasPrefix("json_"), !part.isSameInBothTypes {
      return .undetermined(.derived(from: values[0]))
    }
    // Of the type `json`.
    if id.hasSuffix("_field(json,text)") { return .text(part.description) }
    return part.text.map { .text($0) } ?? .null
  }

  /// `@>`, where it does not depend on what is undetermined.
  private static func contains(_ known: [SQLValue], _ id: String) throws(EngineFailure) -> SQLValue?
  {
    let (whole, part): (SQLValue, SQLValue)
    switch id {
    case "jsonb_contains(jsonb,jsonb)": (whole, part) = (known[0], known[1])
    case "jsonb_contained(jsonb,jsonb)": (whole, part) = (known[1], known[0])
    default: return nil
    }
    guard case .json(let json) = whole, case .json(let pattern) = part,
      let known = json.knownParts(askedBy: pattern)
    else { return nil }
    return .boolean(known.contains(pattern, isTop: true))
  }

  /// The rows' values, of which parts may be undetermined.
  static func rows(
    _ values: [SQLValue], _ call: BuiltinCall, _ body: SetFunctionBody
  ) throws(EngineFailure) -> [Row]? {
    guard ["jsonb_array_elements", "jsonb_each", "jsonb_object_keys"].contains(call.builtin.name),
      let known = known(values)
    else { return nil }
    return try body(known, call).map { row in
      row.map { value in if case .json(let json) = value { .json(partly: json) } else { value } }
    }
  }

  /// The arguments with what is known of them; nil: of one nothing is.
  private static func known(_ values: [SQLValue]) -> [SQLValue]? {
    var known: [SQLValue] = []
    for value in values {
      guard value.isUndetermined else {
        known.append(value)
        continue
      }
      guard case .undetermined(let partly) = value, let json = partly.json else { return nil }
      known.append(.json(json))
    }
    return known
  }
}

extension JSONValue {
  /// Of an object, what another asks for; nil: a part of that is undetermined.
  fileprivate func knownParts(askedBy pattern: JSONValue) -> JSONValue? {
    if unknownPart == nil, pattern.unknownPart == nil { return self }
    guard case .object(let members) = self, case .object(let asked) = pattern else { return nil }
    var known: [Member] = []
    for member in members {
      guard let pattern = asked.first(where: { $0.key == member.key })?.value else { continue }
      guard let value = member.value.knownParts(askedBy: pattern) else { return nil }
      known.append(Member(key: member.key, value: value))
    }
    return .object(known)
  }

  /// Whether `json` shows it as `jsonb` does, whatever it was made of.
  fileprivate var isSameInBothTypes: Bool {
    switch self {
    case .null, .boolean, .string: true
    case .number(let number): number.description.count < 16 && number.int64 != nil
    case .array, .object, .unknown: false
    }
  }
}
