import AccessFixtures
import AccessModel
import Foundation
import SQLFrontend
import SQLSession

/// What of an SQL input makes rows: `seed.sql`, and the INSERTs of migrations.
struct SeedInput {
  /// What was there before the first of `files`.
  var start: Catalog
  /// In order, up to the last that adds rows.
  var files: [SQLFile]
  /// Whether `files` define what they fill, rather than filling what there is.
  var defines: Bool

  /// Nil if no file adds rows.
  init?(_ all: [SQLFile], _ loaded: LoadedSQL) {
    let names = Set(loaded.filesWithRows)
    guard let last = all.lastIndex(where: { names.contains($0.name) }) else { return nil }
    let isOnlySeed = names.count == 1 && last == all.count - 1 && all[last].isSeed
    start = isOnlySeed ? loaded.catalog : loaded.start
    defines = !isOnlySeed
    files = isOnlySeed ? [all[last]] : all
  }
}

extension SQLFile {
  /// `supabase/seed.sql`.
  var isSeed: Bool { (name as NSString).lastPathComponent == "seed.sql" }
}

extension FixturesOption {
  /// The rows that the input's own SQL makes, and `seed.sql` of the fixtures in its stead of the
  /// input's `seed.sql`. Errors are thrown with their places.
  func seeded(
    _ seed: SeedInput?, _ document: PlanDocument, in context: CommandContext
  ) throws(CommandFailure) -> SeedScript.Result {
    var files = seed?.files ?? []
    var start = seed?.start ?? document.catalog
    if let own = ownSeed {
      let text = try TextFile.read(own, limit: SQLInput.fileLimit)
      files.removeAll(where: \.isSeed)
      files.append(SQLFile(name: own, text: text))
      if seed?.defines != true { start = document.catalog }
    }
    guard fixtures != nil, !files.isEmpty else { return SeedScript.Result() }
    context.progress("Running \(files.count == 1 ? files[0].name : "\(files.count) files")…")
    var result = SeedScript.run(files, from: start, readingTablesOf: document.catalog)
    // What reading the definitions found has been reported; here it is about rows.
    let known = Set(result.unknown.keys)
    let isAboutRows = { (diagnostic: Diagnostic) in
      diagnostic.severity == .error || !known.isEmpty
    }
    result.diagnostics = result.diagnostics.filter(isAboutRows)
    let errors = result.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw .diagnostics(errors, SourceLocator(roots: [])) }
    context.report(result.diagnostics, locator: SourceLocator(roots: []))
    for (table, reason) in result.unknown.sorted(by: { $0.key < $1.key }) {
      context.errors.write("warning: the rows of `\(table)` are not known: \(reason)\n")
    }
    return result
  }

  private var ownSeed: String? {
    guard let fixtures else { return nil }
    let path = (fixtures as NSString).appendingPathComponent("seed.sql")
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The names of tables whose rows a CSV file says.
  func tablesWithFiles(_ catalog: Catalog) -> Set<String> {
    let folder = (fixtures ?? "") + "/rows"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(
      files.filter { $0.hasSuffix(".csv") }.map { file in
        let name = file.dropLast(4)
        return String(name.drop { $0 != "." }.dropFirst().isEmpty ? name : name.drop { $0 != "." }.dropFirst())
      })
  }
}
