public import AccessDecisions
public import AccessModel
import RowSecurity
import SQLBinding

extension Simulator {
  /// The outcomes on the rows as `change` leaves them; undecided where something stops the change.
  public func ask(
    _ probe: Probe, as identity: Identity, after change: PriorChange
  ) -> [Outcome] {
    let session = SimulatedSession(version: engine.version)
    let variables = SessionVariables(login: change.identity.role)
    variables.version = engine.version
    variables.settings.set(
      "request.jwt.claims", change.identity.claims ?? "", isLocal: false)
    variables.doubtfulTables = unknownTables
    variables.sequences = database.sequences
    session.take(variables, engine, Database(sharing: database))
    do throws(EngineFailure) {
      _ = try session.run(
        change.probe.statement, parameterTypes: change.probe.parameterTypes,
        parameters: change.probe.parameterSets.first ?? [])
    } catch {
      let outcome = Outcome(error).ofChange
      return probe.parameterSets.map { _ in outcome }
    }
    let changed = Simulator(engine, session.store.database)
    changed.unknownTables = session.doubtfulTables
    return changed.ask(probe, as: identity)
  }
}
