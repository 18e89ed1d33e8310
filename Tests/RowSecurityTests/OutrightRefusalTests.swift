import AccessFixtures
import AccessModel
import AccessTesting
import Testing

/// A role without any right to a table is refused without a look at anything else, but for what comes
/// before privileges. RULES 10, 13, 14, 17, 67.
@Suite struct `Outright refusals` {
  private func world() -> World {
    var world = World()
    world.role("alice")
    world.role("guest")
    world.table(
      "t", ["id integer", "a integer"], rls: true, rows: [["1", "2"]])
    return world
  }

  private func everything(_ role: String, _ outcome: String, _ e: inout Expectations) {
    e.expect(select(["id"], from: "t"), as: role, outcome)
    e.expect(insert(into: "t", ["id", "a"], [[num(1), num(2)]]), as: role, outcome)
    e.expect(update("t", set: [("a", num(1))]), as: role, outcome)
    e.expect(update("t", set: [("a", num(1))], where: col("id") .= num(1)), as: role, outcome)
    e.expect(delete(from: "t"), as: role, outcome)
  }

  @Test func `policies of others do not matter`() throws {
    var world = world()
    world.grant(.select, .insert, .update, .delete, on: "t", to: "alice")
    world.policy("own", on: "t", to: "alice", using: .true)
    var e = Expectations(world)
    everything("guest", "ERROR 42501: permission denied for table t", &e)
    e.expect(select(["id"], from: "t"), as: "alice", "1")
    try e.check()
  }

  @Test func `a policy for everyone that recurses comes before the privilege`() throws {
    var world = world()
    world.policy("p", on: "t", using: exists(from("t", as: "x"), where: col("x.id") .= col("t.id")))
    var e = Expectations(world)
    everything(
      "guest", "ERROR 42P17: infinite recursion detected in policy for relation \"t\"", &e)
    try e.check()
  }

  @Test func `a schema that may not be used comes first`() throws {
    var world = world()
    let name = QualifiedName("hidden", "t")
    world.catalog.schemas.append(Catalog.Schema("hidden", owner: "postgres"))
    world.catalog.tables[0].name = name
    world.rows[0].table = name
    try world.agree(
      on: "SELECT id FROM hidden.t", "DELETE FROM hidden.t", "UPDATE hidden.t SET a = id",
      "INSERT INTO hidden.t (id, a) VALUES (1, 2)", as: "guest")
  }

  @Test func `a value for a column that takes none comes first`() throws {
    var world = world()
    world.modify("t") {
      $0.columns[0].identity = .always
      $0.columns[0].isNullable = false
    }
    var e = Expectations(world)
    let denied = "ERROR 42501: permission denied for table t"
    e.expect(
      insert(into: "t", ["id"], [[num(5)]]), as: "guest",
      "ERROR 428C9: cannot insert a non-DEFAULT value into column \"id\"")
    e.expect(
      update("t", set: [("id", num(5))]), as: "guest",
      "ERROR 428C9: column \"id\" can only be updated to DEFAULT")
    e.expect(insert(into: "t", ["a"], [[num(5)]]), as: "guest", denied)
    e.expect(delete(from: "t"), as: "guest", denied)
    try e.check()
  }

  @Test func `one column is enough`() throws {
    var world = world()
    world.grant(.select, on: "t", columns: ["a"], to: "guest")
    var e = Expectations(world)
    let denied = "ERROR 42501: permission denied for table t"
    e.expect(select(["id"], from: "t"), as: "guest", denied)
    e.expect(select(["a"], from: "t"), as: "guest", "(0 rows)")
    e.expect(update("t", set: [("a", num(1))]), as: "guest", denied)
    try e.check()
  }

  @Test func `two roles that ask the same get their own answers`() throws {
    var world = world()
    world.grant(.select, on: "t", to: "alice")
    world.policy("own", on: "t", to: "alice", using: .true)
    world.catalog.schemas.append(Catalog.Schema("guest", owner: "postgres"))
    var e = Expectations(world)
    for _ in 1...2 {
      e.expect(select(["id"], from: "t"), as: "alice", "1")
      e.expect(
        select(["id"], from: "t"), as: "guest", "ERROR 42501: permission denied for table t")
    }
    try e.check()
  }
}
