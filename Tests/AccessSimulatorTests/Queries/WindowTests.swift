import AccessTesting
import Testing

/// Windows, FILTER and grouping sets.
@Suite struct `Windows and groups` {
  private func agree(_ statements: String...) throws {
    let world = queryWorld()
    for statement in statements { try world.agree(on: statement, as: "alice") }
  }

  @Test func `window functions see the rows that the caller sees`() throws {
    try agree(
      "SELECT id, row_number() OVER (ORDER BY id DESC) FROM doc",
      "SELECT id, rank() OVER (ORDER BY n), dense_rank() OVER (ORDER BY n) FROM doc",
      "SELECT id, percent_rank() OVER (ORDER BY n), cume_dist() OVER (ORDER BY n) FROM doc",
      "SELECT id, ntile(2) OVER (ORDER BY id) FROM doc",
      "SELECT id, lag(id) OVER (ORDER BY id), lead(id, 1, 0) OVER (ORDER BY id) FROM doc",
      "SELECT id, first_value(id) OVER w, last_value(id) OVER w, nth_value(id, 2) OVER w FROM doc WINDOW w AS (PARTITION BY n ORDER BY id)",
      "SELECT id, count(*) OVER (), sum(id) OVER (ORDER BY n), max(id) OVER (PARTITION BY n) FROM doc",
      "SELECT n, sum(count(*)) OVER (ORDER BY n) FROM doc GROUP BY n",
      "SELECT id FROM doc ORDER BY row_number() OVER (ORDER BY id DESC)",
      "SELECT id, count(*) FILTER (WHERE n IS NULL) OVER (ORDER BY id) FROM doc")
  }

  @Test func `window functions stand where they may`() throws {
    try agree(
      "SELECT id FROM doc WHERE row_number() OVER () = 1", "SELECT row_number() FROM doc",
      "SELECT lower(owner) OVER () FROM doc", "SELECT sum(row_number() OVER ()) FROM doc",
      "SELECT sum(sum(id) OVER ()) OVER () FROM doc", "SELECT count(DISTINCT id) OVER () FROM doc",
      "SELECT n FROM doc GROUP BY row_number() OVER ()",
      "SELECT id, sum(n) OVER () FROM doc GROUP BY id",
      "SELECT owner, sum(n) OVER () FROM doc GROUP BY owner", "SELECT ntile(0) OVER () FROM doc")
  }

  @Test func `FILTER and grouping sets`() throws {
    try agree(
      "SELECT count(*) FILTER (WHERE n = 10), count(*) FROM doc",
      "SELECT owner, n, count(*) FROM doc GROUP BY ROLLUP (owner, n)",
      "SELECT owner, n, count(*) FROM doc GROUP BY CUBE (owner, n)",
      "SELECT owner, n, count(*) FROM doc GROUP BY GROUPING SETS ((owner, n), (n), ())",
      "SELECT owner, n, count(*) FROM doc GROUP BY owner, ROLLUP (n)",
      "SELECT count(*) FROM doc WHERE false GROUP BY GROUPING SETS ((), (n))",
      "SELECT n + 1, count(*) FROM doc GROUP BY 1", "SELECT n AS owner FROM doc GROUP BY owner",
      "SELECT count(*) AS c FROM doc GROUP BY c", "SELECT n FROM doc GROUP BY 2",
      "SELECT owner FROM doc GROUP BY n", "SELECT n FROM doc GROUP BY n HAVING count(*) > 1")
  }
}
