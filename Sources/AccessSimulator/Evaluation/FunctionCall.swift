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
  private lazy var isQueryOfCaller: Bool = {
    let function = session.catalog.catalog.functions[index]
    // The columns of a row are no one value.
    let givesRow = session.catalog.names.type(function.returns)?.isRow == true
    return types == nil && function.isQueryOfCaller && !givesRow
  }()

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
    guard isQueryOfCaller,
      session.variables.settings["search_path"] == nil
    else {
      return try FunctionRun(session, index, types: types).value(arguments)
    }
    let (query, inner) = try session.beside(callsOf: index) { () throws(EngineFailure) in
      try prepared(function, arguments)
    }
    session.variables.queryCalls.append(
      QueryCall(function: index, role: inner.role, arguments: arguments))
    defer { session.variables.queryCalls.removeLast() }
    session.variables.noteCall(of: function, in: session.catalog.catalog)
    inner.begin(parameters: arguments)
    return try inside(function) { () throws(EngineFailure) in try query.firstValue(in: nil) }
  }

  /// What running the function raises has a line of CONTEXT; of endless recursion there are too many.
  private func inside<Result>(
    _ function: Catalog.Function, _ place: String = "statement 1",
    _ body: () throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    do throws(EngineFailure) {
      return try body()
    } catch .postgres(let error) where error.sqlState != FunctionLimits.stackDepthExceeded.sqlState
    {
      throw .postgres(error.inside("SQL function \"\(function.name.name)\" \(place)"))
    }
  }

  /// Where what is wrong shows as its query is rewritten and planned.
  private var planningPlace: String {
    session.engine.version >= .v18 ? "statement 1" : "during startup"
  }

  private func prepared(
    _ function: Catalog.Function, _ arguments: [SQLValue]
  ) throws(EngineFailure) -> (query: CompiledQuery, inner: Session) {
    // The session may have gone on to other data.
    let role = session.engine.runningRole(ofFunction: index, calledBy: session.roleNow)
    if let compiled, compiled.inner.database === session.database, compiled.inner.role == role {
      return compiled
    }
    close()
    guard session.depth < Session.maxDepth else {
      // Elsewhere a condition may leave no row for the policy to look at.
      let call = QueryCall(function: index, role: role, arguments: arguments)
      let isCertain = isRepeated(call) ? true : try isEndless(as: role)
      guard isCertain else {
        throw .undecided(Undecided("function `\(function.name)`, which calls itself"))
      }
      throw .postgres(FunctionLimits.stackDepthExceeded)
    }
    let inner = Session(
      session.engine, session.database, role: role, variables: session.variables,
      store: session.store, depth: session.depth + 1)
    inner.isRoleFixed = session.isRoleFixed || function.isSecurityDefiner
    inner.outermost = session.outermost ?? session.running
    if !function.isAtomic, case .query(let query) = function.body, inner.hasHiddenSchemas {
      do throws(EngineFailure) {
        try inner.requireSchemas(ofFunction: index, query)
      } catch {
        // From 18 on names are looked up once in a session, as long as nothing changes what they
        // stand for. Source: `sql_compile_callback()` in `src/backend/executor/functions.c`.
        if inner.engine.version >= .v18, case .postgres(let refusal) = error,
          refusal.sqlState == .insufficientPrivilege,
          session.variables.hasCalled(function)
        {
          throw .undecided(
            Undecided("a schema that the function `\(function.name)` has looked into before"))
        }
        throw error.inside("SQL function \"\(function.name.name)\" \(planningPlace)")
      }
    }
    let (secured, isForAny) = try secured(function, as: role, inner, arguments)
    if !isForAny { inner.plannedParameters = arguments }
    let isHeld = session.holds(secured.privileges)
    if !isHeld, session.engine.version < .v18 {
      try inside(function, planningPlace) { () throws(EngineFailure) in
        try session.requireHeld(secured.privileges.filter(\.isOfPlanning))
      }
    }
    try inside(function) { () throws(EngineFailure) in
      if let lock = secured.lock { throw FunctionSession.notVolatile("SELECT \(lock.rawValue)") }
      if !isHeld { try requireHeld(secured, as: role, inner, arguments) }
      try inner.requireOpenable(secured)
    }
    guard case .query(let body) = secured.statement else {
      throw .undecided(Undecided("the body of `\(function.name)`"))
    }
    let result = (query: try QueryCompiler(inner).compile(body), inner: inner)
    // Other arguments may need what is missing.
    if isHeld, isForAny { compiled = result }
    return result
  }

  /// From 18 on the plan for any arguments stays, which is most often the cheaper one after five that
  /// were made for theirs: what planning raises for any may be irrelevant to these.
  ///
  /// Source: `choose_custom_plan()` in `src/backend/utils/cache/plancache.c`.
  private func secured(
    _ function: Catalog.Function, as role: String, _ inner: Session, _ arguments: [SQLValue]
  ) throws(EngineFailure) -> (SecuredStatement, isForAny: Bool) {
    do throws(EngineFailure) {
      return (try session.engine.secure(function: index, as: role, planning: inner.planning), true)
    } catch .postgres(let error)
      where session.engine.version >= .v18 && error.sqlState != .invalidObjectDefinition
    {
      let calls = session.variables.calls(of: function, in: session.catalog.catalog)
      guard calls > (function.arguments.isEmpty ? 0 : 5) else {
        if arguments.isEmpty { throw .postgres(error) }
        let planning = inner.planning.with(arguments)
        return (try session.engine.secure(function: index, as: role, planning: planning), false)
      }
      throw .undecided(
        Undecided("the plan that earlier calls of the function `\(function.name)` have left"))
    }
  }

  /// Whether the same call is being answered already, of data that nothing changes meanwhile: it
  /// will come back to itself for ever.
  private func isRepeated(_ call: QueryCall) -> Bool {
    session.variables.calls.isEmpty && session.variables.queryCalls.contains(call)
  }

  /// From 18 on the plan is one for these arguments, and needs nothing on what they make irrelevant.
  ///
  /// Source: `init_execution_state()` in `src/backend/executor/functions.c`.
  private func requireHeld(
    _ secured: SecuredStatement, as role: String, _ inner: Session, _ arguments: [SQLValue]
  ) throws(EngineFailure) {
    guard session.engine.version >= .v18 else { return try session.requireHeld(secured.privileges) }
    let custom = try session.engine.secure(
      function: index, as: role, planning: inner.planning.with(arguments))
    try session.requireHeld(custom.privileges)
  }

  /// Whether nothing but the function's own answer says which rows it reads: no query on the way
  /// has a condition, and the only policy is a call of it. RULES 69.
  private func isEndless(as role: String) throws(EngineFailure) -> Bool {
    guard session.outermost?.isUnconditional == true,
      case .query(let body) = try session.engine.secure(function: index, as: role).statement
    else { return false }
    let relations = body.unconditionalRelations
    guard let relations, relations.count == 1, let filters = relations[0].security?.filters,
      filters.count == 1, case .permissive(let policies) = filters[0], policies.count == 1,
      case .function(index, _, _) = policies[0].expression
    else { return false }
    return true
  }
}

extension Session {
  /// From 18 on a call may be planned as those before it, whose plan needs no EXECUTE on what it has
  /// computed or merged.
  ///
  /// Source: `init_execution_state()` in `src/backend/executor/functions.c`, `choose_custom_plan()` in
  /// `src/backend/utils/cache/plancache.c`.
  func beside<Result>(
    callsOf index: Int, _ body: () throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    do throws(EngineFailure) {
      return try body()
    } catch .postgres(let error) where engine.version >= .v18 {
      let function = catalog.catalog.functions[index]
      let callsOfOwnPlans = function.arguments.isEmpty ? 0 : 5
      guard variables.calls(of: function, in: catalog.catalog) > callsOfOwnPlans,
        catalog.catalog.functions(refusedBy: error).contains(where: \.isPlannedAway)
      else { throw .postgres(error) }
      throw .undecided(
        Undecided("the plan that earlier calls of the function `\(function.name)` have left"))
    }
  }
}

/// A call of a function that is one query, as whom and with what.
struct QueryCall: Equatable {
  let function: Int
  let role: String
  let arguments: [SQLValue]
}

extension Planning {
  /// For these values of `$1` and on.
  func with(_ parameters: [SQLValue]) -> Planning {
    Planning(
      fold: { (expression) throws(EngineFailure) in try fold(expression.with(parameters)) },
      estimate: estimate, isUnpopulated: isUnpopulated,
      functionBody: functionBody)
  }
}

extension BoundExpression {
  /// The same expression over these values of `$1` and on.
  func with(_ parameters: [SQLValue]) -> BoundExpression {
    replacingLeaves {
      guard case .parameter(let number, let type) = $0, parameters.indices.contains(number - 1)
      else { return nil }
      return .constant(parameters[number - 1], type)
    }
  }
}

extension BoundStatement {
  /// A statement on one relation without WHERE, or an INSERT of values.
  fileprivate var isUnconditional: Bool {
    switch self {
    case .query(let query): query.unconditionalRelations != nil
    case .insert(let insert):
      if case .values = insert.source { insert.conflict == nil } else { false }
    case .update(let update): update.condition == nil && update.sources.count == 1
    case .delete(let delete): delete.condition == nil && delete.sources.count == 1
    case .merge, .truncate, .with: false
    }
  }
}

extension BoundQuery {
  /// The relations of a query and of its subqueries, none of which has a condition; nil: one may
  /// have.
  fileprivate var unconditionalRelations: [BoundRelation]? {
    guard condition == nil, sources.count <= 1, commonTables.isEmpty, limit == nil, values == nil,
      grouping?.having == nil
    else { return nil }
    var result: [BoundRelation] = []
    for source in sources {
      guard case .relation(let relation) = source.kind, case .table = relation.id else {
        return nil
      }
      result.append(relation)
    }
    var inner: [BoundQuery] = []
    for expression in expressions {
      expression.forEach { if let query = $0.subquery { inner.append(query) } }
    }
    for query in inner {
      guard let relations = query.unconditionalRelations else { return nil }
      result += relations
    }
    return result
  }
}

extension Catalog.Function {
  /// One query that sees what the caller's statement sees: compiled once for all its calls.
  fileprivate var isQueryOfCaller: Bool {
    guard case .query(let query) = body else { return false }
    return volatility != .volatile && settings.isEmpty && outputs.isEmpty
      && query.anyLock == nil && !query.writesInWith
  }
}
