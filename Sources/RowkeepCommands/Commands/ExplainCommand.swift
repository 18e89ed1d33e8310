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
    let probe = try workspace.probe(action, as: identity)
    let outcome =
      try workspace.simulator.ask(probe, as: identity).first ?? .undecided(Undecided("no answer"))
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
  /// The statement of `action`; a row that the fixtures do not hold is an error, because every
  /// plan hides it.
  func probe(_ action: CaseAction, as identity: Identity) throws -> Probe {
    guard let shape = RelationShape(action.relation, in: document.catalog) else {
      throw CommandFailure.usage("the plan has no relation `\(action.relation)`")
    }
    let probes = StandardProbes(shape)
    guard let row = action.row else {
      if action.command == .update, action.values.isEmpty {
        throw CommandFailure.usage("an update without '--row' needs '--set column=value …'")
      }
      return probes.action(action)
    }
    let administrator = identity.acting(as: document.administrator)
    let truth = try simulator.ask(probes.read(shape.columnNames, row: row), as: administrator)
    switch truth.first {
    case .completed(let completion)?:
      guard let first = completion.rows.first else {
        throw CommandFailure.diagnostics([
          Diagnostic(
            .missingRow, "`\(action.relation)` has no row with \(row.text)", at: nil,
            help: "name a row that the fixtures hold")
        ])
      }
      let own = zip(completion.columns, first).map { ColumnValue($0, $1) }
      return probes.action(
        action, ownValues: own.filter { shape.updatable.contains($0.column) })
    case .refused(let error)?:
      throw CommandFailure.usage("the row can't be looked up: \(error.message)")
    case .undecided, nil:
      return probes.action(action)
    }
  }
}
