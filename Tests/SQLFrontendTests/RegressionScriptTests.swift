import Foundation
import LivePostgres
import ScratchServerTesting
import Testing

/// Definitions of PostgreSQL's own regression scripts, where the variable names their folder: a
/// measure, not a test. Prints how many answer as the server does.
@Suite struct RegressionScriptTests {
  static let folder = ProcessInfo.processInfo.environment["ROWKEEP_REGRESSION_SCRIPTS"]

  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["ROWKEEP_REGRESSION_SCRIPTS"] != nil),
    arguments: ["rowsecurity", "privileges", "updatable_views", "select_views"])
  func `definitions answer as on the server`(name: String) throws {
    let folder = try #require(Self.folder)
    let path = "\(folder)/\(name).sql"
    guard let script = try? String(contentsOfFile: path, encoding: .utf8) else { return }
    // As `test_setup.sql` has it.
    let opened = "GRANT ALL ON SCHEMA public TO public;" + script
    let result = try RoleServer.withDatabase { database in
      try DefinitionComparison(opened, on: database.connect(), database: database.name)
    }
    let same = result.compared - result.undecided.count - result.differences.count
    print(
      "\(name): \(result.compared) definitions, \(same) same,",
      "\(result.undecided.count) undecided, \(result.differences.count) different")
    for difference in result.undecided { print("? \(difference)") }
    for difference in result.differences { print("≠ \(difference)") }
  }
}
