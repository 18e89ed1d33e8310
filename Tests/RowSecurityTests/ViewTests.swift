import AccessModel
import AccessTesting
import Testing

/// RULES 25, 52–54, 62: views as their owner and as the caller, in chains.
@Suite struct `Views` {
  private func world() -> World {
    var world = World()
    world.role("alice")
    world.role("vo")
    world.table(
      "t", ["id integer", "own text"], rows: [["1", "alice"], ["2", "vo"], ["3", "pub"]])
    world.grant(.select, on: "t", to: "vo")
    world.policy("p1", on: "t", to: "vo", using: col("t.own") .= str("pub"))
    world.policy(
      "p2", on: "t", to: "vo", using: col("t.own") .= .valueFunction(.currentUser))
    world.policy("p3", on: "t", to: "alice", using: op(col("t.id"), "<", num(100)))
    return world
  }

  private let rows = query([col("t.id")], from("t"))

  @Test func `an owner view meets its owner's policies, with the caller as current_user`() throws {
    var world = world()
    world.view("v", ["id integer"], owner: "vo", rows)
    world.grant(.select, on: "v", to: "alice")
    var e = Expectations(world)
    e.expect(select(["id"], from: "v"), as: "alice", "1; 3")
    e.expect(
      select(["id"], from: "t"), as: "alice", "ERROR 42501: permission denied for table t")
    e.expect(select(["id"], from: "v"), as: "postgres", "3")
    try e.check()
  }

  @Test func `a view owned by a superuser or the table's owner meets no policy`() throws {
    var world = world()
    world.view("v", ["id integer"], rows)
    world.grant(.select, on: "v", to: "alice")
    var e = Expectations(world)
    e.expect(select(["id"], from: "v"), as: "alice", "1; 2; 3")
    try e.check()
  }

  @Test func `an invoker view meets the caller's privileges and policies`() throws {
    var world = world()
    world.view("v", ["id integer"], owner: "vo", invoker: true, rows)
    world.grant(.select, on: "v", to: "alice")
    var e = Expectations(world)
    e.expect(
      select(["id"], from: "v"), as: "alice", "ERROR 42501: permission denied for table t")
    try e.check()
    world.grant(.select, on: "t", to: "alice")
    e = Expectations(world)
    e.expect(select(["id"], from: "v"), as: "alice", "1; 2; 3")
    e.expect(select(["id"], from: "v"), as: "vo", "2; 3")
    try e.check()
  }

  @Test func `an invoker view inside an owner view still reads as the caller`() throws {
    var world = world()
    world.view("inner", ["id integer"], owner: "vo", invoker: true, rows)
    world.view(
      "outer", ["id integer"], owner: "vo", query([col("i.id")], from("inner", as: "i")))
    world.grant(.select, on: "outer", to: "alice")
    var e = Expectations(world)
    // The inner view is checked as the outer one's owner, its table as the caller.
    e.expect(
      select(["id"], from: "outer"), as: "alice", "ERROR 42501: permission denied for table t")
    try e.check()
  }

  @Test func `an owner view inside an invoker view reads as its owner`() throws {
    var world = world()
    world.view("inner", ["id integer"], owner: "vo", rows)
    world.view(
      "outer", ["id integer"], invoker: true, query([col("i.id")], from("inner", as: "i")))
    world.grant(.select, on: "outer", to: "alice")
    var e = Expectations(world)
    e.expect(
      select(["id"], from: "outer"), as: "alice", "ERROR 42501: permission denied for view inner")
    try e.check()
    world.grant(.select, on: "inner", to: "alice")
    e = Expectations(world)
    e.expect(select(["id"], from: "outer"), as: "alice", "1; 3")
    try e.check()
  }

  @Test func `a view with aggregates can't be changed, whoever asks`() throws {
    var world = world()
    world.view("n", ["n bigint"], query([count()], from("t")))
    var e = Expectations(world)
    e.expect(
      insert(into: "n", ["n"], [[num(1)]]), as: "alice",
      "ERROR 55000: cannot insert into view \"n\"")
    e.expect(
      update("n", set: [("n", num(1))]), as: "alice", "ERROR 55000: cannot update view \"n\"")
    e.expect(delete(from: "n"), as: "alice", "ERROR 55000: cannot delete from view \"n\"")
    try e.check()
  }
}
