import AccessFixtures
import AccessModel
import AccessSimulator
import SQLSession

/// A plan with its fixtures, ready to be asked.
struct Workspace {
  var document: PlanDocument
  var fixtures: Fixtures
  var simulator: Simulator
  var locator: SourceLocator

  /// Loads plan, fixtures and simulator; whatever has errors is reported and thrown.
  static func load(
    _ entry: PlanBundle.Entry, of source: PlanSource, _ option: FixturesOption,
    for command: String, in context: CommandContext
  ) throws(CommandFailure) -> Workspace {
    var document = try source.document(of: entry, in: context)
    if let folder = option.fixtures { try document.addIntents(fromFixtures: folder) }
    let binding = CatalogBinding(document.catalog, version: document.decidingVersion)
    let seeded = try option.seeded(source.rows, document, in: context)
    let fixtures = try option.required(
      for: command, variants: source.variantNames, document, seeded: seeded.rows, in: context)
    context.report(source.warnings(about: fixtures, for: document), locator: source.locator)
    let loaded = Simulator.load(binding, rows: fixtures.rows)
    let hasErrors = loaded.diagnostics.contains { $0.severity == .error }
    guard !hasErrors else { throw .diagnostics(loaded.diagnostics, source.locator) }
    context.report(loaded.diagnostics, locator: source.locator)
    loaded.simulator.unknownTables = seeded.unknown
    return Workspace(
      document: document, fixtures: fixtures, simulator: loaded.simulator, locator: source.locator)
  }

  /// The identity called `name`.
  func identity(_ name: String) throws(CommandFailure) -> Identity {
    if let identity = fixtures.identity(name) { return identity }
    let names = fixtures.identities.map(\.name)
    throw .usage(
      "the fixtures have no identity `\(name)`",
      help: Self.choice(of: name, among: names))
  }

  /// The relation called `name`: of schema public, unless it says otherwise.
  func relation(_ name: String) throws(CommandFailure) -> QualifiedName {
    let names = document.catalog.relationNames
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    let wanted =
      parts.count == 2 ? QualifiedName(parts[0], parts[1]) : QualifiedName("public", name)
    if names.contains(wanted) { return wanted }
    throw .usage(
      "the plan has no relation `\(name)`",
      help: Self.choice(of: name, among: names.map(\.description)))
  }

  /// The columns of a relation with their types, in order.
  func columns(of relation: QualifiedName) -> [(name: String, type: TypeName)] {
    if let table = document.catalog.table(relation) {
      return table.columns.map { ($0.name, $0.type) }
    }
    return document.catalog.view(relation)?.columns.map { ($0.name, $0.type) } ?? []
  }

  static func choice(of name: String, among names: [String]) -> String {
    let suggestion = nearestName(to: name, in: names).map { "did you mean `\($0)`? " } ?? ""
    return "\(suggestion)there are \(names.map { "`\($0)`" }.joined(separator: ", "))"
  }
}

extension PlanDocument {
  /// Whose rules decide.
  var decidingVersion: PostgresVersion { postgresVersion ?? .v15 }

  /// Makes of it what a server of that version has of it, which decides from now on.
  mutating func adapt(to version: PostgresVersion) {
    catalog = catalog.adapted(from: decidingVersion, to: version)
    postgresVersion = version
  }
}

extension PlanSource {
  /// The variants other than the plan as stated; nil if there may be more.
  ///
  /// A single document lists them, unless an older program wrote it, or it was made of something
  /// that has no variants, such as SQL.
  var variantNames: [String]? {
    let present = entries.compactMap(\.variant)
    if isComplete { return present }
    let listed = entries.flatMap { $0.document?.variants ?? [] }
    return listed.isEmpty ? nil : present + listed
  }

  /// Says which cases of `fixtures` are left out because the input cannot tell whether the plan
  /// has their variants: one of them may be a misspelling.
  func warnings(about fixtures: Fixtures, for document: PlanDocument) -> [Diagnostic] {
    guard variantNames == nil else { return [] }
    let known = [AccessCase.stated, AccessCase.everyVariant, document.variant]
    let skipped = fixtures.cases.filter { !$0.applies(to: document.variant) }
    let names = Set(skipped.flatMap(\.variants)).filter { !known.contains($0) }.sorted()
    guard !names.isEmpty else { return [] }
    return [
      Diagnostic(
        .malformedCases,
        "cases for \(names.map { "`\($0)`" }.joined(separator: ", ")) are not run, and this input "
          + "does not say which variants the plan has", at: nil,
        help: "write the document anew with `rowkeep compile --format json`", severity: .warning)
    ]
  }
}
