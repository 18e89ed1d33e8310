public import AccessModel
import SQLText

/// Reads what a plan says in SQL: definitions, and text inside of conditions, queries and bodies.
///
/// All are statements that a session's builder applies to the plan's catalog, text in conditions
/// as part of the policy or view around it. One that PostgreSQL would refuse is tried again after
/// the others, which may make what it needs; so their order does not matter.
public struct PlanCompletion {
  /// A definition in SQL and where the plan has it.
  public struct Definition: Sendable {
    var sql: String
    var place: SourcePlace?

    /// One statement or several.
    public init(_ sql: String, at place: SourcePlace?) {
      self.sql = sql
      self.place = place
    }

    /// A policy on a table that the platform has.
    public init(_ policy: Catalog.Policy, on table: QualifiedName) {
      sql = SQLWriter(layout: .compact).text(.createPolicy(policy, on: table))
      place = policy.place
    }
  }

  /// The plan with everything read, and what could not be.
  public static func complete(
    _ document: PlanDocument, with definitions: [Definition]
  ) -> (document: PlanDocument, diagnostics: [Diagnostic]) {
    DeepStack.run {
      var completion = PlanCompletion(document)
      completion.add(definitions)
      completion.run()
      var document = completion.finished()
      let intents = readRows(of: document.intents, in: document.catalog)
      document.intents = intents.intents
      return (document, completion.diagnostics + intents.diagnostics)
    }
  }

  /// One statement still to be applied.
  struct Pending {
    var sql: String
    var place: SourcePlace?
    /// Run when it has been applied.
    var then: (inout CatalogBuilder) -> Void = { _ in }
  }

  let original: PlanDocument
  var builder: CatalogBuilder
  var pending: [Pending] = []
  private var diagnostics: [Diagnostic] = []
  private let preset: PlatformDetection.Preset?

  private init(_ document: PlanDocument) {
    original = document
    var catalog = document.catalog
    let isSupabase = catalog.roles.contains { $0.origin == .platform("supabase") }
    preset = isSupabase ? SupabasePreset.preset(document.postgresVersion ?? .v15) : nil
    // What the platform has besides, as far as it is not the plan's; what is unused goes again.
    if let more = preset?.catalog {
      catalog.roles += more.roles.filter { catalog.role($0.name) == nil }
      catalog.schemas += more.schemas.filter { catalog.schema($0.name) == nil }
      catalog.tables += more.tables.filter { catalog.table($0.name) == nil }
      let known = Set(catalog.functions.map(\.name))
      catalog.functions += more.functions.filter { !known.contains($0.name) }
    }
    pending = Self.takeText(from: &catalog)
    builder = CatalogBuilder(
      DatabaseState(catalog: catalog, currentRole: document.administrator))
    builder.state.postgresVersion = document.postgresVersion ?? .v15
  }

  /// Statements of definitions come first: text may call functions that they make.
  private mutating func add(_ definitions: [Definition]) {
    var statements: [Pending] = []
    for definition in definitions {
      let bytes = Array(definition.sql.utf8)
      for statement in StatementSplitter.split(bytes) {
        guard case .sql = statement.kind else { continue }
        statements.append(
          Pending(
            sql: String(decoding: bytes[statement.range], as: UTF8.self), place: definition.place))
      }
    }
    pending = statements + pending
  }

  /// Rounds over what is left, until one changes nothing.
  private mutating func run() {
    var isLast = false
    while !pending.isEmpty {
      let before = pending.count
      var left: [Pending] = []
      for statement in pending where !apply(statement, reports: isLast) { left.append(statement) }
      pending = left
      if isLast { break }
      isLast = left.count == before
    }
    builder.finishBodies()
  }

  private mutating func apply(_ statement: Pending, reports: Bool) -> Bool {
    let bytes = Array(statement.sql.utf8)
    do throws(ReadFailure) {
      for part in StatementSplitter.split(bytes) {
        // The tree lives as long as the statement.
        let parsed = try ParsedStatement.parse(
          part, in: bytes, version: builder.state.postgresVersion)
        defer { withExtendedLifetime(parsed) {} }
        guard let node = parsed.node else { continue }
        switch try builder.apply(node, at: statement.place) {
        case .applied: break
        case .partly(let what): report(.unreadStatement, what, .warning, statement.place)
        case .data:
          report(
            .unreadStatement, "rows are no part of a plan: put them into fixtures", .warning,
            statement.place)
        }
      }
      statement.then(&builder)
      return true
    } catch {
      if reports { report(error, statement) }
      return false
    }
  }

  private mutating func report(_ failure: ReadFailure, _ statement: Pending) {
    let line = statement.sql.split(separator: "\n").first.map(String.init) ?? ""
    switch failure {
    case .unsupported(let what, _):
      report(.unreadStatement, "not read: \(what) in `\(line)`", .warning, statement.place)
    case .refused(let answer, _):
      report(
        .refusedStatement, "\(answer.message) (SQLSTATE \(answer.sqlState)) in `\(line)`", .error,
        statement.place, help: answer.hint)
    }
  }

  private mutating func report(
    _ id: DiagnosticID, _ message: String, _ severity: Diagnostic.Severity, _ place: SourcePlace?,
    help: String? = nil
  ) {
    diagnostics.append(Diagnostic(id, message, at: place, help: help, severity: severity))
  }

  private func finished() -> PlanDocument {
    var document = original
    document.catalog = builder.state.catalog
    var preset = preset
    // Intents speak of the platform's tables too, with its functions.
    let spoken = original.intents.map(\.relation)
    preset?.mentionedTables.formUnion(spoken)
    if spoken.contains(where: { $0.schema == "storage" }) { preset?.mentionsStorage = true }
    preset?.removeUnused(from: &document.catalog)
    return document
  }
}
