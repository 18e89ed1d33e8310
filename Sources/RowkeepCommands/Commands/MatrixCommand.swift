import AccessDecisions
import AccessFixtures
import AccessModel
import AccessReports
import ArgumentParser
import LivePostgres

/// `matrix`: who reaches what, at a glance.
struct MatrixCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "matrix", abstract: "Show which identity reaches how many rows of what.",
      discussion: """
        Below the relations stand the functions that clients can call, and what comes of calling \
        them with the keys that are in the fixtures.

        With '--engine postgres' a server is asked, in a transaction that is rolled back: on the \
        fixtures' rows, or with '--existing-data' on its own, of which rows that can be read are \
        counted there, however many they are.
        """)
  }

  @OptionGroup var input: Input
  @OptionGroup var variant: VariantOption
  @OptionGroup var fixtures: FixturesOption
  @OptionGroup var format: FormatOption
  @OptionGroup var undecided: UndecidedOption
  @OptionGroup var engine: EngineOption

  @Flag(help: "Count the rows that are in the database, instead of loading the fixtures' ones.")
  var existingData = false

  func validate() throws {
    if existingData, engine.engine != .postgres {
      throw ValidationError("'--existing-data' needs '--engine postgres'")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let target = try engine.target(in: context)
    let source = try input.load(for: target, in: context)
    let workspace = try Workspace.load(
      source.entry(variant.variant), of: source, fixtures, for: "matrix", in: context)
    let identities = workspace.fixtures.identities
    guard !identities.isEmpty else {
      context.error("the fixtures have no identities, so nothing was asked")
      return .undecided
    }
    let document = workspace.document
    let matrix = try matrix(of: workspace, asking: target)
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

  private func matrix(of workspace: Workspace, asking target: LiveTarget?) throws -> Matrix {
    let (document, identities) = (workspace.document, workspace.fixtures.identities)
    guard let target else {
      return try Matrix(asking: workspace.simulator, document, identities: identities)
    }
    let server = try target.engine(for: workspace, existingData: existingData)
    defer { try? server.finish() }
    return existingData
      ? try Matrix(counting: server, document, identities: identities)
      : try Matrix(
        asking: BypassNamingEngine(server, naming: workspace.simulator), document,
        identities: identities)
  }
}
