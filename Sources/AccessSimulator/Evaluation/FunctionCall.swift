import AccessModel
import RowSecurity
import SQLBinding

/// A function of the catalog, compiled when first called. RULES 71, 72.
final class FunctionCall {
  private let session: Session
  private let index: Int
  /// Of a call of a polymorphic function.
  private let types: [DataType]?
  private var compiled: (query: CompiledQuery, inner: Session)?

  init(_ session: Session, _ index: Int, _ types: [DataType]?) {
    self.session = session
    self.index = index
    self.types = types
  }

  /// As `Session.close()`, for the session inside.
  func close() {
    compiled?.inner.close()
    compiled = nil
  }

  func call(_ arguments: [SQLValue]) throws(EngineFailure) -> SQLValue {
    let function = session.catalog.catalog.functions[index]
    if function.isStrict, arguments.contains(where: \.isNull) { return .null }
    guard function.isQueryOfCaller, types == nil,
      session.variables.settings["search_path"] == nil
    else {
      return try FunctionRun(session, index, types: types).value(arguments)
    }
    let (query, inner) = try prepared(function)
    inner.begin(parameters: arguments)
    return try query.firstValue(in: nil)
  }

  private func prepared(
    _ function: Catalog.Function
  ) throws(EngineFailure) -> (query: CompiledQuery, inner: Session) {
    // The session may have gone on to other data.
    if let compiled, compiled.inner.database === session.database { return compiled }
    close()
    guard session.depth < Session.maxDepth else {
      // 54001, unless a leakproof condition leaves no row for the policy to look at. RULES 69.
      throw .undecided(Undecided("function `\(function.name)`, which calls itself"))
    }
    let role = session.engine.runningRole(ofFunction: index, calledBy: session.role)
    let inner = Session(
      session.engine, session.database, role: role, variables: session.variables,
      store: session.store, depth: session.depth + 1)
    let folder = ConstantFolder(session: inner)
    let secured = try session.engine.secure(
      function: index, as: role, folding: folder.fold)
    try session.requireHeld(secured.privileges)
    guard case .query(let body) = secured.statement else {
      throw .undecided(Undecided("the body of `\(function.name)`"))
    }
    let result = (query: try QueryCompiler(inner).compile(body), inner: inner)
    compiled = result
    return result
  }
}

extension Catalog.Function {
  /// One query that sees what the caller's statement sees: compiled once for all its calls.
  fileprivate var isQueryOfCaller: Bool {
    guard case .query = body else { return false }
    return volatility != .volatile && settings.isEmpty && outputs.isEmpty
  }
}
