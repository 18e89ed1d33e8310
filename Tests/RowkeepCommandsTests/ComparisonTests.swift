import AccessDecisions
import AccessModel
import Testing

struct ComparisonTests {
  /// Answers every question alike.
  struct Parrot: DecisionEngine {
    var name: String
    var outcome: Outcome
    func ask(_ probe: Probe, as identity: Identity) -> [Outcome] {
      probe.parameterSets.map { _ in outcome }
    }
  }

  let probe = Probe(
    .query(SQLQuery(SQLSelect([.star(qualifier: nil)]))), parameterSets: [["1"], ["2"]])
  let ana = Identity("ana", role: "authenticated")

  func rows(_ rows: [[String?]], tag: String = "SELECT 2") -> Outcome {
    .completed(Completion(tag: tag, count: rows.count, columns: ["a"], rows: rows))
  }

  func compare(_ first: Outcome, _ second: Outcome) throws -> Comparison {
    let engine = ComparingEngine(
      Parrot(name: "one", outcome: first), Parrot(name: "two", outcome: second))
    #expect(try engine.ask(probe, as: ana) == [first, first])
    return engine.comparison
  }

  @Test func `rows in another order agree`() throws {
    let comparison = try compare(rows([["1"], [nil]]), rows([[nil], ["1"]]))
    #expect(comparison.compared == 2 && comparison.agreements == 2)
  }

  @Test func `a row more often disagrees`() throws {
    let comparison = try compare(
      rows([["1"], ["1"], ["2"]], tag: "SELECT 3"), rows([["1"], ["2"], ["2"]], tag: "SELECT 3"))
    #expect(comparison.disagreements == 2 && comparison.examples.count == 2)
  }

  @Test(arguments: [
    Outcome.refused(PostgresError(.insufficientPrivilege, "permission denied for table u")),
    .refused(PostgresError(.undefinedTable, "permission denied for table t")),
    .completed(Completion(tag: "SELECT 0", count: 0)),
  ])
  func `another error, another message, or none disagrees`(other: Outcome) throws {
    let denied = Outcome.refused(
      PostgresError(.insufficientPrivilege, "permission denied for table t"))
    #expect(try compare(denied, other).disagreements == 2)
  }

  @Test func `undecided is neither agreement nor disagreement`() throws {
    let undecided = Outcome.undecided(Undecided("x"))
    let comparison = try compare(undecided, undecided)
    #expect(
      comparison.undecided == 2 && comparison.agreements == 0 && comparison.disagreements == 0)
  }

  @Test func `bypasses are not compared`() throws {
    let bypass = Bypass(QualifiedName("public", "t"), as: "postgres", .superuser)
    let mine = Outcome.completed(Completion(tag: "SELECT 0", count: 0, bypasses: [bypass]))
    let theirs = Outcome.completed(Completion(tag: "SELECT 0", count: 0))
    #expect(try compare(mine, theirs).agreements == 2)
  }

  @Test func `an answer that is missing is undecided`() throws {
    struct Silent: DecisionEngine {
      var name = "silent"
      func ask(_ probe: Probe, as identity: Identity) -> [Outcome] { [] }
    }
    let engine = ComparingEngine(Parrot(name: "one", outcome: rows([])), Silent())
    _ = try engine.ask(probe, as: ana)
    #expect(engine.comparison.undecided == 2)
  }
}
