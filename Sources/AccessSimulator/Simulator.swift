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
public final class Simulator: DivisibleEngine {
  let engine: RowSecurityEngine
  let database: Database
  private var turns = SessionTurns()
  private var plans = StatementPlans()

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
    plans.forgetPrepared()
    turns.close()
  }

  /// Binds `catalog` and loads `rows`. Every mistake in either is reported; what could not be
  /// bound is undecided, and rows that could not be read are left out.
  public static func load(
    catalog: Catalog, rows: [TableRows], version: PostgresVersion = .v15
  ) -> LoadedSimulator {
    load(CatalogBinding(catalog, version: version), rows: rows)
  }

  /// As above, of a catalog whose binding has begun.
  public static func load(_ binding: CatalogBinding, rows: [TableRows]) -> LoadedSimulator {
    let bound = binding.finish()
    var loader = DatabaseLoader(bound.catalog)
    let database = loader.load(rows)
    return LoadedSimulator(
      simulator: Simulator(RowSecurityEngine(bound.catalog, version: binding.version), database),
      diagnostics: bound.diagnostics + loader.diagnostics)
  }

  public func another() -> Simulator {
    let another = Simulator(engine, Database(sharing: database))
    another.unknownTables = unknownTables
    another.smallestBatch = smallestBatch
    return another
  }

  public func lacksEveryColumn(
    of table: QualifiedName, for command: AccessCommand, as identity: Identity
  ) -> Bool {
    guard case .table(let index)? = engine.catalog.names.relation(table) else { return false }
    let privilege: Privilege =
      switch command {
      case .select: .select
      case .insert: .insert
      case .update: .update
      case .delete: .delete
      }
    let check = PrivilegeCheck(
      privilege, on: .relation(.table(index)), columns: .any, as: identity.role)
    return !engine.privileges.verdict(on: check).isHeld
  }

  public func ask(_ probe: Probe, as identity: Identity) -> [Outcome] {
    defer { turns.keepApart(identity) }
    let prepared: PreparedStatement
    let session: Session
    let types: [DataType]
    do throws(EngineFailure) {
      session = try self.session(for: identity)
      let plan = plans.plan(probe.question, session, identity)
      types = plan.types
      prepared = try plans.prepared(probe.question, plan, session, database)
    } catch {
      let outcome = Outcome(error)
      return probe.parameterSets.map { _ in outcome }
    }
    let settings = session.variables.settings
    return probe.parameterSets.map { parameters in
      // What a function sets is undone with all else.
      defer { session.variables.settings = settings }
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

  /// The session of an identity; kept, since data never changes between probes.
  func session(for identity: Identity) throws(EngineFailure) -> Session {
    if let session = turns.session(for: identity) { return session }
    guard engine.roles.exists(identity.role) else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22023"), "role \"\(identity.role)\" does not exist"))
    }
    let variables = SessionVariables(login: "postgres")
    variables.settings = SessionTurns.settings(of: identity)
    variables.doubtfulTables = unknownTables
    for view in engine.catalog.catalog.views where view.isMaterialized {
      variables.doubtfulTables[view.name.name] = "rows came that it was not refreshed for"
    }
    variables.smallestBatch = smallestBatch
    let session = Session(engine, database, role: identity.role, variables: variables)
    turns.add(session, for: identity)
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
