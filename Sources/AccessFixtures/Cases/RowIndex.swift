import AccessModel

/// Counts fixture rows by the values of some columns, at one look per row asked for.
struct RowIndex {
  private let rows: [TableRows]
  private var counts: [Columns: [[String?]: Int]] = [:]

  private struct Columns: Hashable {
    var table: QualifiedName
    var names: [String]
  }

  init(_ rows: [TableRows]) { self.rows = rows }

  /// How many rows have these values; nil if the table's file leaves out one of the columns.
  mutating func count(_ row: [ColumnValue], _ shape: RelationShape) -> Int? {
    guard let table = rows.first(where: { $0.table == shape.name }) else { return 0 }
    let columns = Columns(table: shape.name, names: row.map(\.column))
    guard let indices = table.indices(of: columns.names) else { return nil }
    let types = columns.names.map { shape.column($0)?.type ?? .text }
    func canonical(_ values: [String?]) -> [String?] {
      zip(values, types).map { value, type in value.map { ValueText.canonical($0, type) } }
    }
    if counts[columns] == nil {
      var found: [[String?]: Int] = [:]
      for row in table.rows { found[canonical(indices.map { row.values[$0] }), default: 0] += 1 }
      counts[columns] = found
    }
    return counts[columns]?[canonical(row.map(\.value))] ?? 0
  }
}
