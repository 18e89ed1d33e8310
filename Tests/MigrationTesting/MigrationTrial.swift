public import AccessModel
public import LivePostgres
public import MigrationPlanner

/// A migration from one plan to another on a server, there and back.
public struct MigrationTrial {
  /// Runs a body in an empty database of a server without roles.
  public typealias Run = ((Connection) throws -> Void) throws -> Void

  private let run: Run
  private var snapshots: [String: CatalogSnapshot] = [:]
  /// States in between that were looked at.
  public private(set) var states = 0
  /// Statements that were run.
  public private(set) var statements = 0

  public init(_ run: @escaping Run) { self.run = run }

  public static func load(_ plan: PlanDocument, _ connection: Connection) throws {
    let script = Migration.platformPrelude(for: plan).map { $0 + ";\n" }.joined()
    try connection.execute(script + Migration(plan).sql)
  }

  /// What a server holds where a plan was loaded into an empty database.
  private mutating func snapshot(of plan: PlanDocument) throws -> CatalogSnapshot {
    if let known = snapshots[plan.title] { return known }
    var snapshot: CatalogSnapshot?
    try run { connection in
      try Self.load(plan, connection)
      snapshot = try CatalogSnapshot(of: connection)
    }
    snapshots[plan.title] = snapshot
    guard let snapshot else { throw Failure(problem: "no snapshot of \(plan.title)") }
    return snapshot
  }

  public struct Failure: Error, CustomStringConvertible {
    var problem: String
    public var description: String { problem }
  }

  /// Applies a migration in one transaction.
  public static func apply(_ migration: PlannedMigration, _ connection: Connection) throws {
    try connection.execute("BEGIN")
    for statement in migration.statements {
      do {
        try connection.query(statement.text)
      } catch {
        try connection.execute("ROLLBACK")
        throw Failure(problem: "\(statement.title): \(statement.text): \(error)")
      }
    }
    try connection.execute("COMMIT")
  }

  /// Applies a plan as `apply` does, everything taken over; how it ended.
  public static func applied(to address: String, _ plan: PlanDocument) throws -> String {
    let connection = try Connection(address)
    let planned = try CatalogSnapshot(of: connection)
    func migration() throws -> PlannedMigration {
      PlannedMigration(
        from: try LiveCatalog.read(from: connection).catalog, to: plan, takeOver: ["*"],
        version: connection.serverVersion.known)
    }
    let statements = try migration().statements.map(\.text)
    let run = MigrationRun(connection, statements: statements, planned: planned)
    return "\(try run.run { _ in try migration().statements.map(\.text) })"
  }

  /// The order of columns means nothing. Views, functions and conditions are compared by what
  /// they say, for a server writes one in several ways.
  private static func lines(_ snapshot: CatalogSnapshot) -> Set<String> {
    Set(
      snapshot.lines.filter { !$0.hasPrefix("view ") && !$0.hasPrefix("function ") }.map { line in
        if line.hasPrefix("column ") {
          return line.split(separator: " ").filter { !$0.hasPrefix("#") }.joined(separator: " ")
        }
        guard line.hasPrefix("policy "), let using = line.firstRange(of: " USING ") else {
          return line
        }
        return String(line[..<using.lowerBound])
      })
  }

  public static func difference(_ a: CatalogSnapshot, _ b: CatalogSnapshot) -> [String] {
    let (first, second) = (lines(a), lines(b))
    return first.subtracting(second).sorted().map { "- \($0)" }
      + second.subtracting(first).sorted().map { "+ \($0)" }
  }

  /// What goes wrong from `first` to `second` and back; empty: nothing.
  public mutating func problems(
    from first: PlanDocument, to second: PlanDocument
  ) throws -> [String] {
    let (start, end) = (try snapshot(of: first), try snapshot(of: second))
    var problems: [String] = []
    var counts = (states: 0, statements: 0)
    try run { connection in
      try Self.load(first, connection)
      let live = try LiveCatalog.read(from: connection).catalog
      let version = connection.serverVersion.known
      let migration = PlannedMigration(
        from: live, to: second, takeOver: ["*"], version: version)
      counts = (migration.prefixes.count, migration.statements.count)
      problems += migration.unplanned.map { "not planned: \($0)" }
      problems += migration.prefixes.wider.map {
        "wider after \(migration.statements[$0.statement].text): \($0.object)"
      }
      do {
        try Self.apply(migration, connection)
      } catch let failure as Failure {
        problems.append(failure.problem)
        return
      }
      problems += try Self.difference(end, CatalogSnapshot(of: connection))
      let again = PlannedMigration(
        from: try LiveCatalog.read(from: connection).catalog, to: second, takeOver: ["*"],
        version: version)
      problems += again.statements.map { "planned again: \($0.text)" }
      let rollback = migration.rollback
      problems += rollback.unplanned.map { "not planned back: \($0)" }
      do {
        try Self.apply(rollback, connection)
      } catch let failure as Failure {
        problems.append("back: \(failure.problem)")
        return
      }
      problems += try Self.difference(start, CatalogSnapshot(of: connection)).map { "back: \($0)" }
      let left = PlannedMigration(
        from: try LiveCatalog.read(from: connection).catalog, to: live,
        administrator: first.administrator, version: version)
      problems += left.statements.map { "not back: \($0.text)" }
    }
    states += counts.states
    statements += counts.statements
    return problems
  }
}
