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
  }

  /// A statement whose names are resolved, and what that found of the schemas it may use: for whoever
  /// may use the same, names mean the same.
  private struct BoundQuestion {
    var statement: BoundStatement
    var schemas: [String: Bool]
    var searchPath: [String]
  }

  private var made: [Key: Plan] = [:]
  private var bound: [ProbeQuestion: BoundQuestion] = [:]
  private var targets = SharedTargets()
  /// Questions about one relation come together, so that few need be remembered.
  private static let most = 128

  mutating func plan(_ question: ProbeQuestion, _ session: Session) -> Plan {
    let key = Key(question: question, role: session.role)
    if let known = made[key] { return known }
    if made.count >= Self.most {
      made.removeAll(keepingCapacity: true)
      bound.removeAll(keepingCapacity: true)
      targets = SharedTargets()
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
    made[key] = plan
    return plan
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
