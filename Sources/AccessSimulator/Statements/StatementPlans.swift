import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// Statements decided, by who asked: identities of one role differ only in their claims, which count
/// when a statement runs, so each statement is bound and secured once for all of them.
struct StatementPlans {
  /// A statement taken through binding, row security and privileges.
  struct Plan {
    var secured: SecuredStatement
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

  private var made: [Key: Result<Plan, EngineFailure>] = [:]
  private var bound: [ProbeQuestion: BoundQuestion] = [:]
  private var targets = SharedTargets()
  /// Questions about one relation come together, so that few need be remembered.
  private static let most = 1_000

  /// The plan of a question, or why there is none.
  mutating func plan(
    _ question: ProbeQuestion, _ session: Session
  ) throws(EngineFailure) -> Plan {
    let key = Key(question: question, role: session.role)
    if let known = made[key] { return try known.get() }
    if made.count >= Self.most {
      made.removeAll(keepingCapacity: true)
      bound.removeAll(keepingCapacity: true)
      targets = SharedTargets()
    }
    let result: Result<Plan, EngineFailure>
    do throws(EngineFailure) {
      let secured = try PreparedStatement.secure(
        try statement(of: question, session), session, sharing: targets)
      result = .success(
        Plan(
          secured: secured,
          bypasses: BypassCollector(session.catalog.names).bypasses(of: secured)))
    } catch {
      result = .failure(error)
    }
    made[key] = result
    return try result.get()
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
