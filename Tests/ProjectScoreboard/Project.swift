import AccessModel
import Foundation
import SQLFrontend
import SQLSession

/// A folder's SQL, as Rowkeep reads it.
struct Project {
  let name: String
  let files: [SQLFile]
  let loaded: LoadedSQL

  init(_ folder: String) throws {
    let root = URL(fileURLWithPath: folder).standardizedFileURL
    name = root.lastPathComponent
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    files = try MigrationFolder.order(.init(paths: paths)).files.map { path in
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      return SQLFile(name: path, text: text)
    }
    loaded = SQLReader(runner: ComputedStatement.simulated).read(files)
  }

  /// The tables that the project made, and those of the platform that it uses.
  var tables: [Catalog.Table] { loaded.catalog.tables.filter { $0.kind != .foreign } }

  /// Short texts between quotes: they are what checks and policies ask for.
  var words: [String] {
    var words: Set<String> = []
    for file in files {
      for (index, part) in file.text.split(separator: "'", omittingEmptySubsequences: false)
        .enumerated()
      where index % 2 == 1 && part.utf8.count < 24 && !part.contains(where: \.isNewline) {
        words.insert(String(part))
      }
    }
    return words.sorted()
  }
}
