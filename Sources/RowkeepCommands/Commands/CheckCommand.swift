import AccessDecisions
import AccessFixtures
import AccessLinter
import AccessModel
import AccessReports
import ArgumentParser
import LivePostgres

/// `check`: the gate.
struct CheckCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check", abstract: "Run the cases of the fixtures and judge the plan's intents.",
      discussion: """
        With '--engine postgres' a server is asked, in a transaction that is rolled back. Its \
        database has the plan's objects, and no rows in its tables.
        """)
  }

  @OptionGroup var input: Input
  @OptionGroup var variant: VariantOption
  @OptionGroup var fixtures: FixturesOption
  @OptionGroup var format: FormatOption
  @OptionGroup var undecided: UndecidedOption
  @OptionGroup var engine: EngineOption

  func run(in context: CommandContext) throws -> ExitStatus {
    let target = try engine.target(in: context)
    let source = try input.load(for: target, in: context)
    let entry = try source.entry(variant.variant)
    if fixtures.fixtures == nil, let status = try lint(entry, of: source, in: context) {
      return status
    }
    let workspace = try Workspace.load(
      entry, of: source, fixtures, for: "check", in: context)
    let server = try target?.engine(for: workspace, existingData: false)
    defer { try? server?.finish() }
    let engine: any DecisionEngine =
      server.map { BypassNamingEngine($0, naming: workspace.simulator) } ?? workspace.simulator
    let report = try workspace.check(asking: RecordingEngine(engine))
    write(report, locator: workspace.locator, in: context)
    return status(report, in: context)
  }

  /// What can be said without rows and identities: the linter's findings, if there are any.
  private func lint(
    _ entry: PlanBundle.Entry, of source: PlanSource, in context: CommandContext
  ) throws -> ExitStatus? {
    let document = try source.document(of: entry, in: context)
    let findings = AccessLinter.findings(in: document.catalog)
    guard !findings.isEmpty else { return nil }
    let report = CheckReport(
      title: document.title, cases: [], intents: [], findings: findings, bypassing: [])
    write(report, locator: source.locator, in: context)
    return status(report, in: context)
  }

  private func write(_ report: CheckReport, locator: SourceLocator, in context: CommandContext) {
    switch format.format {
    case .text:
      context.output.write(
        report.text(
          style: context.outputStyle,
          diagnostics: DiagnosticText(lines: locator.lines, place: { locator.resolve($0) })))
    case .json:
      context.output.write(report.json.text())
    }
  }

  private func status(_ report: CheckReport, in context: CommandContext) -> ExitStatus {
    let counts = report.counts
    if counts.broken > 0 { return .unusable }
    if counts.failed + counts.violated + counts.findings > 0 { return .findings }
    if counts.passed + counts.held == 0 {
      context.error("nothing was checked: no case and no intent applies")
      return .undecided
    }
    return undecided.status(undecided: counts.undecided + counts.unjudged)
  }
}

extension Workspace {
  /// Runs the cases and judges the intents on any engine that holds the fixtures' rows.
  func check(asking engine: RecordingEngine) throws -> CheckReport {
    let bypassing = fixtures.identities.filter {
      let role = document.catalog.role($0.role)
      return role?.isSuperuser == true || role?.bypassesRowSecurity == true
    }
    return CheckReport(
      title: document.title,
      cases: try CaseRunner(document, fixtures, asking: engine).run(),
      intents: try IntentJudge(
        document, identities: fixtures.identities, asking: engine, marking: simulator
      ).judge(),
      findings: AccessLinter.findings(in: document.catalog),
      bypassing: bypassing)
  }
}
