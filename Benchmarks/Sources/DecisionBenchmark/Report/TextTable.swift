/// Lines of figures under each other.
enum TextTable {
  /// A name, then cells aligned to the right.
  static func line(_ cells: [String]) -> String {
    cells.enumerated().map { index, cell in
      let width = index == 0 ? 22 : 11
      let blanks = String(repeating: " ", count: max(1, width - cell.count))
      return index == 0 ? cell + blanks : blanks + cell
    }
    .joined()
  }
}
