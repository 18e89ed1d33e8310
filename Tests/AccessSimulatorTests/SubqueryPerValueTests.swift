import AccessModel
import AccessTesting
import Testing

/// Subqueries that depend on one column are answered once for each of its values.
@Suite struct SubqueryPerValueTests {
  private func world() -> World {
    var world = World()
    world.role("alice")
    world.table(
      "team", ["id integer primary key", "is_open boolean"],
      rows: [["1", "t"], ["2", "f"], ["3", nil]])
    world.table(
      "task", ["id integer", "team_id integer", "size numeric"],
      rows: [
        ["1", "1", "1.0"], ["2", "2", "1.00"], ["3", "1", "2"], ["4", nil, nil], ["5", "3", "1.0"],
        ["6", "2", "2.0"],
      ])
    world.grant(.select, .update, on: "task", to: "alice")
    world.grant(.select, on: "team", to: "alice")
    world.policy("team", on: "team", using: .true)
    return world
  }

  @Test func `rows with one value share an answer, and others have their own`() throws {
    var world = world()
    world.policy(
      "open", on: "task",
      using: exists(from("team"), where: and(col("team.id") .= col("task.team_id"), col("is_open")))
    )
    var e = Expectations(world)
    e.expect(select(["id"], from: "task"), as: "alice", "1; 3")
    e.expect(
      update("task", set: [("team_id", num(2))], where: col("id") .= num(3)), as: "alice",
      "ERROR 42501: new row violates row-level security policy for table \"task\"")
    try e.check()
  }

  @Test func `NULL is a value of its own`() throws {
    var world = world()
    world.policy("all", on: "task", using: .true)
    let teams = query(
      [count()], from("team"),
      where: or(
        col("team.id") .= col("task.team_id"), .test(operand: col("task.team_id"), kind: .isNull)))
    var e = Expectations(world)
    e.expect(
      select([col("id"), .scalarQuery(query: teams)], from: "task"), as: "alice",
      "1|1; 2|1; 3|1; 4|3; 5|1; 6|1")
    try e.check()
  }

  @Test func `equal numbers keep the digits they are written with`() throws {
    var world = world()
    world.policy("all", on: "task", using: .true)
    let text = query([.cast(operand: col("task.size"), type: .text)])
    var e = Expectations(world)
    e.expect(
      select([col("id"), .scalarQuery(query: text)], from: "task"), as: "alice",
      "1|1.0; 2|1.00; 3|2; 4|NULL; 5|1.0; 6|2.0")
    try e.check()
  }
}
