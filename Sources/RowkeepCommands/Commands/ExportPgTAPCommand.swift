import AccessDecisions
import AccessFixtures
import AccessModel
import AccessReports
import ArgumentParser

/// `export pgtap`: what a plan decides, for other tools.
struct ExportPgTAPCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "pgtap", abstract: "Write the cases and intents as a pgTAP suite.",
      discussion: """
        Writes a script for pg_prove that loads the fixtures, asks what the cases and \
        intents ask as each identity, and rolls back. It passes on a database that decides as the \
        plan does. A plan that breaks its own cases or intents, or leaves one undecided, is not \
        exported.
        """)
  }

  @OptionGroup var input: Input
  @OptionGroup var variant: VariantOption
  @OptionGroup var fixtures: FixturesOption

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to a file.", valueName: "file"),
    completion: .file())
  var output: String?

  func run(in context: CommandContext) throws -> ExitStatus {
    let source = try input.load(in: context)
    let workspace = try Workspace.load(
      source.entry(variant.variant), of: source, fixtures, for: "export", in: context)
    let document = workspace.document
    var sections: [PgTAPSuite.Section] = []
    var refusals: [String] = []
    for test in workspace.fixtures.cases where test.applies(to: document.variant) {
      let engine = RecordingEngine(workspace.simulator)
      let results = try CaseRunner(document, workspace.fixtures, asking: engine).run(test)
      if !results.allSatisfy(\.isPassed) { refusals.append("case `\(test.name)`") }
      sections.append(.init(test.name, engine.asked))
    }
    for intent in document.intents {
      let engine = RecordingEngine(workspace.simulator)
      let result = try IntentJudge(
        document, identities: workspace.fixtures.identities, asking: engine,
        marking: workspace.simulator
      ).judge(intent)
      if result.verdict != .held { refusals.append("intent `\(intent.sentence)`") }
      sections.append(.init(intent.sentence, engine.asked))
    }
    guard refusals.isEmpty else {
      context.error(
        "not exported, for the plan does not do what it says: \(refusals.joined(separator: ", "))",
        help: "`check` says more")
      return .findings
    }
    guard !sections.isEmpty else {
      context.error("there is no case and no intent to export")
      return .undecided
    }
    let suite = PgTAPSuite(
      title: document.title, sections, catalog: document.catalog, fixtures: workspace.fixtures)
    if let output {
      try TextFile.write(suite.sql, to: output)
    } else {
      context.output.write(suite.sql)
    }
    return .clean
  }
}
