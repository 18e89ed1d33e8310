import AccessDecisions
import AccessFixtures
import AccessModel
import AccessReports
import ArgumentParser

/// `who`: who can do this to that row.
struct WhoCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "who", abstract: "Show which identities can do one thing to one row.",
      discussion: "Examples: 'select saved --row id=3', 'insert saved --values patron_id=2'.")
  }

  @OptionGroup var input: Input
  @OptionGroup var action: ActionArguments
  @OptionGroup var variant: VariantOption
  @OptionGroup var fixtures: FixturesOption
  @OptionGroup var format: FormatOption
  @OptionGroup var undecided: UndecidedOption

  func run(in context: CommandContext) throws -> ExitStatus {
    let source = try input.load(in: context)
    let workspace = try Workspace.load(
      source.entry(variant.variant), of: source, fixtures, for: "who", in: context)
    let action = try self.action.action(in: workspace)
    let answers = try workspace.answers(
      action, as: workspace.fixtures.identities, asking: RecordingEngine(workspace.simulator))
    let report = WhoReport(title: workspace.document.title, action: action, answers: answers)
    switch format.format {
    case .text: context.output.write(report.text(style: context.outputStyle))
    case .json: context.output.write(report.json.text())
    }
    guard !answers.isEmpty else {
      context.error("the fixtures have no identities, so nobody was asked")
      return .undecided
    }
    return undecided.status(undecided: answers.count { $0.decision.undecidedConstruct != nil })
  }
}
