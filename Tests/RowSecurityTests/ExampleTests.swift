import AccessModel
import AccessTesting
import Testing

/// Decisions of the scripts from which RULES were learned, on tables.
@Suite struct `Examples on tables` {
  private let violation =
    "ERROR 42501: new row violates row-level security policy for table \"t\""

  private func world(_ columns: [String], _ rows: [[String?]]) -> World {
    var world = World()
    world.role("alice")
    world.table("t", columns, rows: rows)
    world.grant(.select, .insert, .update, .delete, on: "t", to: "alice")
    return world
  }

  private func decide(_ world: World, _ expectations: [(SQLStatement, String)]) throws {
    var e = Expectations(world)
    for (statement, summary) in expectations { e.expect(statement, as: "alice", summary) }
    try e.check()
  }

  @Test func `01: default deny`() throws {
    var world = world(["id integer", "who text"], [["1", "a"], ["2", "b"]])
    let add = insert(into: "t", ["id", "who"], [[num(3), str("c")]])
    let change = update("t", set: [("who", str("x"))])
    try decide(
      world,
      [
        (select(["id"], from: "t"), "(0 rows)"), (add, violation), (change, "UPDATE 0"),
        (delete(from: "t"), "DELETE 0"),
      ])
    world.policy("r", on: "t", restrictive: true, using: .true, check: .true)
    try decide(world, [(select(["id"], from: "t"), "(0 rows)"), (add, violation)])
    world.policy("s", on: "t", .select, using: .true)
    try decide(
      world,
      [
        (select([count()], from: "t"), "2"), (change, "UPDATE 0"),
        (delete(from: "t", where: col("id") .= num(1)), "DELETE 0"),
      ])
    world.modify("t") { $0.rowSecurityEnabled = false }
    try decide(world, [(change, "UPDATE 2")])
  }

  @Test func `04: USING as CHECK`() throws {
    var world = world(["id integer", "own text"], [["1", "me"], ["2", "you"]])
    let mine = col("t.own") .= str("me")
    world.policy("p", on: "t", using: mine)
    try decide(
      world,
      [
        (insert(into: "t", ["id", "own"], [[num(3), str("you")]]), violation),
        (update("t", set: [("own", str("you"))]), violation),
      ])
    world.modify("t") { $0.policies = [] }
    world.policy("p", on: "t", .update, using: mine, check: .true)
    world.policy("q", on: "t", .select, using: .true)
    try decide(
      world, [(update("t", set: [("own", str("you"))], where: col("id") .= num(1)), "UPDATE 1")])
    world.policy("p2", on: "t", .update, using: col("t.own") .= str("you"), check: .false)
    try decide(world, [(update("t", set: [("own", str("z"))]), "UPDATE 2")])
  }

  @Test func `07: owner and FORCE`() throws {
    var world = World()
    world.role("own")
    world.role("memb", in: "own")
    world.role("nomemb", in: "own", inherits: false)
    world.role("byp", bypass: true)
    world.role("bypmemb", in: "byp")
    world.table("t", ["id integer"], owner: "own", rows: [["1"], ["2"]])
    world.grant(.select, .insert, on: "t", to: "PUBLIC")
    world.policy("p", on: "t", using: col("t.id") .= num(1))
    let rows = select([count()], from: "t")
    var e = Expectations(world)
    e.expect(rows, as: "own", "2")
    e.expect(rows, as: "memb", "2")
    e.expect(rows, as: "nomemb", "1")
    e.expect(rows, as: "bypmemb", "1")
    try e.check()
    world.modify("t") { $0.rowSecurityForced = true }
    e = Expectations(world)
    e.expect(rows, as: "own", "1")
    e.expect(insert(into: "t", ["id"], [[num(3)]]), as: "own", violation)
    e.expect(rows, as: "memb", "1")
    e.expect(rows, as: "byp", "2")
    e.expect(rows, as: "postgres", "2")
    try e.check()
    world.modify("t") { $0.rowSecurityEnabled = false }
    e = Expectations(world)
    e.expect(rows, as: "own", "2")
    try e.check()
  }

  @Test func `10: blind UPDATE`() throws {
    var world = world(
      ["id integer", "vis boolean", "n integer"], [["1", "t", "0"], ["2", "f", "0"]])
    world.policy("s", on: "t", .select, using: col("t.vis"))
    world.policy("u", on: "t", .update, using: .true)
    try decide(
      world,
      [
        (update("t", set: [("n", num(10))]), "UPDATE 2"),
        (update("t", set: [("n", num(20))], where: op(col("id"), ">", num(0))), "UPDATE 1"),
        (update("t", set: [("n", op(col("n"), "+", num(1)))]), "UPDATE 1"),
        (update("t", set: [("n", num(30))], returning: ["id"]), "1"),
        (update("t", set: [("n", num(40))], where: .true), "UPDATE 2"),
        (update("t", set: [("n", num(50))], returning: ["1"]), "1; 1"),
      ])
  }

  @Test func `13: INSERT RETURNING`() throws {
    var world = world(["id integer", "vis boolean"], [])
    world.policy("i", on: "t", .insert, check: .true)
    world.policy("s", on: "t", .select, using: col("t.vis"))
    func add(_ visible: SQLExpression, _ returning: [String] = []) -> SQLStatement {
      insert(into: "t", ["id", "vis"], [[num(1), visible]], returning: returning)
    }
    try decide(
      world,
      [
        (add(.false), "INSERT 0 1"), (add(.false, ["id"]), violation), (add(.false, ["1"]), "1"),
        (add(.true, ["id"]), "1"),
      ])
    world.modify("t") { $0.policies.removeLast() }
    try decide(world, [(add(.true, ["id"]), violation), (add(.true), "INSERT 0 1")])
  }

  @Test func `40: the order of checks`() throws {
    var world = world(
      ["id integer primary key", "own text not null", "n integer", "g integer"], [])
    world.modify("t") {
      $0.checks = [Catalog.CheckConstraint("t_n_check", op(col("n"), ">", num(0)))]
      $0.columns[3].generated = op(col("n"), "*", num(2))
    }
    world.rows = []
    world.policy(
      "p", on: "t", using: and(col("t.own") .= str("alice"), op(col("t.g"), "<", num(100))))
    func add(_ id: SQLExpression, _ owner: SQLExpression, _ n: Int64) -> SQLStatement {
      insert(into: "t", ["id", "own", "n"], [[id, owner, num(n)]])
    }
    try decide(
      world,
      [
        (add(num(1), str("bob"), -1), violation), (add(num(1), .null, 1), violation),
        (
          add(num(1), str("alice"), -1),
          "ERROR 23514: new row for relation \"t\" violates check constraint \"t_n_check\""
        ),
        (add(num(1), str("alice"), 60), violation),
        (add(op(num(2), "/", num(0)), str("bob"), 1), "ERROR 22012: division by zero"),
      ])
  }

  @Test func `79: UPDATE checks every updated row`() throws {
    var world = world(
      ["id integer", "own text", "n integer"], [["1", "alice", "1"], ["2", "bob", "1"]])
    world.policy("s", on: "t", .select, using: .true)
    world.policy("u", on: "t", .update, using: .true, check: col("t.own") .= str("alice"))
    try decide(
      world,
      [
        (update("t", set: [("n", num(2))]), violation),
        (update("t", set: [("n", num(2))], where: col("own") .= str("alice")), "UPDATE 1"),
        (update("t", set: [("own", str("alice"))], where: col("id") .= num(2)), "UPDATE 1"),
      ])
  }

  @Test func `94: restrictive USING as CHECK`() throws {
    var world = world(["id integer", "ten integer"], [["1", "1"], ["2", "2"]])
    let named = "ERROR 42501: new row violates row-level security policy \"r\" for table \"t\""
    world.policy("p", on: "t", using: .true)
    world.policy("r", on: "t", restrictive: true, using: col("t.ten") .= num(1))
    let add = insert(into: "t", ["id", "ten"], [[num(3), num(2)]])
    let move = update("t", set: [("ten", num(2))])
    try decide(world, [(add, named), (move, named)])
    world.modify("t") { $0.policies[1].check = .true }
    try decide(
      world,
      [
        (add, "INSERT 0 1"), (move, "UPDATE 1"),
        (update("t", set: [("ten", num(2))], where: col("id") .= num(1)), named),
      ])
  }
}
