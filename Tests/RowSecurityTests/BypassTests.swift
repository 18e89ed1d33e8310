import AccessModel
import AccessTesting
import Testing

/// RULES 2, 21–23: when policies do not apply.
@Suite struct `Row security activation` {
  private func world(force: Bool = false, rls: Bool = true) -> World {
    var world = World()
    world.role("owner")
    world.role("member", in: "owner")
    world.role("byp", bypass: true)
    world.role("child", in: "byp")
    world.role("root", superuser: true)
    world.role("alice")
    world.table("t", ["id integer"], owner: "owner", rls: rls, force: force, rows: [["1"]])
    for role in ["byp", "child", "alice"] {
      world.grant(.select, .insert, on: "t", to: role)
    }
    world.policy("none", on: "t", using: .false)
    return world
  }

  @Test func `owner, members of the owner, BYPASSRLS and superusers see everything`() throws {
    var e = Expectations(world())
    for role in ["owner", "member", "byp", "root"] {
      e.expect(select(["id"], from: "t"), as: role, "1")
    }
    e.expect(select(["id"], from: "t"), as: "alice", "(0 rows)")
    try e.check()
  }

  @Test func `BYPASSRLS is not inherited`() throws {
    var e = Expectations(world())
    e.expect(select(["id"], from: "t"), as: "child", "(0 rows)")
    try e.check()
  }

  @Test func `FORCE subjects the owner, but neither BYPASSRLS nor superusers`() throws {
    var e = Expectations(world(force: true))
    for role in ["owner", "member"] {
      e.expect(select(["id"], from: "t"), as: role, "(0 rows)")
      e.expect(
        insert(into: "t", ["id"], [[num(2)]]), as: role,
        "ERROR 42501: new row violates row-level security policy for table \"t\"")
    }
    e.expect(select(["id"], from: "t"), as: "byp", "1")
    e.expect(select(["id"], from: "t"), as: "root", "1")
    try e.check()
  }

  @Test func `policies are inert where row security is not enabled`() throws {
    var e = Expectations(world(force: true, rls: false))
    e.expect(select(["id"], from: "t"), as: "alice", "1")
    e.expect(insert(into: "t", ["id"], [[num(2)]]), as: "alice", "INSERT 0 1")
    try e.check()
  }

  @Test func `BYPASSRLS grants no privilege`() throws {
    var world = world()
    world.role("lonely", bypass: true)
    var e = Expectations(world)
    e.expect(
      select(["id"], from: "t"), as: "lonely", "ERROR 42501: permission denied for table t")
    try e.check()
  }
}
