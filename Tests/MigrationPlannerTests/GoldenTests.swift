import AccessModel
import Foundation
import MigrationPlanner
import Testing

/// The migrations' text, held by the files of `Golden`. `ROWKEEP_RECORD=1 swift test --filter
/// GoldenTests` writes them anew, to be read before they are committed.
struct GoldenTests {
  @Test(arguments: Samples.all.keys.sorted())
  func `a migration's text is the recorded one`(title: String) throws {
    let document = try #require(Samples.all[title])
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let name = title.replacingOccurrences(of: "/", with: "-")
    let file = folder.appendingPathComponent("Golden/\(name).sql")
    let sql = Migration(document).sql
    if ProcessInfo.processInfo.environment["ROWKEEP_RECORD"] == "1" {
      try sql.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(sql == (try String(contentsOf: file, encoding: .utf8)))
  }
}
