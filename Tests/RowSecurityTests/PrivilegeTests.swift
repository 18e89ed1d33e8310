import AccessModel
import AccessTesting
import Testing

/// RULES 3, 7–14, 17–19: which privileges a statement needs, and who holds them.
@Suite struct `Privileges` {
  private let denied = "ERROR 42501: permission denied for table t"

  private func world() -> World {
    var world = World()
    world.role("alice")
    world.table(
      "t", ["id integer", "a integer", "b integer"], rls: false, rows: [["1", "2", "3"]])
    return world
  }

  @Test func `without grants nothing is allowed, to anyone but the owner`() throws {
    var world = world()
    world.role("owner")
    world.modify("t") { $0.owner = "owner" }
    var e = Expectations(world)
    e.expect(select(["id"], from: "t"), as: "alice", denied)
    e.expect(insert(into: "t", ["id"], [[num(1)]]), as: "alice", denied)
    e.expect(update("t", set: [("a", num(1))]), as: "alice", denied)
    e.expect(delete(from: "t"), as: "alice", denied)
    e.expect(select(["id"], from: "t"), as: "owner", "1")
    try e.check()
  }

  @Test func `an owner whose privilege was revoked has only what is listed`() throws {
    var world = world()
    world.role("owner")
    world.modify("t") {
      $0.owner = "owner"
      $0.acl = AccessControlList([.init(.role("owner"), [.insert])])
    }
    var e = Expectations(world)
    e.expect(select(["id"], from: "t"), as: "owner", denied)
    e.expect(insert(into: "t", ["id"], [[num(1)]]), as: "owner", "INSERT 0 1")
    try e.check()
  }

  @Test func `column grants cover the columns mentioned, wherever they are mentioned`() throws {
    var world = world()
    world.grant(.select, on: "t", columns: ["id", "a"], to: "alice")
    var e = Expectations(world)
    e.expect(select(["id", "a"], from: "t"), as: "alice", "1|2")
    e.expect(select(["b"], from: "t"), as: "alice", denied)
    e.expect(select(["id"], from: "t", where: col("b") .= num(3)), as: "alice", denied)
    e.expect(select([count()], from: "t"), as: "alice", "1")
    e.expect(
      .query(SQLQuery(SQLSelect([.star(qualifier: nil)], from: [from("t")]))), as: "alice", denied)
    e.expect(
      .query(
        SQLQuery(
          .select(SQLSelect([.expression(col("id"), name: nil)], from: [from("t")])),
          orderBy: [SQLOrder(col("b"))])), as: "alice", denied)
    try e.check()
  }

  @Test func `count needs some column`() throws {
    var world = world()
    world.grant(.insert, on: "t", to: "alice")
    var e = Expectations(world)
    e.expect(select([count()], from: "t"), as: "alice", denied)
    try e.check()
  }

  @Test func `INSERT needs the columns it names, UPDATE those it sets`() throws {
    var world = world()
    world.grant(.insert, .update, on: "t", columns: ["a"], to: "alice")
    var e = Expectations(world)
    e.expect(insert(into: "t", ["a"], [[num(1)]]), as: "alice", "INSERT 0 1")
    e.expect(insert(into: "t", ["a", "b"], [[num(1), num(1)]]), as: "alice", denied)
    e.expect(
      .insert(SQLInsert(into: SQLRelationName("t"), columns: nil, .defaultValues)), as: "alice",
      "INSERT 0 1")
    e.expect(update("t", set: [("a", num(1))]), as: "alice", "UPDATE 1")
    e.expect(update("t", set: [("b", num(1))]), as: "alice", denied)
    try e.check()
  }

  @Test func `reading a column in WHERE, SET or RETURNING needs SELECT`() throws {
    var world = world()
    world.grant(.insert, .update, .delete, on: "t", to: "alice")
    var e = Expectations(world)
    e.expect(update("t", set: [("a", num(1))], where: .true), as: "alice", "UPDATE 1")
    e.expect(update("t", set: [("a", num(1))], where: col("id") .= num(1)), as: "alice", denied)
    e.expect(update("t", set: [("a", col("b"))]), as: "alice", denied)
    e.expect(update("t", set: [("a", num(1))], returning: ["a"]), as: "alice", denied)
    e.expect(update("t", set: [("a", num(1))], returning: ["1"]), as: "alice", "1")
    e.expect(delete(from: "t"), as: "alice", "DELETE 1")
    e.expect(delete(from: "t", where: col("id") .= num(1)), as: "alice", denied)
    e.expect(insert(into: "t", ["a"], [[num(1)]], returning: ["a"]), as: "alice", denied)
    try e.check()
  }

  @Test func `privileges come through memberships that inherit`() throws {
    var world = world()
    world.role("staff")
    world.role("boss", in: "staff")
    world.role("chief", in: "boss")
    world.role("guest", in: "staff", inherits: false)
    world.grant(.select, on: "t", to: "staff")
    var e = Expectations(world)
    e.expect(select(["id"], from: "t"), as: "chief", "1")
    e.expect(select(["id"], from: "t"), as: "guest", denied)
    try e.check()
  }

  @Test func `USAGE on the schema is needed for what the statement names`() throws {
    var world = world()
    world.grant(.select, on: "t", to: "alice")
    world.catalog.schemas.append(Catalog.Schema("private", owner: "postgres"))
    world.catalog.tables.append(
      Catalog.Table(
        QualifiedName("private", "p"), columns: [Catalog.Column("id", .integer)],
        owner: "postgres"))
    world.catalog.tables[1].acl = AccessControlList([
      .init(.role("postgres"), Privilege.allOnTable), .init(.role("alice"), [.select]),
    ])
    let hidden = SQLFromItem.relation(schema: "private", name: "p", alias: nil)
    world.view("v", ["n bigint"], query([count()], hidden))
    world.grant(.select, on: "v", to: "alice")
    var e = Expectations(world)
    e.expect(
      .query(query([col("id")], hidden)), as: "alice",
      "ERROR 42501: permission denied for schema private")
    e.expect(select(["n"], from: "v"), as: "alice", "0")
    try e.check()
  }

  @Test func `a missing privilege is reported even if no row would be read`() throws {
    var e = Expectations(world())
    e.expect(select(["id"], from: "t", where: .false), as: "alice", denied)
    try e.check()
  }

  @Test func `TRUNCATE is a privilege of its own`() throws {
    var world = world()
    world.role("bob")
    world.grant(.select, .insert, .update, .delete, on: "t", to: "alice")
    world.grant(.truncate, on: "t", to: "bob")
    var e = Expectations(world)
    e.expect(.truncate(SQLTruncate(SQLRelationName("t"))), as: "alice", denied)
    e.expect(.truncate(SQLTruncate(SQLRelationName("t"))), as: "bob", "TRUNCATE TABLE")
    try e.check()
  }
}
