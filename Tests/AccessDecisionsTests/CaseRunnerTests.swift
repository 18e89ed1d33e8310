import AccessDecisions
import AccessFixtures
import AccessModel
import Testing

@Suite struct CaseRunnerTests {
  private let fixtures = Fixtures(identities: [ana, ben, guest, server])

  private func run(
    as identities: [String] = ["ana"], _ action: CaseAction, _ expect: AccessCase.Expectation,
    reportsBypass: Bool = true,
    asking engine: ToyEngine = ToyEngine(sound)
  ) throws -> [String] {
    let runner = CaseRunner(notesPlan(), fixtures, asking: engine, reportsBypass: reportsBypass)
    return try runner.run(AccessCase("a case", as: identities, action, expect: expect)).map {
      let word =
        switch $0.verdict {
        case .passed: "passed"
        case .failed: "failed"
        case .undecided: "undecided"
        case .broken(let diagnostic): "broken \(diagnostic.id.rawValue)"
        }
      return "\(word): \($0.expected) / \($0.actual)"
    }
  }

  private func sees(_ ids: [String]) -> AccessCase.Expectation {
    .sees(ExpectedRows(columns: ["id"], rows: ids.map { [$0] }))
  }

  private let rowThree = [ColumnValue("id", "3")]

  @Test func `exactly the expected rows pass, in any order`() throws {
    #expect(
      try run(CaseAction(.select, note), sees(["2", "1"]))
        == ["passed: 2 rows: {id: 2} {id: 1} / 2 rows"])
  }

  @Test func `numbers are compared as numbers`() throws {
    #expect(try run(CaseAction(.select, note), sees(["2.0", "01"]))[0].hasPrefix("passed"))
  }

  @Test func `missing and surplus rows are both shown`() throws {
    #expect(
      try run(CaseAction(.select, note), sees(["1", "3"])) == [
        "failed: 2 rows: {id: 1} {id: 3} / 2 rows, without {id: 3}, with {id: 2}"
      ])
  }

  @Test func `a refusal is no empty set`() throws {
    #expect(
      try run(as: ["guest"], CaseAction(.select, note), sees([])) == [
        "failed: 0 rows / no_privilege (permission denied for table note)"
      ])
  }

  @Test func `a count alone is compared`() throws {
    let two = AccessCase.Expectation.sees(ExpectedRows(columns: [], rows: nil, count: 2))
    #expect(
      try run(as: ["ana", "ben"], CaseAction(.select, note), two)
        == ["passed: 2 rows / 2 rows", "failed: 2 rows / 1 row"])
  }

  @Test func `the reason is compared, not only the refusal`() throws {
    let delete = CaseAction(.delete, note, row: rowThree)
    #expect(try run(delete, .decision(.filtered))[0].hasPrefix("passed"))
    #expect(
      try run(delete, .decision(.noPrivilege))[0].hasPrefix("failed: no_privilege / filtered"))
    #expect(try run(as: ["guest"], delete, .decision(.noPrivilege))[0].hasPrefix("passed"))
    #expect(try run(as: ["guest"], delete, .decision(.filtered))[0].hasPrefix("failed"))
  }

  @Test func `a refused new row is a violated check`() throws {
    let plant = CaseAction(
      .insert, note, values: [ColumnValue("author", "ben"), ColumnValue("body", "x")])
    #expect(try run(plant, .decision(.checkViolated(policy: nil)))[0].hasPrefix("passed"))
    #expect(try run(plant, .decision(.checkViolated(policy: "p")))[0].hasPrefix("failed"))
    #expect(try run(as: ["ben"], plant, .decision(.allowed))[0].hasPrefix("passed"))
  }

  @Test func `an error is compared by its code`() throws {
    var engine = ToyEngine(sound)
    engine.unique = ["body"]
    let twice = CaseAction(
      .insert, note, values: [ColumnValue("author", "ana"), ColumnValue("body", "a1")])
    #expect(
      try run(twice, .decision(.error(.uniqueViolation)), asking: engine)[0].hasPrefix("passed"))
    #expect(
      try run(twice, .decision(.error(.checkViolation)), asking: engine)[0].hasPrefix("failed"))
    #expect(try run(twice, .decision(.allowed), asking: engine)[0].hasPrefix("failed"))
  }

  @Test func `a statement without a row changes what it reaches`() throws {
    #expect(try run(CaseAction(.delete, note), .decision(.changed(2)))[0].hasPrefix("passed"))
    #expect(try run(CaseAction(.delete, note), .decision(.changed(3)))[0].hasPrefix("failed"))
  }

  @Test func `an update without values writes back the row's own`() throws {
    let touch = CaseAction(.update, note, row: rowThree)
    #expect(try run(as: ["ben"], touch, .decision(.allowed))[0].hasPrefix("passed"))
    #expect(try run(touch, .decision(.filtered))[0].hasPrefix("passed"))
  }

  @Test func `a bypass is no ordinary permission`() throws {
    let read = CaseAction(.select, note, row: rowThree)
    #expect(try run(as: ["server"], read, .decision(.bypassed))[0].hasPrefix("passed"))
    #expect(try run(as: ["server"], read, .decision(.allowed))[0].hasPrefix("failed"))
    #expect(try run(as: ["ben"], read, .decision(.bypassed))[0].hasPrefix("failed"))
    #expect(
      try run(as: ["ben"], read, .decision(.bypassed), reportsBypass: false)[0].hasPrefix("passed"))
  }

  @Test func `a successful TRUNCATE is allowed`() throws {
    #expect(
      try run(as: ["server"], CaseAction(.truncate, note), .decision(.allowed))[0]
        .hasPrefix("passed"))
    #expect(try run(CaseAction(.truncate, note), .decision(.noPrivilege))[0].hasPrefix("passed"))
  }

  @Test func `who can is an exact set`() throws {
    let read = CaseAction(.select, note, row: rowThree)
    #expect(
      try run(as: [], read, .who(["ben", "server"])) == ["passed: ben, server / ben, server"])
    #expect(
      try run(as: [], read, .who(["ana", "ben", "server"])) == [
        "failed: ana, ben, server / ben, server (ana: filtered)"
      ])
    #expect(try run(as: [], read, .who(["ben"]))[0].hasPrefix("failed"))
  }

  @Test func `a row that is not there is broken, not filtered`() throws {
    let read = CaseAction(.select, note, row: [ColumnValue("id", "9")])
    #expect(try run(read, .decision(.filtered))[0].hasPrefix("broken RK406"))
    #expect(try run(as: [], read, .who([]))[0].hasPrefix("broken RK406"))
  }

  @Test func `a relation or identity that is not there is broken`() throws {
    let other = CaseAction(.select, QualifiedName("public", "other"))
    #expect(try run(other, sees([]))[0].hasPrefix("broken RK204"))
    #expect(try run(as: ["zoe"], CaseAction(.select, note), sees([]))[0].hasPrefix("broken RK405"))
  }

  @Test func `an undecided answer is no pass`() throws {
    let engine = ToyEngine { _, _ in .init(answer: .undecided(Undecided("a thing"))) }
    #expect(try run(CaseAction(.select, note), sees([]), asking: engine)[0].hasPrefix("undecided"))
    #expect(
      try run(CaseAction(.delete, note), .decision(.filtered), asking: engine)[0].hasPrefix(
        "undecided"))
    #expect(
      try run(as: [], CaseAction(.select, note, row: rowThree), .who([]), asking: engine)[0]
        .hasPrefix("undecided"))
  }

  @Test func `only cases of the document's variant are run`() throws {
    var fixtures = fixtures
    fixtures.cases = [
      AccessCase("stated", as: ["ana"], CaseAction(.select, note), expect: sees(["1", "2"])),
      AccessCase(
        "draft", as: ["ana"], CaseAction(.select, note), expect: sees([]), variants: ["draft"]),
    ]
    let engine = ToyEngine(sound)
    let stated = try CaseRunner(notesPlan(), fixtures, asking: engine).run()
    #expect(stated.map(\.name) == ["stated"])
    var plan = notesPlan()
    plan.variant = "draft"
    let draft = try CaseRunner(plan, fixtures, asking: engine).run()
    #expect(draft.map(\.name) == ["draft"])
    #expect(draft.map(\.isPassed) == [false])
  }
}
