import AccessModel
import Foundation
import MigrationPlanner
import SQLFrontend
import SQLSession

/// What a script finds: an empty database, or what files before it made.
struct ScriptSetup {
  private var files: [SQLFile] = []
  /// What the files make, where they rely on a platform that is more than PostgreSQL.
  private let platform: LoadedSQL?

  init(_ paths: [String], version: PostgresVersion) throws {
    for path in paths { files += try Self.files(path) }
    let loaded = SQLReader(version: version, runner: ComputedStatement.simulated).read(files)
    platform = loaded.platform == "postgres" ? nil : loaded
  }

  /// The simulated database, before `run`.
  func database(
    version: PostgresVersion, name: String?, isCompared: Bool
  ) throws(CommandFailure) -> SimulatedTarget {
    guard let platform else {
      return SimulatedTarget(version: version, database: name ?? "postgres")
    }
    let errors = platform.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw .diagnostics(errors, SourceLocator(roots: [])) }
    var catalog = platform.catalog
    // The scratch server's, whatever the platform lets it be.
    for index in catalog.roles.indices where isCompared && catalog.roles[index].name == "postgres" {
      catalog.roles[index].isSuperuser = true
    }
    return SimulatedTarget(version: version, catalog: catalog)
  }

  /// Makes the platform and what the files make on a server that has neither. Roles would stay on
  /// a server that is not ours.
  func prepare(_ server: ScriptServer) throws {
    guard let platform else { return }
    guard server.isScratch else {
      throw CommandFailure.usage(
        "what `--setup` names relies on \(platform.platform), which a bare server has not",
        help: "compare with '--scratch', which is given it")
    }
    let document = PlanDocument(
      name: "setup", administrator: "postgres", catalog: platform.catalog)
    try server.execute(
      Migration.platformPrelude(for: document) + Migration(document).statements)
  }

  /// Runs the files: all that they say, or what adds rows where the definitions are there already.
  func run(on target: any ScriptTarget, in context: CommandContext) throws {
    if let platform {
      context.report(
        platform.diagnostics.filter { $0.severity != .error }, locator: SourceLocator(roots: []))
    }
    for file in platform?.rows.files ?? files {
      let failures = FailureCollector()
      _ = try ScriptRunner(target: target, reporter: failures).run(file.text)
      guard let (line, message) = failures.first else { continue }
      guard platform != nil else { throw CommandFailure.usage("\(file.name):\(line): \(message)") }
      context.report(
        [
          Diagnostic(
            .malformedRows, message, at: SourcePlace(file: file.name, line: line),
            help: "the statement is left out", severity: .warning)
        ], locator: SourceLocator(roots: []))
    }
  }

  private static func files(_ path: String) throws -> [SQLFile] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return [SQLFile(name: path, text: try RunCommand.text(of: path))] }
    guard let folder = try SQLInput(folder: path) else {
      throw CommandFailure.usage("there is no SQL in `\(path)`")
    }
    return folder.files
  }
}

/// Keeps the first failure of a script.
final class FailureCollector: ScriptReporter {
  var first: (line: Int, message: String)?

  func echo(_ line: String) {}
  func message(_ text: String) {}
  func warn(_ text: String, line: Int) {}

  func report(
    _ result: StatementResult, of statement: String, line: Int, hidesRows: Bool
  ) {
    guard first == nil else { return }
    if let error = result.error { first = (line, "\(error.message) (SQLSTATE \(error.sqlState))") }
    if let construct = result.undecided { first = (line, "undecided: \(construct.construct)") }
  }
}
