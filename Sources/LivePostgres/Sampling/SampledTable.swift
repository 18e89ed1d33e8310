import AccessFixtures
import AccessModel
import SQLText

/// A table on the way into a sample: the rows taken so far, each once.
struct SampledTable {
  /// Why a row is taken.
  enum Cause { case identity, chance, reference }

  let table: Catalog.Table
  let columns: [String]
  /// Rows by where they lie, which tells them apart within the snapshot.
  private var places: Set<String> = []
  private(set) var rows: [[String?]] = []
  private(set) var counts: [Cause: Int] = [:]
  var estimate = 0
  var isByBlocks = false
  /// Of how many rows values were cut to `WideValues.mostBytes`, by column.
  private(set) var cut: [String: Int] = [:]
  /// How many rows were left out, for a value that can be neither taken nor cut.
  private(set) var tooWide = 0
  private let wide: WideValues

  init(_ table: Catalog.Table, _ types: [Catalog.CustomType]) {
    self.table = table
    let stored = table.columns.filter { $0.generated == nil }
    columns = stored.map(\.name)
    wide = WideValues(stored, types)
  }

  /// More rows than this are large: chance takes blocks of them.
  static let largeCount = 1_000_000

  /// What is selected of a row: its place, which of its values are cut, then its columns.
  var selected: String { (["ctid", wide.marks] + wide.values).joined(separator: ", ") }

  /// The table without what inherits from it.
  var source: String { "ONLY \(sqlText(table.name))" }

  /// Rows in an order that `seed` gives, the same wherever rows are the same.
  func order(seed: UInt64) -> String {
    let key = table.primaryKey?.columns ?? columns
    let text = key.isEmpty ? "''" : "ROW(\(key.map(quoteIdentifier).joined(separator: ", ")))::text"
    return "hashtextextended(\(text) COLLATE \"C\", \(Int64(bitPattern: seed)))"
  }

  /// Takes rows as `selected` gives them; gives those that are new, without their places.
  mutating func take(_ found: [[String?]], because cause: Cause, atMost limit: Int = .max)
    -> [[String?]]
  {
    var new: [[String?]] = []
    for row in found where new.count < limit {
      guard row.count == columns.count + 2, let place = row[0], places.insert(place).inserted else {
        continue
      }
      let marks = (row[1] ?? "").split(separator: " ").compactMap { Int($0) }
      if marks.contains(where: wide.areIrreplaceable) {
        tooWide += 1
        continue
      }
      for mark in marks where columns.indices.contains(mark) { cut[columns[mark], default: 0] += 1 }
      new.append(Array(row.dropFirst(2)))
    }
    rows += new
    counts[cause, default: 0] += new.count
    return new
  }

  /// Leaves rows out for good.
  mutating func remove(where isBad: ([String?]) -> Bool) -> Int {
    let before = rows.count
    rows.removeAll(where: isBad)
    return before - rows.count
  }

  /// The row's values of some columns; nil where one is NULL.
  func values(_ names: [String], of row: [String?]) -> [String]? {
    let values = names.compactMap { name in
      columns.firstIndex(of: name).flatMap { row.indices.contains($0) ? row[$0] : nil }
    }
    return values.count == names.count ? values : nil
  }

  /// Rows in the order of their keys, so that the same sample is the same text.
  var sorted: TableRows {
    let key = table.primaryKey?.columns ?? columns
    let indices = key.compactMap { columns.firstIndex(of: $0) }
    let ordered = rows.sorted { a, b in
      for index in indices {
        let (x, y) = (a[index] ?? "", b[index] ?? "")
        if x == y { continue }
        if let first = Double(x), let second = Double(y), first != second { return first < second }
        return x.utf8.lexicographicallyPrecedes(y.utf8)
      }
      return false
    }
    return TableRows(table.name, columns: columns, rows: ordered.map { TableRows.Row($0) })
  }
}
