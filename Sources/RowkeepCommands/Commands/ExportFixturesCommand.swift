import AccessFixtures
import AccessModel
import ArgumentParser
import Foundation
import LivePostgres

/// `export fixtures`: a sample of a running database.
struct ExportFixturesCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "fixtures", abstract: "Write a masked sample of a database as fixtures.",
      discussion: """
        Takes rows of the input's tables in one read-only transaction: those of the identities, \
        some that they can read, some by chance, and all that these refer to by foreign keys. The \
        same seed takes the same rows of the same data.

        Texts are masked, with email addresses, names, secrets and the like first: each is replaced \
        by a stand-in, equal ones by the same, so that keys, foreign keys and policies hold as \
        before. Keys, numbers, moments, labels of enums and what policies compare stay as they are. \
        The summary says which columns are which.

        The user must be one whom row security hides nothing from. Nothing is written to the \
        database, and no value to standard output or error.

        Exit status: 0 written; 1 written, and the files do not load; 2 wrong usage, or a column \
        that can't be masked; 4 the database can't be reached or read.
        """)
  }

  @OptionGroup var input: Input
  @OptionGroup var variant: VariantOption

  @Option(
    help: ArgumentHelp(
      "The database that rows come from. Default: the input, if it is one.", valueName: "url"))
  var database: String?

  @Option(
    name: .customLong("identity"),
    help: ArgumentHelp(
      """
      Somebody whose rows are to be there: 'mara=<user id>', 'ana=ana@example.com', \
      'visitor=<role>', or 'ben={"sub": "…"}' with claims. May be repeated.
      """, valueName: "name=value"))
  var identities: [String] = []

  @Option(help: ArgumentHelp("The role of identities that do not say theirs.", valueName: "name"))
  var role = "authenticated"

  @Option(
    help: ArgumentHelp(
      "At most this many rows of each identity in each table, and as many others.",
      valueName: "number"))
  var rows = 50

  @Option(
    help: ArgumentHelp("Which rows chance takes, and what stands for what.", valueName: "number"))
  var seed: UInt64 = 0

  @Option(
    help: ArgumentHelp(
      "Do not mask this column, nor what is held equal to it. May be repeated.",
      valueName: "table.column"))
  var keep: [String] = []

  @Option(
    help: ArgumentHelp(
      "Mask this column too. May be repeated.", valueName: "table.column"))
  var mask: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("A new folder for the fixtures.", valueName: "folder"),
    completion: .directory)
  var output: String

  func validate() throws {
    if !(1...10_000).contains(rows) { throw ValidationError("'--rows' takes 1 to 10000") }
    if identities.isEmpty {
      throw ValidationError(
        "name at least one '--identity', as in '--identity mara=<user id>': fixtures without "
          + "identities decide nothing")
    }
    let names = identities.compactMap { $0.split(separator: "=").first }
    if Set(names).count < names.count {
      throw ValidationError("two identities have the same name")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    guard let address = database ?? input.databaseAddress else {
      throw CommandFailure.usage(
        "the input is no database", help: "name the one that rows come from with `--database`")
    }
    try requireNewFolder()
    let source = try input.load(in: context)
    let document = try source.document(of: source.entry(variant.variant), in: context)
    let rules = try rules(for: document.catalog)
    let connection = try Connection(address)
    context.progress("Taking rows…")
    let export = try SampleExport(
      document, rules, request(document, rules), from: connection)
    guard !export.fixtures.rows.isEmpty else {
      context.error("the database has no rows in the input's tables", help: "name another database")
      return .undecided
    }
    let diagnostics = try export.write(to: output, heading: heading(document))
    let summary = SampleSummary(export: export, folder: output)
    context.output.write(summary.text(style: context.outputStyle))
    for note in summary.notes { context.errors.write("note: \(note)\n") }
    context.report(diagnostics, locator: SourceLocator(roots: []))
    return diagnostics.isEmpty ? .clean : .findings
  }

  private func request(
    _ document: PlanDocument, _ rules: MaskingRules
  ) throws(CommandFailure) -> SampleRequest {
    var found: [Identity] = []
    for text in identities {
      found.append(try SampledIdentity(text).identity(role: role, in: document.catalog))
    }
    let columns = Dictionary(
      rules.linkedClaims.map { ($0, rules.columns(linkedToClaim: $0)) },
      uniquingKeysWith: { a, _ in a })
    var request = SampleRequest(
      document.catalog, administrator: document.administrator, identities: found,
      columnsOfClaims: columns)
    request.wantedClaims = Set(["app_metadata", "user_metadata"].filter(rules.mentions))
    request.rows = rows
    request.seed = seed
    return request
  }

  private func rules(for catalog: Catalog) throws(CommandFailure) -> MaskingRules {
    let rules = MaskingRules(
      catalog, keep: try columns(keep, "--keep", catalog),
      mask: try columns(mask, "--mask", catalog))
    if let refused = rules.refused.first {
      throw .usage(
        "`\(refused)` is of a type that has no stand-ins",
        help: "leave `--mask \(refused)` out: its values are truth values, moments or labels")
    }
    return rules
  }

  private func columns(
    _ texts: [String], _ option: String, _ catalog: Catalog
  ) throws(CommandFailure) -> Set<ColumnName> {
    var names: Set<ColumnName> = []
    for text in texts {
      guard let name = ColumnName(parsing: text, in: catalog) else {
        let all = catalog.tables.flatMap { table in
          table.columns.map { ColumnName(table.name, $0.name).description }
        }
        throw .usage(
          "`\(option) \(text)` names no column of the input",
          help: nearestName(to: text, in: all).map { "did you mean `\($0)`?" }
            ?? "write it as table.column")
      }
      names.insert(name)
    }
    return names
  }

  /// Fixtures that somebody wrote are not written over.
  private func requireNewFolder() throws(CommandFailure) {
    let files = try? FileManager.default.contentsOfDirectory(atPath: output)
    if files?.isEmpty == false || files == nil && FileManager.default.fileExists(atPath: output) {
      throw .usage("`\(output)` is there already", help: "name a new or empty folder")
    }
  }

  private func heading(_ document: PlanDocument) -> [String] {
    [
      "Rows and identities of a running database, for \(document.title): a sample, masked.",
      "Made by `export fixtures` with --rows \(rows) --seed \(seed).",
    ]
  }
}
