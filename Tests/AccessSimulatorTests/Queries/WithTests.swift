import AccessTesting
import Testing

/// WITH, plain and recursive.
@Suite struct `Tables of WITH` {
  private func agree(_ statements: String...) throws {
    let world = queryWorld()
    for statement in statements { try world.agree(on: statement, as: "alice") }
  }

  @Test func `a table of WITH is its query, read as the caller`() throws {
    try agree(
      "WITH d AS (SELECT id, n FROM doc) SELECT * FROM d WHERE n = 10",
      "WITH d AS MATERIALIZED (SELECT id FROM doc) SELECT a.id, b.id FROM d a, d b",
      "WITH d (x) AS NOT MATERIALIZED (SELECT id FROM doc) SELECT x FROM d",
      "WITH d (x, y) AS (SELECT id FROM doc) SELECT x FROM d",
      "WITH a AS (SELECT id FROM doc), b AS (SELECT id + 1 AS id FROM a) SELECT * FROM a UNION ALL SELECT * FROM b",
      "WITH doc AS (SELECT 7 AS id) SELECT id FROM doc",
      "WITH doc AS (SELECT 7 AS id) SELECT count(*) FROM public.doc",
      "WITH a AS (WITH b AS (SELECT 1 AS x) SELECT x FROM b) SELECT * FROM a",
      "SELECT id FROM doc WHERE id IN (WITH s AS (SELECT doc_id FROM note) SELECT doc_id FROM s)",
      "SELECT id, (WITH s AS (SELECT body FROM note WHERE doc_id = doc.id) SELECT count(*) FROM s) FROM doc",
      "SELECT id FROM doc d WHERE EXISTS (WITH s AS (SELECT d.id AS x) SELECT 1 FROM s, s t WHERE s.x = 3 AND t.x = 3)",
      "WITH s AS (SELECT id FROM doc) SELECT id, (SELECT count(*) FROM s WHERE s.id < note.id) FROM note"
    )
  }

  @Test func `what nothing refers to needs no privilege`() throws {
    try agree(
      "WITH s AS (SELECT id FROM secret) SELECT 1",
      "WITH s AS (SELECT id FROM secret) SELECT 1 FROM s",
      "WITH s AS (SELECT id FROM secret) SELECT 1 FROM doc WHERE id IN (SELECT id FROM s)",
      "WITH s AS (SELECT id FROM nowhere) SELECT 1")
  }

  @Test func `names of WITH are refused as the server refuses them`() throws {
    try agree(
      "WITH a AS (SELECT 1), a AS (SELECT 2) SELECT 1",
      "WITH a AS (SELECT * FROM b), b AS (SELECT 2) SELECT * FROM a",
      "WITH a AS (SELECT * FROM a) SELECT * FROM a",
      "WITH a AS (SELECT id FROM doc) SELECT doc.id FROM a",
      "WITH a AS (SELECT id FROM doc) SELECT a.id FROM a b")
  }

  @Test func `recursion goes step by step`() throws {
    try agree(
      "WITH RECURSIVE t (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT * FROM t",
      "WITH RECURSIVE up AS (SELECT id, parent, label FROM tag WHERE id = 5 UNION SELECT t.id, t.parent, t.label FROM tag t JOIN up ON up.parent = t.id) SELECT id, label FROM up",
      "WITH RECURSIVE t (n) AS (SELECT 1 UNION SELECT (n + 1) % 3 FROM t) SELECT * FROM t",
      "WITH RECURSIVE b AS (SELECT * FROM a), a AS (SELECT 1 AS x) SELECT * FROM b",
      "WITH RECURSIVE t AS (SELECT 1 AS n, doc.id FROM doc UNION ALL SELECT n + 1, t.id FROM t, doc WHERE n < 2 AND doc.id = t.id) SELECT * FROM t ORDER BY 1, 2",
      "SELECT id FROM tag WHERE id IN (WITH RECURSIVE d (i) AS (SELECT 2::bigint UNION SELECT t.id FROM tag t JOIN d ON t.parent = d.i) SELECT i FROM d)",
      "SELECT id, (WITH RECURSIVE d (i) AS (SELECT tag.id UNION SELECT t.id FROM tag t JOIN d ON t.parent = d.i) SELECT count(*) FROM d) FROM tag"
    )
  }

  @Test func `recursion of other forms is refused`() throws {
    try agree(
      "WITH RECURSIVE t AS (SELECT * FROM t) SELECT * FROM t",
      "WITH RECURSIVE t AS (SELECT * FROM t UNION SELECT 1) SELECT * FROM t",
      "WITH RECURSIVE t (n) AS (SELECT 1 UNION SELECT 1 FROM doc LEFT JOIN t ON true) SELECT * FROM t",
      "WITH RECURSIVE t (n) AS (SELECT 1 UNION SELECT 1 WHERE 1 IN (SELECT n FROM t)) SELECT * FROM t",
      "WITH RECURSIVE t (n) AS (SELECT 1 UNION SELECT a.n FROM t a, t b) SELECT * FROM t",
      "WITH RECURSIVE t (n) AS (SELECT 1 UNION SELECT n FROM t ORDER BY 1) SELECT * FROM t",
      "WITH RECURSIVE t (n) AS (SELECT 1 UNION SELECT n::numeric FROM t) SELECT * FROM t",
      "WITH RECURSIVE t (n) AS (SELECT 1 INTERSECT SELECT n FROM t) SELECT * FROM t",
      "WITH RECURSIVE a AS (SELECT 1 UNION SELECT * FROM b), b AS (SELECT 1 UNION SELECT * FROM a) SELECT * FROM a"
    )
  }
}
