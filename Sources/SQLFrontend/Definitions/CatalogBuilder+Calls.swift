import AccessModel
import SQLBinding

/// Stored calls keep the function that they were found to mean, whatever is made or dropped later.
///
/// Their names tell it until there is another function of the name: only then it is written into
/// them.
extension CatalogBuilder {
  /// Before a function comes, or takes other arguments.
  mutating func settleCalls(beside name: QualifiedName) {
    if hasNamesake(name) { settleCalls(of: [name.name]) }
  }

  private func hasNamesake(_ name: QualifiedName) -> Bool {
    state.catalog.functions.contains { $0.name.name == name.name }
      || name.schema == "public" && !Builtin.functions(named: name.name).isEmpty
  }

  /// Before it is asked what depends on objects.
  mutating func settleCalls(beforeDropping objects: [ObjectKey]) {
    let isOfRelations = objects.allSatisfy { $0.owningRelation != nil }
    guard !isOfRelations else { return }
    var (seen, several): (Set<String>, Set<String>) = ([], [])
    for function in state.catalog.functions {
      let isBuiltin =
        function.name.schema == "public" && !Builtin.functions(named: function.name.name).isEmpty
      let name = function.name.name
      if isBuiltin || !seen.insert(name).inserted { several.insert(name) }
    }
    if !several.isEmpty { settleCalls(of: several) }
  }

  /// Writes into all calls of these names what they mean.
  mutating func settleCalls(of names: Set<String>) {
    let before = state
    let calls = StoredCalls(of: names)
    rewrite { $0.storedCalls = calls }
    guard !calls.open.isEmpty else {
      state = before
      return
    }
    let found = state.catalog.meaningsOfOpenCalls(version: state.postgresVersion)
    calls.meanings = calls.open.enumerated().map { number, call in
      found[number + 1] ?? onlyMeaning(of: call)
    }
    rewrite { $0.storedCalls = calls }
  }

  /// What a call means that could not be bound, where there is one function that it may.
  private func onlyMeaning(of call: FunctionCalls.Call) -> SQLFunctionCall.Meaning? {
    let mayBeBuiltin = call.schema == nil && !Builtin.functions(named: call.name).isEmpty
    let possible = state.catalog.functions.filter(call.mayMean)
    guard !mayBeBuiltin, possible.count == 1 else { return nil }
    return .function(possible[0].name, possible[0].arguments.map(\.type))
  }
}

/// Goes through stored calls twice: to number those whose meaning is not written into them, and to
/// write it.
final class StoredCalls {
  private let names: Set<String>
  /// By their numbers, from 1.
  private(set) var open: [FunctionCalls.Call] = []
  /// By the numbers of calls, once they are known.
  var meanings: [SQLFunctionCall.Meaning?]?

  init(of names: Set<String>) { self.names = names }

  func visit(_ call: inout SQLFunctionCall) {
    guard names.contains(call.name) else { return }
    switch call.meaning {
    case .builtin, .function: return
    case .open(let number, let path):
      guard let meanings else { return note(&call, path) }
      guard number > 0 else { return }
      call.meaning = meanings[number - 1] ?? path.map { SQLFunctionCall.Meaning.open(path: $0) }
      if path != nil, case .function(let name, _) = call.meaning, name.schema != "public" {
        call.schema = name.schema
      }
    case nil: if meanings == nil { note(&call, nil) }
    }
  }

  private func note(_ call: inout SQLFunctionCall, _ path: [String]?) {
    open.append(FunctionCalls.Call(call))
    call.meaning = .open(number: open.count, path: path)
  }
}
