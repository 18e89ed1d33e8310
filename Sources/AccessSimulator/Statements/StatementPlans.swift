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

  private var made: [Key: Result<Plan, EngineFailure>] = [:]
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
      targets = SharedTargets()
    }
    let result: Result<Plan, EngineFailure>
    do throws(EngineFailure) {
      let secured = try PreparedStatement.secure(
        question.statement, question.parameterTypes, session, sharing: targets)
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
}
