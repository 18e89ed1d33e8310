import AccessDecisions
import AccessModel
import AccessReports
import ArgumentParser
import Foundation
import LivePostgres
import MigrationPlanner

/// `apply`: a plan on a running database, in one transaction.
struct ApplyCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "apply", abstract: "Make a database what the plan says, in one transaction.",
      discussion: """
        Plans as 'plan-migration' does, and runs the statements: all of them or none, whenever it is \
        killed. Runs wait for each other. The catalog must be as it was when the statements were \
        planned, and what they made is read back before and after it is committed. Rights that the \
        connecting role lacks are named before anything is done.

        Where somebody gains access, or a new type holds less than values of a column say, it asks \
        on a terminal, and needs '--yes' elsewhere.

        Exit status: 0 applied, or nothing to do; 1 not applied: findings, missing rights, or the \
        database has changed meanwhile; 2 an input can't be used; 4 the database can't be reached or \
        refuses.
        """)
  }

  @Argument(help: ArgumentHelp("The database: 'postgres://…'.", valueName: "url"))
  var database: String

  @OptionGroup var input: Input
  @OptionGroup var variant: VariantOption
  @OptionGroup var takeOver: TakeOverOption
  @OptionGroup var fixtures: FixturesOption

  @Flag(help: "Show who gains and loses what, and the statements; change nothing.")
  var dryRun = false

  @Flag(help: "Apply even where somebody gains access or values lose something.")
  var yes = false

  @Flag(
    help: """
      With '--fixtures': count what its identities see in the database before and after, in a \
      transaction that is rolled back. It takes the locks that the migration needs.
      """)
  var liveCounts = false

  @Option(help: ArgumentHelp("Wait so long for a lock.", valueName: "seconds"))
  var lockTimeout = 5

  @Option(help: ArgumentHelp("Let a statement run so long.", valueName: "seconds"))
  var statementTimeout = 60

  func validate() throws {
    guard LiveInput(database) != nil else {
      throw ValidationError("apply needs the address of a database, as in 'postgres://host/name'")
    }
    guard (1...86_400).contains(lockTimeout), (1...86_400).contains(statementTimeout) else {
      throw ValidationError("timeouts are seconds, from 1 to 86400")
    }
    if liveCounts, fixtures.fixtures == nil {
      throw ValidationError("'--live-counts' needs '--fixtures', for whom to count")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try Connection(database)
    let version = connection.serverVersion.known
    let source = try input.load(for: version, in: context)
    let state = try LiveState(connection)
    let plan = try source.document(of: source.entry(variant.variant), in: context)
      .adapted(
        toOwnersOf: state.live.catalog, connectedAs: state.live.role, version: version)
    var inputs = MigrationInputs(live: state.live.document, plan: plan)
    if fixtures.fixtures != nil {
      inputs.fixtures = try fixtures.required(
        for: "apply", variants: source.variantNames, plan, in: context)
    }
    let migration = PlannedMigration(
      from: state.live.catalog, to: plan, takeOver: Set(takeOver.takeOver),
      version: version)
    let judged = try MigrationJudgement(migration, inputs, in: context)
    guard judged.isPossible else { return .findings }
    let ending: ExitStatus = judged.hasFindings ? .findings : .clean
    guard !migration.statements.isEmpty else {
      context.output.write("nothing to do: the database is what the plan says\n")
      return ending
    }
    let missing = migration.missingRights(as: state.live.role)
    guard missing.isEmpty else {
      // What is missing because the statement that makes it is refused is no news.
      let first = missing.filter { !$0.hasSuffix("does not exist") }
      for right in first.isEmpty ? missing : first {
        context.error("`\(state.live.role)` may not: \(right)")
      }
      return .findings
    }
    let text = MigrationText(
      title: plan.title, from: state.live.database, migration: migration,
      access: judged.access?.difference, simulated: judged.access?.states)
    if liveCounts, let fixtures = inputs.fixtures {
      try LiveCounts(connection, migration, plan, fixtures, lockTimeout: lockTimeout)
        .write(in: context)
    }
    if dryRun {
      context.output.write(text.sql(.plain))
      return ending
    }
    guard try isAgreed(text, in: context) else { return .findings }
    return try apply(migration, plan, on: connection, state.snapshot, in: context) ?? ending
  }

  /// Asks people; programs must have said so.
  private func isAgreed(_ text: MigrationText, in context: CommandContext) throws -> Bool {
    let gained = text.access?.gained.map(\.text) ?? text.migration.widened
    // What `--take-over` drops has been asked for.
    let lost = text.migration.losses.filter { !$0.isAskedFor }.map(\.text)
    guard !gained.isEmpty || !lost.isEmpty, !yes else { return true }
    for (word, changes) in [("gains", gained), ("rows lose", lost)] {
      for change in changes.prefix(20) { context.errors.write("\(word): \(change)\n") }
      if changes.count > 20 { context.errors.write("\(word): and \(changes.count - 20) more\n") }
    }
    guard context.isInputTerminal, context.isErrorTerminal else {
      context.error(
        "\(gained.isEmpty ? "rows lose something" : "somebody gains access"), and nothing was changed",
        help: "look at it, and add `--yes`")
      return false
    }
    context.errors.write("Apply? [y/N] ")
    let answer = readLine()?.lowercased()
    return answer == "y" || answer == "yes"
  }

  /// Nil where it went well.
  private func apply(
    _ migration: PlannedMigration, _ plan: PlanDocument, on connection: Connection,
    _ snapshot: CatalogSnapshot, in context: CommandContext
  ) throws -> ExitStatus? {
    var run = MigrationRun(
      connection, statements: migration.statements.map(\.text), planned: snapshot)
    run.limits.lock = lockTimeout
    run.limits.statement = statementTimeout
    run.progress = { context.progress($0) }
    func differences(_ connection: Connection) throws -> [String] {
      let now = try LiveCatalog.read(from: connection)
      return PlannedMigration(
        from: now.catalog, to: plan, takeOver: Set(takeOver.takeOver), version: now.version.known
      ).statements.map(\.text).filter { !$0.hasPrefix("SET LOCAL ") }
    }
    switch try run.run(differences) {
    case .nothingToDo:
      context.output.write("nothing to do: another run has applied it meanwhile\n")
      return nil
    case .changedMeanwhile(let lines):
      context.error(
        "the database has changed since it was read, and nothing was done: "
          + (lines.first ?? ""), help: "run `apply` again")
      return .findings
    case .notAsPlanned(let lines):
      context.error(
        "the statements did not make what was planned, and all was rolled back; left to do: "
          + (lines.first ?? ""), help: "this is a mistake in Rowkeep: please report it")
      return .findings
    case .applied:
      let left = try differences(connection)
      guard left.isEmpty else {
        context.error(
          "applied, but the database has changed again since; left to do: \(left.first ?? "")",
          help: "run `apply` again")
        return .findings
      }
      let count = migration.statements.count
      context.output.write("applied: \(count) statements, read back and as planned\n")
      return nil
    }
  }
}

/// A database in one snapshot: as the model has it, and as lines that show any change.
struct LiveState {
  var live: LiveCatalog
  var snapshot: CatalogSnapshot

  init(_ connection: Connection) throws {
    try connection.execute(
      "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL lock_timeout = '30s'")
    defer { _ = try? connection.execute("ROLLBACK") }
    do {
      live = try LiveCatalog.read(from: connection)
      snapshot = try CatalogSnapshot(of: connection)
    } catch let error as PostgresError {
      // Definitions can't be read while another session holds a table for itself.
      throw CommandFailure.unreachable("the database can't be read: \(error.message)")
    }
  }
}
