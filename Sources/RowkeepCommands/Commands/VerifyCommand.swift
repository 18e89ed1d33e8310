import AccessDecisions
import AccessModel
import AccessReports
import ArgumentParser
import LivePostgres

/// `verify`: every decision again on a real server.
struct VerifyCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "verify", abstract: "Ask PostgreSQL every decision too, and compare.",
      discussion: """
        Asks the simulator and a server what the matrix, the cases and the intents ask, and \
        compares each outcome: rows, command tag, or SQLSTATE and message. On the server all of \
        it happens in a transaction that is rolled back.

        A scratch server gets the plan's migration first. A database has it already: what it and \
        the plan say differently is its drift, told first, both ways. It must let the user act as \
        every identity's role; the grant that is missing is named. Tables must be empty, for the \
        fixtures; with '--existing-data' the rows that are there are asked about, read only.

        Exit status: 0 agreement; 1 drift or disagreement; 2 wrong usage; 3 undecided, or nothing \
        compared; 4 the database can't be reached or used.
        """)
  }

  @OptionGroup var input: Input
  @OptionGroup var variant: VariantOption

  @Flag(help: "Verify the plan as stated and all its variants.")
  var allVariants = false

  @OptionGroup var fixtures: FixturesOption

  @Flag(
    help: "Start a private PostgreSQL, of the version '--postgres', and remove it afterwards.")
  var scratch = false

  @Option(help: ArgumentHelp("Verify this database.", valueName: "url"))
  var database: String?

  @Flag(help: "Compare who reads what of the rows that are in the database.")
  var existingData = false

  @Flag(
    help: """
      The database has not got the plan yet: run its migration there first, in the transaction \
      that is rolled back.
      """)
  var withMigration = false

  @Option(help: ArgumentHelp("Show this many disagreements.", valueName: "number"))
  var show = 10

  @OptionGroup var format: FormatOption
  @OptionGroup var undecided: UndecidedOption

  func validate() throws {
    if scratch == (database != nil) {
      throw ValidationError("verify needs either '--scratch' or '--database <url>'")
    }
    if database == nil, existingData || withMigration {
      throw ValidationError("'--existing-data' and '--with-migration' need '--database <url>'")
    }
    if existingData, withMigration {
      throw ValidationError("'--existing-data' and '--with-migration' exclude each other")
    }
    if allVariants, database != nil, !withMigration {
      throw ValidationError("a database has one variant: name it with '--variant'")
    }
    if allVariants, variant.variant != nil {
      throw ValidationError("'--all-variants' and '--variant' exclude each other")
    }
    if show < 0 { throw ValidationError("'--show' takes a number from 0") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    if let database, !withMigration {
      let target = try LiveTarget(database, in: context)
      guard let workspace = try workspaces(on: target.version, in: context).first else {
        return .undecided
      }
      return try verify(workspace, on: target, in: context)
    }
    guard let database else {
      // Before a server is started: what does not load needs none.
      let installation = try input.version.installation()
      let workspaces = try workspaces(on: installation.version, in: context)
      let target = try VerificationTarget(scratch: installation, context: context)
      defer { target.stop() }
      return try verify(workspaces, on: target, in: context)
    }
    let target = try VerificationTarget(database: database)
    return try verify(workspaces(on: target.version, in: context), on: target, in: context)
  }

  /// What is verified, for a server of that version.
  private func workspaces(
    on version: PostgresVersion, in context: CommandContext
  ) throws(CommandFailure) -> [Workspace] {
    let source = try input.load(for: version, in: context)
    let entries = allVariants ? source.entries : [try source.entry(variant.variant)]
    var result: [Workspace] = []
    for entry in entries {
      result.append(
        try Workspace.load(entry, of: source, fixtures, for: "verify", in: context))
    }
    return result
  }

  /// Holds a database against the plan: first its catalog, then its decisions.
  private func verify(
    _ workspace: Workspace, on target: LiveTarget, in context: CommandContext
  ) throws -> ExitStatus {
    let drift = target.drift(from: workspace.document)
    let title = workspace.document.title
    if format.format == .text {
      context.output.write(
        drift.text(title: title, database: target.live.database, style: context.outputStyle) + "\n")
    }
    context.report(target.live.diagnostics, locator: SourceLocator(roots: []))
    context.progress("Verifying \(title)…")
    // Without its relations nothing can be asked: that is drift already, and told.
    let canAsk = target.missing(of: workspace.document).isEmpty
    let comparison =
      canAsk
      ? try target.compare(workspace, limit: max(show, 1), existingData: existingData) : nil
    var verification = VerificationReport(
      comparison.map { [ComparisonReport(title: title, $0, limit: show)] } ?? [])
    verification.drift = drift
    switch format.format {
    case .text:
      context.output.write(
        canAsk
          ? verification.text(style: context.outputStyle)
          : "no decisions asked: the database lacks relations or columns of the plan\n")
    case .json: context.output.write(verification.json.text())
    }
    if drift.isEmpty { return status(verification, in: context) }
    guard drift.isUndecided, canAsk else { return .findings }
    let status = status(verification, in: context)
    return status == .clean && !undecided.allowUndecided ? .undecided : status
  }

  /// Compares what each workspace's simulator says with the server, on which its document is loaded.
  func verify(
    _ workspaces: [Workspace], on target: VerificationTarget, in context: CommandContext
  ) throws -> ExitStatus {
    var reports: [ComparisonReport] = []
    for workspace in workspaces {
      context.progress("Verifying \(workspace.document.title)…")
      let comparison = try target.compare(workspace, limit: max(show, 1))
      reports.append(
        ComparisonReport(title: workspace.document.title, comparison, limit: show))
    }
    let verification = VerificationReport(reports)
    switch format.format {
    case .text: context.output.write(verification.text(style: context.outputStyle))
    case .json: context.output.write(verification.json.text())
    }
    return status(verification, in: context)
  }

  private func status(
    _ verification: VerificationReport, in context: CommandContext
  ) -> ExitStatus {
    if verification.disagreements > 0 { return .findings }
    if verification.agreements == 0 {
      context.error("nothing was compared")
      return .undecided
    }
    return undecided.status(undecided: verification.undecided)
  }
}
