import AccessModel
import AccessTesting

/// Two tables under row security, one without, for tests of queries.
func queryWorld() -> World {
  var world = World()
  world.role("alice")
  world.role("boss")
  world.table(
    "doc", ["id integer primary key", "owner text", "n integer", "amount numeric"],
    owner: "boss",
    rows: [
      ["1", "alice", "10", "1.50"], ["2", "bob", "20", "2"], ["3", "alice", nil, "3.25"],
      ["4", "alice", "10", nil], ["5", "bob", "50", "1.5"],
    ])
  world.table(
    "note", ["id integer", "doc_id integer", "body text"], owner: "boss",
    rows: [
      ["1", "1", "a"], ["2", "1", "b"], ["3", "2", "c"], ["4", nil, "d"], ["5", "9", nil],
    ])
  world.table(
    "tag", ["id bigint primary key", "parent bigint", "label text"], rls: false,
    rows: [
      ["1", nil, "root"], ["2", "1", "left"], ["3", "1", "right"], ["4", "2", "leaf"],
      ["5", "4", "tip"],
    ])
  world.table("secret", ["id integer", "what text"], rls: false, rows: [["1", "x"]])
  world.policy("mine", on: "doc", .select, using: col("owner") .= str("alice"))
  world.policy("change", on: "doc", .update, using: op(col("id"), "<", num(4)))
  world.policy("few", on: "note", using: op(col("id"), "<", num(5)))
  for table in ["doc", "note", "tag"] {
    world.grant(.select, on: table, to: "alice")
    world.grant(.select, on: table, to: "boss")
  }
  return world
}
