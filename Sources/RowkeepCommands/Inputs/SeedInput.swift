import AccessFixtures
import AccessModel
import Foundation
import SQLFrontend
import SQLSession

extension FixturesOption {
  /// The rows that the input's own SQL makes, with `seed.sql` of the fixtures in the stead of the
  /// input's own. Errors of a seed are thrown with their places.
  func seeded(
    _ rows: RowStatements?, _ document: PlanDocument, in context: CommandContext
  ) throws(CommandFailure) -> SeedScript.Result {
    var files = rows?.files ?? []
    if let own = ownSeed {
      let text = try TextFile.read(own, limit: SQLInput.fileLimit)
      files.removeAll(where: \.isSeed)
      files.append(SQLFile(name: own, text: text))
    }
    let doubtful = rows?.doubtful ?? [:]
    guard fixtures != nil, !files.isEmpty || !doubtful.isEmpty else { return SeedScript.Result() }
    if !files.isEmpty {
      context.progress("Running \(files.count == 1 ? files[0].name : "\(files.count) files")…")
    }
    var result = SeedScript.run(files, on: document.catalog)
    let errors = result.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw .diagnostics(errors, SourceLocator(roots: [])) }
    for (table, reason) in doubtful where result.unknown[table] == nil {
      result.unknown[table] = reason
      result.rows.removeAll { $0.table.name == table }
    }
    let listed = tablesWithFiles
    result.unknown = result.unknown.filter { !listed.contains($0.key) }
    context.report(result.diagnostics, locator: SourceLocator(roots: []))
    context.report(
      result.unknown.sorted { $0.key < $1.key }.map { table, reason in
        Diagnostic(
          .malformedRows, "the rows of `\(table)` are not known: \(reason)", at: nil,
          help: "what reads them is undecided; say them in rows/\(table).csv", severity: .warning)
      }, locator: SourceLocator(roots: []))
    return result
  }

  private var ownSeed: String? {
    guard let fixtures else { return nil }
    let path = (fixtures as NSString).appendingPathComponent("seed.sql")
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The names of tables whose rows a CSV file says: all of them.
  private var tablesWithFiles: Set<String> {
    let folder = (fixtures ?? "") + "/rows"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(
      files.filter { $0.hasSuffix(".csv") }.map { file in
        let name = file.dropLast(4)
        let afterDot = name.drop { $0 != "." }.dropFirst()
        return String(afterDot.isEmpty ? name : afterDot)
      })
  }
}
