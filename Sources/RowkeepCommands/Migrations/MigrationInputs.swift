import AccessDecisions
import AccessFixtures
import AccessModel
import AccessSimulator
import ArgumentParser
import MigrationPlanner
import SQLFrontend

/// `--take-over`.
struct TakeOverOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Treat this as the plan's although it carries no mark: 'table', or 'table.name' of a policy, \
      column, constraint, index, trigger or rule. Drops it, with its rows, if the plan has none. \
      '*' stands for everything of the plan's tables. May be repeated.
      """,
      valueName: "name"))
  var takeOver: [String] = []
}

/// What a migration starts from, and what it goes to.
struct MigrationInputs {
  var live: PlanDocument
  var plan: PlanDocument
  var fixtures: Fixtures?

  /// The database's state as a catalog with the marks that it has, or would have if the plan were
  /// loaded. `version`: as which an input is taken that is no database.
  ///
  /// `reader`: as whom a database was read; nil for other inputs.
  static func state(
    _ path: String, as version: VersionOption, in context: CommandContext
  ) throws(CommandFailure) -> (document: PlanDocument, reader: String?) {
    let isLive = LiveInput(path) != nil
    let source = try InputReader(
      path: path, context: context, version: isLive ? nil : version.postgres
    ).read()
    var document = try source.document(of: source.entry(nil), in: context)
    if isLive { try version.require(document.decidingVersion) }
    let isStored = isLive || source.rows != nil
    if !isStored { document.catalog = compiled(document) }
    return (document, source.reader)
  }

  /// What a server would hold of a plan.
  static func compiled(_ plan: PlanDocument) -> Catalog {
    let script = Migration.platformPrelude(for: plan) + Migration(plan).statements
    let text = script.map { $0 + ";\n" }.joined()
    return SQLReader(version: plan.decidingVersion).read([
      SQLFile(name: plan.title, text: text)
    ]).catalog
  }

  /// Who gains and loses what, and the states in between on the fixtures' rows.
  func access(of migration: PlannedMigration) throws -> SimulatedAccess? {
    guard let fixtures else { return nil }
    return try SimulatedAccess(migration, plan: plan, fixtures: fixtures)
  }
}

/// What the fixtures' identities reach before, after and in between.
struct SimulatedAccess {
  var difference: MatrixDifference
  /// States in between that give more, by the number of the statement before.
  var wider: [(statement: Int, change: MatrixDifference.Change)] = []
  var states = 0

  init(_ migration: PlannedMigration, plan: PlanDocument, fixtures: Fixtures) throws {
    func matrix(_ catalog: Catalog) throws -> Matrix {
      var document = plan
      document.catalog = catalog
      let names = Set(plan.catalog.relationNames)
      let identities = fixtures.identities.filter { catalog.role($0.role) != nil }
      let rows = fixtures.rows.compactMap { $0.fitted(to: catalog) }
      let loaded = Simulator.load(catalog: catalog, rows: rows, version: migration.version)
      return try Matrix(
        asking: loaded.simulator, document, identities: identities,
        relations: catalog.relationNames.filter(names.contains))
    }
    let (before, after) = (try matrix(migration.before), try matrix(migration.after))
    difference = MatrixDifference(from: before, to: after)
    for state in migration.states() {
      states += 1
      wider += try matrix(state.catalog).wider(than: before, after).map { (state.statement, $0) }
    }
  }
}

extension TableRows {
  /// Without columns that a state has not; nil where it has no such table.
  fileprivate func fitted(to catalog: Catalog) -> TableRows? {
    guard let known = catalog.table(table) else { return nil }
    let kept = columns.indices.filter { index in
      known.columns.contains { $0.name == columns[index] }
    }
    guard kept.count < columns.count else { return self }
    return TableRows(
      table, columns: kept.map { columns[$0] },
      rows: rows.map { row in Row(kept.map { row.values[$0] }) })
  }
}
