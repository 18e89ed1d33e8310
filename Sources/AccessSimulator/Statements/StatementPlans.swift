import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// Statements decided, by who asked: identities of one role differ only in their claims, which count
/// when a statement runs, so each statement is bound and secured once for all of them.
struct StatementPlans {
  /// A statement taken through binding, row security and privileges.
  struct Plan {
    /// What the planner computes before it comes to the outcome: with each identity's settings.
    var estimated: [BoundExpression]
    /// Of the parameters.
    var types: [DataType]
    var outcome: Result<Secured, EngineFailure>
  }

  struct Secured {
    var statement: SecuredStatement
    var bypasses: [Bypass]
  }

  private struct Key: Hashable {
    var question: ProbeQuestion
    var role: String
    /// Of a plan that holds for this identity only.
    var identity: Identity?
  }

  private struct PreparedKey: Hashable {
    var question: ProbeQuestion
    /// Kept by the statement.
    var session: ObjectIdentifier
  }

  /// A statement whose names are resolved, and what that found of the schemas it may use: for whoever
  /// may use the same, names mean the same.
  private struct BoundQuestion {
    var statement: BoundStatement
    var schemas: [String: Bool]
    var searchPath: [String]
  }

  private var made: [Key: Plan] = [:]
  private var prepared: [PreparedKey: PreparedStatement] = [:]
  private var bound: [ProbeQuestion: BoundQuestion] = [:]
  private var targets = SharedTargets()
  /// Questions about one relation come together, so that few need be remembered.
  private static let most = 128

  mutating func plan(
    _ question: ProbeQuestion, _ session: Session, _ identity: Identity
  ) -> Plan {
    var key = Key(question: question, role: session.role)
    if let known = made[key] { return known }
    let isApart = session.variables.isPlannedForSettings
    if isApart {
      key.identity = identity
      if let known = made[key] { return known }
    }
    if made.count >= Self.most {
      made.removeAll(keepingCapacity: true)
      prepared.removeAll(keepingCapacity: true)
      bound.removeAll(keepingCapacity: true)
      targets = SharedTargets()
    }
    // What an immutable function says as it is planned may depend on settings, whatever it declares.
    session.variables.isPlannedForSettings = false
    defer {
      session.variables.isPlannedForSettings = session.variables.isPlannedForSettings || isApart
    }
    let names = session.names
    var plan = Plan(
      estimated: [], types: question.parameterTypes.map { names.type($0) ?? .text },
      outcome: .failure(.undecided(Undecided("a statement without a plan"))))
    do throws(EngineFailure) {
      let statement = try statement(of: question, session)
      let secured = try PreparedStatement.secure(
        statement, session, sharing: targets, estimated: &plan.estimated)
      plan.outcome = .success(
        Secured(
          statement: secured,
          bypasses: BypassCollector(session.catalog.names).bypasses(of: secured)))
    } catch {
      plan.outcome = .failure(error)
    }
    key.identity = session.variables.isPlannedForSettings ? identity : nil
    if key.identity != nil { targets = SharedTargets() }
    made[key] = plan
    return plan
  }

  /// Before the sessions are closed that they run in.
  mutating func forgetPrepared() { prepared = [:] }

  /// A plan made ready to run, once for all who take turns in a session.
  mutating func prepared(
    _ question: ProbeQuestion, _ plan: Plan, _ session: Session, _ database: Database
  ) throws(EngineFailure) -> PreparedStatement {
    let key = PreparedKey(question: question, session: ObjectIdentifier(session))
    if let known = prepared[key] {
      try known.reopen(plan, session)
      return known
    }
    let statement = try PreparedStatement(plan, session, database)
    prepared[key] = statement
    return statement
  }

  /// The question's statement, bound once for all roles that may use the same schemas.
  private mutating func statement(
    of question: ProbeQuestion, _ session: Session
  ) throws(EngineFailure) -> BoundStatement {
    let names = session.names
    let path = names.searchPath.filter { names.catalog.schema($0) != nil }
    if let known = bound[question], known.searchPath == path,
      known.schemas.allSatisfy({ Self.mayUse($0.key, session) == $0.value })
    {
      return known.statement
    }
    var schemas: [String: Bool] = [:]
    let statement = try Binder.bind(
      question.statement, parameterTypes: question.parameterTypes, in: names
    ) { (schema) throws(EngineFailure) in
      schemas[schema] = false
      try PreparedStatement.requireUsage(of: schema, session)
      schemas[schema] = true
    }
    bound[question] = BoundQuestion(statement: statement, schemas: schemas, searchPath: path)
    return statement
  }

  private static func mayUse(_ schema: String, _ session: Session) -> Bool {
    session.holds([PrivilegeCheck(.usage, on: .schema(schema), as: session.role)])
  }
}
