import AccessDecisions
import AccessModel
import AccessReports
import ArgumentParser
import Foundation
import MigrationPlanner

/// `plan-migration`: the statements from a database as it is to the plan.
struct PlanMigrationCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "plan-migration",
      abstract: "Write the statements that make a database what the plan says.",
      discussion: """
        Only what differs is changed; expressions are compared in PostgreSQL's own normal form. The \
        statements are in an order in which no state in between gives anybody more than the database \
        as it is or the plan: this is checked for each state, by its privileges and policies, and \
        with '--fixtures' on rows too.

        What Rowkeep made it knows by its comment. All else is left alone, and named on standard \
        error. A table's rows are dropped only with '--take-over'. A header says what rows lose: \
        by what is dropped, and by new types of columns.

        The type of a column changes by PostgreSQL's own conversion, else by a cast, and what stands \
        on the column is dropped before and made again after. A label that an enum gets can't be \
        used by the same migration; labels, attributes and base types that PostgreSQL can't change \
        are named, with what to do.

        Exit status: 0 written, or nothing to do; 1 something that is not the plan's may widen \
        access, or the plan can't be reached; 2 an input can't be used; 4 no database.
        """)
  }

  @Argument(
    help: ArgumentHelp(
      "The database as it is: 'postgres://…', or any other input.", valueName: "live"))
  var live: String

  @OptionGroup var input: Input
  @OptionGroup var variant: VariantOption
  @OptionGroup var takeOver: TakeOverOption
  @OptionGroup var fixtures: FixturesOption

  @Option(
    help: ArgumentHelp(
      """
      plain: one transaction; supabase, flyway: without, as these make their own; with a folder as \
      '--output', under the name that they expect; json.
      """,
      valueName: "format"))
  var format = MigrationFormat.plain

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to a file or a folder.", valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("Write what undoes it to a file.", valueName: "file"), completion: .file())
  var rollback: String?

  func run(in context: CommandContext) throws -> ExitStatus {
    let (before, reader) = try MigrationInputs.state(live, as: input.version, in: context)
    let source = try input.load(as: before.decidingVersion, in: context)
    var plan = try source.document(of: source.entry(variant.variant), in: context)
    if let reader {
      plan = plan.adapted(
        toOwnersOf: before.catalog, connectedAs: reader, version: before.decidingVersion)
    }
    var inputs = MigrationInputs(live: before, plan: plan)
    if fixtures.fixtures != nil {
      inputs.fixtures = try fixtures.required(
        for: "plan-migration", variants: source.variantNames, plan, in: context)
    }
    let migration = PlannedMigration(
      from: before.catalog, to: plan, takeOver: Set(takeOver.takeOver),
      version: before.decidingVersion)
    let judged = try MigrationJudgement(migration, inputs, in: context)
    guard judged.isPossible else { return .findings }
    if migration.statements.isEmpty {
      context.progress("Nothing to do: the database is what the plan says.")
    }
    let text = MigrationText(
      title: plan.title, from: before.title, migration: migration,
      access: judged.access?.difference, simulated: judged.access?.states)
    try write(text, in: context)
    return judged.hasFindings ? .findings : .clean
  }

  private func write(_ text: MigrationText, in context: CommandContext) throws {
    let sql = format == .json ? text.json.text() : text.sql(format)
    let paths = MigrationPaths(format, output: output, name: text.title)
    if let path = paths.migration {
      if !text.migration.statements.isEmpty { try TextFile.write(sql, to: path) }
    } else if format == .json || !text.migration.statements.isEmpty {
      context.output.write(sql)
    }
    guard let path = rollback ?? paths.rollback, !text.migration.statements.isEmpty else { return }
    var back = text
    back.migration = text.migration.rollback
    back.simulated = nil
    try TextFile.write(back.sql(format, isRollback: true), to: path)
  }
}

extension MigrationFormat: ExpressibleByArgument {}

/// Where a migration and its undoing are written.
struct MigrationPaths {
  var migration: String?
  var rollback: String?

  init(_ format: MigrationFormat, output: String?, name: String, now: Date = Date()) {
    migration = output
    var isFolder: ObjCBool = false
    guard let output, FileManager.default.fileExists(atPath: output, isDirectory: &isFolder),
      isFolder.boolValue
    else { return }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyyMMddHHmmss"
    let stamp = formatter.string(from: now)
    let slug = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    switch format {
    case .flyway:
      migration = "\(output)/V\(stamp)__\(slug).sql"
      rollback = "\(output)/U\(stamp)__\(slug).sql"
    case .supabase, .plain, .json: migration = "\(output)/\(stamp)_\(slug).sql"
    }
  }
}

/// Whether a migration may be written or applied, and what is said about it.
struct MigrationJudgement {
  var access: SimulatedAccess?
  var isPossible = true
  var hasFindings = false

  /// Says on standard error what is not the plan's, what can't be done, and what is too wide.
  init(
    _ migration: PlannedMigration, _ inputs: MigrationInputs, in context: CommandContext
  ) throws {
    for report in migration.reports {
      let word = report.isFinding ? "warning" : "note"
      context.errors.write("\(word): \(report.message)\n  fix: \(report.help)\n")
      hasFindings = hasFindings || report.isFinding
    }
    for text in migration.unplanned {
      isPossible = false
      context.error("the plan can't be reached by statements that Rowkeep writes: \(text)")
    }
    let wider = Dictionary(grouping: migration.prefixes.wider, by: \.object)
    for (object, states) in wider.sorted(by: { $0.key < $1.key }) {
      isPossible = false
      let numbers = states.map { "\($0.statement + 1)" }.joined(separator: ", ")
      context.error(
        "after statement \(numbers) \(object) may give more than before and after",
        help: "change the plan in two steps")
    }
    guard isPossible else { return }
    access = try inputs.access(of: migration)
    for (statement, change) in access?.wider ?? [] {
      isPossible = false
      context.error("after statement \(statement + 1): \(change.text), more than before and after")
    }
  }
}

extension MigrationText {
  /// What `plan-migration --format json` writes.
  var json: JSONValue {
    func texts(_ changes: [String]) -> JSONValue { .array(changes.map { .string($0) }) }
    return .report(
      "plan-migration", plan: title,
      [
        .init("from", .string(from)),
        .init("statements", texts(migration.statements.map(\.text))),
        .init("states", .integer(migration.prefixes.count)),
        .init("gained", texts(access?.gained.map(\.text) ?? migration.widened)),
        .init("lost", texts(access?.lost.map(\.text) ?? [])),
        .init("rowsLose", texts(migration.losses.map(\.text))),
        .init(
          "notPlanned",
          .array(
            migration.reports.map {
              ["message": .string($0.message), "finding": .boolean($0.isFinding)]
            })),
      ])
  }
}
