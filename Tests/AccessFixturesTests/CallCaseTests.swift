import AccessFixtures
import AccessModel
import Testing

/// Cases of functions and of changes that somebody hears of.
struct CallCaseTests {
  private func read(_ text: String) throws -> AccessCase {
    let loaded = try FixtureFolder.withCase(text).load()
    #expect(loaded.diagnostics.map(\.description) == [])
    return try #require(loaded.fixtures.cases.first)
  }

  private func call(_ test: AccessCase) throws -> CaseCall {
    guard case .call(let call) = test.subject else {
      Issue.record("no call")
      throw CancellationError()
    }
    return call
  }

  @Test func `a call has arguments by name or in order, and rows`() throws {
    let named = try read(
      "- {as: ana, call: books_by, arguments: {ids: [1, null, '2']}, rows: [{title: Emma}]}")
    #expect(try call(named).function == QualifiedName("public", "books_by"))
    #expect(try call(named).arguments.map(\.name) == ["ids"])
    #expect(try call(named).arguments.map(\.value) == [#"{"1",NULL,"2"}"#])
    #expect(try call(named).results.map(\.name).first == "id")
    #expect(named.expectation == .sees(ExpectedRows(columns: ["title"], rows: [["Emma"]])))
    #expect(named.name == "ana call books_by")
    let ordered = try read(
      "- {as: ana, call: books_by, arguments: ['{1}', 2026-01-01], count: 0}")
    #expect(try call(ordered).arguments.map(\.name) == [nil, nil])
    #expect(try call(ordered).arguments.map(\.value) == ["{1}", "2026-01-01"])
  }

  @Test func `a function of one value has a value, or a reason`() throws {
    let value = try read("- {as: ana, call: is_lent, arguments: [1], value: true}")
    #expect(value.expectation == .sees(ExpectedRows(columns: ["is_lent"], rows: [["t"]])))
    let reason = try read("- {as: ben, call: is_lent, arguments: [1], expect: no_privilege}")
    #expect(reason.expectation == .decision(.noPrivilege))
  }

  @Test func `an event has a row or values, and those who hear of it`() throws {
    let inserted = try read("- {who: [ana], hears: insert, on: book, values: {title: X}}")
    #expect(
      inserted.subject
        == .event(
          ChangeEvent(
            .insert, of: QualifiedName("public", "book"), values: [ColumnValue("title", "X")])))
    #expect(inserted.expectation == .who(["ana"]))
    let updated = try read("- {who: [], hears: update, on: book, row: 1, set: {title: X}}")
    #expect(
      updated.subject
        == .event(
          ChangeEvent(
            .update, of: QualifiedName("public", "book"), row: [ColumnValue("id", "1")],
            values: [ColumnValue("title", "X")])))
  }

  @Test(arguments: [
    ("- {as: ana, call: is_lnt, value: true}", "did you mean `is_lent`?"),
    ("- {as: ana, call: is_lent, arguments: [1]}", "checks nothing"),
    ("- {as: ana, call: is_lent, arguments: [1, 2], value: true}", "fit none of is_lent(bigint)"),
    ("- {as: ana, call: is_lent, value: true}", "fit none of"),
    ("- {as: ana, call: is_lent, arguments: {bok: 1}, value: true}", "fit none of"),
    ("- {as: ana, call: lend, arguments: [1], value: true}", "fit several functions"),
    ("- {as: ana, call: is_lent, arguments: 1, value: true}", "must be a list or a mapping"),
    ("- {as: ana, call: is_lent, arguments: [1], value: true, count: 1}", "stand alone"),
    ("- {as: ana, call: books_by, arguments: [[1]], value: 1}", "several columns"),
    ("- {as: ana, call: books_by, arguments: [[1]], rows: [{titel: X}]}", "did you mean `title`?"),
    ("- {as: ana, call: books_by, arguments: [[[1]]], count: 1}", "list of single values"),
    ("- {who: [ana], hears: select, on: book, row: 1}", "`insert`, `update` or `delete`"),
    ("- {who: [ana], hears: insert, on: book}", "needs the `row`"),
    ("- {who: [ana], hears: insert, on: shelf, values: {title: X}}", "is a view"),
    ("- {who: [ana], hears: delete, on: book, row: 1, set: {title: X}}", "a delete by `row`"),
    ("- {who: [ana], hears: insert, on: book, row: 9}", "has no row"),
    ("- {who: [eve], hears: insert, on: book, row: 1}", "there is no identity `eve`"),
  ])
  func `one that is wrong is reported, never passed`(_ text: String, _ part: String) throws {
    let problems = try FixtureFolder.problems(inCase: text)
    #expect(problems.contains { $0.contains(part) }, "\(problems)")
  }
}
