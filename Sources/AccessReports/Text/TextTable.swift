/// Cells in aligned columns, for terminals.
///
/// ```
/// identity  role           saved
/// visitor   anon           ✗
/// ana       authenticated  ◐ 2/5
/// ```
public struct TextTable: Sendable {
  /// One cell: its text, and how it is to be shown on terminals that have colour.
  public struct Cell: Sendable, ExpressibleByStringLiteral {
    /// What is shown.
    public var text: String
    /// Nil: as the terminal shows text.
    public var style: TextStyle.Role?

    /// Control characters in `text` are made visible.
    public init(_ text: String, _ style: TextStyle.Role? = nil) {
      self.text = text.printable
      self.style = style
    }

    /// A cell without style.
    public init(stringLiteral value: String) { self.init(value) }
  }

  /// The title of each column.
  public var header: [Cell]
  /// The lines below; a row may be shorter than the header.
  public var rows: [[Cell]]

  /// A table, with rows to be added or not.
  public init(header: [Cell], rows: [[Cell]] = []) {
    self.header = header
    self.rows = rows
  }

  /// The lines, with a newline after each and no blanks at their ends.
  public func text(style: TextStyle = .plain) -> String {
    let lines = [header] + rows
    var widths = [Int](repeating: 0, count: lines.map(\.count).max() ?? 0)
    for line in lines {
      for (column, cell) in line.enumerated() {
        widths[column] = max(widths[column], cell.text.displayWidth)
      }
    }
    return lines.map { line(of: $0, widths: widths, style: style) }.joined()
  }

  private func line(of cells: [Cell], widths: [Int], style: TextStyle) -> String {
    var text = ""
    var missing = 0
    for (cell, width) in zip(cells, widths) {
      if !cell.text.isEmpty {
        text += String(repeating: " ", count: missing)
        text += cell.style.map { style.apply($0, to: cell.text) } ?? cell.text
        missing = 0
      }
      missing += width - cell.text.displayWidth + 2
    }
    return text + "\n"
  }
}
