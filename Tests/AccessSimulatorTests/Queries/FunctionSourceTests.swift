import AccessTesting
import Testing

/// Functions that give rows, in FROM and in the select list.
@Suite struct `Functions as sources` {
  private func agree(_ statements: String...) throws {
    let world = queryWorld()
    for statement in statements { try world.agree(on: statement, as: "alice") }
  }

  @Test func `functions in FROM give tables`() throws {
    try agree(
      "SELECT * FROM generate_series(1, 3)", "SELECT * FROM generate_series(5, 1, -2) AS g",
      "SELECT g FROM generate_series(1, 3) g", "SELECT x FROM generate_series(1, 3) AS g (x)",
      "SELECT * FROM generate_series(1.0, 2, 0.5) WITH ORDINALITY",
      "SELECT * FROM unnest(ARRAY['a', 'b']) WITH ORDINALITY AS u (e, n)",
      "SELECT * FROM generate_series(1, 3, 0)",
      "SELECT d.id, g FROM doc d, generate_series(1, d.id) g",
      "SELECT d.id, g FROM doc d LEFT JOIN generate_series(2, d.id) g ON true",
      "SELECT * FROM jsonb_array_elements('[1, \"a\", null]')",
      "SELECT * FROM jsonb_array_elements_text('[1, \"a\", null]') AS e",
      "SELECT key, value FROM jsonb_each('{\"a\": 1, \"b\": null}')",
      "SELECT * FROM jsonb_each_text('{\"a\": 1, \"b\": null}') AS e (k, v)",
      "SELECT * FROM jsonb_each('[1]')", "SELECT * FROM jsonb_object_keys('{\"b\": 1, \"a\": 2}')",
      "SELECT * FROM lower('X')", "SELECT x FROM abs(-1) AS x", "SELECT * FROM current_user",
      "SELECT * FROM jsonb_to_record('{}')",
      "SELECT * FROM generate_series(1, 2) AS g (a int)",
      "SELECT count(*) FROM generate_series(1, generate_series(1, 2))")
  }

  @Test func `functions in the select list give rows in step`() throws {
    try agree(
      "SELECT generate_series(1, 3)", "SELECT generate_series(1, 3), generate_series(1, 2)",
      "SELECT generate_series(1, 2) + 1, 'x'",
      "SELECT id, generate_series(1, id) FROM doc", "SELECT unnest(ARRAY[3, 1, 2]) ORDER BY 1",
      "SELECT generate_series(1, 5) LIMIT 2", "SELECT DISTINCT generate_series(1, 3) % 2",
      "SELECT id FROM doc WHERE generate_series(1, 2) = 1",
      "SELECT generate_series(1, count(*)) FROM doc",
      "SELECT sum(generate_series(1, 2)) FROM doc",
      "SELECT jsonb_each('{\"a\": 1}')",
      "SELECT id FROM doc WHERE id IN (SELECT generate_series(1, 2))",
      "SELECT EXISTS (SELECT generate_series(1, 0))")
  }

  @Test func `subqueries compared with ANY, ALL and rows`() throws {
    try agree(
      "SELECT id FROM doc WHERE id < ANY (SELECT doc_id FROM note)",
      "SELECT id FROM doc WHERE id >= ALL (SELECT doc_id FROM note)",
      "SELECT id FROM doc WHERE id <> ALL (SELECT doc_id FROM note WHERE doc_id IS NOT NULL)",
      "SELECT id FROM doc WHERE n <> ANY (SELECT n FROM doc)",
      "SELECT id FROM doc WHERE (id, n) IN (SELECT id, n FROM doc)",
      "SELECT id FROM doc WHERE (id, n) NOT IN (SELECT doc_id, 10 FROM note)",
      "SELECT id FROM doc WHERE (id, n) = ANY (SELECT doc_id, 10 FROM note)",
      "SELECT id FROM doc WHERE (id, 'alice') IN (VALUES (1, 'alice'), (2, 'x'))",
      "SELECT id FROM doc WHERE (id, n) IN (SELECT id FROM doc)",
      "SELECT id FROM doc WHERE id IN (SELECT id, n FROM doc)",
      "SELECT id FROM doc WHERE id = (SELECT id, n FROM doc LIMIT 1)",
      "SELECT ARRAY(SELECT id FROM doc ORDER BY id DESC)",
      "SELECT ARRAY(SELECT id FROM doc WHERE false)",
      "SELECT id, ARRAY(SELECT body FROM note WHERE doc_id = doc.id ORDER BY id) FROM doc",
      "SELECT id IN (SELECT amount FROM doc) FROM doc",
      "SELECT id FROM doc WHERE id IN (VALUES (1.0), (3))")
  }
}
