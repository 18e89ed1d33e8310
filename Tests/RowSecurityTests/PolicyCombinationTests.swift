import AccessModel
import AccessTesting
import Testing

/// RULES 27–34: which policies apply, and how they combine.
@Suite struct `Policy combination` {
  private func world() -> World {
    var world = World()
    world.role("alice")
    world.table("t", ["id integer", "who text"], rows: [["1", "a"], ["2", "b"]])
    world.grant(.select, .insert, .update, .delete, on: "t", to: "alice")
    return world
  }

  @Test func `without a policy everything is denied, silently for reads`() throws {
    var e = Expectations(world())
    e.expect(select(["id", "who"], from: "t"), as: "alice", "(0 rows)")
    e.expect(
      insert(into: "t", ["id", "who"], [[num(3), str("c")]]), as: "alice",
      "ERROR 42501: new row violates row-level security policy for table \"t\"")
    e.expect(update("t", set: [("who", str("x"))]), as: "alice", "UPDATE 0")
    e.expect(delete(from: "t"), as: "alice", "DELETE 0")
    try e.check()
  }

  @Test func `a restrictive policy alone still denies`() throws {
    var world = world()
    world.policy("r", on: "t", restrictive: true, using: .true, check: .true)
    var e = Expectations(world)
    e.expect(select(["id"], from: "t"), as: "alice", "(0 rows)")
    e.expect(
      insert(into: "t", ["id"], [[num(3)]]), as: "alice",
      "ERROR 42501: new row violates row-level security policy for table \"t\"")
    try e.check()
  }

  @Test func `permissive policies add up and each restrictive one must hold`() throws {
    var world = world()
    world.policy("p1", on: "t", using: col("t.id") .= num(1))
    world.policy("p2", on: "t", using: col("t.id") .= num(2))
    var e = Expectations(world)
    e.expect(select(["id"], from: "t"), as: "alice", "1; 2")
    try e.check()
    world.policy("r", on: "t", restrictive: true, using: op(col("t.id"), ">", num(1)))
    e = Expectations(world)
    e.expect(select(["id"], from: "t"), as: "alice", "2")
    e.expect(
      insert(into: "t", ["id"], [[num(1)]]), as: "alice",
      "ERROR 42501: new row violates row-level security policy \"r\" for table \"t\"")
    e.expect(
      insert(into: "t", ["id"], [[num(5)]]), as: "alice",
      "ERROR 42501: new row violates row-level security policy for table \"t\"")
    try e.check()
  }

  @Test func `a NULL condition is not TRUE, for rows read and rows written`() throws {
    var world = world()
    world.policy("p", on: "t", using: .equal(.null, col("t.id")))
    var e = Expectations(world)
    e.expect(select(["id"], from: "t"), as: "alice", "(0 rows)")
    e.expect(
      insert(into: "t", ["id"], [[num(1)]]), as: "alice",
      "ERROR 42501: new row violates row-level security policy for table \"t\"")
    try e.check()
  }

  @Test func `TO names roles whose privileges are held`() throws {
    var world = World()
    world.role("staff")
    world.role("bob", in: "staff")
    world.role("carl", in: "staff", inherits: false)
    world.table("t", ["id integer"], rows: [["1"]])
    world.grant(.select, on: "t", to: "PUBLIC")
    world.policy("p", on: "t", .select, to: "staff", using: .true)
    var e = Expectations(world)
    e.expect(select(["id"], from: "t"), as: "bob", "1")
    e.expect(select(["id"], from: "t"), as: "carl", "(0 rows)")
    try e.check()
  }

  @Test func `a policy without USING shows nothing, and USING stands in for CHECK`() throws {
    var world = world()
    world.policy("c", on: "t", check: .true)
    var e = Expectations(world)
    e.expect(select(["id"], from: "t"), as: "alice", "(0 rows)")
    e.expect(insert(into: "t", ["id"], [[num(9)]]), as: "alice", "INSERT 0 1")
    try e.check()
    world = self.world()
    world.policy("u", on: "t", using: col("t.who") .= str("a"))
    e = Expectations(world)
    e.expect(
      update("t", set: [("who", str("z"))]), as: "alice",
      "ERROR 42501: new row violates row-level security policy for table \"t\"")
    e.expect(update("t", set: [("id", num(7))]), as: "alice", "UPDATE 1")
    try e.check()
  }

  @Test func `the permissive failure is reported before a restrictive one`() throws {
    var world = world()
    world.policy("p", on: "t", .insert, check: .false)
    world.policy("a", on: "t", .insert, restrictive: true, check: .false)
    var e = Expectations(world)
    e.expect(
      insert(into: "t", ["id"], [[num(9)]]), as: "alice",
      "ERROR 42501: new row violates row-level security policy for table \"t\"")
    try e.check()
  }
}
