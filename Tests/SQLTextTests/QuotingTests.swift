import AccessModel
import LivePostgres
import ScratchServerTesting
import Testing

@testable import SQLText

struct QuotingTests {
  @Test(arguments: [
    ("saved", "saved"), ("_a1", "_a1"), ("Saved", "\"Saved\""), ("1a", "\"1a\""),
    ("a$b", "\"a$b\""), ("", "\"\""), ("user", "\"user\""), ("left", "\"left\""),
    ("coalesce", "\"coalesce\""), ("name", "name"), ("a\"b", "\"a\"\"b\""), ("é", "\"é\""),
    ("a b", "\"a b\""), ("a\"\u{301}", "\"a\"\"\u{301}\""), ("a\0\\\"", "U&\"a\\0000\\\\\"\"\""),
  ])
  func `an identifier is quoted where it must be`(name: String, text: String) {
    #expect(quoteIdentifier(name) == text)
  }

  @Test(arguments: [
    ("", "''"), ("it's", "'it''s'"), ("a\\'b", "E'a\\\\''b'"), ("a\nb", "'a\nb'"),
    ("'\u{301}", "'''\u{301}'"), ("a\0b", "E'a\\000b'"),
  ])
  func `a string is quoted whole`(string: String, text: String) {
    #expect(quoteLiteral(string) == text)
  }

  @Test(arguments: [
    (TypeName.numeric, "numeric"), (TypeName("numeric", modifiers: [10, 2]), "numeric(10,2)"),
    (TypeName("timestamp with time zone", modifiers: [3]), "timestamp(3) with time zone"),
    (.timestamptz, "timestamp with time zone"),
    (TypeName("uuid", isArray: true), "uuid[]"),
    (TypeName("character varying", modifiers: [40], isArray: true), "character varying(40)[]"),
    (TypeName("\"char\""), "\"char\""), (TypeName("app.\"My Type\""), "app.\"My Type\""),
    (TypeName("int); DROP TABLE t; --"), "\"int); DROP TABLE t; --\""),
    (TypeName("app."), "\"app.\""), (TypeName("\"a\"\"b\""), "\"a\"\"b\""),
  ])
  func `a type is written as SQL reads it`(type: TypeName, text: String) {
    #expect(sqlText(type) == text)
  }

  /// Newer servers have keywords that are quoted for them alone.
  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `PostgreSQL quotes the same words`() throws {
    let words = Keywords.postgres15.union(Keywords.later)
    let result = try SharedServer.connect().query(
      "SELECT word FROM pg_get_keywords() WHERE catcode <> 'U'")
    let keywords = Set(result.rows.compactMap { $0.first ?? nil })
    #expect(keywords.isSubset(of: words))
    #expect(Keywords.postgres15.isSubset(of: keywords))
  }

  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `PostgreSQL reads names and strings back as they were, and refuses NUL`() throws {
    let names = ["a\"b", "select", "Ä\\u0041", "a$b", "it's", "\\"]
    let connection = try SharedServer.connect()
    for name in names {
      let sql = "SELECT \(quoteLiteral(name)) AS \(quoteIdentifier(name))"
      let read = try connection.query(sql)
      #expect(read.columns == [name] && read.rows == [[name]])
    }
    // Both are refused by the server: what is sent holds no NUL.
    for sql in ["SELECT \(quoteLiteral("a\0b"))", "SELECT 1 AS \(quoteIdentifier("a\0b"))"] {
      #expect(!sql.utf8.contains(0))
      #expect(throws: PostgresError.self) { try connection.query(sql) }
    }
  }
}
