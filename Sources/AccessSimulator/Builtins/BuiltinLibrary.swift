import AccessModel
import SQLBinding

/// A call of a built-in at run time: what its body may ask about.
struct BuiltinCall {
  let session: Session
  /// With the types that the call's arguments have.
  let builtin: Builtin
}

/// What a built-in computes from arguments that are already evaluated.
typealias BuiltinBody = @Sendable ([SQLValue], BuiltinCall) throws(EngineFailure) -> SQLValue

/// What built-in functions and operators compute, by `Builtin.id`. What stands in no list here is
/// known by its signature only: it binds, and its value is undecided.
enum BuiltinLibrary {
  static func body(of builtin: Builtin) -> BuiltinBody? { bodies[builtin.id] }

  /// Moved by an interval, the clock's time is still the clock's.
  static func takesUndetermined(_ builtin: Builtin) -> Bool {
    ["timestamp", "date"].contains { builtin.id.hasPrefix($0) }
      && builtin.id.contains("_interval(")
      || ["timezone(", "date(time", "interval_pl_timestamp", "interval_pl_date("].contains {
        builtin.id.hasPrefix($0)
      }
      || builtin.id.hasPrefix("tstzrange(")
      || builtin.id.hasPrefix("range_contain") || builtin.id.hasPrefix("elem_contained_by_")
      || ["textlike", "textnlike", "namelike", "namenlike"].contains {
        builtin.id.hasPrefix("\($0)(")
      }
  }

  /// Whether a call raises no error and gives no NULL, whatever its undetermined arguments are.
  static func isSure(_ builtin: Builtin, of values: [SQLValue]) -> Bool {
    guard !values.contains(where: \.isOfUnknown) else { return false }
    switch builtin.id {
    case "to_json(anyelement)", "to_jsonb(anyelement)", "row_to_json(record)",
      "json_build_array(any)", "jsonb_build_array(any)", "textcat(text,text)",
      "textanycat(text,anynonarray)", "anytextcat(anynonarray,text)", "concat(any)", "md5(text)",
      "upper(text)", "lower(text)", "length(text)":
      return true
    case "json_build_object(any)", "jsonb_build_object(any)":
      return values.count.isMultiple(of: 2)
        && stride(from: 0, to: values.count, by: 2).allSatisfy {
          !values[$0].isNull && !values[$0].isUndetermined
        }
    default: return false
    }
  }

  static let bodies: [String: BuiltinBody] = {
    var all: [String: BuiltinBody] = [:]
    for part in [
      sessionFunctions, textFunctions, textParts, patternFunctions,
      regularExpressionFunctions, quotingFunctions, jsonFunctions,
      jsonBuilding, jsonTexts, jsonChanges, jsonPopulating, numberFunctions, arrayFunctions,
      timeArithmetic, timeParts, timePartFunctions,
      timeMaking, zoneFunctions, formatFunctions, floatFunctions, rangeFunctions, networkFunctions,
      clockFunctions, sequenceFunctions, dateReading, numericFunctions, lockFunctions,
      moreTexts, arrayMaking, jsonPaths, privilegeFunctions, objectFunctions,
    ] {
      all.merge(part) { first, _ in first }
    }
    return all
  }()
}

extension ExpressionCompiler {
  func builtin(
    _ builtin: Builtin, _ arguments: [BoundExpression]
  ) throws(EngineFailure) -> Evaluator {
    guard let body = BuiltinLibrary.body(of: builtin) else {
      let name = builtin.isOperator ? "operator `\(builtin.name)`, " : "function "
      throw .undecided(Undecided("\(name)`\(builtin.id)`"))
    }
    let call = BuiltinCall(session: session, builtin: builtin)
    let isStrict = builtin.isStrict
    let takesAny = BuiltinLibrary.takesUndetermined(builtin)
    let arguments = try compile(arguments)
    return { (frame) throws(EngineFailure) in
      let values = try Self.values(arguments, frame)
      if isStrict, values.contains(where: \.isNull) { return .null }
      if !takesAny, let value = values.first(where: \.isUndetermined) {
        if !values.contains(where: \.isOfUnknown) {
          if let known = try PartialJSON.value(values, call) { return known }
          if let known = try ClockArithmetic.value(values, call) { return known }
        }
        guard BuiltinLibrary.isSure(builtin, of: values) else {
          try value.requireDetermined()
          return .null
        }
        return .undetermined(.derived(from: value))
      }
      return try body(values, call)
    }
  }
}

extension SQLValue {
  /// The string of a text value; the types of a tree say that it is one.
  func textValue() throws(EngineFailure) -> String {
    guard case .text(let text) = self else { throw Self.mismatch("text") }
    return text.string
  }

  func integerValue() throws(EngineFailure) -> Int64 {
    guard case .integer(let value) = self else { throw Self.mismatch("an integer") }
    return value
  }

  func doubleValue() throws(EngineFailure) -> Double {
    guard case .double(let value) = self else { throw Self.mismatch("a double") }
    return value
  }

  func numericValue() throws(EngineFailure) -> Numeric {
    guard case .numeric(let value) = self else { throw Self.mismatch("a numeric") }
    return value
  }

  func jsonValue() throws(EngineFailure) -> JSONValue {
    guard case .json(let value) = self else { throw Self.mismatch("jsonb") }
    return value
  }

  func arrayValue() throws(EngineFailure) -> SQLArray {
    guard case .array(let value) = self else { throw Self.mismatch("an array") }
    return value
  }

  static func text(_ string: String) -> SQLValue { .text(Text(string)) }

  private static func mismatch(_ kind: String) -> EngineFailure {
    .undecided(Undecided("a value that is not \(kind)"))
  }
}
