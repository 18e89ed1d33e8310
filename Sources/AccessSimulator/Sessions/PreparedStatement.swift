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
    bypasses = plan.bypasses
    runner = try StatementRunner(plan.secured, session, database)
  }

  /// A query's rows as values.
  static func rows(of query: SQLQuery, _ session: Session) throws(EngineFailure) -> [Row] {
    guard case .query(let bound) = try secure(.query(query), [], session).statement else {
      return []
    }
    return try QueryCompiler(session).compile(bound).rows(in: nil)
  }

  /// `sharing`: what the role's other statements have met.
  static func secure(
    _ statement: SQLStatement, _ parameterTypes: [TypeName], _ session: Session,
    sharing targets: SharedTargets? = nil
  ) throws(EngineFailure) -> SecuredStatement {
    let engine = session.engine
    let bound = try Binder.bind(
      statement, parameterTypes: parameterTypes, in: session.names
    ) { (schema) throws(EngineFailure) in
      let check = PrivilegeCheck(.usage, on: .schema(schema), as: session.role)
      if let error = try engine.privileges.firstFailure(of: [check]) { throw .postgres(error) }
    }
    let secured = try engine.secure(
      bound, as: session.role, sharing: targets, folding: ConstantFolder(session: session).fold)
    if let error = try engine.privileges.firstFailure(of: secured.privileges) {
      throw .postgres(error)
    }
    return secured
  }

  func run(_ parameters: [SQLValue]) throws(EngineFailure) -> Completion {
    var completion = try runner.run(parameters)
    completion.bypasses = bypasses
    return completion
  }

  /// Parameters from their text.
  static func values(
    _ parameters: [String?], _ types: [TypeName]
  ) throws(EngineFailure) -> [SQLValue] {
    guard parameters.count == types.count else {
      throw .undecided(
        Undecided("\(parameters.count) parameters where \(types.count) are declared"))
    }
    var result: [SQLValue] = []
    for (text, name) in zip(parameters, types) {
      guard let text else {
        result.append(.null)
        continue
      }
      result.append(try .input(text, as: DataType(name) ?? .text))
    }
    return result
  }
}
