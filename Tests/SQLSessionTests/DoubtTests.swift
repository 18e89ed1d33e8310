import AccessModel
import SQLFrontend
import SQLSession
import Testing

@Suite("What an undecided statement may have changed is undecided too")
struct DoubtTests {
  private func last(_ statements: [String]) -> StatementResult? {
    SessionStatementReader.onDeepStack {
      let target = SimulatedTarget(version: .v15)
      var result: StatementResult?
      for statement in statements { result = try? target.run(statement) { [] } }
      return result
    }
  }

  @Test func `EXPLAIN ANALYZE runs its statement`() {
    let insert = "insert into t values (1)"
    func rows(after explain: String) -> [[String?]]? {
      let result = last(["create table t (a int)", "\(explain) \(insert)", "select * from t"])
      guard case .completed(_, let rows, _) = result?.outcome else { return nil }
      return rows
    }
    #expect(rows(after: "explain analyze") == [["1"]])
    #expect(rows(after: "explain") == [])
  }

  @Test(arguments: [
    "select a = 'x' from c", "select * from c where a in ('x')", "select 'a'::text % 'b'",
    "select ext.digest('a'::bytea, 'md5')", "select lower(a) from c",
    "update t set a = 2",
  ])
  func `What extensions bring along is not said to be missing`(_ statement: String) {
    let result = last([
      "create schema ext", "create extension citext", "create extension pg_trgm",
      "create extension pgcrypto schema ext", "create extension moddatetime",
      "create table c (a citext)", "create table t (a int, b timestamptz)",
      "insert into t values (1)",
      "create trigger m before update on t for each row execute function moddatetime(b)", statement,
    ])
    #expect(result?.undecided != nil)
  }

  @Test func `What no extension has is missing beside one`() {
    let result = last(["create extension pgcrypto", "select 1 = 'a'::text"])
    #expect(result?.error?.sqlState.rawValue == "42883")
  }
}
