import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// A statement taken through binding, row security and privileges for one session, ready to run.
struct PreparedStatement {
  let bypasses: [Bypass]
  private let runner: StatementRunner

  init(
    _ statement: SQLStatement, _ parameterTypes: [TypeName], _ session: Session,
    _ database: Database
  ) throws(EngineFailure) {
    let secured = try Self.secure(statement, parameterTypes, session)
    bypasses = BypassCollector(session.catalog.names).bypasses(of: secured)
    runner = try StatementRunner(secured, session, database)
  }

  /// A statement already decided, to be run in `session`, which need not be the one it was decided
  /// in.
  init(_ secured: SecuredStatement, _ session: Session, _ database: Database) throws(EngineFailure)
  {
    bypasses = []
    runner = try StatementRunner(secured, session, database)
  }

  /// A statement decided for whoever has the session's role.
  init(
    _ plan: StatementPlans.Plan, _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    try session.requireEstimates(plan.estimated)
    let secured = try plan.outcome.get()
    bypasses = secured.bypasses
    runner = try StatementRunner(secured.statement, session, database)
  }

  /// Before it runs for somebody else: what is computed and looked at for each.
  func reopen(_ plan: StatementPlans.Plan, _ session: Session) throws(EngineFailure) {
    try session.requireEstimates(plan.estimated)
    try runner.requireOpenable()
  }

  /// A query's rows as values.
  static func rows(of query: SQLQuery, _ session: Session) throws(EngineFailure) -> [Row] {
    try rows(of: try bound(.query(query), [], session), session)
  }

  static func rows(of query: BoundStatement, _ session: Session) throws(EngineFailure) -> [Row] {
    let secured = try session.engine.secure(
      query, as: session.role, planning: session.planning)
    if let failure = try session.engine.privileges.firstFailure(of: secured.privileges) {
      throw .postgres(failure)
    }
    try session.requireOpenable(secured)
    guard case .query(let decided) = secured.statement else { return [] }
    guard let database = session.database else {
      return try QueryCompiler(session).compile(decided).rows(in: nil)
    }
    return try session.withOpen(secured, database) { () throws(EngineFailure) in
      try QueryCompiler(session).compile(decided).rows(in: nil)
    }
  }

  /// Names and types resolved, in schemas that may be used.
  static func bound(
    _ statement: SQLStatement, _ parameterTypes: [TypeName], _ session: Session
  ) throws(EngineFailure) -> BoundStatement {
    try Binder.bind(
      statement, parameterTypes: parameterTypes, in: session.names
    ) { (schema) throws(EngineFailure) in try requireUsage(of: schema, session) }
  }

  /// Of a statement's `count` parameters, of which the first are declared.
  static func parameterTypes(
    of statement: SQLStatement, _ declared: [TypeName], _ count: Int, _ session: Session
  ) throws(EngineFailure) -> [TypeName] {
    try Binder.parameterTypes(
      of: statement, declared: declared, count: count, in: session.names
    ) { (schema) throws(EngineFailure) in try requireUsage(of: schema, session) }
  }

  /// USAGE on a schema that a statement names, or finds a relation in. RULES 17.
  ///
  /// Of a plan that another role made, names are resolved again only where something of it has
  /// changed since. Source: `RevalidateCachedQuery()` in `src/backend/utils/cache/plancache.c`.
  static func requireUsage(
    of schema: String, _ session: Session
  ) throws(EngineFailure) {
    let check = PrivilegeCheck(.usage, on: .schema(schema), as: session.role)
    guard let failure = try session.engine.privileges.firstFailure(of: [check]) else { return }
    switch session.analyzed {
    case .kept: return
    case .open:
      throw .undecided(
        Undecided("schemas of a statement that another role prepared", isRefusal: nil))
    case .redone, nil: throw .postgres(failure)
    }
  }

  static func secure(
    _ statement: SQLStatement, _ parameterTypes: [TypeName], _ session: Session
  ) throws(EngineFailure) -> SecuredStatement {
    try held(try rewrite(statement, parameterTypes, session), session)
  }

  /// `sharing`: what the role's other statements have met. `estimated`: left to be computed for
  /// each session.
  static func secure(
    _ bound: BoundStatement, _ session: Session, sharing targets: SharedTargets,
    estimated: inout [BoundExpression]
  ) throws(EngineFailure) -> SecuredStatement {
    let engine = session.engine
    if let refusal = engine.outrightRefusal(of: bound, as: session.role) {
      throw .postgres(refusal)
    }
    let values = EstimatedValues()
    defer { estimated = values.all }
    var planning = session.planning
    planning.estimate = { values.all.append($0) }
    let secured = try engine.secure(
      bound, as: session.role, sharing: targets, planning: planning)
    // Views and schemas are looked at before.
    if try engine.privileges.firstFailure(of: secured.privileges.filter(\.isOfPlanning)) != nil {
      values.all = []
    }
    return try held(secured, session)
  }

  /// The statement, if all privileges that it needs are held.
  private static func held(
    _ secured: SecuredStatement, _ session: Session
  ) throws(EngineFailure) -> SecuredStatement {
    if let failure = try failure(of: secured, session) { throw .postgres(failure) }
    return secured
  }

  /// The first privilege that is missing.
  static func failure(
    of secured: SecuredStatement, _ session: Session
  ) throws(EngineFailure) -> PostgresError? {
    do throws(EngineFailure) {
      return try session.engine.privileges.firstFailure(of: secured.privileges)
    } catch {
      guard case .undecided(var construct) = error, secured.changesNothing else { throw error }
      construct.changesNothing = true
      throw .undecided(construct)
    }
  }

  /// Without looking at privileges but those of schemas.
  /// `plans`: constants are computed.
  static func rewrite(
    _ statement: SQLStatement, _ parameterTypes: [TypeName], _ session: Session,
    plans: Bool = true
  ) throws(EngineFailure) -> SecuredStatement {
    let engine = session.engine
    var bound = try bound(statement, parameterTypes, session)
    if session.isCopying, case .insert(var insert) = bound {
      insert.isCopy = true
      bound = .insert(insert)
    }
    guard plans else { return try engine.secure(bound, as: session.role, planning: .toCome) }
    return try engine.secure(
      bound, as: session.role, planning: session.planning)
  }

  func run(_ parameters: [SQLValue]) throws(EngineFailure) -> Completion {
    var completion = try runner.run(parameters)
    completion.bypasses = bypasses
    return completion
  }

  /// Parameters from their text.
  static func values(
    _ parameters: [String?], _ types: [TypeName], in names: CatalogNames
  ) throws(EngineFailure) -> [SQLValue] {
    try values(parameters, types.map { names.type($0) ?? .text })
  }

  static func values(
    _ parameters: [String?], _ types: [DataType]
  ) throws(EngineFailure) -> [SQLValue] {
    guard parameters.count == types.count else {
      throw .undecided(
        Undecided("\(parameters.count) parameters where \(types.count) are declared"))
    }
    var result: [SQLValue] = []
    result.reserveCapacity(types.count)
    for (text, type) in zip(parameters, types) {
      guard let text else {
        result.append(.null)
        continue
      }
      result.append(try .input(text, as: type))
    }
    return result
  }
}

/// What planning wants to be estimated.
private final class EstimatedValues {
  var all: [BoundExpression] = []
}
