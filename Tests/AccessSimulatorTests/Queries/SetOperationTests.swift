import AccessTesting
import Testing

/// UNION, INTERSECT and EXCEPT, VALUES and ORDER BY, as the server answers.
@Suite struct `Set operations and ordering` {
  private func agree(_ statements: String...) throws {
    let world = queryWorld()
    for statement in statements { try world.agree(on: statement, as: "alice") }
  }

  @Test func `each side is filtered by its own policies`() throws {
    try agree(
      "SELECT id FROM doc UNION SELECT id FROM note",
      "SELECT id FROM doc UNION ALL SELECT id FROM note",
      "SELECT id FROM doc INTERSECT SELECT doc_id FROM note",
      "SELECT n FROM doc INTERSECT ALL SELECT n FROM doc",
      "SELECT id FROM doc EXCEPT SELECT id FROM note",
      "SELECT n FROM doc EXCEPT ALL SELECT 10",
      "SELECT owner, n FROM doc EXCEPT SELECT 'alice', 10",
      "TABLE doc",
      "SELECT id FROM doc UNION (SELECT id FROM note ORDER BY id DESC LIMIT 1) ORDER BY 1",
      "(SELECT id FROM doc UNION SELECT id FROM note) EXCEPT VALUES (1), (2)")
  }

  @Test func `types of the sides are unified`() throws {
    try agree(
      "SELECT id FROM doc UNION SELECT amount FROM doc ORDER BY 1",
      "SELECT 'x' UNION SELECT NULL ORDER BY 1",
      "SELECT NULL UNION SELECT 1",
      "SELECT NULL UNION SELECT NULL UNION SELECT 1",
      "SELECT '2' UNION SELECT 1",
      "SELECT 'x' UNION SELECT 1",
      "SELECT owner FROM doc UNION SELECT id FROM doc",
      "SELECT id, n FROM doc UNION SELECT id FROM doc",
      "VALUES (1, 'a') UNION ALL SELECT 2, 'b'",
      "VALUES (1), (2.5) UNION SELECT 1",
      "SELECT 1::bigint UNION SELECT 1::smallint UNION SELECT 1.0")
  }

  @Test func `ORDER BY of a set operation names outputs only`() throws {
    try agree(
      "SELECT id AS a FROM doc UNION SELECT id FROM note ORDER BY a DESC LIMIT 2",
      "SELECT id AS a FROM doc UNION SELECT id FROM note ORDER BY id",
      "SELECT id AS a FROM doc UNION SELECT id FROM note ORDER BY a + 1",
      "SELECT id AS a FROM doc UNION SELECT id FROM note ORDER BY 2",
      "SELECT id FROM doc UNION SELECT id FROM note OFFSET 1 LIMIT 0")
  }

  @Test func `ORDER BY, DISTINCT and limits`() throws {
    try agree(
      "SELECT id, n FROM doc ORDER BY n NULLS FIRST, id DESC",
      "SELECT n FROM doc ORDER BY n DESC NULLS LAST LIMIT 1",
      "SELECT n AS id, id AS n FROM doc ORDER BY id, n",
      "SELECT id AS x, n AS x FROM doc ORDER BY x",
      "SELECT id AS x, id AS x FROM doc ORDER BY x",
      "SELECT id FROM doc ORDER BY 'a'",
      "SELECT id FROM doc ORDER BY 0",
      "SELECT DISTINCT owner FROM doc ORDER BY id",
      "SELECT DISTINCT n FROM doc ORDER BY n",
      "SELECT DISTINCT ON (n) n, id FROM doc ORDER BY n, id DESC",
      "SELECT DISTINCT ON (owner) id FROM doc ORDER BY id",
      "SELECT DISTINCT ON (n, owner) id FROM doc ORDER BY owner, n, id",
      "SELECT DISTINCT ON (2) owner, n FROM doc ORDER BY n",
      "SELECT n FROM doc ORDER BY n FETCH FIRST 1 ROWS WITH TIES",
      "SELECT n FROM doc ORDER BY n DESC FETCH FIRST 2 ROWS WITH TIES",
      "SELECT n FROM doc OFFSET -1", "SELECT n FROM doc LIMIT -1",
      "SELECT n FROM doc LIMIT n")
  }

  @Test func `VALUES as a source and with an order`() throws {
    try agree(
      "SELECT * FROM (VALUES (1, 'a'), (2, NULL)) AS v (x, y) WHERE x > 1",
      "SELECT column2 FROM (VALUES (1, 'a')) v",
      "VALUES (2), (1) ORDER BY 1", "VALUES (2), (1) ORDER BY column1 DESC LIMIT 1",
      "SELECT * FROM (VALUES (1, 'a')) AS v (x, y, z)",
      "SELECT * FROM (VALUES (1), (2, 3)) v",
      "SELECT id FROM doc WHERE id IN (VALUES (1), (3))",
      "SELECT (VALUES (id)) FROM doc",
      "SELECT id FROM doc WHERE EXISTS (VALUES (1))")
  }

  @Test func `each side needs its own privileges`() throws {
    try agree(
      "SELECT id FROM doc UNION SELECT id FROM secret",
      "SELECT id FROM secret UNION ALL SELECT id FROM doc LIMIT 0",
      "SELECT 1 FROM doc WHERE id IN (SELECT id FROM note UNION SELECT id FROM secret)")
  }

  @Test func `subqueries in FROM see the queries around, not their neighbours`() throws {
    try agree(
      "SELECT id, (SELECT max(x) FROM (SELECT doc.n + 1 AS x) s) FROM doc",
      "SELECT id FROM doc WHERE EXISTS (SELECT 1 FROM (SELECT doc_id FROM note WHERE doc_id = doc.id) s)",
      "SELECT id, (SELECT count(*) FROM (SELECT doc.id UNION SELECT doc.n) s) FROM doc",
      "SELECT 1 FROM doc, (SELECT doc.id) s",
      "SELECT 1 FROM doc d, (SELECT doc.id) s",
      "SELECT 1 FROM doc d WHERE doc.id = 1")
  }
}
