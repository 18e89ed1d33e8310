import AccessFixtures
import AccessModel
import Foundation
import Testing

@Suite struct RowsTests {
  @Test func `an empty field is NULL and a quoted empty field is the empty string`() throws {
    let rows = try FixtureFolder.rows("id,title,isbn\n1,\"\",\n")
    #expect(rows.map(\.values) == [["1", "", nil]])
  }

  @Test func `an empty field that ends the file is NULL`() throws {
    #expect(try FixtureFolder.rows("id,title,isbn\n1,Emma,").map(\.values) == [["1", "Emma", nil]])
  }

  @Test func `quotes protect commas, quotes, blanks and line ends`() throws {
    let rows = try FixtureFolder.rows("id,title\n1,\" a, \"\"b\"\"\nc \"\n")
    #expect(rows.map(\.values) == [["1", " a, \"b\"\nc "]])
  }

  @Test func `places count line ends inside quotes`() throws {
    let rows = try FixtureFolder.rows("id,title\n1,\"a\nb\r\nc\"\n\n2,d\n")
    #expect(rows.map(\.place?.line) == [2, 6])
  }

  @Test func `Windows line ends and a byte order mark are no part of the values`() throws {
    let rows = try FixtureFolder.rows("\u{FEFF}id,title\r\n1,Emma\r\n")
    #expect(rows.map(\.values) == [["1", "Emma"]])
  }

  @Test func `blanks inside a field are kept, and line separators are no line ends`() throws {
    #expect(
      try FixtureFolder.rows("id,title\n1,a b\u{2028}c \n").map(\.values)
        == [["1", "a b\u{2028}c "]])
  }

  @Test func `a short row is reported and the others are read`() throws {
    let text = "id,title,isbn\n1,Emma\n2,\"a\nb\",x\n3,Ulysses,y,z\n"
    #expect(
      try FixtureFolder.problems(inRows: text) == [
        "rows/public.book.csv:2: error: 2 fields where the header has 3 [RK401]",
        "rows/public.book.csv:5: error: 4 fields where the header has 3 [RK401]",
      ])
    #expect(try FixtureFolder.rows(text).map(\.values) == [["2", "a\nb", "x"]])
  }

  @Test(arguments: [
    ("id,title\n1,\"Emma\n2,x\n", 2, "a quote is opened here and never closed"),
    ("id,title\n1,\"a\"b\n", 2, "text after a closing quote"),
    ("id,title\n1,a\"b\n", 2, "a quote inside a field that is not in quotes"),
    ("id,title\n1, Emma\n", 2, "a field begins with a blank; put it in quotes"),
    ("", 1, "no header: the first line must name the columns"),
    ("\n\n", 1, "no header: the first line must name the columns"),
    ("id,title\n1,a\u{0}b\n", 2, "a byte that is not UTF-8 text"),
    (
      "id,title\n1,\u{301}a\n", 2,
      "a blank or combining character next to a separator; quote the field"
    ),
    (
      "id,title\n1,\u{A0}a\n", 2,
      "a blank or combining character next to a separator; quote the field"
    ),
  ])
  func `text that is not sound CSV is refused with its line`(
    text: String, line: Int, message: String
  ) throws {
    let problems = try FixtureFolder.problems(inRows: text)
    #expect(problems == ["rows/public.book.csv:\(line): error: \(message) [RK401]"])
  }

  @Test func `bytes that are not UTF-8 are refused with their line`() throws {
    let folder = try FixtureFolder(["cases.yaml": "identities: {}"])
    try folder.write(
      Data("id,title\n1,".utf8) + Data([0xC3, 0x28, 0x0A]), to: "rows/book.csv")
    #expect(
      folder.problems() == ["rows/book.csv:2: error: a byte that is not UTF-8 text [RK401]"])
  }

  @Test func `an unknown column is reported with a suggestion`() throws {
    #expect(
      try FixtureFolder.problems(inRows: "id,title,isnb\n") == [
        """
        rows/public.book.csv:1: error: `book` has no column `isnb` [RK402]
          fix: did you mean `isbn`?
        """
      ])
  }

  @Test func `a column that cannot be left out is missed`() throws {
    #expect(
      try FixtureFolder.problems(inRows: "id\n1\n") == [
        """
        rows/public.book.csv:1: error: column `title` is NOT NULL and has no default [RK403]
          fix: add the column to the file
        """
      ])
  }

  @Test func `NULL in a NOT NULL column is reported with its line`() throws {
    #expect(
      try FixtureFolder.problems(inRows: "id,title\n1,Emma\n2,\n") == [
        """
        rows/public.book.csv:3: error: column `title` is NOT NULL [RK403]
          fix: an empty field is NULL; write \"\" for the empty string
        """
      ])
  }

  @Test func `two rows with one key are reported, NULLs are not`() throws {
    let text = "id,title,isbn\n1,a,\n2,b,\n1,c,\n"
    #expect(
      try FixtureFolder.problems(inRows: text) == [
        "rows/public.book.csv:4: error: the same `book_pkey` as the row on line 2 [RK401]"
      ])
  }

  @Test func `a generated column takes no values`() throws {
    #expect(
      try FixtureFolder.problems(inRows: "id,title,slug\n") == [
        """
        rows/public.book.csv:1: error: column `slug` is generated and cannot be given values [RK401]
        """
      ])
  }

  @Test func `a row that refers to no row is reported`() throws {
    let folder = try FixtureFolder([
      "rows/book.csv": "id,title\n1,Emma\n", "cases.yaml": "identities: {}",
      "rows/loan.csv": "book_id,day\n1,2026-01-01\n7,2026-01-02\n",
    ])
    #expect(
      folder.problems() == [
        """
        rows/loan.csv:3: error: `book` has no row for `book_id = 7` [RK406]
          fix: add that row, or name one of those there are
        """
      ])
  }

  @Test func `a file for no table is reported with a suggestion`() throws {
    let folder = try FixtureFolder([
      "rows/bok.csv": "id\n", "rows/shelf.csv": "title\n", "cases.yaml": "identities: {}",
    ])
    #expect(
      folder.problems() == [
        """
        rows/bok.csv:1: error: the plan has no relation `bok` [RK204]
          fix: did you mean `book`?
        """,
        """
        rows/shelf.csv:1: error: `shelf` is a view; rows belong in its tables' files [RK401]
        """,
      ])
  }

  @Test func `a missing folder is one diagnostic`() {
    let loaded = Fixtures.load(folder: "no/such/folder", catalog: library)
    #expect(
      loaded.diagnostics.map(\.description) == [
        """
        error: there is no folder `no/such/folder` [RK101]
          fix: name a folder with rows/*.csv and cases.yaml
        """
      ])
  }
}
