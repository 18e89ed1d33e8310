import AccessReports
import Testing

struct TextTableTests {
  @Test func `columns are aligned and lines have no trailing blanks`() {
    let table = TextTable(header: ["who", "saved"], rows: [["visitor", "✗"], ["ana", "◐ 2/5"]])
    #expect(
      table.text() == """
        who      saved
        visitor  ✗
        ana      ◐ 2/5

        """)
  }

  @Test func `double-width characters take two columns`() {
    let table = TextTable(header: ["name", "x"], rows: [["田中", "1"], ["e\u{301}a", "2"]])
    #expect(table.text() == "name  x\n田中  1\ne\u{301}a    2\n")
  }

  @Test func `an empty cell keeps its column's place`() {
    let table = TextTable(header: ["a", "b", "c"], rows: [["1", "", "3"]])
    #expect(table.text() == "a  b  c\n1     3\n")
  }

  @Test func `colour does not disturb the alignment`() {
    let table = TextTable(header: ["a", "b"], rows: [[.init("✓", .good), "1"]])
    #expect(
      table.text(style: TextStyle(usesColour: true)) == "a  b\n\u{1B}[32m✓\u{1B}[0m  1\n")
  }

  @Test func `control characters in data are made visible`() {
    let table = TextTable(header: ["a"], rows: [[.init("x\n\u{1B}[31m\u{202E}")]])
    #expect(table.text() == "a\nx\\n\\u{1B}[31m\\u{202E}\n")
  }
}
