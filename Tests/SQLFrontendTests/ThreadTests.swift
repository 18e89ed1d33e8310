import AccessModel
import Foundation
import SQLFrontend
import Testing

@Suite struct `Threads` {
  @Test func `reading often leaves the process its thread-specific keys`() throws {
    for _ in 0..<1_500 {
      _ = SQLReader(platform: .postgres).read([SQLFile(name: "a.sql", text: "SELECT 1;")])
    }
    var key = pthread_key_t()
    #expect(pthread_key_create(&key, nil) == 0)
    pthread_key_delete(key)
  }

  @Test(arguments: [127, 128, 129, 160, 161, 1_000])
  func `what two threads parse is applied in order`(count: Int) {
    let lines = (0..<count).map { number in
      number % 50 == 49 ? "CREATE TABLE;" : "CREATE TABLE t\(number) (id int);"
    }
    let loaded = Reading.read(lines.joined(separator: "\n"))
    let wrong = lines.indices.filter { $0 % 50 == 49 }
    #expect(
      loaded.catalog.tables.map(\.name.name)
        == lines.indices.filter { $0 % 50 != 49 }.map { "t\($0)" })
    #expect(loaded.diagnostics.map { $0.place?.line } == wrong.map { $0 + 1 })
    #expect(loaded.counts.total == count)
  }
}
