import AccessModel
import AccessTesting
import Testing

/// RULES 37–42: which policies each command meets.
@Suite struct `Policies per command` {
  private let violation =
    "ERROR 42501: new row violates row-level security policy for table \"t\""

  private func world() -> World {
    var world = World()
    world.role("alice")
    world.table(
      "t", ["id integer", "hidden boolean"], rows: [["1", "f"], ["2", "t"], ["3", nil]])
    world.grant(.select, .insert, .update, .delete, on: "t", to: "alice")
    return world
  }

  private let isShown = SQLExpression.equal(col("t.hidden"), .false)

  @Test func `an UPDATE that reads columns meets SELECT policies, a blind one does not`() throws {
    var world = world()
    world.policy("s", on: "t", .select, using: isShown)
    world.policy("u", on: "t", .update, using: .true)
    var e = Expectations(world)
    e.expect(update("t", set: [("id", num(9))]), as: "alice", "UPDATE 3")
    e.expect(
      update("t", set: [("id", num(9))], where: op(col("id"), ">", num(0))), as: "alice",
      "UPDATE 1")
    try e.check()
  }

  @Test func `hiding a row by an UPDATE that reads it is refused`() throws {
    var world = world()
    world.policy("s", on: "t", .select, using: isShown)
    world.policy("u", on: "t", .update, using: .true)
    var e = Expectations(world)
    e.expect(
      update("t", set: [("hidden", .true)], where: col("id") .= num(1)), as: "alice", violation)
    e.expect(update("t", set: [("hidden", .true)]), as: "alice", "UPDATE 3")
    try e.check()
  }

  @Test func `UPDATE checks new rows by WITH CHECK`() throws {
    var world = world()
    world.policy("s", on: "t", .select, using: .true)
    world.policy(
      "u", on: "t", .update, using: isShown, check: op(col("t.id"), "<", num(5)))
    var e = Expectations(world)
    e.expect(update("t", set: [("id", num(4))]), as: "alice", "UPDATE 1")
    e.expect(update("t", set: [("id", num(6))]), as: "alice", violation)
    e.expect(
      update("t", set: [("id", num(6))], where: col("id") .= num(2)), as: "alice", "UPDATE 0")
    try e.check()
  }

  @Test func `a DELETE that reads columns meets SELECT policies, a blind one does not`() throws {
    var world = world()
    world.policy("s", on: "t", .select, using: isShown)
    world.policy("d", on: "t", .delete, using: .true)
    var e = Expectations(world)
    e.expect(delete(from: "t"), as: "alice", "DELETE 3")
    e.expect(
      delete(from: "t", where: op(col("id"), ">", num(0))), as: "alice", "DELETE 1")
    e.expect(delete(from: "t", returning: ["id"]), as: "alice", "1")
    try e.check()
  }

  @Test func `an INSERT that returns a column must be allowed to see the row`() throws {
    var world = world()
    world.policy("s", on: "t", .select, using: isShown)
    world.policy("i", on: "t", .insert, check: .true)
    let hidden = [[num(4), SQLExpression.true]]
    var e = Expectations(world)
    e.expect(insert(into: "t", ["id", "hidden"], hidden), as: "alice", "INSERT 0 1")
    e.expect(
      insert(into: "t", ["id", "hidden"], hidden, returning: ["id"]), as: "alice", violation)
    e.expect(
      insert(into: "t", ["id", "hidden"], [[num(4), .false]], returning: ["id"]), as: "alice",
      "4")
    e.expect(
      insert(into: "t", ["id", "hidden"], hidden, returning: ["1"]), as: "alice", "1")
    try e.check()
  }

  @Test func `a new row that is read back must pass USING, not only WITH CHECK`() throws {
    var world = world()
    world.policy("p", on: "t", using: isShown, check: .true)
    let hidden = [[num(4), SQLExpression.true]]
    var e = Expectations(world)
    e.expect(insert(into: "t", ["id", "hidden"], hidden), as: "alice", "INSERT 0 1")
    e.expect(
      insert(into: "t", ["id", "hidden"], hidden, returning: ["id"]), as: "alice", violation)
    e.expect(update("t", set: [("hidden", .true)]), as: "alice", "UPDATE 1")
    e.expect(
      update("t", set: [("hidden", .true)], where: col("id") .= num(1)), as: "alice", violation)
    try e.check()
  }

  @Test func `other relations of a statement are read by SELECT policies`() throws {
    var world = world()
    world.policy("s", on: "t", .select, using: isShown)
    world.table("copy", ["id integer"], rls: false)
    world.grant(.insert, on: "copy", to: "alice")
    var e = Expectations(world)
    e.expect(
      .insert(
        SQLInsert(
          into: SQLRelationName("copy"), columns: ["id"],
          .query(query([col("t.id")], from("t"))))), as: "alice", "INSERT 0 1")
    try e.check()
  }

  @Test func `TRUNCATE ignores row security`() throws {
    var world = world()
    world.grant(.truncate, on: "t", to: "alice")
    var e = Expectations(world)
    e.expect(.truncate(SQLTruncate(SQLRelationName("t"))), as: "alice", "TRUNCATE TABLE")
    try e.check()
  }
}
