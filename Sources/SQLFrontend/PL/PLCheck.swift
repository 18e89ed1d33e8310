import AccessModel

/// What PL/pgSQL refuses when a function is made: targets that are no variables, and RETURN of
/// another kind than the function's.
///
/// Source: `pl_gram.y`, `make_return_stmt()` and its kin; `plpgsql_validator()`.
struct PLCheck {
  /// What RETURN may give.
  enum Result {
    case nothing, value, set, outputs
    /// DO.
    case block
  }

  private struct Scope {
    var label: String?
    var names: Set<String>
  }

  private let result: Result
  private let isSet: Bool
  private var scopes: [Scope]

  /// For the body of a function.
  init(_ function: Catalog.Function) {
    var names: Set = ["found"]
    for (index, argument) in function.arguments.enumerated() {
      names.insert("$\(index + 1)")
      if let name = argument.name { names.insert(name) }
    }
    for (index, output) in function.outputs.enumerated() {
      names.insert(output.name ?? "column\(index + 1)")
      names.insert("$\(function.arguments.count + index + 1)")
    }
    let returns = function.returns.isArray ? "" : function.returns.name
    if returns == "trigger" || returns == "event_trigger" {
      names.formUnion([
        "new", "old", "tg_name", "tg_when", "tg_level", "tg_op", "tg_relid", "tg_relname",
        "tg_table_name", "tg_table_schema", "tg_nargs", "tg_argv", "tg_event", "tg_tag",
      ])
    }
    isSet = function.returnsSet
    result =
      if isSet { .set } else if !function.outputs.isEmpty {
        .outputs
      } else if returns == "void"
        || function.kind == .procedure
      { .nothing } else { .value }
    scopes = [Scope(label: function.name.name, names: names)]
    hasOutputs = !function.outputs.isEmpty
  }

  private let hasOutputs: Bool

  /// For DO.
  init() {
    (result, isSet, hasOutputs) = (.block, false, false)
    scopes = [Scope(label: nil, names: ["found"])]
  }

  mutating func check(_ block: PLBlock) throws(ReadFailure) {
    var names: Set<String> = []
    for declaration in block.declarations { names.insert(declaration.name) }
    scopes.append(Scope(label: block.label, names: names))
    defer { scopes.removeLast() }
    try check(block.body)
    for handler in block.handlers {
      scopes.append(Scope(label: nil, names: ["sqlstate", "sqlerrm"]))
      defer { scopes.removeLast() }
      try check(handler.body)
    }
  }

  private mutating func check(_ statements: [PLStatement]) throws(ReadFailure) {
    for statement in statements { try check(statement.kind) }
  }

  private mutating func check(_ kind: PLStatement.Kind) throws(ReadFailure) {
    switch kind {
    case .block(let block): try check(block)
    case .assign(let target, _): try known([target])
    case .conditional(let branches, let otherwise):
      for branch in branches { try check(branch.body) }
      try check(otherwise)
    case .cases(let cases):
      for branch in cases.branches { try check(branch.body) }
      try check(cases.otherwise ?? [])
    case .loop(let loop): try check(loop)
    case .sql(_, let into), .execute(_, let into, _): try known(into?.targets ?? [])
    case .diagnostics(_, let items): try known(items.map(\.target))
    case .fetch(let fetch): try known(fetch.targets ?? [])
    case .returns(let expression): try checkReturn(expression != nil)
    case .returnsNext(let expression):
      try requireSet("RETURN NEXT")
      guard hasOutputs, expression != nil else { return }
      throw refused("RETURN NEXT cannot have a parameter in function with OUT parameters")
    case .returnsQuery: try requireSet("RETURN QUERY")
    default: break
    }
  }

  private mutating func check(_ loop: PLLoop) throws(ReadFailure) {
    var names: Set<String> = []
    switch loop.kind {
    case .integers(let variable, _, _, _, _): names.insert(variable)
    case .rows(let targets, .cursor): names.formUnion(targets.compactMap(\.path.first))
    case .rows(let targets, _):
      for target in targets where !isKnown(target.path) {
        throw .refused(
          .syntaxError,
          "loop variable of loop over rows must be a record variable or list of scalar variables")
      }
    case .elements(let targets, _, _): try known(targets)
    case .forever, .whilst: break
    }
    scopes.append(Scope(label: loop.label, names: names))
    defer { scopes.removeLast() }
    try check(loop.body)
  }

  private func isKnown(_ path: [String]) -> Bool {
    guard let first = path.first else { return true }
    return scopes.contains { scope in
      scope.names.contains(first)
        || path.count > 1 && scope.label == first && scope.names.contains(path[1])
    }
  }

  private func known(_ targets: [PLTarget]) throws(ReadFailure) {
    for target in targets where !isKnown(target.path) {
      throw .refused(
        .syntaxError, "\"\(target.path.joined(separator: "."))\" is not a known variable")
    }
  }

  private func refused(_ message: String, hint: String? = nil) -> ReadFailure {
    .refused(.datatypeMismatch, message, hint: hint)
  }

  private func checkReturn(_ hasValue: Bool) throws(ReadFailure) {
    switch (result, hasValue) {
    case (.set, true):
      throw refused(
        "RETURN cannot have a parameter in function returning set",
        hint: "Use RETURN NEXT or RETURN QUERY.")
    case (.outputs, true):
      throw refused("RETURN cannot have a parameter in function with OUT parameters")
    case (.nothing, true), (.block, true):
      throw refused("RETURN cannot have a parameter in function returning void")
    case (.value, false):
      throw .refused(.syntaxError, "missing expression at or near \";\"")
    default: break
    }
  }

  private func requireSet(_ statement: String) throws(ReadFailure) {
    guard !isSet else { return }
    throw refused("cannot use \(statement) in a non-SETOF function")
  }
}
