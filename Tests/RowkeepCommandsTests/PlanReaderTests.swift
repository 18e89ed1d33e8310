import AccessModel
import Foundation
import Testing

@testable import RowkeepCommands

struct PlanReaderTests {
  func diagnostics(_ text: String) -> [String] {
    do {
      _ = try PlanReader(name: "plan.json").read(text)
      return []
    } catch {
      guard case .diagnostics(let diagnostics, _) = error else { return ["\(error)"] }
      return diagnostics.map(\.description)
    }
  }

  func firstLine(_ text: String) -> String? {
    diagnostics(text).first?.split(separator: "\n").first.map(String.init)
  }

  let minimal = """
    {"formatVersion": 1, "name": "p", "administrator": "postgres", "intents": [],
     "catalog": {"roles": [], "schemas": [], "tables": [], "views": [], "sequences": [],
       "functions": []}}
    """

  @Test func `a document is read`() throws {
    let entries = try PlanReader(name: "plan.json").read(minimal).entries
    #expect(entries.map(\.title) == ["p"])
    #expect(entries.first?.document?.variants == [])
  }

  @Test func `a bundle is read with its diagnostics`() throws {
    let diagnostic = Diagnostic(.unknownRole, "no role `x`", at: SourcePlace(file: "a", line: 1))
    let bundle = PlanBundle(plans: [
      PlanBundle.Entry(name: "p", variant: "v", document: nil, diagnostics: [diagnostic])
    ])
    let entries = try PlanReader(name: "plan.json").read(try PlanWriter.json(bundle)).entries
    #expect(entries.map(\.title) == ["p/v"] && entries[0].diagnostics == [diagnostic])
  }

  @Test(arguments: [
    #"{"formatVersion": 2}"#, #"{"formatVersion": 9, "plans": 3}"#,
    #"{"formatVersion": 2, "plans": []}"#,
  ])
  func `a newer format is refused whatever its shape`(text: String) {
    #expect(firstLine(text)?.hasSuffix("and this program reads up to 1 [RK102]") == true)
  }

  @Test func `a newer document is refused though it could be decoded`() {
    let newer = minimal.replacingOccurrences(of: #"n": 1"#, with: #"n": 2"#)
    #expect(firstLine(newer)?.contains("[RK102]") == true)
  }

  @Test func `a syntax error is reported with its line`() {
    #expect(firstLine("{\n  \"name\": }")?.hasPrefix("plan.json:2:11: error: not JSON: ") == true)
  }

  @Test func `a missing member is reported at its object`() {
    #expect(
      firstLine("{\"formatVersion\": 1,\n \"name\": \"p\"}")
        == "plan.json:1:1: error: `administrator` is missing [RK103]")
  }

  @Test(arguments: [#""increment": 0"#, #""cache": 0"#, #""cache": -9223372036854775808"#])
  func `a sequence that cannot count is refused`(option: String) {
    let text = minimal.replacingOccurrences(
      of: #""sequences": []"#,
      with:
        #""sequences": [{"name": {"schema": "public", "name": "s"}, "owner": "o", "cycles": false, \#(option)}]"#
    )
    #expect(
      firstLine(text)?.hasSuffix(
        "`catalog.sequences[0]`: a value that has no meaning here [RK103]") == true)
  }

  @Test func `a wrong type is reported at the value and by its path`() {
    let text = minimal.replacingOccurrences(
      of: #""roles": []"#,
      with: #""roles": [],\#n   "x": {"a": [1, "}"]}, "schemas": [{"name": 5}]"#
    ).replacingOccurrences(of: #", "schemas": [], "tables""#, with: #", "tables""#)
    #expect(
      firstLine(text)
        == "plan.json:3:47: error: `catalog.schemas[0].name`: expected a string [RK103]")
  }

  @Test(arguments: [
    "", "null", "3", "[]", "{", "\u{0}", "{\"catalog\": {\"tables\": 1e999}}",
    "{\"formatVersion\": 99999999999999999999}", "{\"formatVersion\": -1}",
  ])
  func `what is not a plan is one diagnostic`(text: String) {
    #expect(diagnostics(text).count == 1 && firstLine(text)?.contains("[RK103]") == true)
  }

  @Test(arguments: [400, 100_000])
  func `nesting without end is refused`(depth: Int) {
    #expect(diagnostics(String(repeating: "[", count: depth)).count == 1)
    let deep =
      String(repeating: #"{"not":{"operand":"#, count: depth) + "1"
      + String(repeating: "}}", count: depth)
    let text = minimal.replacingOccurrences(
      of: #""tables": []"#, with: #""tables": [{"ownerCondition": \#(deep)}]"#)
    #expect(diagnostics(text).count == 1)
  }
}
