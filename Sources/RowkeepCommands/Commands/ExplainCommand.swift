import AccessDecisions
import AccessFixtures
import AccessModel
import AccessReports
import AccessSimulator
import ArgumentParser

/// `explain`: one decision, with every grant and policy met on the way.
struct ExplainCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "explain",
      abstract: "Show why one statement of one identity is decided as it is.",
      discussion: """
        Examples: 'select saved --row id=3 --as ana', 'insert saved --values patron_id=2 \
        listing_id=7 --as ana', 'update patron --row id=1 --set name=Ana --as ben'.
        """)
  }

  @OptionGroup var input: Input
  @OptionGroup var action: ActionArguments

  @Option(name: .customLong("as"), help: ArgumentHelp("An identity of the fixtures."))
  var identity: String

  @OptionGroup var variant: VariantOption
  @OptionGroup var fixtures: FixturesOption
  @OptionGroup var format: FormatOption

  func run(in context: CommandContext) throws -> ExitStatus {
    let source = try input.load(in: context)
    let workspace = try Workspace.load(
      source.entry(variant.variant), of: source, fixtures, for: "explain", in: context)
    let identity = try workspace.identity(identity)
    let action = try self.action.action(in: workspace)
    let engine = RecordingEngine(workspace.simulator)
    let probe = try workspace.answers(action, as: [identity], asking: engine)[0].probe
    let outcome =
      try engine.ask(probe, as: identity).first ?? .undecided(Undecided("no answer"))
    let explanation = Explanation(
      title: workspace.document.title, identity: identity, action: action, outcome: outcome,
      trace: workspace.simulator.explain(probe, as: identity))
    switch format.format {
    case .text:
      let locator = workspace.locator
      context.output.write(
        explanation.text(style: context.outputStyle, place: { locator.resolve($0) }))
    case .json:
      context.output.write(explanation.json.text())
    }
    if case .undecided = outcome { return .undecided }
    return .clean
  }
}

extension Workspace {
  /// Each identity's answer; at least one if there is an identity. A row that the fixtures do not
  /// hold is an error, because every plan hides it.
  func answers(
    _ action: CaseAction, as identities: [Identity], asking engine: RecordingEngine
  ) throws -> [Who.Answer] {
    if action.command == .update, action.row == nil, action.values.isEmpty {
      throw CommandFailure.usage("an update without '--row' needs '--set column=value …'")
    }
    do {
      return try Who.can(action, document, identities: identities, asking: engine)
    } catch let failure as Who.Failure {
      switch failure {
      case .unknownRelation(let name):
        throw CommandFailure.usage("the plan has no relation `\(name)`")
      case .missingRow:
        throw CommandFailure.diagnostics([
          Diagnostic(
            .missingRow, "`\(action.relation)` has no row with \(action.row?.text ?? "")", at: nil,
            help: "name a row that the fixtures hold")
        ])
      case .unreadableRow(let error):
        throw CommandFailure.usage(
          "`\(action.relation)` has no row with \(action.row?.text ?? ""): \(error.message)",
          help: "write the value as PostgreSQL reads it")
      case .undecided(let undecided):
        throw CommandFailure.undecided(undecided)
      }
    }
  }
}
