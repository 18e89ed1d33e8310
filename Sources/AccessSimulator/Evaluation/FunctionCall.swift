import AccessModel
import RowSecurity
import SQLBinding

/// A function of the catalog, compiled when first called. RULES 71, 72.
final class FunctionCall {
  fileprivate let session: Session
  fileprivate let index: Int
  private var compiled: (query: CompiledQuery, inner: Session)?

  init(_ session: Session, _ index: Int) {
    self.session = session
    self.index = index
  }

  /// As `Session.close()`, for the session inside.
  func close() {
    compiled?.inner.close()
    compiled = nil
  }

  func call(_ arguments: [SQLValue]) throws(EngineFailure) -> SQLValue {
    let function = session.catalog.catalog.functions[index]
    if function.isStrict, arguments.contains(where: \.isNull) { return .null }
    guard function.isQueryOfCaller, session.variables.settings["search_path"] == nil else {
      return try FunctionRun(session, index).value(arguments)
    }
    let (query, inner) = try prepared(function)
    inner.begin(parameters: arguments)
    return try query.firstValue(in: nil)
  }

  private func prepared(
    _ function: Catalog.Function
  ) throws(EngineFailure) -> (query: CompiledQuery, inner: Session) {
    if let compiled { return compiled }
    guard session.depth < Session.maxDepth else {
      // 54001, unless a leakproof condition leaves no row for the policy to look at. RULES 69.
      throw .undecided(Undecided("function `\(function.name)`, which calls itself"))
    }
    let role = session.engine.runningRole(ofFunction: index, calledBy: session.role)
    let inner = Session(
      session.engine, session.database, role: role, variables: session.variables,
      store: session.store, depth: session.depth + 1)
    let secured = try secured(as: role, inner)
    if let error = try session.engine.privileges.firstFailure(of: secured.privileges) {
      throw .postgres(error)
    }
    guard case .query(let body) = secured.statement else {
      throw .undecided(Undecided("the body of `\(function.name)`"))
    }
    let result = (query: try QueryCompiler(inner).compile(body), inner: inner)
    compiled = result
    return result
  }
}

extension FunctionCall {
  fileprivate func secured(
    as role: String, _ inner: Session
  ) throws(EngineFailure) -> SecuredStatement {
    func decide() throws(EngineFailure) -> SecuredStatement {
      try session.engine.secure(
        function: index, as: role, folding: ConstantFolder(session: inner).fold)
    }
    guard let shared = session.secured else { return try decide() }
    inner.secured = shared
    return try shared.function(index, as: role, decide: decide)
  }
}

extension Catalog.Function {
  /// One query that sees what the caller's statement sees: compiled once for all its calls.
  fileprivate var isQueryOfCaller: Bool {
    guard case .query = body else { return false }
    return volatility != .volatile && settings.isEmpty && outputs.isEmpty
  }
}
