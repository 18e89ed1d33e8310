import AccessModel
import SQLBinding

/// What a built-in computes from arguments that are already evaluated.
typealias BuiltinBody = @Sendable ([SQLValue], Session) throws(EngineFailure) -> SQLValue

extension ExpressionCompiler {
  func builtin(
    _ builtin: Builtin, _ arguments: [BoundExpression]
  ) throws(EngineFailure) -> Evaluator {
    guard let body = Self.bodies[builtin.id] else {
      throw .undecided(Undecided("function `\(builtin.id)`"))
    }
    let (arguments, session) = (try compile(arguments), session)
    return { (frame) throws(EngineFailure) in
      let values = try Self.values(arguments, frame)
      if builtin.isStrict, values.contains(where: \.isNull) { return .null }
      return try body(values, session)
    }
  }

  /// By `Builtin.id`. A test holds that every built-in of the catalog stands here.
  static let bodies: [String: BuiltinBody] = [
    "current_setting(text)": currentSetting,
    "current_setting(text,boolean)": currentSetting,
    "lower(text)": mapText { $0.lowercased() },
    "upper(text)": mapText { $0.uppercased() },
    "length(text)": length,
    "char_length(text)": length,
    "btrim(text)": mapText {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    },
    "abs(integer)": absolute(.integer),
    "abs(bigint)": absolute(.bigint),
    "abs(numeric)": absolute(.numeric),
    "now()": { (_, _) throws(EngineFailure) in
      throw .undecided(Undecided("now(): the simulator has no clock"))
    },
    "jsonb_typeof(jsonb)": jsonType,
    "||(text,text)": { (values, _) throws(EngineFailure) in
      guard case .text(let a) = values[0], case .text(let b) = values[1] else { return .null }
      return .text(Text(a.string + b.string))
    },
    "->(jsonb,text)": { (values, _) throws(EngineFailure) in
      member(values).map { .json($0) } ?? .null
    },
    "->(jsonb,integer)": { (values, _) throws(EngineFailure) in
      member(values).map { .json($0) } ?? .null
    },
    "->>(jsonb,text)": { (values, _) throws(EngineFailure) in
      member(values)?.text.map { .text(Text($0)) } ?? .null
    },
    "->>(jsonb,integer)": { (values, _) throws(EngineFailure) in
      member(values)?.text.map { .text(Text($0)) } ?? .null
    },
    "?(jsonb,text)": hasKey,
    "~~(text,text)": like(insensitive: false, negated: false),
    "!~~(text,text)": like(insensitive: false, negated: true),
    "~~*(text,text)": like(insensitive: true, negated: false),
    "!~~*(text,text)": like(insensitive: true, negated: true),
  ]

  /// RULES 73. Settings of the server itself are not modelled.
  private static func currentSetting(
    _ values: [SQLValue], _ session: Session
  ) throws(EngineFailure) -> SQLValue {
    guard case .text(let name) = values[0] else { return .null }
    if let value = try session.variables.value(of: name.string) { return .text(Text(value)) }
    if values.count > 1, values[1].truth == true { return .null }
    throw .postgres(
      PostgresError(
        .undefinedObject, "unrecognized configuration parameter \"\(name.string)\""))
  }

  /// Case mapping depends on the collation; only ASCII is the same under all.
  private static func mapText(_ transform: @escaping @Sendable (String) -> String) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      guard case .text(let text) = values[0] else { return .null }
      guard text.string.utf8.allSatisfy({ $0 < 0x80 }) else {
        throw .undecided(Undecided("letter case beyond ASCII"))
      }
      return .text(Text(transform(text.string)))
    }
  }

  private static func length(
    _ values: [SQLValue], _ session: Session
  ) throws(EngineFailure) -> SQLValue {
    guard case .text(let text) = values[0] else { return .null }
    return .integer(Int64(text.string.unicodeScalars.count))
  }

  private static func absolute(_ type: DataType) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      switch values[0] {
      case .integer(let value) where value < 0:
        try Arithmetic.apply(.subtract, .integer(0), values[0], type)
      case .numeric(let value) where value < Numeric(0):
        .numeric(Numeric(0) - value)
      default: values[0]
      }
    }
  }

  private static func jsonType(
    _ values: [SQLValue], _ session: Session
  ) throws(EngineFailure) -> SQLValue {
    guard case .json(let value) = values[0] else { return .null }
    let name =
      switch value {
      case .null: "null"
      case .boolean: "boolean"
      case .number: "number"
      case .string: "string"
      case .array: "array"
      case .object: "object"
      }
    return .text(Text(name))
  }

  private static func member(_ values: [SQLValue]) -> JSONValue? {
    guard case .json(let value) = values[0] else { return nil }
    switch values[1] {
    case .text(let key): return value[key]
    case .integer(let index): return value[index]
    default: return nil
    }
  }

  /// Source: `jsonb_exists()`: a key of an object, or a string element of an array.
  private static func hasKey(
    _ values: [SQLValue], _ session: Session
  ) throws(EngineFailure) -> SQLValue {
    guard case .json(let value) = values[0], case .text(let key) = values[1] else { return .null }
    let isFound =
      switch value {
      case .object(let members): members.contains { $0.key == key }
      case .array(let elements): elements.contains(.string(key))
      case .string(let text): text == key
      default: false
      }
    return .boolean(isFound)
  }
}
