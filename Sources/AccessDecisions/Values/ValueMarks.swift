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

  /// Marks in `columns` of the rows at `indices`; NULLs stay.
  init(_ truth: RelationRows, columns: [String], of indices: [Int], keeping keys: Set<String>) {
    var marked = truth.rows
    for (position, column) in truth.shape.columns.enumerated() {
      guard columns.contains(column.name), !keys.contains(column.name) else { continue }
      for index in indices where marked[index][position] != nil {
        guard let mark = Self.mark(column.type, index, position) else { continue }
        marked[index][position] = mark.input
        cells[mark.sign] = Cell(row: index, column: column.name)
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
    _ type: TypeName, _ row: Int, _ column: Int
  ) -> (input: String, sign: String)? {
    let word = "~\(row).\(column)~"
    guard !type.isArray else {
      return ["text", "character varying"].contains(type.name) ? ("{\(word)}", word) : nil
    }
    switch type.name {
    case "text", "character varying", "citext", "name":
      if let limit = type.modifiers.first, limit < word.utf8.count { return nil }
      return (word, word)
    case "json", "jsonb": return ("{\"mark\": \"\(word)\"}", word)
    default:
      return number(type, row, column).map { ($0, $0) }
    }
  }

  /// A number, date or uuid far from those that people use.
  private static func number(_ type: TypeName, _ row: Int, _ column: Int) -> String? {
    guard row < 100_000, column < 1_000 else { return nil }
    let number = row * 1_000 + column
    let day = "\(5000 + row % 4000)-\(padded(row / 4000 % 12 + 1))-\(padded(column % 28 + 1))"
    switch type.name {
    case "integer": return String(2_000_000_000 + number)
    case "bigint": return String(7_000_000_000_000_000_000 + number)
    case "numeric" where type.modifiers.isEmpty: return String(7_000_000_000_000_000_000 + number)
    case "double precision": return String(7_000_000_000_000 + number)
    case "date": return day
    case "timestamp without time zone": return "\(day) 00:00:00"
    case "timestamp with time zone": return "\(day) 00:00:00+00"
    case "uuid":
      let digits = String(number, radix: 16)
      return "6d61726b-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    default: return nil
    }
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
