import AccessModel
import Foundation
import SQLFrontend
import SQLSession

/// SQL as an input: a file, a folder of migrations, or text from a pipe.
struct SQLInput {
  /// The largest file read. A dump of a schema is a hundredth of it.
  static let fileLimit = 50 << 20
  /// How deep a folder of migrations may be.
  private static let maxDepth = 6

  /// What the plan is called in reports.
  var name: String
  var files: [SQLFile]

  /// A single file.
  init(file path: String) throws(CommandFailure) {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    name = file.hasSuffix(".sql") ? String(file.dropLast(4)) : file
    files = [SQLFile(name: path, text: try TextFile.read(path, limit: Self.fileLimit)).forward]
  }

  /// Text that has been read from standard input.
  init(standardInput text: String) {
    name = "standard input"
    files = [SQLFile(name: "standard input", text: text)]
  }

  /// A folder's files in the order of its tool; nil if there is no SQL below it.
  init?(folder path: String) throws(CommandFailure) {
    var paths: [String] = []
    Self.list(path, prefix: "", depth: 0, into: &paths)
    guard paths.contains(where: { $0.lowercased().hasSuffix(".sql") }) else { return nil }
    var plan: String?
    if paths.contains("sqitch.plan") {
      plan = try TextFile.read("\(path)/sqitch.plan", limit: Self.fileLimit)
    }
    let order = MigrationFolder.order(MigrationFolder.Listing(paths: paths, sqitchPlan: plan))
    files = []
    for file in order.files {
      let full = path.hasSuffix("/") ? path + file : "\(path)/\(file)"
      let text = try TextFile.read(full, limit: Self.fileLimit)
      files.append(SQLFile(name: full, text: text).forward)
    }
    name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
  }

  private static func list(
    _ folder: String, prefix: String, depth: Int, into paths: inout [String]
  ) {
    guard depth < maxDepth else { return }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for entry in entries.sorted() where !entry.hasPrefix(".") && entry != "node_modules" {
      var isFolder: ObjCBool = false
      let path = "\(folder)/\(entry)"
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        list(path, prefix: "\(prefix)\(entry)/", depth: depth + 1, into: &paths)
      } else {
        paths.append(prefix + entry)
      }
    }
  }

  /// The catalog that the files make on a version of PostgreSQL, as a plan without intents.
  func load(as version: PostgresVersion, in context: CommandContext) -> PlanSource {
    let loaded = SQLReader(version: version, runner: ComputedStatement.simulated).read(files)
    let counts = loaded.counts
    if counts.unread + counts.refused > 0 {
      let read = counts.total - counts.unread - counts.refused
      context.progress("Read \(read) of \(counts.total) statements in full.")
    }
    var document = PlanDocument(name: name, catalog: loaded.catalog)
    if version != .v15 { document.postgresVersion = version }
    return PlanSource(
      entries: [
        PlanBundle.Entry(
          name: name, variant: nil, document: document, diagnostics: loaded.diagnostics)
      ], isComplete: false, rows: loaded.rows, locator: SourceLocator(roots: []))
  }
}
