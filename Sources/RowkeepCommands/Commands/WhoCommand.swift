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
      discussion: """
        Examples: 'select saved --row id=3', or 'select saved[id=3]', 'insert saved --values \
        patron_id=2'.

        With --event: who, subscribed to a table, hears of the change, as Supabase Realtime tells it. \
        '--event insert messages[group_id=…,body=…]' is of a new row, '--row id=6' of one that is \
        there. \
        Deletions are told to every subscriber, with the primary key.
        """)
  }

  @OptionGroup var input: Input
  @OptionGroup var action: ActionArguments
  @Flag(help: "Ask who hears of the change, and not who can make it.")
  var event = false

  @OptionGroup var variant: VariantOption
  @OptionGroup var fixtures: FixturesOption
  @OptionGroup var format: FormatOption
  @OptionGroup var undecided: UndecidedOption

  func run(in context: CommandContext) throws -> ExitStatus {
    let source = try input.load(in: context)
    let workspace = try Workspace.load(
      source.entry(variant.variant), of: source, fixtures, for: "who", in: context)
    guard !workspace.fixtures.identities.isEmpty else {
      context.error("the fixtures have no identities, so nobody was asked")
      return .undecided
    }
    if event { return try hear(workspace, in: context) }
    let action = try self.action.action(in: workspace)
    let answers = try workspace.answers(
      action, as: workspace.fixtures.identities, asking: RecordingEngine(workspace.simulator))
    let report = WhoReport(title: workspace.document.title, action: action, answers: answers)
    switch format.format {
    case .text: context.output.write(report.text(style: context.outputStyle))
    case .json: context.output.write(report.json.text())
    }
    return undecided.status(undecided: answers.count { $0.decision.undecidedConstruct != nil })
  }

  /// Who hears of a change.
  private func hear(_ workspace: Workspace, in context: CommandContext) throws -> ExitStatus {
    let event = try action.event(in: workspace)
    let answers = try workspace.audience(
      of: event, asking: RecordingEngine(workspace.simulator))
    let report = EventReport(title: workspace.document.title, event: event, answers: answers)
    switch format.format {
    case .text: context.output.write(report.text(style: context.outputStyle))
    case .json: context.output.write(report.json.text())
    }
    return undecided.status(undecided: answers.count { $0.delivery.undecidedConstruct != nil })
  }
}
