import AccessModel
import ArgumentParser
import SQLFrontend

/// Where a command's plan comes from.
protocol PlanInput: ParsableArguments {
  /// All variants, the plan as stated first, if there is one.
  func load(in context: CommandContext) throws(CommandFailure) -> PlanSource

  /// The database that the input is; nil where it is none.
  var databaseAddress: String? { get }
}

extension PlanInput {
  var databaseAddress: String? { nil }
}

/// Plans that have been read, before one is chosen.
struct PlanSource {
  var entries: [PlanBundle.Entry]
  /// Whether `entries` are all there are: a document of one variant knows of no others.
  var isComplete: Bool
  /// What of an SQL input makes rows.
  var rows: RowStatements?
  /// Knows where the plan's Swift files are.
  var locator = SourceLocator()

  /// The entry called `variant`, or the plan as stated, or the only one.
  func entry(_ variant: String?) throws(CommandFailure) -> PlanBundle.Entry {
    if let variant {
      if let entry = entries.first(where: { $0.isCalled(variant) }) { return entry }
      let names = entries.map { $0.variant ?? $0.name }
      let suggestion = nearestName(to: variant, in: names).map { "did you mean `\($0)`? " } ?? ""
      throw .usage(
        "the plan has no variant `\(variant)`",
        help: "\(suggestion)there are \(names.map { "`\($0)`" }.joined(separator: ", "))")
    }
    if let stated = entries.first(where: { $0.variant == nil }) ?? entries.first {
      return stated
    }
    throw .usage("the input holds no plan")
  }

  /// The document of an entry; its diagnostics are reported, and thrown if they are errors.
  func document(
    of entry: PlanBundle.Entry, in context: CommandContext
  ) throws(CommandFailure) -> PlanDocument {
    let hasErrors = entry.diagnostics.contains { $0.severity == .error }
    guard let document = entry.document, !hasErrors else {
      throw .diagnostics(entry.diagnostics, locator)
    }
    context.report(entry.diagnostics, locator: locator)
    return document
  }
}

/// An input named on the command line: a package, a plan's folder, or a plan document.
struct PathInput: PlanInput {
  @Argument(
    help: ArgumentHelp(
      """
      A Swift package or a plan's folder in one, a plan document, SQL: a file or a folder of \
      migrations ('-' for standard input), or a database: postgres://…
      """,
      valueName: "input"),
    completion: .file())
  var path: String

  func load(in context: CommandContext) throws(CommandFailure) -> PlanSource {
    try InputReader(path: path, context: context).read()
  }

  var databaseAddress: String? { LiveInput(path) == nil ? nil : path }
}

/// The plan a program carries.
struct OwnInput<App: AccessPlanApp>: PlanInput {
  func load(in context: CommandContext) throws(CommandFailure) -> PlanSource {
    PlanSource(entries: App.bundle.plans, isComplete: true)
  }
}
