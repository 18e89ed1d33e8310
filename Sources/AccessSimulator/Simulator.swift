public import AccessDecisions
public import AccessFixtures
public import AccessModel
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

  public let name = "simulator"

  init(_ engine: RowSecurityEngine, _ database: Database) {
    self.engine = engine
    self.database = database
  }

  deinit {
    for session in sessions.values { session.close() }
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
    let runner: StatementRunner
    let types: [DataType?]
    let bypasses: [Bypass]
    do throws(EngineFailure) {
      let session = try session(for: identity)
      let bound = try Binder.bind(
        probe.statement, parameterTypes: probe.parameterTypes, in: engine.catalog.names
      ) { (schema) throws(EngineFailure) in
        let check = PrivilegeCheck(.usage, on: .schema(schema), as: session.role)
        if let error = try self.engine.privileges.firstFailure(of: [check]) {
          throw .postgres(error)
        }
      }
      let secured = try engine.secure(
        bound, as: session.role, folding: ConstantFolder(session: session).fold)
      if let error = try engine.privileges.firstFailure(of: secured.privileges) {
        throw .postgres(error)
      }
      types = probe.parameterTypes.map { DataType($0) }
      bypasses = BypassCollector(engine.catalog.names).bypasses(of: secured)
      runner = try StatementRunner(secured, session, database)
    } catch {
      let outcome = Outcome(error)
      return probe.parameterSets.map { _ in outcome }
    }
    return probe.parameterSets.map { parameters in
      do throws(EngineFailure) {
        var completion = try runner.run(try Self.values(parameters, types))
        completion.bypasses = bypasses
        return .completed(completion)
      } catch {
        if case .postgres(let error) = error { return .refused(error, bypasses: bypasses) }
        return Outcome(error)
      }
    }
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
    let settings = ["request.jwt.claims": identity.claims ?? ""]
    let session = Session(
      engine, database, role: identity.role, sessionUser: "postgres", settings: settings)
    sessions[identity] = session
    return session
  }

  static func values(
    _ parameters: [String?], _ types: [DataType?]
  ) throws(EngineFailure) -> [SQLValue] {
    guard parameters.count == types.count else {
      throw .undecided(
        Undecided("\(parameters.count) parameters where \(types.count) are declared"))
    }
    var result: [SQLValue] = []
    for (text, type) in zip(parameters, types) {
      guard let text else {
        result.append(.null)
        continue
      }
      result.append(try .input(text, as: type ?? .text))
    }
    return result
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
