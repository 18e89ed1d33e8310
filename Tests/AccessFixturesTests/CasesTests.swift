import AccessFixtures
import AccessModel
import Testing

@Suite struct CasesTests {
  let book = QualifiedName("public", "book")

  private func read(_ text: String) throws -> AccessCase {
    let loaded = try FixtureFolder.withCase(text).load()
    #expect(loaded.diagnostics.map(\.description) == [])
    return try #require(loaded.fixtures.cases.first)
  }

  @Test func `claims become JSON text with the types as written`() throws {
    let folder = try FixtureFolder([
      "cases.yaml": """
      identities:
        ana:
          role: reader
          claims: {sub: "1", level: 2.50, admin: true, org: null, tags: [a, "no\\n"], id: 007}
      """
    ])
    let expected =
      #"{"sub":"1","level":2.50,"admin":true,"org":null,"tags":["a","no\n"],"id":"007"}"#
    #expect(folder.load().fixtures.identity("ana")?.claims == expected)
  }

  @Test func `a set of keys names rows by primary key`() throws {
    let test = try read("- {as: ana, sees: book, rows: [1, 2]}")
    #expect(test.identities == ["ana"])
    #expect(test.action == CaseAction(.select, book))
    #expect(test.expectation == .sees(ExpectedRows(columns: ["id"], rows: [["1"], ["2"]])))
    #expect(test.name == "ana sees book")
  }

  @Test func `rows may be written by any of their columns`() throws {
    let test = try read("- {as: ana, sees: book, rows: [{title: Emma, isbn: null}], count: 1}")
    #expect(
      test.expectation
        == .sees(ExpectedRows(columns: ["title", "isbn"], rows: [["Emma", nil]], count: 1)))
  }

  @Test func `a write has values and a reason`() throws {
    let test = try read(
      "- {as: [ana, ben], insert: book, values: {title: X, lent: true}, returning: [id], "
        + "expect: check_violated mine}")
    #expect(
      test.action
        == CaseAction(
          .insert, book, values: [ColumnValue("title", "X"), ColumnValue("lent", "t")],
          returning: ["id"]))
    #expect(test.expectation == .decision(.checkViolated(policy: "mine")))
  }

  @Test func `a statement without a row is blind`() throws {
    let test = try read("- {as: ana, delete: book, expect: changed 3}")
    #expect(test.action?.row == nil)
    #expect(test.expectation == .decision(.changed(3)))
  }

  @Test func `who can is an exact set of identities`() throws {
    let test = try read("- {who: [], can: update, on: book, row: 2, set: {title: X}}")
    #expect(test.expectation == .who([]))
    #expect(test.action?.row == [ColumnValue("id", "2")])
  }

  @Test func `a case speaks of the stated plan unless it names variants`() throws {
    let stated = try read("- {as: ana, sees: book, count: 1}")
    #expect(stated.applies(to: nil))
    #expect(!stated.applies(to: "draft"))
    let draft = try read("- {as: ana, sees: book, count: 1, variants: [draft]}")
    #expect(draft.applies(to: "draft"))
    #expect(!draft.applies(to: nil))
  }

  @Test(arguments: [
    "no_privilege", "filtered", "check_violated", "check_violated p q", "allowed", "bypassed",
    "recursion", "error 23505", "changed 0",
  ])
  func `expect is written as it is printed`(text: String) throws {
    let test = try read("- {as: ana, select: book, row: 1, expect: \(text)}")
    guard case .decision(let decision) = test.expectation else {
      Issue.record("not a decision")
      return
    }
    #expect(decision.text == text)
  }

  @Test(arguments: [
    ("- {as: anna, sees: book, count: 1}", "[RK405]", "`anna`"),
    ("- {as: ana, sees: boek, count: 1}", "[RK204]", "did you mean `book`"),
    ("- {as: ana, sees: book, rows: [{titel: Emma}]}", "[RK203]", "did you mean `title`"),
    ("- {as: ana, sees: book, rows: [9]}", "[RK406]", "{id: 9}"),
    ("- {as: ana, select: book, row: 9, expect: filtered}", "[RK406]", "{id: 9}"),
    ("- {as: ana, select: book, row: {lent: null, title: No}, expect: filtered}", "", ""),
    ("- {as: ana, sees: book}", "[RK407]", "checks nothing"),
    ("- {as: ana, delete: book}", "[RK407]", "checks nothing"),
    ("- {as: [], sees: book, count: 1}", "[RK407]", "names nobody"),
    ("- {sees: book, count: 1}", "[RK407]", "needs `as`"),
    ("- {as: ana}", "[RK407]", "exactly one of"),
    ("- {as: ana, sees: book, delete: book, count: 1}", "[RK407]", "exactly one of"),
    ("- {as: ana, sees: book, count: -1}", "[RK404]", "a whole number"),
    ("- {as: ana, sees: book, rows: [1], count: 2}", "[RK404]", "has 1, not 2"),
    ("- {as: ana, sees: book, rows: 1}", "[RK404]", "must be a list"),
    ("- {as: ana, sees: book, rows: [1, {title: Emma}]}", "[RK404]", "the same columns"),
    ("- {as: ana, sees: shelf, rows: [1]}", "[RK404]", "no primary key"),
    ("- {as: ana, sees: book, rows: [], cuont: 1}", "[RK404]", "did you mean `count`"),
    ("- {as: ana, delete: book, expect: forbidden}", "[RK404]", "must be one of"),
    ("- {as: ana, delete: book, expect: error 12}", "[RK404]", "must be one of"),
    ("- {as: ana, insert: book, expect: allowed}", "[RK407]", "needs `values`"),
    ("- {as: ana, update: book, expect: allowed}", "[RK407]", "needs `row`, `set`"),
    ("- {as: ana, delete: book, row: 1, set: {id: 1}, expect: allowed}", "[RK404]", "`set`"),
    ("- {as: ana, sees: book, count: 1, variants: [drafft]}", "[RK404]", "`draft`"),
    ("- {who: [ana], can: reed, on: book, row: 1}", "[RK404]", "no command"),
    ("- 7", "[RK404]", "must be a mapping"),
  ])
  func `a case that is wrong is reported, never passed`(
    text: String, id: String, part: String
  ) throws {
    let problems = try FixtureFolder.problems(inCase: text)
    guard !id.isEmpty else { return }
    #expect(problems.count == 1)
    #expect(problems.first?.contains(id) == true)
    #expect(problems.first?.contains(part) == true)
    #expect(problems.first?.hasPrefix("cases.yaml:5:") == true)
  }

  @Test func `every mistake of a file is reported at once`() throws {
    let problems = try FixtureFolder.problems(
      inCase: "- {as: anna, sees: book, count: 1}\n- {as: ana, sees: boek, count: 1}")
    #expect(problems.count == 2)
  }

  @Test func `an identity of an unknown role is reported`() throws {
    let folder = try FixtureFolder(["cases.yaml": "identities:\n  ana: {role: raeder}\n"])
    #expect(
      folder.problems() == [
        """
        cases.yaml:2:8: error: the plan has no role `raeder` [RK202]
          fix: did you mean `reader`?
        """
      ])
  }

  @Test func `a missing cases file is an error`() throws {
    let problems = try FixtureFolder([:]).problems()
    #expect(problems == ["error: `cases.yaml` does not exist or cannot be read [RK101]"])
  }
}
