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
}
