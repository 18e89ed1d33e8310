import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Source: `jsonpath_exec.c`.
  static let jsonPaths: [String: BuiltinBody] = {
    var bodies: [String: BuiltinBody] = [
      "jsonb_path_exists_opr(jsonb,jsonpath)": pathExists,
      "jsonb_path_match_opr(jsonb,jsonpath)": pathMatch,
    ]
    for end in ["", "_tz"] {
      let arguments = "\(end)(jsonb,jsonpath,jsonb,bool)"
      bodies["jsonb_path_exists" + arguments] = pathExists
      bodies["jsonb_path_match" + arguments] = pathMatch
      bodies["jsonb_path_query_array" + arguments] = pathArray
      bodies["jsonb_path_query_first" + arguments] = pathFirst
    }
    return bodies
  }()

  private static let pathArray: BuiltinBody = { (values, _) throws(EngineFailure) in
    .json(.array(try JSONPathCall(values).values()))
  }

  private static let pathFirst: BuiltinBody = { (values, _) throws(EngineFailure) in
    try JSONPathCall(values).values().first.map { .json($0) } ?? .null
  }

  private static let pathExists: BuiltinBody = { (values, _) throws(EngineFailure) in
    SQLValue(try JSONPathCall(values).exists())
  }

  private static let pathMatch: BuiltinBody = { (values, _) throws(EngineFailure) in
    let call = try JSONPathCall(values)
    let found = try call.values()
    if found.count == 1 {
      switch found[0] {
      case .boolean(let truth): return .boolean(truth)
      case .null: return .null
      default: break
      }
    }
    guard call.isSilent else {
      throw JSONPathRun.failure("22038", "single boolean result is expected")
    }
    return .null
  }
}

/// The arguments of one of the functions, or the operands of an operator.
struct JSONPathCall {
  private let document: JSONValue
  private let path: JSONPath
  private let variables: JSONValue
  /// Errors of the path are not raised.
  let isSilent: Bool

  init(_ values: [SQLValue]) throws(EngineFailure) {
    document = try values[0].jsonValue()
    guard let path = JSONPath.parse(try values[1].textValue()) else {
      throw .undecided(Undecided("a jsonpath of this form"))
    }
    self.path = path
    variables = values.count > 2 ? try values[2].jsonValue() : .object([])
    isSilent = values.count > 3 ? values[3].truth == true : true
    guard case .object = variables else {
      throw .undecided(Undecided("variables of a jsonpath that are no object"))
    }
  }

  /// Those that were found before an error, if that is not raised.
  func values() throws(EngineFailure) -> [JSONValue] {
    let output = JSONPathRun.Output()
    _ = try run(output)
    return output.values
  }

  /// Nil after an error. In the strict mode all is looked at.
  func exists() throws(EngineFailure) -> Bool? {
    let output = JSONPathRun.Output(wantsOne: !path.isStrict)
    return try run(output) ? !output.values.isEmpty : nil
  }

  /// Whether there was no error.
  private func run(_ output: JSONPathRun.Output) throws(EngineFailure) -> Bool {
    do throws(EngineFailure) {
      try JSONPathRun(path, variables: variables).run(path, over: document, output)
      return true
    } catch {
      guard isSilent, case .postgres(let reason) = error,
        reason.sqlState.rawValue.hasPrefix("22")
      else { throw error }
      return false
    }
  }
}
