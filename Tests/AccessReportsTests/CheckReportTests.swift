@testable import AccessDecisions
import AccessModel
import AccessReports
import Testing

struct CheckReportTests {
  let place = SourcePlace(file: "Plan.swift", line: 36)

  func violation(_ name: String, _ kind: Violation.Kind, rows: [String]) -> Violation {
    Violation(
      identity: name, role: "authenticated", command: .select,
      relation: QualifiedName("public", "saved"), kind: kind, count: rows.count, rows: rows,
      columns: nil, decision: nil)
  }

  func text(_ violations: [Violation]) -> String {
    let intent = Intent(
      .onlyMay, [.owner], [.select], on: QualifiedName("public", "saved"), place: place)
    let result = IntentResult(
      intent: intent, verdict: .violated, violations: violations, notes: [], checks: 1)
    return CheckReport(title: "p", cases: [], intents: [result], bypassing: []).text(
      diagnostics: DiagnosticText())
  }

  @Test func `a broken intent is one message, with some rows of each identity`() {
    let violations = [
      violation("ana", .reaches, rows: ["id=4"]),
      violation("ben", .reaches, rows: ["id=1", "id=2", "id=3"]),
      violation("ana", .truncates, rows: []), violation("ben", .truncates, rows: []),
    ]
    #expect(
      text(violations) == """
        Plan.swift:36: error: intent does not hold: `only the row's owner may select saved` [RK501]
          can select rows not theirs to reach:
            ana (authenticated), 1 row: id=4
            ben (authenticated), 3 rows: id=1; id=2; and 1 more
          can TRUNCATE, which row security does not stop: ana, ben

        p
          cases      0 passed, 0 failed
          intents    0 held, 1 violated, 0 unjudged
          undecided  0

        """)
  }

  @Test func `many identities are counted`() {
    let violations = (1...8).map { violation("person \($0)", .reaches, rows: ["id=1"]) }
    #expect(text(violations).contains("    and 3 more identities\n"))
  }
}
