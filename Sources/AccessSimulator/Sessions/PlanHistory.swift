import AccessModel
import RowSecurity
import SQLBinding

/// The plans made of a prepared statement: one for the values of each EXECUTE at first, then whichever
/// the planner finds cheaper, that or one for any values. RULES 16.
///
/// Source: `choose_custom_plan()` in `src/backend/utils/cache/plancache.c`.
public struct PlanHistory {
  /// For certain values; what is refused as it is planned leaves none.
  private var customPlans = 0
  private var hasGenericPlan = false

  public init() {}

  /// The statement as one of its plans has it, whose privileges are held.
  mutating func plan(
    _ statement: SQLStatement, _ types: [TypeName], _ values: [SQLValue], _ session: Session
  ) throws(EngineFailure) -> SecuredStatement {
    var generic: SecuredStatement?
    if !values.isEmpty, customPlans >= Self.certain {
      let notices = session.variables.notices
      generic = try PreparedStatement.rewrite(statement, types, session)
      if hasGenericPlan { session.variables.notices = notices }
      hasGenericPlan = true
    }
    session.plannedParameters = values
    let custom = try PreparedStatement.rewrite(statement, types, session)
    let failure = try PreparedStatement.failure(of: custom, session)
    let early = custom.privileges.filter(\.isOfPlanning)
    let refusal = try session.engine.privileges.firstFailure(of: early)
    if refusal == nil || refusal != failure { customPlans += 1 }
    if let generic, try PreparedStatement.failure(of: generic, session) != failure {
      throw Self.unknownPlan
    }
    if let failure { throw .postgres(failure) }
    return custom
  }

  /// How many plans are made for certain values before costs decide.
  static let certain = 5

  static let unknownPlan = EngineFailure.undecided(
    Undecided("a missing privilege that one of two plans needs"))
}
