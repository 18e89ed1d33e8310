public import AccessFixtures
public import AccessModel
import AccessSimulator
import SQLBinding
public import SQLFrontend

/// Rows that SQL scripts make: `seed.sql`, and the INSERTs of migrations.
///
/// The scripts run in a session as the superuser `postgres`, statement by statement, so triggers
/// fire and defaults are filled in. What can't be decided is named, and the rows of the tables
/// that it may have changed stay unknown.
public struct SeedScript {
  /// What the scripts left.
  public struct Result: Sendable {
    public init() {}

    /// Tables with rows, in the catalog's order.
    public var rows: [TableRows] = []
    /// Names of tables whose rows are not known, and why.
    public var unknown: [String: String] = [:]
    /// Errors: what PostgreSQL would refuse. Warnings: what is undecided.
    public var diagnostics: [Diagnostic] = []
  }

  /// Runs `files` in order on empty tables of `catalog`, and reads what they leave.
  ///
  /// What fails in a seed is an error. A statement of a migration ran on an earlier state of the
  /// database: if it fails on this one, the rows of the tables that it names are unknown.
  public static func run(
    _ files: [SQLFile], on catalog: Catalog, version: PostgresVersion = .v15
  ) -> Result {
    // Everything of the session stays on the thread with the deep stack.
    SessionStatementReader.onDeepStack {
      var result = Result()
      let target = SimulatedTarget(version: version, catalog: catalog)
      let names = Set(catalog.tables.map(\.name.name))
      for file in files {
        let reporter = SeedReporter(file: file.name, isSeed: file.isSeed, tables: names)
        let runner = ScriptRunner(target: target, reporter: reporter)
        _ = try? runner.run(file.text)
        result.diagnostics += reporter.diagnostics
        result.unknown.merge(reporter.unknown) { first, _ in first }
      }
      read(catalog, from: target, into: &result)
      return result
    }
  }

  private static func read(
    _ catalog: Catalog, from target: SimulatedTarget, into result: inout Result
  ) {
    _ = try? target.run("ROLLBACK", copyData: { [] })
    _ = try? target.run("RESET ROLE", copyData: { [] })
    _ = try? target.run("SET row_security = off", copyData: { [] })
    let parents = Set(catalog.tables.flatMap(\.parents))
    for table in catalog.tables
    where table.kind != .partitioned && result.unknown[table.name.name] == nil {
      let columns = table.columns.filter { $0.generated == nil }.map(\.name)
      guard !columns.isEmpty else { continue }
      let list = columns.map(quoted).joined(separator: ", ")
      let only = parents.contains(table.name) ? "ONLY " : ""
      let name = "\(quoted(table.name.schema)).\(quoted(table.name.name))"
      guard
        let answer = try? target.run("SELECT \(list) FROM \(only)\(name)", copyData: { [] })
      else { continue }
      switch answer.outcome {
      case .completed(_, let rows, _):
        guard !rows.isEmpty else { continue }
        result.rows.append(
          TableRows(table.name, columns: columns, rows: rows.map { TableRows.Row($0) }))
      case .undecided(let construct):
        if let rows = rowsWithDefaults(of: table, from: target) {
          result.rows += rows
          continue
        }
        let prefix = "the rows of `\(table.name.name)`, "
        let why = construct.construct
        result.unknown[table.name.name] =
          why.hasPrefix(prefix) ? String(why.dropFirst(prefix.count)) : why
      case .failed(let error):
        // The session has not this table: a definition before it was not applied.
        result.unknown[table.name.name] = error.message
      }
    }
  }

  /// Rows in which defaults gave what no two servers give alike, such as `now()`: those values are
  /// left out, for the defaults to give them again. Nil where anything else is not known.
  private static func rowsWithDefaults(
    of table: Catalog.Table, from target: SimulatedTarget
  ) -> [TableRows]? {
    guard let stored = try? target.session.storedRows(of: table.name) else { return nil }
    var result: [TableRows] = []
    for row in stored {
      var (columns, values): ([String], [String?]) = ([], [])
      for (column, value) in zip(table.columns, row) where column.generated == nil {
        switch value {
        case .text(let text):
          columns.append(column.name)
          values.append(text)
        case .undetermined(let source):
          guard makes(source, column.defaultValue) else { return nil }
        }
      }
      guard !columns.isEmpty else { return nil }
      if result.last?.columns == columns {
        result[result.count - 1].rows.append(TableRows.Row(values))
      } else {
        result.append(TableRows(table.name, columns: columns, rows: [TableRows.Row(values)]))
      }
    }
    return result
  }

  /// Whether a default is a plain call of what made a value.
  private static func makes(_ source: String, _ value: SQLExpression?) -> Bool {
    let maker = source.prefix { $0 != "(" }.lowercased()
    return switch value {
    case .call(let call): call.arguments.isEmpty && call.name == maker
    case .valueFunction(let function): function.rawValue.lowercased() == maker
    default: false
    }
  }

  private static func quoted(_ name: String) -> String {
    "\""
      + name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}

/// Keeps what went wrong, with its place.
private final class SeedReporter: ScriptReporter {
  let file: String
  let isSeed: Bool
  let tables: Set<String>
  var diagnostics: [Diagnostic] = []
  var unknown: [String: String] = [:]

  init(file: String, isSeed: Bool, tables: Set<String>) {
    self.file = file
    self.isSeed = isSeed
    self.tables = tables
  }

  func echo(_ line: String) {}
  func message(_ text: String) {}

  func warn(_ text: String, line: Int) {
    report(.unreadStatement, "not run: \(text)", .warning, line)
  }

  func report(_ result: StatementResult, of statement: String, line: Int, hidesRows: Bool) {
    if let error = result.error, !isSeed {
      let words = statement.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      for word in words where tables.contains(String(word)) {
        unknown[String(word)] = "\(file):\(line): \(error.message)"
      }
    } else if let error = result.error {
      report(
        .refusedStatement, "\(error.message) (SQLSTATE \(error.sqlState))", .error, line,
        help: error.hint)
    }
    if let construct = result.undecided, construct.changesNothing != true {
      report(.unreadStatement, "undecided: \(construct.construct)", .warning, line)
    }
  }

  private func report(
    _ id: DiagnosticID, _ message: String, _ severity: Diagnostic.Severity, _ line: Int,
    help: String? = nil
  ) {
    guard diagnostics.count < 1_000 else { return }
    diagnostics.append(
      Diagnostic(
        id, message, at: SourcePlace(file: file, line: line), help: help, severity: severity))
  }
}
