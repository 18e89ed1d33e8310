import AccessModel
import AccessTesting
import Testing

/// RULES 15, 39, 58: locks need UPDATE, and show only rows that UPDATE policies let through.
@Suite struct `Row locks` {
  private func world() -> World {
    var world = queryWorld()
    world.grant(.update, on: "doc", columns: ["n"], to: "alice")
    world.view(
      "docs", ["id int", "n int"], owner: "boss", query([col("id"), col("n")], from("doc")))
    world.view(
      "mine", ["id int", "n int"], owner: "boss", invoker: true,
      query([col("id"), col("n")], from("doc")))
    for view in ["docs", "mine"] { world.grant(.select, on: view, to: "alice") }
    world.grant(.update, on: "mine", to: "alice")
    return world
  }

  private func agree(_ statements: String...) throws {
    let world = world()
    for statement in statements { try world.agree(on: statement, as: "alice") }
  }

  @Test func `locked rows pass SELECT and UPDATE policies`() throws {
    try agree(
      "SELECT id FROM doc FOR UPDATE", "SELECT id FROM doc FOR NO KEY UPDATE",
      "SELECT id FROM doc FOR SHARE", "SELECT id FROM doc FOR KEY SHARE SKIP LOCKED",
      "SELECT id FROM doc FOR UPDATE NOWAIT", "SELECT id FROM (SELECT id FROM doc) s FOR UPDATE",
      "SELECT d.id FROM doc d, note n FOR UPDATE OF d",
      "SELECT id FROM doc WHERE id IN (SELECT id FROM doc FOR UPDATE)",
      "WITH d AS (SELECT id FROM doc FOR UPDATE) SELECT id FROM d")
  }

  @Test func `a lock needs UPDATE on some column`() throws {
    try agree(
      "SELECT id FROM note FOR SHARE", "SELECT d.id FROM doc d, note n FOR UPDATE",
      "SELECT d.id FROM doc d, note n FOR UPDATE OF n", "SELECT id FROM note FOR UPDATE",
      "SELECT 1 FROM doc FOR UPDATE")
  }

  @Test func `a lock on a view is one on what it reads`() throws {
    try agree(
      "SELECT id FROM docs FOR UPDATE", "SELECT id FROM mine FOR UPDATE", "SELECT id FROM mine")
    var world = world()
    world.grant(.update, on: "docs", to: "alice")
    try world.agree(on: "SELECT id FROM docs FOR UPDATE", as: "alice")
  }

  @Test func `what has no rows of its own can't be locked`() throws {
    try agree(
      "SELECT DISTINCT id FROM doc FOR UPDATE", "SELECT count(*) FROM doc FOR UPDATE",
      "SELECT id FROM doc GROUP BY id FOR UPDATE",
      "SELECT id FROM doc UNION SELECT id FROM note FOR UPDATE",
      "SELECT id FROM doc FOR UPDATE OF note", "SELECT g FROM generate_series(1, 2) g FOR UPDATE",
      "SELECT g FROM generate_series(1, 2) g FOR UPDATE OF g",
      "SELECT row_number() OVER () FROM doc FOR UPDATE")
  }
}
