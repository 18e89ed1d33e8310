import AccessDecisions
import AccessFixtures
import AccessModel
import AccessReports
import ArgumentParser

/// `matrix`: who reaches what, at a glance.
struct MatrixCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "matrix", abstract: "Show which identity reaches how many rows of what.",
      discussion: """
        Below the relations stand the functions that clients can call, and what comes of calling \
        them with the keys that are in the fixtures.
        """)
  }

  @OptionGroup var input: Input
  @OptionGroup var variant: VariantOption
  @OptionGroup var fixtures: FixturesOption
  @OptionGroup var format: FormatOption
  @OptionGroup var undecided: UndecidedOption

  func run(in context: CommandContext) throws -> ExitStatus {
    let source = try input.load(in: context)
    let workspace = try Workspace.load(
      source.entry(variant.variant), of: source, fixtures, for: "matrix", in: context)
    let identities = workspace.fixtures.identities
    guard !identities.isEmpty else {
      context.error("the fixtures have no identities, so nothing was asked")
      return .undecided
    }
    let document = workspace.document
    let matrix = try Matrix(asking: workspace.simulator, document, identities: identities)
    switch format.format {
    case .text:
      context.output.write(
        MatrixText(matrix).text(title: document.title, style: context.outputStyle))
    case .json:
      let report = JSONValue.report(
        "matrix", plan: document.title,
        [
          .init("identities", .array(identities.map { JSONValue($0) })),
          .init("cells", JSONValue(cellsOf: matrix)),
          .init("calls", JSONValue(callsOf: matrix)),
          .init("undecided", .integer(matrix.undecidedCount)),
        ])
      context.output.write(report.text())
    }
    return undecided.status(undecided: matrix.undecidedCount)
  }
}
