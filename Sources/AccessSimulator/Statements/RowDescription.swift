import AccessModel
import RowSecurity
import SQLBinding
import SQLText

/// Rows and keys as the DETAIL of an error shows them, or not. RULES 80.
///
/// Source: `ExecBuildSlotValueDescription()` in `execMain.c`; `BuildIndexValueDescription()` in
/// `genam.c`.
struct RowDescription {
  private let names: [String]
  private let types: [DataType?]
  /// Virtual columns, whose values are not computed for it.
  private let virtual: Set<Int>
  private let shown: ErrorDetail
  /// Rows are those of a table below, and shown as the table has them.
  private let layout: [Int]?

  init(_ session: Session, table: Int, assigned: Set<Int> = [], layout: [Int]? = nil) {
    self.layout = layout
    names = session.catalog.names.columnNames(of: .table(table))
    types = session.catalog.names.columnTypes(of: .table(table))
    let columns = session.catalog.catalog.tables[table].columns
    virtual = Set(columns.indices.filter { columns[$0].isVirtual })
    shown = session.engine.errorDetail(ofTable: table, to: session.role, assigned: assigned)
  }

  /// `Failing row contains (1, null).`
  func failingRow(_ stored: Row) -> String? {
    let row = stored.laidOut(layout)
    switch shown {
    case .nothing: return nil
    case .everything: return "Failing row contains (\(list(Array(names.indices), row)))."
    case .columns(_, let visible):
      guard !visible.isEmpty else { return nil }
      let columns = visible.sorted()
      return "Failing row contains (\(columns.map { names[$0] }.joined(separator: ", "))) = "
        + "(\(list(columns, row)))."
    }
  }

  /// `Key (id)=(1)`, or nil if it may not be shown. Unique keys quote the names of their columns,
  /// foreign keys do not.
  func key(_ columns: [Int], _ row: Row, isQuoted: Bool = false) -> String? {
    switch shown {
    case .nothing: return nil
    case .everything: break
    case .columns(let readable, _):
      guard readable.isSuperset(of: columns) else { return nil }
    }
    let values = columns.map { text($0, row) ?? "null" }
    let written = columns.map { isQuoted ? quoteIdentifier(names[$0]) : names[$0] }
    return "Key (\(written.joined(separator: ", ")))="
      + "(\(values.joined(separator: ", ")))"
  }

  /// Values of over 64 bytes are cut.
  private func list(_ columns: [Int], _ row: Row) -> String {
    columns.map { column in
      if virtual.contains(column) { return "virtual" }
      guard let text = text(column, row) else { return "null" }
      guard text.utf8.count > 64 else { return text }
      var cut = ""
      for character in text.unicodeScalars {
        guard cut.utf8.count + String(character).utf8.count <= 64 else { break }
        cut.unicodeScalars.append(character)
      }
      return cut + "..."
    }.joined(separator: ", ")
  }

  private func text(_ column: Int, _ row: Row) -> String? {
    row[column].output(as: types[column] ?? .text)
  }
}
