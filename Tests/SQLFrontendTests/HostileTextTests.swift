import AccessModel
import Foundation
import SQLFrontend
import Testing

struct HostileTextTests {
  @Test(arguments: [
    String(repeating: "(", count: 10_000) + "1" + String(repeating: ")", count: 10_000),
    "1" + String(repeating: "+1", count: 200_000),
    String(repeating: "NOT ", count: 50_000) + "true",
    String(repeating: "- ", count: 100_000) + "1",
    "1" + String(repeating: " UNION SELECT 1", count: 50_000),
    String(repeating: "CASE WHEN ", count: 20_000), String(repeating: "ARRAY[", count: 20_000),
  ])
  func `a tree deeper than any stack is refused`(expression: String) {
    let loaded = Reading.read("CREATE VIEW v AS SELECT \(expression);\nCREATE TABLE t (id int);")
    #expect(loaded.counts.refused == 1)
    #expect(loaded.catalog.tables.count == 1)
  }

  @Test func `a NUL is refused, and what follows is read`() {
    let loaded = Reading.read("CREATE TABLE a (id int\0);\nCREATE TABLE b (id int);")
    #expect(loaded.diagnostics.map(\.message.description).first?.contains("22021") == true)
    #expect(loaded.catalog.tables.map(\.name.name) == ["b"])
  }

  @Test(arguments: [
    "'", "\"", "/*", "$$", "$a$ $b$", "E'\\", "--", ";", "\\", "((", "\\.", "COPY t FROM stdin;",
  ])
  func `what is not closed is an answer, not a crash`(text: String) {
    _ = Reading.read(text)
    _ = Reading.read("CREATE TABLE t (id int); " + text)
  }

  @Test func `50 MB of rows are passed over in little memory`() {
    let row = "INSERT INTO t VALUES (1, '" + String(repeating: "x", count: 1_000) + "');\n"
    let many = "(1, 'a')" + String(repeating: ", (1, 'a')", count: 3_000_000)
    let text =
      "CREATE TABLE t (id int, x text);\n" + String(repeating: row, count: 20_000)
      + "INSERT INTO t VALUES \(many);\nCREATE TABLE u (id int);"
    let loaded = Reading.read(text)
    #expect(loaded.catalog.tables.count == 2)
    #expect(loaded.counts.data == 20_001)
  }

  @Test func `mutated scripts crash nothing`() {
    var random = LinearGenerator(state: 15)
    let corpus = HostileTextTests.corpus.map { Array($0.utf8) }
    let pieces = corpus.flatMap { text in
      text.split(separator: UInt8(ascii: " ")).map(Array.init)
    }
    for _ in 0..<500 {
      var text = corpus[random.below(corpus.count)]
      for _ in 0...random.below(4) {
        let at = random.below(text.count)
        switch random.below(4) {
        case 0: text.remove(at: at)
        case 1: text.insert(UInt8(truncatingIfNeeded: random.below(256)), at: at)
        case 2: text.insert(contentsOf: pieces[random.below(pieces.count)], at: at)
        default: text.removeSubrange(at..<min(text.count, at + random.below(20)))
        }
        if text.isEmpty { text = [UInt8(ascii: ";")] }
      }
      _ = Reading.read(String(decoding: text, as: UTF8.self), .automatic)
    }
  }

  private static let corpus = [
    "CREATE TABLE t (id int PRIMARY KEY, a text DEFAULT 'x' CHECK (a <> ''), b t2 REFERENCES t);",
    "CREATE TABLE t (id int); CREATE POLICY p ON t FOR UPDATE TO PUBLIC USING (id = (SELECT 1)) "
      + "WITH CHECK (EXISTS (SELECT 1 FROM t x JOIN t y USING (id) WHERE x.id = t.id));",
    "CREATE FUNCTION f(a int) RETURNS int LANGUAGE sql AS $$ SELECT a $$; DROP FUNCTION f(int);",
    "DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles) THEN CREATE ROLE a; END IF; END $$;",
    "CREATE VIEW v AS WITH c AS (SELECT 1 AS a) SELECT * FROM c UNION SELECT 2 ORDER BY 1;",
    "GRANT SELECT (id), UPDATE ON t TO a WITH GRANT OPTION; ALTER TABLE t RENAME id TO x;",
    "SELECT a[1], (b).c, d COLLATE \"C\", count(*) FILTER (WHERE e) OVER (PARTITION BY f), "
      + "ARRAY[1, 2], ROW(1), x = ANY (y), CASE WHEN a THEN b END FROM LATERAL (SELECT 1) q;",
    "INSERT INTO t (a) VALUES (DEFAULT) ON CONFLICT (a) DO UPDATE SET a = 1 RETURNING *;",
  ]
}

/// A generator with a seed, so that a failure can be had again.
struct LinearGenerator {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, limit)))
  }
}
