import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Of the type `jsonb`. Source: `jsonfuncs.c`, `jsonb_op.c`.
  static let jsonFunctions: [String: BuiltinBody] = [
    "jsonb_typeof(jsonb)": { (values, _) throws(EngineFailure) in
      .text(try values[0].jsonValue().typeName)
    },
    "jsonb_object_field(jsonb,text)": member,
    "jsonb_array_element(jsonb,int4)": member,
    "jsonb_object_field_text(jsonb,text)": memberText,
    "jsonb_array_element_text(jsonb,int4)": memberText,
    "jsonb_extract_path(jsonb,_text)": { (values, _) throws(EngineFailure) in
      try path(values).map { .json($0) } ?? .null
    },
    "jsonb_extract_path_text(jsonb,_text)": { (values, _) throws(EngineFailure) in
      try path(values)?.text.map { .text($0) } ?? .null
    },
    "jsonb_exists(jsonb,text)": { (values, _) throws(EngineFailure) in
      .boolean(try values[0].jsonValue().hasKey(Text(try values[1].textValue())))
    },
    "jsonb_exists_any(jsonb,_text)": { (values, _) throws(EngineFailure) in
      let json = try values[0].jsonValue()
      return .boolean(try keys(values[1]).contains { json.hasKey($0) })
    },
    "jsonb_exists_all(jsonb,_text)": { (values, _) throws(EngineFailure) in
      let json = try values[0].jsonValue()
      return .boolean(try keys(values[1]).allSatisfy { json.hasKey($0) })
    },
    "jsonb_contains(jsonb,jsonb)": { (values, _) throws(EngineFailure) in
      .boolean(try values[0].jsonValue().contains(try values[1].jsonValue(), isTop: true))
    },
    "jsonb_contained(jsonb,jsonb)": { (values, _) throws(EngineFailure) in
      .boolean(try values[1].jsonValue().contains(try values[0].jsonValue(), isTop: true))
    },
    "jsonb_concat(jsonb,jsonb)": { (values, _) throws(EngineFailure) in
      .json(try values[0].jsonValue().joined(with: try values[1].jsonValue()))
    },
    "jsonb_delete(jsonb,text)": { (values, _) throws(EngineFailure) in
      .json(try values[0].jsonValue().removing([Text(try values[1].textValue())]))
    },
    "jsonb_delete(jsonb,_text)": { (values, _) throws(EngineFailure) in
      .json(try values[0].jsonValue().removing(try keys(values[1])))
    },
    "jsonb_delete(jsonb,int4)": { (values, _) throws(EngineFailure) in
      .json(try values[0].jsonValue().removing(at: try values[1].integerValue()))
    },
    "jsonb_delete_path(jsonb,_text)": { (values, _) throws(EngineFailure) in
      let json = try values[0].jsonValue()
      guard !json.isScalar else { throw Self.scalar("cannot delete path in scalar") }
      if json.isEmptyContainer { return values[0] }
      return .json(try json.setting(try steps(values[1]), to: nil, mode: .delete))
    },
    "jsonb_set(jsonb,_text,jsonb,bool)": { (values, _) throws(EngineFailure) in
      let json = try values[0].jsonValue()
      guard !json.isScalar else { throw Self.scalar("cannot set path in scalar") }
      let mode: JSONValue.PathMode = values[3].truth == true ? .createOrReplace : .replace
      if json.isEmptyContainer, mode == .replace { return values[0] }
      return .json(
        try json.setting(try steps(values[1]), to: try values[2].jsonValue(), mode: mode))
    },
    "jsonb_strip_nulls(jsonb)": { (values, _) throws(EngineFailure) in
      .json(try values[0].jsonValue().withoutNullMembers)
    },
    "jsonb_array_length(jsonb)": { (values, _) throws(EngineFailure) in
      switch try values[0].jsonValue() {
      case .array(let elements): return .integer(Int64(elements.count))
      case .object: throw Self.scalar("cannot get array length of a non-array")
      default: throw Self.scalar("cannot get array length of a scalar")
      }
    },
  ]

  private static func scalar(_ message: String) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: "22023"), message))
  }

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
    case .integer(let index):
      // A scalar is kept as an array of one.
      return value.isScalar ? JSONValue.array([value])[index] : value[index]
    default: return nil
    }
  }

  /// NULLs among the keys are passed over.
  private static func keys(_ value: SQLValue) throws(EngineFailure) -> [Text] {
    var keys: [Text] = []
    for element in try value.arrayValue().elements where !element.isNull {
      keys.append(Text(try element.textValue()))
    }
    return keys
  }

  /// NULLs in it are errors only where the path gets there.
  static func steps(_ value: SQLValue) throws(EngineFailure) -> [String?] {
    var steps: [String?] = []
    for element in try value.arrayValue().elements {
      steps.append(element.isNull ? nil : try element.textValue())
    }
    return steps
  }

  private static func path(_ values: [SQLValue]) throws(EngineFailure) -> JSONValue? {
    var current = try values[0].jsonValue()
    for step in try values[1].arrayValue().elements {
      guard !step.isNull else { return nil }
      let key = try step.textValue()
      let next: JSONValue? =
        if case .array = current {
          JSONValue.index(key).flatMap { current[$0] }
        } else {
          current[Text(key)]
        }
      guard let next else { return nil }
      current = next
    }
    return current
  }
}
