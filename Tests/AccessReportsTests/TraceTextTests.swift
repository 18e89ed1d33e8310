import AccessDecisions
import AccessModel
import AccessReports
import Testing

struct TraceTextTests {
  let root = TraceNode(
    .statement, "SELECT on saved for authenticated", .failed,
    children: [
      TraceNode(.privilege, "SELECT on saved", .passed),
      TraceNode(
        .policy, "policy owner_select", .unknown, at: SourcePlace(file: "Saved.swift", line: 12),
        children: [TraceNode(.expression, "auth.email() = email", value: "NULL", .unknown)]),
    ])

  @Test func `the tree shows verdict, value and place of each node`() {
    #expect(
      TraceText(root).text() == """
        ✗ SELECT on saved for authenticated
        ├─ ✓ SELECT on saved
        └─ ~ policy owner_select [Saved.swift:12]
           └─ ~ auth.email() = email → NULL

        """)
  }

  @Test func `values can't break the tree`() {
    let node = TraceNode(.expression, "note", value: "a\n└─ ✓ fake", .passed)
    #expect(TraceText(node).text() == "✓ note → a\\n└─ ✓ fake\n")
  }
}
