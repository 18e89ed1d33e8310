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
        """)
  }

  @OptionGroup var input: Input
  @OptionGroup var variant: VariantOption

  @Flag(help: "Verify the plan as stated and all its variants.")
  var allVariants = false

  @OptionGroup var fixtures: FixturesOption

  @Flag(help: "Start a private PostgreSQL, and remove it afterwards.")
  var scratch = false

  @Option(help: ArgumentHelp("Use this server.", valueName: "url"))
  var database: String?

  @Option(help: ArgumentHelp("Show this many disagreements.", valueName: "number"))
  var show = 10

  @OptionGroup var format: FormatOption
  @OptionGroup var undecided: UndecidedOption

  func validate() throws {
    if scratch == (database != nil) {
      throw ValidationError("verify needs either '--scratch' or '--database <url>'")
    }
    if allVariants, variant.variant != nil {
      throw ValidationError("'--all-variants' and '--variant' exclude each other")
    }
    if show < 0 { throw ValidationError("'--show' takes a number from 0") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let source = try input.load(in: context)
    let entries = allVariants ? source.entries : [try source.entry(variant.variant)]
    let workspaces = try entries.map {
      try Workspace.load($0, of: source, fixtures, for: "verify", in: context)
    }
    let target = try VerificationTarget(database: database, context: context)
    defer { target.stop() }
    return try verify(workspaces, on: target, in: context)
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
