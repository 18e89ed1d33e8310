public import AccessDecisions
public import AccessModel
import RowSecurity
import SQLBinding

/// One statement, looked at in the state of a session that it leaves as it is.
///
/// ```swift
/// let inspection = session.inspect(statement)
/// let why = inspection.answer, how = inspection.trace, ways = inspection.proposals
/// ```
public final class StatementInspection {
  /// What becomes of the statement.
  public let outcome: Outcome
  let explainer: Explainer

  init(_ outcome: Outcome, _ explainer: Explainer) {
    self.outcome = outcome
    self.explainer = explainer
  }

  deinit { explainer.session.close() }

  /// Whether the statement read or changed rows.
  public var isAllowed: Bool {
    switch Decision(outcome) {
    case .allowed, .bypassed: true
    default: false
    }
  }

  /// Whether neither privileges nor policies stand in the way any more: the statement reads or
  /// changes rows, or there are none for it to find, or the data's own constraints stop it.
  public var isGranted: Bool {
    switch Decision(outcome) {
    case .filtered: explainer.hidingTables.isEmpty
    // Names, types and rights are of class 42, and come before what the data are.
    case .error(let error): !error.sqlState.rawValue.hasPrefix("42")
    case let decision: decision.isAccessGranted
    }
  }

  /// Everything the statement meets, as a tree: privileges with the grant that gives them, policies
  /// with the value of every part of their expressions.
  public var trace: TraceNode { explainer.trace(outcome) }

  /// Why, in a sentence or a few.
  public var answer: [String] { explainer.answer(outcome) }

  /// Changes that may let the statement through. None has been tried.
  public var proposals: [ProposedChange] { explainer.proposals(outcome) }

  /// What stands in the way now: a change that leaves it the same has achieved nothing.
  public var obstacle: String { explainer.obstacle(outcome) }
}

extension SimulatedSession {
  /// Runs a statement in a copy of this session, and keeps what is needed to explain it.
  public func inspect(
    _ statement: SQLStatement, parameterTypes: [TypeName] = [], parameters: [String?] = [],
    services: FunctionServices? = nil
  ) -> StatementInspection {
    let trial = fork()
    trial.services = services
    trial.variables.observed = []
    var outcome: Outcome
    do throws(EngineFailure) {
      outcome = .completed(
        try trial.run(statement, parameterTypes: parameterTypes, parameters: parameters))
    } catch {
      outcome = Outcome(error)
    }
    let copy = fork()
    let session = copy.evaluation()
    let explainer = Explainer(
      origin: copy, session: session, statement: statement, parameterTypes: parameterTypes,
      parameters: parameters, trial: trial.variables)
    if case .refused(let error, _) = outcome, let secured = explainer.secured {
      outcome = .refused(
        error, bypasses: BypassCollector(session.catalog.names).bypasses(of: secured))
    }
    return StatementInspection(outcome, explainer)
  }
}
