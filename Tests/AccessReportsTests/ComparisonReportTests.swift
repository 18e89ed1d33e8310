import AccessDecisions
import AccessModel
import AccessReports
import Testing

struct ComparisonReportTests {
  let question = Disagreement(
    identity: Identity("ana", role: "authenticated"),
    statement: .delete(
      SQLDelete(
        from: SQLRelationName(schema: "public", "saved"),
        where: .equal(.column("id"), .parameter(number: 1)))),
    parameters: ["3"],
    first: .completed(Completion(tag: "DELETE 1", count: 1)),
    second: .refused(
      PostgresError(.insufficientPrivilege, "permission denied for table saved")))

  func report(_ pairs: [Disagreement], limit: Int = 10) -> ComparisonReport {
    var comparison = Comparison(engines: ["simulator", "PostgreSQL 15.18"])
    for pair in pairs { comparison.record(pair) }
    return ComparisonReport(title: "electric-ride", comparison, limit: limit)
  }

  @Test func `a disagreement shows who asked what, and both answers`() {
    #expect(
      report([question]).text() == """
        electric-ride: simulator against PostgreSQL 15.18
        1 decisions compared: 0 agree, 1 disagree, 0 undecided

        disagreement 1: ana (authenticated)
          DELETE FROM public.saved WHERE id = $1
          with $1 = 3
          simulator:        DELETE 1
          PostgreSQL 15.18: ERROR 42501: permission denied for table saved

        """)
  }

  @Test func `what is not shown is counted`() {
    var other = question
    other.parameters = ["4"]
    #expect(report([question, other], limit: 1).text().hasSuffix("\n… and 1 more\n"))
    #expect(report([question, other], limit: 0).text().hasSuffix("\n… and 2 more\n"))
  }

  @Test func `rows are shown as tuples, a few of them`() {
    var pair = question
    pair.parameters = []
    pair.second = .completed(
      Completion(
        tag: "SELECT 12", count: 12, columns: ["a", "b"],
        rows: (1...12).map { ["\($0)", $0 == 1 ? nil : "x\ny"] }))
    let text = report([pair]).text()
    #expect(text.contains("PostgreSQL 15.18: SELECT 12 (1, NULL) (2, x\\ny) "))
    #expect(text.contains("(10, x\\ny) … 2 more\n"))
    #expect(!text.contains("with $1"))
  }

  @Test func `the JSON names both answers by engine`() throws {
    let examples = try #require(report([question]).json["examples"])
    guard case .array(let list) = examples else {
      Issue.record("not an array")
      return
    }
    let outcomes = try #require(list.first?["outcomes"])
    #expect(outcomes["simulator"]?["tag"] == "DELETE 1")
    #expect(outcomes["PostgreSQL 15.18"]?["error"]?["sqlState"] == "42501")
  }
}
