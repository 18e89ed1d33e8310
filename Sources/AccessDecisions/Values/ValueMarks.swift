import AccessFixtures
import AccessModel

/// Values that stand nowhere else, in place of a table's own: whoever reads one has read that cell.
///
/// Booleans, enums and other types with few values can't be marked; keys are not, since other rows
/// refer to them.
struct ValueMarks {
  /// One cell of the table.
  struct Cell: Hashable {
    var row: Int
    var column: String
  }

  /// The table with marks in it.
  let rows: TableRows
  private var cells: [String: Cell] = [:]

  /// The rows with marks that were asked for.
  let rowsMarked: [Int]

  /// All cells with marks.
  var marked: Set<Cell> { Set(cells.values) }

  /// Marks in `columns` of the rows at `indices`; NULLs stay.
  ///
  /// - Parameter second: Which cells get another mark than usual, that differs from it in every part.
  init(
    _ truth: RelationRows, columns: [String], of indices: [Int], keeping keys: Set<String>,
    second: (Cell) -> Bool = { _ in false }
  ) {
    rowsMarked = indices
    var marked = truth.rows
    for (position, column) in truth.shape.columns.enumerated() {
      guard columns.contains(column.name), !keys.contains(column.name) else { continue }
      for index in indices where marked[index][position] != nil {
        let cell = Cell(row: index, column: column.name)
        guard let mark = Self.mark(column.type, index, position, isSecond: second(cell)) else {
          continue
        }
        marked[index][position] = mark.input
        cells[mark.sign] = cell
      }
    }
    rows = TableRows(
      truth.shape.name, columns: truth.shape.columnNames, rows: marked.map { TableRows.Row($0) })
  }

  /// Whether nothing could be marked.
  var isEmpty: Bool { cells.isEmpty }

  /// The cells whose marks stand in `value`, alone or in a longer text.
  func cells(in value: String) -> [Cell] {
    if let cell = cells[value] { return [cell] }
    guard value.utf8.contains(Self.tilde) else { return [] }
    return value.split(separator: "~").compactMap { cells["~\($0)~"] }
  }

  private static let tilde = UInt8(ascii: "~")

  /// What is written, and how it is recognised when read.
  private static func mark(
    _ type: TypeName, _ row: Int, _ column: Int, isSecond: Bool
  ) -> (input: String, sign: String)? {
    let sign = "~\(row).\(column)~"
    let word = isSecond ? "b@\(sign)@b" : sign
    guard !type.isArray else {
      return ["text", "character varying"].contains(type.name) ? ("{\(word)}", sign) : nil
    }
    switch type.name {
    case "text", "character varying", "citext", "name":
      if let limit = type.modifiers.first, limit < word.utf8.count { return nil }
      return (word, sign)
    case "json", "jsonb": return ("{\"mark\": \"\(word)\"}", sign)
    default:
      return number(type, row, column, isSecond).map { ($0, $0) }
    }
  }

  /// A number, date or uuid far from those that people use.
  private static func number(
    _ type: TypeName, _ row: Int, _ column: Int, _ isSecond: Bool
  ) -> String? {
    guard row < 100_000, column < 1_000 else { return nil }
    let cell = row * 1_000 + column
    // Far enough for quotients and roundings to differ, and in the same order.
    let number = isSecond ? cell - 309_876_543 : cell
    let day =
      "\((isSecond ? 6000 : 3000) + row % 3000)"
      + "-\(padded((row / 3000 + (isSecond ? 5 : 0)) % 12 + 1))"
      + "-\(padded((column + (isSecond ? 11 : 0)) % 28 + 1))"
    switch type.name {
    case "integer": return String(2_000_000_000 + number)
    case "bigint": return String(7_000_000_000_000_000_000 + number)
    case "numeric" where type.modifiers.isEmpty: return String(7_000_000_000_000_000_000 + number)
    case "double precision": return String(7_000_000_000_000 + number)
    case "date": return day
    case "timestamp without time zone": return "\(day) 00:00:00"
    case "timestamp with time zone": return "\(day) 00:00:00+00"
    case "uuid":
      let digits = String(cell, radix: 16)
      return (isSecond ? "b" : "6") + "d61726b-0000-4000-8000-"
        + String(repeating: "0", count: 12 - digits.count) + digits
    default: return nil
    }
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
