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
}
