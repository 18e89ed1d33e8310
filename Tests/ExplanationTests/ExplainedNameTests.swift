import AccessDecisions
import AccessModel
import AccessTesting
import Testing

/// Explanations say what an unqualified name in a policy's subquery means.
@Suite struct `Names in explanations` {
  private func notes(_ condition: SQLExpression) throws -> [String] {
    var world = World()
    world.role("alice")
    world.table("doc", ["id integer", "org_id integer"], rows: [["1", "1"]])
    world.table("member", ["org_id integer", "who text"], rls: false, rows: [["2", "alice"]])
    world.grant(.select, on: "doc", to: "alice")
    world.grant(.select, on: "member", to: "alice")
    world.policy("p", on: "doc", using: exists(from("member", as: "m"), where: condition))
    let trace = try explain(
      "SELECT id FROM doc", as: Identity("alice", role: "alice"), world.catalog, world.rows
    ).trace
    var found: [String] = []
    var nodes = [trace]
    while let node = nodes.popLast() {
      if node.kind == .note, node.label.contains("m.org_id") { found.append(node.label) }
      nodes += node.children
    }
    return found
  }

  @Test func `a name that the subquery's table has as well is told`() throws {
    #expect(
      try notes(col("m.org_id") .= col("org_id"))
        == ["`org_id` means m.org_id, not doc.org_id"])
  }

  @Test func `a column compared with itself is told`() throws {
    #expect(
      try notes(col("m.org_id") .= col("m.org_id"))
        == ["both sides are m.org_id; the row's own is doc.org_id"])
  }

  @Test func `names with their table need no word`() throws {
    #expect(try notes(col("m.org_id") .= col("doc.org_id")) == [])
  }
}
