import AccessModel
import AccessReports
import Testing

struct DiagnosticTextTests {
  let source = SourceLines { file in
    file == "Plan.swift" ? ["let a = 1", "\tlet owner = documents.owner_i", ""] : nil
  }

  func text(_ place: SourcePlace?, help: String? = nil) -> String {
    DiagnosticText(lines: source).text(
      Diagnostic(.unknownColumn, "table `documents` has no column `owner_i`", at: place, help: help)
    )
  }

  @Test func `the caret stands under the column`() {
    let place = SourcePlace(file: "Plan.swift", line: 2, column: 24)
    #expect(
      text(place, help: "did you mean `owner_id`?") == """
        Plan.swift:2:24: error: table `documents` has no column `owner_i` [RK203]
          2 |  let owner = documents.owner_i
            |                        ^
          fix: did you mean `owner_id`?

        """)
  }

  @Test func `without a column the caret stands under the first word`() {
    #expect(
      text(SourcePlace(file: "Plan.swift", line: 2)).hasSuffix(
        "  2 |  let owner = documents.owner_i\n    |  ^\n"))
  }

  @Test(arguments: [
    SourcePlace(file: "Gone.swift", line: 2, column: 1), SourcePlace(file: "Plan.swift", line: 9),
    SourcePlace(file: "Plan.swift", line: 0), SourcePlace(file: "Plan.swift", line: .min),
    SourcePlace(file: "Plan.swift", line: 3),
  ])
  func `a line that can't be shown leaves the message alone`(place: SourcePlace) {
    #expect(
      text(place) == "\(place): error: table `documents` has no column `owner_i` [RK203]\n")
  }

  @Test func `a column far outside the line does not trap`() {
    let place = SourcePlace(file: "Plan.swift", line: 1, column: .max)
    #expect(text(place).contains("1 | let a = 1\n    |          ^\n"))
  }

  @Test(arguments: [1, 50_000, 99_999])
  func `of a long line only what is around the place is shown`(column: Int) {
    let line = String(repeating: "abcdefghi ", count: 10_000)
    let text = DiagnosticText(lines: SourceLines { _ in [line] }).text(
      Diagnostic(
        .malformedDocument, "no", at: SourcePlace(file: "plan.json", line: 1, column: column)))
    let shown = text.split(separator: "\n").map(String.init)
    #expect(text.count < 700 && shown.count == 3)
    // The caret stands under the character meant.
    guard let caret = shown[2].firstIndex(of: "^") else { return }
    let offset = shown[2].distance(from: shown[2].startIndex, to: caret)
    #expect(Array(shown[1])[offset] == Array(line)[column - 1])
  }

  @Test func `the line of a refused token is not shown`() {
    let text = DiagnosticText(lines: source).text(
      Diagnostic(.refusedToken, "no token", at: SourcePlace(file: "Plan.swift", line: 1)))
    #expect(text == "Plan.swift:1: error: no token [RK408]\n")
  }

  @Test func `without a place the message comes first`() {
    #expect(text(nil) == "error: table `documents` has no column `owner_i` [RK203]\n")
  }
}
