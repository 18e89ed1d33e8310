import AccessTesting
import Testing

/// Joins of all kinds, and what names see in them.
@Suite struct `Joins and LATERAL` {
  private func agree(_ statements: String...) throws {
    let world = queryWorld()
    for statement in statements { try world.agree(on: statement, as: "alice") }
  }

  @Test func `USING and NATURAL merge columns`() throws {
    try agree(
      "SELECT * FROM doc JOIN tag USING (id)",
      "SELECT id, doc.id, tag.id FROM doc JOIN tag USING (id)",
      "SELECT * FROM doc NATURAL JOIN note",
      "SELECT id, owner, body FROM doc NATURAL LEFT JOIN note",
      "SELECT id, owner, body FROM doc NATURAL FULL JOIN note",
      "SELECT id FROM doc RIGHT JOIN note USING (id)",
      "SELECT id, doc.id, note.id FROM doc FULL JOIN note USING (id) ORDER BY id",
      "SELECT id, count(*) FROM doc FULL JOIN note USING (id) GROUP BY id",
      "SELECT * FROM (doc JOIN note USING (id)) JOIN tag USING (id)",
      "SELECT * FROM doc NATURAL JOIN (SELECT 1 AS other) o",
      "SELECT label FROM doc JOIN tag USING (label)",
      "SELECT 1 FROM doc JOIN tag USING (id, id)",
      "SELECT 1 FROM (doc CROSS JOIN note) JOIN tag USING (id)",
      "SELECT id FROM doc CROSS JOIN note")
  }

  @Test func `outer joins fill up with NULLs`() throws {
    try agree(
      "SELECT d.id, n.body FROM doc d LEFT JOIN note n ON n.doc_id = d.id",
      "SELECT d.id, n.body FROM doc d RIGHT JOIN note n ON n.doc_id = d.id",
      "SELECT d.id, n.body FROM doc d FULL JOIN note n ON n.doc_id = d.id",
      "SELECT d.id, n.body FROM doc d FULL JOIN note n ON n.doc_id = d.id WHERE d.id IS NULL",
      "SELECT t.id, d.id, n.id FROM tag t LEFT JOIN (doc d JOIN note n ON n.doc_id = d.id) ON t.id = d.id"
    )
  }

  @Test func `aliases of tables and joins`() throws {
    try agree(
      "SELECT a, x.owner FROM doc AS x (a) WHERE a < 4",
      "SELECT id FROM doc AS x (a)",
      "SELECT * FROM doc AS x (a, b, c, d, e)",
      "SELECT j.body, id FROM (doc JOIN note USING (id)) AS j",
      "SELECT doc.id FROM (doc JOIN note USING (id)) AS j",
      "SELECT j.x FROM (doc CROSS JOIN tag) AS j (x, y) WHERE y = 'alice'",
      "SELECT 1 FROM doc, note doc", "SELECT 1 FROM doc JOIN doc ON true")
  }

  @Test func `LATERAL sees what is before it`() throws {
    try agree(
      "SELECT d.id, s.c FROM doc d, LATERAL (SELECT count(*) AS c FROM note WHERE doc_id = d.id) s",
      "SELECT d.id, s.body FROM doc d LEFT JOIN LATERAL (SELECT body FROM note WHERE doc_id = d.id ORDER BY id DESC LIMIT 1) s ON true",
      "SELECT d.id, s.x FROM doc d CROSS JOIN LATERAL (SELECT d.id + 1 AS x UNION SELECT d.n) s",
      "SELECT d.id, t.y FROM doc d, LATERAL (SELECT d.id * 2 AS x) s, LATERAL (SELECT s.x + d.id AS y) t",
      "SELECT 1 FROM doc d RIGHT JOIN LATERAL (SELECT d.id) s ON true",
      "SELECT 1 FROM LATERAL (SELECT d.id) s, doc d",
      "SELECT 1 FROM doc d, note n JOIN tag ON tag.id = d.id")
  }

  @Test func `names that can't be reached are refused with their place`() throws {
    try agree(
      "SELECT doc.nothing FROM doc", "SELECT ownr FROM doc", "SELECT x.id FROM doc",
      "SELECT docs.id FROM doc", "SELECT d.ownr FROM doc d",
      "SELECT * FROM doc WHERE id = nothing.x",
      "SELECT other.* FROM doc", "SELECT *", "SELECT n.* FROM doc n, note m WHERE m.doc_id = n.id")
  }
}
