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
    #expect(
      last(["create table t (a int)", "explain analyze \(insert)", "select * from t"])?
        .undecided != nil)
    #expect(
      last(["create table t (a int)", "explain \(insert)", "select * from t"])?.undecided == nil)
  }
}
