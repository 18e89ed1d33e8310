import AccessFixtures
import AccessModel
import Foundation
import Testing

/// What is written is what is read.
struct FixturesWriterTests {
  private func roundTrip(_ fixtures: Fixtures) throws -> LoadedFixtures {
    let folder = try FixtureFolder([:])
    try Fixtures.write(
      FixturesWriter(fixtures, heading: ["a sample", "of\nlines"]).files, to: folder.path)
    return folder.load()
  }

  @Test func `rows of all sorts of texts`() throws {
    let titles = [
      "Emma", "", " blank", "a,b", "say \"hi\"", "two\nlines", "\ttab", "é", "#", "NULL", "\\N",
      "'", "trailing ", "=1+1", "🙂", "a\r\nb", "a\rb", "e\u{301}", "\u{feff}y",
      "\u{85}",
    ]
    let rows = titles.enumerated().map { index, title in
      TableRows.Row(["\(index + 1)", title, index == 0 ? nil : "x-\(index)"])
    }
    let written = TableRows(
      QualifiedName("public", "book"), columns: ["id", "title", "isbn"], rows: rows)
    let loaded = try roundTrip(
      Fixtures(rows: [written], identities: [Identity("ana", role: "reader")]))
    #expect(loaded.diagnostics == [])
    #expect(loaded.fixtures.rows.first?.rows.map(\.values) == rows.map(\.values))
  }

  @Test func `identities with claims, under any name`() throws {
    let identities = [
      Identity(
        "ana", role: "reader", claims: ##"{"sub":"5f","n":1.50,"a":["x: y","# z",true,null]}"##),
      Identity("no", role: "reader"), Identity("a: b # c", role: "reader"),
    ]
    let loaded = try roundTrip(Fixtures(identities: identities))
    #expect(loaded.diagnostics == [])
    #expect(loaded.fixtures.identities == identities)
  }

  @Test func `rows that no CSV can say are taken out and counted`() throws {
    func left(_ values: [String?]) -> Int {
      var rows = TableRows(
        QualifiedName("public", "book"), columns: ["title"], rows: values.map { .init([$0]) })
      let count = FixturesWriter.removeUnwritable(&rows)
      #expect(count == values.count - rows.rows.count)
      return rows.rows.count
    }
    #expect(left([nil, "a", "", "\u{301}x", "say \"\u{301}\"", "caf\u{e9}"]) == 3)
  }
}
