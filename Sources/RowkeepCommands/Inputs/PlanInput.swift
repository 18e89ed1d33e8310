import AccessModel
import ArgumentParser
import SQLFrontend

/// Where a command's plan comes from.
protocol PlanInput: ParsableArguments {
  /// All variants, the plan as stated first, if there is one; as a version has them, nil: as they
  /// say themselves.
  func load(
    as version: PostgresVersion?, in context: CommandContext
  ) throws(CommandFailure) -> PlanSource

  /// As which version the command line says that it is.
  var version: VersionOption { get }

  /// The database that the input is; nil where it is none.
  var databaseAddress: String? { get }
}

extension PlanInput {
  /// As the command line says.
  func load(in context: CommandContext) throws(CommandFailure) -> PlanSource {
    try load(as: version.postgres, in: context)
  }

  /// For a server that the command works on.
  func load(
    for server: PostgresVersion, in context: CommandContext
  ) throws(CommandFailure) -> PlanSource {
    try version.require(server)
    return try load(as: server, in: context)
  }

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
  /// As whom a database was read.
  var reader: String?

  /// The plans as a version has them.
  func adapted(to version: PostgresVersion?) -> PlanSource {
    guard let version else { return self }
    var result = self
    for index in entries.indices { result.entries[index].document?.adapt(to: version) }
    return result
  }

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

  @OptionGroup var version: VersionOption

  func load(
    as version: PostgresVersion?, in context: CommandContext
  ) throws(CommandFailure) -> PlanSource {
    try InputReader(path: path, context: context, version: version).read()
  }

  var databaseAddress: String? { LiveInput(path) == nil ? nil : path }
}

/// The plan a program carries.
struct OwnInput<App: AccessPlanApp>: PlanInput {
  @OptionGroup var version: VersionOption

  func load(
    as version: PostgresVersion?, in context: CommandContext
  ) throws(CommandFailure) -> PlanSource {
    PlanSource(entries: App.bundle.plans, isComplete: true).adapted(to: version)
  }
}
