import AccessReports
import Testing

struct JSONValueTests {
  @Test func `members keep their order and short values share a line`() {
    let value = JSONValue.report("matrix", plan: "p/stage-1", [.init("n", 3)])
    #expect(
      value.text() == #"{"rowkeep": 1, "command": "matrix", "plan": "p/stage-1", "n": 3}"# + "\n")
  }

  @Test func `what is too long for a line is indented`() {
    let long = JSONValue.string(String(repeating: "x", count: 60))
    #expect(
      JSONValue.object([.init("a", long), .init("b", [long, 1])]).text() == """
        {
          "a": "\(String(repeating: "x", count: 60))",
          "b": ["\(String(repeating: "x", count: 60))", 1]
        }

        """)
  }

  @Test func `quotes, backslashes and controls are escaped`() {
    #expect(JSONValue.string("a\"\\\n\u{1}é").text() == #""a\"\\\n\u0001é""# + "\n")
  }

  @Test func `empty arrays and objects are written as such`() {
    #expect(
      JSONValue.object([.init("a", []), .init("b", .object([]))]).text() == #"{"a": [], "b": {}}"#
        + "\n")
  }
}
