import AccessModel
import Foundation
import LivePostgres
import SQLFrontend
import SQLSession
import ScratchServerTesting
import Testing

@Suite(
  "Output is what psql -a -q -A -t -f writes",
  .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct PsqlOutputTests {
  @Test(arguments: SessionScripts.all)
  func sameOutput(_ script: SessionScripts.Script) throws {
    let database = try ScratchDatabase()
    defer { database.drop() }
    var text = script.text.replacing("@", with: "_" + String(database.name.suffix(8)))
    let file = FileManager.default.temporaryDirectory.appending(
      path: "rowkeep-test-\(UUID().uuidString).sql")
    defer { try? FileManager.default.removeItem(at: file) }
    var ours = Self.simulated(text, file.path, database.name)
    if !ours.unreadData.isEmpty, try !Self.skipsUnreadData(database.address) {
      text = Self.without(ours.unreadData, text)
      ours = Self.simulated(text, file.path, database.name)
    }
    try Data(text.utf8).write(to: file)
    let theirs = try Self.psql(database.address, file.path)
    #expect(ours.output == theirs.output)
    let isWhole = !Self.namesLessAboutErrors.contains(script.name)
    let told = { (lines: [String]) in isWhole ? lines : lines.filter { $0.hasPrefix("psql:") } }
    #expect(told(ours.errors) == told(theirs.errors))
  }

  /// Scripts some of whose errors psql says more about, in lines that are not known here yet: LINE,
  /// DETAIL, HINT, CONTEXT. Of these, what each error is must be the same. Should get shorter.
  private static let namesLessAboutErrors: Set = [
    "arbiters-asked-as-planned.sql", "arrays-of-domains.sql", "bodies-rewritten.sql",
    "bounds-that-overlap.sql", "casts-written-as-calls.sql",
    "claims.sql", "constraints.sql",
    "dates-read-by-format.sql",
    "decisions-acl.sql", "decisions-do-update.sql", "decisions-locks.sql",
    "decisions-row-security-off.sql", "default-privileges.sql", "definer-functions.sql",
    "definition-rights.sql", "definitions-and-schemas.sql", "domains-of-variables.sql",
    "drops-of-several-tables.sql", "error-details.sql",
    "errors-under-another-search-path.sql", "execute-everywhere.sql",
    "foreign-keys-and-policies.sql",
    "foreign-keys-checked-by-a-query.sql", "foreign-tables.sql",
    "functions-that-change-rows.sql",
    "inlined-set-functions.sql",
    "instead-of-returning.sql",
    "intervals.sql",
    "json-as-rows.sql", "json-taken-apart.sql", "leaky-order.sql",
    "locks-of-inlined-sets.sql",
    "locking-views-where-only-reading.sql",
    "locks-and-policies.sql", "locks-in-functions.sql", "locks-in-read-only-transactions.sql",
    "merged-functions.sql", "narrow-paths.sql",
    "numbers.sql",
    "ordered-sets-and-statistics.sql", "own-casts-in-errors.sql", "owners-without-privileges.sql",
    "parts-of-variables-and-jsonb.sql", "parts.sql", "policy-values.sql",
    "powers-and-logarithms.sql", "predefined-roles.sql", "prepared-and-cursors.sql",
    "privilege-questions.sql", "privileges-inside-functions.sql", "ranges.sql",
    "records-returned.sql", "recursion-by-functions.sql", "recursion-by-inlined-sets.sql",
    "recursion-with-arguments.sql", "renamed-parts.sql",
    "revoked-columns.sql",
    "roles-set-in-functions.sql", "row-comparisons.sql", "rows-of-temporary-tables.sql",
    "rules-activation.sql",
    "rules-functions.sql", "rules-privileges.sql", "rules-roles.sql", "rules-subqueries.sql",
    "rules-writes.sql", "rules.sql", "schema-usage.sql", "stored-calls-of-every-kind.sql",
    "system-columns.sql", "targets-hidden-from-their-from.sql", "time-zones.sql",
    "truncate-copy-lock.sql", "types-of-schemas.sql", "unknown-functions.sql", "view-defaults.sql",
    "view-functions-and-owners.sql", "window-frames.sql", "with-writers.sql",
  ]

  private static func simulated(
    _ text: String, _ file: String, _ database: String
  ) -> (output: String, errors: [String], unreadData: [ClosedRange<Int>]) {
    SessionStatementReader.onDeepStack {
      var output = ""
      var errors: [String] = []
      let reporter = PsqlReporter(
        verbose: false, output: { output += $0 + "\n" }, errors: { errors.append($0) })
      let target = SimulatedTarget(version: .v15, database: database)
      let summary = try? ScriptRunner(target: target, reporter: reporter, file: file).run(text)
      return (
        output, Self.lines(errors.joined(separator: "\n")), summary?.unreadData ?? []
      )
    }
  }

  /// Where in PostgreSQL's sources an error is raised is not known here, nor the text of a function
  /// in SQL: a tree is kept of it.
  private static func lines(_ text: String) -> [String] {
    var result: [String] = []
    for line in text.split(separator: "\n").map(String.init) where !line.hasPrefix("LOCATION:") {
      if line.hasPrefix("CONTEXT:  SQL function"), result.last?.hasPrefix("QUERY:") == true {
        result.removeLast(3)
      }
      result.append(line)
    }
    return result
  }

  /// psql 15.18 runs the data of a COPY that did not begin as statements, 15.20 passes over them.
  private static func skipsUnreadData(_ address: String) throws -> Bool {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "rowkeep-test-\(UUID().uuidString).sql")
    try Data("COPY missing FROM stdin;\n1\n\\.\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try !psql(address, file.path).output.contains("\n1\n")
  }

  private static func without(_ unread: [ClosedRange<Int>], _ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { number, _ in !unread.contains { $0.contains(number + 1) } }
      .map(\.element).joined(separator: "\n")
  }

  private static func psql(
    _ address: String, _ file: String
  ) throws -> (output: String, errors: [String]) {
    let process = Process()
    process.executableURL = URL(
      fileURLWithPath: try PostgresInstallation.find().binFolder + "/psql")
    process.arguments = ["-X", "-a", "-q", "-A", "-t", "-f", file, address]
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let written = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      String(decoding: written, as: UTF8.self), lines(String(decoding: complaints, as: UTF8.self))
    )
  }
}
