import AccessModel
import Testing

@testable import AccessPlan

/// PostgreSQL's own names, as a server of version 15 gave them.
struct ObjectNameTests {
  private let x40 = String(repeating: "x", count: 40)
  private let y40 = String(repeating: "y", count: 40)

  @Test func `the longer part of a constraint's name is cut first`() {
    #expect(objectName("saved", ["a", "b"], "key") == "saved_a_b_key")
    #expect(objectName("saved", [], "pkey") == "saved_pkey")
    #expect(
      objectName(x40, [y40], "key")
        == "\(String(repeating: "x", count: 29))_\(String(repeating: "y", count: 29))_key")
    #expect(objectName("t", [x40 + y40], "key").utf8.count == 63)
  }

  @Test func `a taken name gets a number within 63 bytes`() {
    var taken: Set<String> = []
    let long = x40 + y40
    let first = freeName(long, taken: &taken), second = freeName(long, taken: &taken)
    #expect(first == String(long.prefix(63)))
    #expect(second == String(long.prefix(62)) + "2")
  }

  @Test func `names are cut between characters`() {
    #expect(numbered(String(repeating: "é", count: 40), "_2").utf8.count == 62)
    #expect(numbered("item", "_2") == "item_2")
  }
}
