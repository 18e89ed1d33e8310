public import AccessDecisions
public import AccessFixtures
public import AccessModel
import Dispatch
import RowSecurity
import SQLBinding

/// Decides statements on rows in memory as PostgreSQL would, without a server.
///
/// ```swift
/// let loaded = Simulator.load(catalog: catalog, rows: fixtures.rows)
/// let outcome = try loaded.simulator.ask(statement, as: Identity("ana", role: "authenticated"))
/// ```
public final class Simulator: DecisionEngine {
  let engine: RowSecurityEngine
  let database: Database
  private var sessions: [Identity: Session] = [:]
  private let secured = SecuredStatements()

  public let name = "simulator"
  /// Names of tables whose rows are not known, and why: what reads them is undecided.
  public var unknownTables: [String: String] = [:]
  /// From how many rows on a table's are decided all at once, column by column, and not each by
  /// itself. Decisions are the same; tests lower it to see that.
  public var smallestBatch = 128

  init(_ engine: RowSecurityEngine, _ database: Database) {
    self.engine = engine
    self.database = database
  }

  deinit { forgetDecisions() }

  /// Forgets what was found for identities, and finds it again when asked. The rows stay, and their
  /// indexes.
  public func forgetDecisions() {
    for session in sessions.values { session.close() }
    sessions = [:]
  }

  /// Binds `catalog` and loads `rows`. Every mistake in either is reported; what could not be
  /// bound is undecided, and rows that could not be read are left out.
  public static func load(catalog: Catalog, rows: [TableRows]) -> LoadedSimulator {
    let bound = BoundCatalog.load(catalog)
    var loader = DatabaseLoader(bound.catalog)
    let database = loader.load(rows)
    return LoadedSimulator(
      simulator: Simulator(RowSecurityEngine(bound.catalog), database),
      diagnostics: bound.diagnostics + loader.diagnostics)
  }

  public func ask(_ probe: Probe, as identity: Identity) -> [Outcome] {
    let prepared: PreparedStatement
    do throws(EngineFailure) {
      prepared = try PreparedStatement(
        probe.statement, probe.parameterTypes, try session(for: identity), database)
    } catch {
      let outcome = Outcome(error)
      return probe.parameterSets.map { _ in outcome }
    }
    let types = probe.parameterTypes.map { DataType($0) ?? .text }
    return probe.parameterSets.map { parameters in
      do throws(EngineFailure) {
        let values = try PreparedStatement.values(parameters, types)
        return .completed(try prepared.run(values))
      } catch {
        if case .postgres(let error) = error {
          return .refused(error, bypasses: prepared.bypasses)
        }
        return Outcome(error)
      }
    }
  }

  /// As `ask` for each of several identities, at the same time where there are processors.
  public func ask(_ probe: Probe, as identities: [Identity]) -> [[Outcome]] {
    // Sessions are made here, and from then on belong to one identity each.
    for identity in identities { _ = try? session(for: identity) }
    var outcomes = [[Outcome]](repeating: [], count: identities.count)
    let groups = Dictionary(grouping: identities.indices) { identities[$0] }.values.map(\.self)
    outcomes.withUnsafeMutableBufferPointer { outcomes in
      nonisolated(unsafe) let outcomes = outcomes
      nonisolated(unsafe) let simulator = self
      DispatchQueue.concurrentPerform(iterations: groups.count) { number in
        for index in groups[number] {
          outcomes[index] = simulator.ask(probe, as: identities[index])
        }
      }
    }
    return outcomes
  }

  /// The session of an identity; kept, since data never changes between probes.
  func session(for identity: Identity) throws(EngineFailure) -> Session {
    if let known = sessions[identity] { return known }
    guard engine.roles.exists(identity.role) else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22023"), "role \"\(identity.role)\" does not exist"))
    }
    // A session without claims has the setting, empty, as any pooled connection soon does.
    let variables = SessionVariables(login: "postgres")
    variables.settings.set("request.jwt.claims", identity.claims ?? "", isLocal: false)
    variables.doubtfulTables = unknownTables
    let session = Session(engine, database, role: identity.role, variables: variables)
    session.smallestBatch = smallestBatch
    session.secured = secured
    sessions[identity] = session
    return session
  }
}

/// A simulator, and what was wrong with what it was made from.
public struct LoadedSimulator {
  public let simulator: Simulator
  public let diagnostics: [Diagnostic]
}

extension Outcome {
  init(_ failure: EngineFailure) {
    switch failure {
    case .postgres(let error): self = .refused(error)
    case .undecided(let construct): self = .undecided(construct)
    }
  }
}
