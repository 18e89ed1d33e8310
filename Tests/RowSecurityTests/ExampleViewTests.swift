import AccessFixtures
import AccessModel
import AccessTesting
import Testing

/// Decisions of the scripts from which RULES were learned, on views, functions and schemas.
@Suite struct `Examples on views, functions and schemas` {
  private func denied(_ object: String) -> String {
    "ERROR 42501: permission denied for \(object)"
  }

  @Test func `22: recursion is found before constants are folded`() throws {
    var world = World()
    world.role("alice")
    for table in ["a", "b"] {
      world.table(table, ["id integer"], rows: [["1"]])
      world.grant(.select, on: table, to: "alice")
    }
    let inB = exists(from("b"), where: col("b.id") .= col("a.id"))
    world.policy("pa", on: "a", using: or(.true, inB))
    world.policy(
      "pb", on: "b", .select, using: exists(from("a"), where: col("a.id") .= col("b.id")))
    var e = Expectations(world)
    e.expect(
      select(["id"], from: "a"), as: "alice",
      "ERROR 42P17: infinite recursion detected in policy for relation \"a\"")
    try e.check()
    world.modify("b") { $0.policies[0].using = .true }
    e = Expectations(world)
    e.expect(select(["id"], from: "a"), as: "alice", "1")
    try e.check()
  }

  @Test func `25: owner views and FORCE`() throws {
    var world = World()
    world.role("alice")
    world.role("vo")
    world.table(
      "t", ["id integer", "own text"], owner: "vo",
      rows: [["1", "alice"], ["2", "vo"], ["3", "p"]])
    world.policy("p1", on: "t", to: "vo", using: col("t.own") .= str("p"))
    world.policy("p2", on: "t", to: "vo", using: col("t.own") .= .valueFunction(.currentUser))
    world.view("v", ["id integer"], owner: "vo", query([col("t.id")], from("t")))
    world.grant(.select, on: "v", to: "alice")
    var e = Expectations(world)
    e.expect(select(["id"], from: "v"), as: "alice", "1; 2; 3")
    try e.check()
    world.modify("t") { $0.rowSecurityForced = true }
    e = Expectations(world)
    e.expect(select(["id"], from: "v"), as: "alice", "1; 3")
    e.expect(select(["id"], from: "v"), as: "postgres", "3")
    try e.check()
  }

  private func function(
    _ name: String, _ body: SQLExpression, returns type: TypeName, owner: String = "vo",
    definer: Bool = false, arguments: [TypeName] = []
  ) -> Catalog.Function {
    Catalog.Function(
      QualifiedName("public", name), arguments: arguments.map { .init(nil, $0) }, returns: type,
      body: .query(SQLQuery(SQLSelect([.expression(body, name: nil)]))), volatility: .stable,
      isSecurityDefiner: definer, owner: owner)
  }

  @Test func `28: functions in views run as the caller`() throws {
    var world = World()
    world.role("alice")
    world.role("vo")
    world.table("secret", ["id integer"], rls: false, rows: [["42"]])
    world.grant(.select, on: "secret", to: "vo")
    let read = SQLExpression.scalarQuery(query: query([col("secret.id")], from("secret")))
    world.catalog.functions = [
      function("f_inv", read, returns: .integer),
      function("f_def", read, returns: .integer, definer: true),
      function("f_priv", num(1), returns: .integer),
    ]
    world.catalog.functions[2].acl = .builtIn(owner: "vo", all: [.execute])
    for (view, name) in [("v1", "f_inv"), ("v2", "f_def"), ("v4", "f_priv")] {
      world.view(view, ["x integer"], owner: "vo", query([.function(name)]))
    }
    world.view("v5", ["x integer"], owner: "vo", query([read]))
    world.view("v3", ["x name"], owner: "vo", query([.valueFunction(.currentUser)]))
    for view in ["v1", "v2", "v3", "v4", "v5"] { world.grant(.select, on: view, to: "alice") }
    var e = Expectations(world)
    e.expect(select(["x"], from: "v1"), as: "alice", denied("table secret"))
    e.expect(select(["x"], from: "v2"), as: "alice", "42")
    e.expect(select(["x"], from: "v3"), as: "alice", "alice")
    e.expect(select(["x"], from: "v4"), as: "alice", denied("function f_priv"))
    e.expect(select(["x"], from: "v5"), as: "alice", "42")
    try e.check()
  }

  @Test func `34: columns that a subquery drops are still read`() throws {
    var world = World()
    world.role("alice")
    world.table(
      "t", ["id integer", "a integer", "b integer"], rls: false, rows: [["1", "2", "3"]])
    world.grant(.select, on: "t", columns: ["id", "a"], to: "alice")
    let all = SQLQuery(SQLSelect([.star(qualifier: nil)], from: [from("t")]))
    let dropped = SQLStatement.query(
      query([col("id")], .subquery(all, alias: "s")))
    var e = Expectations(world)
    e.expect(dropped, as: "alice", denied("table t"))
    try e.check()
    world.grant(.select, on: "t", columns: ["b"], to: "alice")
    e = Expectations(world)
    e.expect(dropped, as: "alice", "1")
    e.expect(.query(all), as: "alice", "1|2|3")
    try e.check()
  }

  @Test func `46: EXECUTE is the caller's, even without rows, unless folded away`() throws {
    var world = World()
    world.role("alice")
    world.role("vo")
    world.table("t", ["id integer"])
    world.grant(.select, on: "t", to: "alice")
    world.grant(.select, on: "t", to: "vo")
    let body = SQLExpression.exists(query: query([num(1)]))
    world.catalog.functions = [
      function("ok", body, returns: .boolean, owner: "postgres", arguments: [.integer])
    ]
    world.policy("p", on: "t", using: .function("ok", col("t.id")))
    world.view("v", ["id integer"], owner: "vo", query([col("t.id")], from("t")))
    world.grant(.select, on: "v", to: "alice")
    func grantExecute(_ role: String) {
      world.catalog.functions[0].acl = AccessControlList([
        .init(.role("postgres"), [.execute]), .init(.role(role), [.execute]),
      ])
    }
    grantExecute("vo")
    var e = Expectations(world)
    e.expect(select(["id"], from: "t"), as: "alice", denied("function ok"))
    e.expect(select(["id"], from: "v"), as: "alice", denied("function ok"))
    try e.check()
    grantExecute("alice")
    e = Expectations(world)
    e.expect(select(["id"], from: "v"), as: "alice", "(0 rows)")
    try e.check()
    grantExecute("vo")
    world.policy("p2", on: "t", using: .true)
    e = Expectations(world)
    e.expect(select(["id"], from: "t"), as: "alice", "(0 rows)")
    try e.check()
  }

  @Test func `52: schema USAGE is looked at where names are resolved`() throws {
    var world = World()
    world.role("alice")
    world.catalog.schemas.append(Catalog.Schema("s", owner: "postgres"))
    world.table("t", ["id integer"], rls: false, rows: [["1"]])
    world.table("pub", ["id integer"], rows: [["1"]])
    world.grant(.select, on: "t", to: "alice")
    world.grant(.select, on: "pub", to: "alice")
    world.catalog.tables[0].name.schema = "s"
    world.rows[0].table.schema = "s"
    let inS = SQLFromItem.relation(schema: "s", name: "t", alias: nil)
    world.view("v", ["id integer"], invoker: true, query([col("t.id")], inS))
    world.grant(.select, on: "v", to: "alice")
    world.policy(
      "p", on: "pub",
      using: .inQuery(operand: col("pub.id"), query: query([col("t.id")], inS), negated: false))
    world.catalog.functions = [
      function(
        "f1", .scalarQuery(query: query([count()], inS)), returns: .bigint, owner: "postgres")
    ]
    var e = Expectations(world)
    e.expect(.query(query([col("id")], inS)), as: "alice", denied("schema s"))
    e.expect(select(["id"], from: "v"), as: "alice", "1")
    e.expect(select(["id"], from: "pub"), as: "alice", "1")
    e.expect(.query(query([.function("f1")])), as: "alice", denied("schema s"))
    try e.check()
  }

  @Test func `67: referential actions see no policies`() throws {
    var world = World()
    world.role("own")
    world.role("alice")
    world.table("pk", ["id integer primary key"], owner: "own", rls: false, rows: [["1"], ["2"]])
    world.table(
      "fk", ["id integer", "pid integer references pk"], owner: "own", force: true,
      rows: [["1", "1"], ["2", "2"]])
    world.modify("fk") {
      $0.foreignKeys[0].onDelete = .setNull
      $0.foreignKeys[0].onUpdate = .cascade
    }
    world.policy("none", on: "fk", using: .false)
    world.grant(.select, .update, .delete, on: "pk", to: "alice")
    var e = Expectations(world)
    e.expect(delete(from: "pk", where: col("id") .= num(1)), as: "alice", "DELETE 1")
    e.expect(
      update("pk", set: [("id", num(20))], where: col("id") .= num(2)), as: "alice", "UPDATE 1")
    try e.check()
  }

  @Test func `82: views that can't be changed, before any privilege`() throws {
    var world = World()
    world.role("alice")
    world.table("t", ["id integer", "n integer"], rls: false)
    var distinct = SQLSelect([.expression(col("t.id"), name: nil)], from: [from("t")])
    distinct.isDistinct = true
    world.view("d", ["id integer"], SQLQuery(distinct))
    world.view("j", ["id integer"], query([col("t.id")], from("t"), from("t", as: "t2")))
    var limited = query([col("t.id")], from("t"))
    limited.limit = num(5)
    world.view("l", ["id integer"], limited)
    world.view(
      "e", ["id integer", "n1 integer"],
      query([col("t.id"), op(col("t.n"), "+", num(1))], from("t")))
    var e = Expectations(world)
    e.expect(
      insert(into: "d", ["id"], [[num(1)]]), as: "alice",
      "ERROR 55000: cannot insert into view \"d\"")
    e.expect(delete(from: "j"), as: "alice", "ERROR 55000: cannot delete from view \"j\"")
    e.expect(
      update("l", set: [("id", num(1))]), as: "alice", "ERROR 55000: cannot update view \"l\"")
    e.expect(
      update("e", set: [("n1", num(1))]), as: "alice",
      "ERROR 0A000: cannot update column \"n1\" of view \"e\"")
    try e.check()
  }

  @Test func `91: foreign keys are checked as the owner, who needs the schema`() throws {
    var world = World()
    world.role("own")
    world.role("alice")
    world.table("pk", ["id integer primary key"], owner: "own", rls: false)
    world.table("fk", ["pid integer references pk"], owner: "own", rls: false)
    world.grant(.insert, on: "fk", to: "alice")
    for index in [0, 1] {
      world.catalog.tables[index].name.schema = "s"
      world.rows[index].table.schema = "s"
    }
    world.modify("fk") { $0.foreignKeys[0].references.schema = "s" }
    world.rows = [.init(QualifiedName("s", "pk"), columns: ["id"], rows: [.init(["1"])])]
    var schema = Catalog.Schema("s", owner: "postgres")
    var acl = AccessControlList.builtIn(owner: "postgres", all: Privilege.allOnSchema)
    acl.grant([.usage], to: .role("alice"))
    schema.acl = acl
    world.catalog.schemas.append(schema)
    let add = SQLStatement.insert(
      SQLInsert(
        into: SQLRelationName(schema: "s", "fk"), columns: ["pid"], .values(rows: [[num(1)]])))
    var e = Expectations(world)
    e.expect(add, as: "alice", denied("schema s"))
    try e.check()
    world.catalog.schemas[1].acl?.grant([.usage], to: .role("own"))
    e = Expectations(world)
    e.expect(add, as: "alice", "INSERT 0 1")
    try e.check()
  }
}
