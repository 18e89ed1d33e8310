import AccessModel
import AccessTesting
import Testing

/// RULES 18, 53, 68, 71: functions in policies and views.
@Suite struct `Functions` {
  private func world(executeTo grantees: [String]? = nil, definer: Bool = false) -> World {
    var world = World()
    world.role("alice")
    world.role("vo")
    world.table("t", ["id integer", "who text"], rows: [["1", "alice"], ["2", "vo"]])
    world.table("secret", ["id integer"], rows: [["7"]])
    world.function(
      "me", returns: .text, owner: "vo", definer: definer, executeTo: grantees,
      query([.cast(operand: .valueFunction(.currentUser), type: .text)]))
    world.policy("p", on: "t", using: col("t.who") .= .function("me", schema: "public"))
    world.grant(.select, .insert, on: "t", to: "alice")
    world.grant(.select, on: "t", to: "vo")
    return world
  }

  private let refused = "ERROR 42501: permission denied for function me"

  @Test func `EXECUTE is the caller's to have, in policies too, even if no row is read`() throws {
    var e = Expectations(world(executeTo: ["vo"]))
    e.expect(select(["id"], from: "t"), as: "alice", refused)
    e.expect(insert(into: "t", ["id"], [[num(3)]]), as: "alice", refused)
    e.expect(select(["id"], from: "t"), as: "vo", "2")
    try e.check()
  }

  @Test func `EXECUTE is asked for what is checked, whatever filters`() throws {
    let call = col("t.who") .= .function("me", schema: "public")
    for (using, check, outcome) in [
      (SQLExpression.true, call, refused), (call, nil, refused), (call, call, refused),
      (call, .true, refused), (.true, nil, "UPDATE 2"), (.true, .true, "UPDATE 2"),
    ] {
      var world = world(executeTo: ["vo"])
      world.catalog.tables[0].policies = []
      world.policy("p", on: "t", .update, using: using, check: check)
      world.grant(.update, on: "t", to: "alice")
      var e = Expectations(world)
      e.expect(update("t", set: [("id", num(1))]), as: "alice", outcome)
      e.expect(update("t", set: [("who", str("alice"))]), as: "alice", outcome)
      try e.check()
    }
  }

  @Test func `inside an owner view EXECUTE is still the caller's, and so is current_user`() throws {
    var world = world(executeTo: ["vo"])
    world.view("v", ["id integer"], owner: "vo", query([col("t.id")], from("t")))
    world.grant(.select, on: "v", to: "alice")
    var e = Expectations(world)
    e.expect(select(["id"], from: "v"), as: "alice", refused)
    try e.check()
    world.catalog.functions[0].acl = nil
    e = Expectations(world)
    e.expect(select(["id"], from: "v"), as: "alice", "1")
    try e.check()
  }

  @Test func `a SECURITY DEFINER function runs as its owner`() throws {
    var e = Expectations(world(definer: true))
    e.expect(select(["id"], from: "t"), as: "alice", "2")
    try e.check()
  }

  @Test func `a function that reads a table meets that table's rules as the role it runs as`()
    throws
  {
    for (definer, owner, outcome) in [
      (false, "postgres", "ERROR 42501: permission denied for table secret"),
      (true, "vo", "ERROR 42501: permission denied for table secret"), (true, "postgres", "1"),
    ] {
      var world = world()
      world.function(
        "secrets", returns: .bigint, owner: owner, definer: definer,
        query([count()], from("secret")))
      var e = Expectations(world)
      e.expect(
        .query(query([.function("secrets", schema: "public")])), as: "alice", outcome)
      try e.check()
    }
  }

  @Test func `a SECURITY DEFINER function of a role that bypasses breaks recursion`() throws {
    var world = world()
    world.function(
      "known", returns: .bigint, definer: true, query([count()], from("t", as: "x")))
    world.modify("t") {
      $0.policies[0].using = op(.function("known", schema: "public"), ">", num(0))
    }
    var e = Expectations(world)
    e.expect(select(["id"], from: "t"), as: "alice", "1; 2")
    try e.check()
  }
}
