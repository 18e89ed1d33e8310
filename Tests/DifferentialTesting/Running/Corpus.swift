public import Foundation
import SQLSession

/// Scripts on which the engines once differed, one `.sql` file each.
public enum Corpus {
  /// The scripts in a folder, by file name.
  public static func load(
    _ folder: URL
  ) throws -> [(name: String, script: [Script.Statement])] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "sql" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { file in
        let target = CollectingTarget()
        let text = try String(contentsOf: file, encoding: .utf8)
        _ = try ScriptRunner(target: target, reporter: Silence()).run(text)
        return (file.lastPathComponent, target.statements)
      }
  }

  /// Adds a script, named for its version and seed.
  public static func add(_ finding: Finding, name: String, to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try finding.description.write(
      to: folder.appendingPathComponent("\(name).sql"), atomically: true, encoding: .utf8)
  }

  static func text(_ statements: [Script.Statement]) -> String {
    statements.map { statement in
      let lines = statement.copyLines.map { ($0 + ["\\."]).joined(separator: "\n") + "\n" } ?? ""
      return statement.text + ";\n" + lines
    }.joined()
  }
}

/// Runs nothing, and keeps what it was to run.
private final class CollectingTarget: ScriptTarget {
  var statements: [Script.Statement] = []
  let isInTransaction = false

  func run(_ statement: String, copyData: () -> [String]) throws -> StatementResult {
    let words = statement.uppercased().split { !$0.isLetter }
    let takesLines = words.first == "COPY" && words.contains("STDIN")
    statements.append(Script.Statement(statement, copyLines: takesLines ? copyData() : nil))
    return StatementResult(.completed(columns: nil, rows: [], tag: ""))
  }

  func connect(user: String?, database: String?) throws -> StatementResult {
    StatementResult(.completed(columns: nil, rows: [], tag: ""))
  }
}

private final class Silence: ScriptReporter {
  func echo(_ line: String) {}
  func message(_ text: String) {}
  func report(_ result: StatementResult, of statement: String, line: Int, hidesRows: Bool) {}
  func warn(_ text: String, line: Int) {}
}
