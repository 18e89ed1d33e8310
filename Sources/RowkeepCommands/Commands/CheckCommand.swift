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
      commandName: "check", abstract: "Run the cases of the fixtures and judge the plan's intents.")
  }

  @OptionGroup var input: Input
  @OptionGroup var variant: VariantOption
  @OptionGroup var fixtures: FixturesOption
  @OptionGroup var format: FormatOption
  @OptionGroup var undecided: UndecidedOption
  @OptionGroup var engine: EngineOption

  func run(in context: CommandContext) throws -> ExitStatus {
    let source = try input.load(in: context)
    let workspace = try Workspace.load(
      source.entry(variant.variant), of: source, fixtures, for: "check", in: context)
    let server = try engine.target(in: context)?.engine(for: workspace, existingData: false)
    defer { try? server?.finish() }
    let report = try workspace.check(asking: RecordingEngine(server ?? workspace.simulator))
    switch format.format {
    case .text:
      let locator = workspace.locator
      context.output.write(
        report.text(
          style: context.outputStyle,
          diagnostics: DiagnosticText(lines: locator.lines, place: { locator.resolve($0) })))
    case .json:
      context.output.write(report.json.text())
    }
    return status(report, in: context)
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
