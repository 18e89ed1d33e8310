import AccessModel
import AccessTesting
import Testing

/// RULES 75, 78, 79: what stops a write besides access, and in which order.
@Suite struct `Constraints` {
  private func world() -> World {
    var world = World()
    world.role("alice")
    world.table(
      "p", ["id integer primary key", "n integer unique"], rows: [["1", "1"], ["2", "2"]])
    world.table(
      "c", ["id bigint primary key identity", "p_id integer not null references p", "v integer"],
      rows: [["1", "1", "5"]])
    world.table(
      "d", ["id bigint primary key identity", "p_id integer references p on delete cascade"],
      rows: [["1", "2"]])
    world.modify("c") {
      $0.checks = [Catalog.CheckConstraint("v_is_small", op(col("v"), "<", num(10)))]
    }
    for table in ["p", "c", "d"] {
      world.grant(.select, .insert, .update, .delete, on: table, to: "alice")
      world.policy("all", on: table, using: .true)
    }
    world.policy(
      "r", on: "c", restrictive: true, using: .true, check: op(col("c.v"), "<>", num(99)))
    return world
  }

  @Test func `row security comes before NOT NULL, CHECK, unique and foreign keys`() throws {
    try world().agree(
      on: [
        insert(into: "c", ["id", "p_id", "v"], [[num(1), .null, num(99)]]),
        insert(into: "c", ["id", "p_id", "v"], [[num(1), .null, num(50)]]),
        insert(into: "c", ["id", "p_id", "v"], [[num(1), num(9), num(50)]]),
        insert(into: "c", ["id", "p_id", "v"], [[num(1), num(9), num(5)]]),
        insert(into: "c", ["id", "p_id", "v"], [[num(2), num(9), num(5)]]),
        insert(into: "c", ["id", "p_id", "v"], [[num(2), num(2), num(5)]]),
        insert(into: "c", ["p_id", "v"], [[num(2), .null]], returning: ["id", "v"]),
      ], as: "alice", undecided: 0)
  }

  @Test func `unique keys ignore NULLs, see the statement's own rows and hidden ones`() throws {
    var world = world()
    world.modify("p") { $0.policies[0].using = col("p.id") .= num(1) }
    world.modify("p") { $0.policies[0].check = .true }
    try world.agree(
      on: [
        insert(into: "p", ["id", "n"], [[num(3), .null], [num(4), .null]]),
        insert(into: "p", ["id", "n"], [[num(3), num(7)], [num(4), num(7)]]),
        insert(into: "p", ["id", "n"], [[num(2), num(7)]]),
        update("p", set: [("n", num(2))]),
        update("p", set: [("n", num(1))]),
      ], as: "alice", undecided: 0)
  }

  @Test func `foreign keys stop, cascade, and follow, whatever the policies`() throws {
    var world = world()
    world.modify("d") { $0.policies = [] }
    try world.agree(
      on: [
        delete(from: "p"), delete(from: "p", where: col("id") .= num(2)),
        delete(from: "p", where: col("id") .= num(1)), update("p", set: [("id", num(9))]),
        update("p", set: [("id", num(9))], where: col("id") .= num(2)),
        update("c", set: [("p_id", num(9))]), update("c", set: [("p_id", num(2))]),
        .truncate(SQLTruncate(SQLRelationName("p"))), .truncate(SQLTruncate(SQLRelationName("d"))),
      ], as: "postgres", undecided: 0)
  }
}
