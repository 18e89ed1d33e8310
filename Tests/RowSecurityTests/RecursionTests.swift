import AccessModel
import AccessTesting
import Testing

/// RULES 64–68: subqueries in policies, and policies that go in circles.
@Suite struct `Subqueries in policies` {
  private func recursion(_ table: String) -> String {
    "ERROR 42P17: infinite recursion detected in policy for relation \"\(table)\""
  }

  private func world() -> World {
    var world = World()
    world.role("alice")
    world.role("byp", bypass: true)
    world.table("a", ["id integer"], rows: [["1"]])
    world.table("b", ["id integer"], rows: [["1"]])
    for table in ["a", "b"] {
      world.grant(.select, .insert, .update, .delete, on: table, to: "alice")
      world.grant(.select, on: table, to: "byp")
    }
    return world
  }

  @Test func `a policy that reads its own table recurses, with or without rows`() throws {
    var world = world()
    world.policy("p", on: "a", using: exists(from("a", as: "x"), where: col("x.id") .= col("a.id")))
    var e = Expectations(world)
    e.expect(select(["id"], from: "a"), as: "alice", recursion("a"))
    e.expect(select(["id"], from: "a", where: .false), as: "alice", recursion("a"))
    e.expect(select(["id"], from: "a"), as: "byp", "1")
    try e.check()
  }

  @Test func `two policies that read each other's table recurse`() throws {
    var world = world()
    world.policy("pa", on: "a", using: exists(from("b"), where: col("b.id") .= col("a.id")))
    world.policy(
      "pb", on: "b", .select, using: exists(from("a"), where: col("a.id") .= col("b.id")))
    var e = Expectations(world)
    e.expect(select(["id"], from: "a"), as: "alice", recursion("a"))
    e.expect(select(["id"], from: "b"), as: "alice", recursion("b"))
    try e.check()
    world.modify("b") { $0.policies[0].using = .true }
    e = Expectations(world)
    e.expect(select(["id"], from: "a"), as: "alice", "1")
    try e.check()
  }

  @Test func `an UPDATE policy may read its own table if the SELECT policies have no subquery`()
    throws
  {
    var world = world()
    world.policy("s", on: "a", .select, using: .true)
    world.policy(
      "u", on: "a", .update, using: exists(from("a", as: "x"), where: col("x.id") .= num(1)))
    var e = Expectations(world)
    e.expect(update("a", set: [("id", num(2))]), as: "alice", "UPDATE 1")
    try e.check()
  }

  @Test func `a subquery only in WITH CHECK arms recursion for the whole policy`() throws {
    var world = world()
    world.policy(
      "p", on: "a", using: .true,
      check: exists(from("a", as: "x"), where: col("x.id") .= num(1)))
    var e = Expectations(world)
    e.expect(insert(into: "a", ["id"], [[num(5)]]), as: "alice", recursion("a"))
    try e.check()
  }

  @Test func `restrictive policies alone are not even looked at, so they do not recurse`() throws {
    var world = world()
    world.policy(
      "r", on: "a", restrictive: true,
      using: exists(from("a", as: "x"), where: col("x.id") .= col("a.id")))
    var e = Expectations(world)
    e.expect(select(["id"], from: "a"), as: "alice", "(0 rows)")
    try e.check()
  }

  @Test func `an owner view by a role that bypasses breaks the circle`() throws {
    var world = world()
    world.view("all_a", ["id integer"], query([col("a.id")], from("a")))
    world.grant(.select, on: "all_a", to: "alice")
    world.policy(
      "p", on: "a", using: exists(from("all_a", as: "x"), where: col("x.id") .= col("a.id")))
    var e = Expectations(world)
    e.expect(select(["id"], from: "a"), as: "alice", "1")
    try e.check()
  }

  @Test func `a relation in a policy's subquery needs privileges and meets its own policies`()
    throws
  {
    var world = world()
    world.policy("pa", on: "a", using: exists(from("b"), where: col("b.id") .= col("a.id")))
    var e = Expectations(world)
    e.expect(select(["id"], from: "a"), as: "alice", "(0 rows)")
    try e.check()
    world.modify("b") { $0.acl?.revoke([.select], from: .role("alice")) }
    e = Expectations(world)
    e.expect(
      select(["id"], from: "a"), as: "alice", "ERROR 42501: permission denied for table b")
    try e.check()
  }

  @Test func `IN and NOT IN over NULLs are not TRUE`() throws {
    var world = World()
    world.role("alice")
    world.table("a", ["id integer"], rows: [["1"], ["2"], [nil]])
    world.table("m", ["id integer"], rls: false, rows: [["1"], [nil]])
    world.table("empty", ["id integer"], rls: false)
    for table in ["a", "m", "empty"] { world.grant(.select, on: table, to: "alice") }
    func policy(_ table: String, negated: Bool) -> SQLExpression {
      .inQuery(
        operand: col("a.id"), query: query([col("\(table).id")], from(table)), negated: negated)
    }
    for (table, negated, visible) in [
      ("m", false, "1"), ("m", true, "(0 rows)"), ("empty", false, "(0 rows)"),
      ("empty", true, "1; 2; NULL"),
    ] {
      world.modify("a") { $0.policies = [] }
      world.policy("p", on: "a", using: policy(table, negated: negated))
      var e = Expectations(world)
      e.expect(select(["id"], from: "a"), as: "alice", visible)
      try e.check()
    }
  }

  @Test func `checks do not see the statement's own rows`() throws {
    var world = world()
    world.policy("s", on: "b", .select, using: .true)
    world.policy("s", on: "a", .select, using: .true)
    world.policy("i", on: "b", .insert, check: .true)
    world.policy(
      "i", on: "a", .insert, check: exists(from("a", as: "x"), where: col("x.id") .= num(1)))
    var e = Expectations(world)
    e.expect(insert(into: "a", ["id"], [[num(7)], [num(8)]]), as: "alice", "INSERT 0 2")
    world.modify("a") {
      $0.policies[1].check = exists(from("a", as: "x"), where: col("x.id") .= num(7))
    }
    try e.check()
    e = Expectations(world)
    e.expect(
      insert(into: "a", ["id"], [[num(7)], [num(8)]]), as: "alice",
      "ERROR 42501: new row violates row-level security policy for table \"a\"")
    try e.check()
  }
}
