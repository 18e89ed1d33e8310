import SQLBinding

/// A column of a table as codes, one for each distinct value, and the rows of each.
///
/// It finds rows by value, as `=` does, and is what conditions read that are decided for a whole
/// column: once for each value, then looked up by code. NULLs and removed rows have code 0, which
/// `=` never finds.
///
/// Memory: 8 bytes for a row, 16 for a distinct `uuid` or number that is far from others, and the
/// other values again.
final class RowIndex {
  private let column: CodedColumn
  private let runs: RowRuns
  /// The first row that holds NULL, if one does.
  let firstNull: Int?
  /// Rows added since, by value, each list in order. They have no code.
  private var later: [SQLValue: [UInt32]] = [:]
  private var laterCount = 0
  private var laterAtFirst = 0
  /// Every row before this place is known.
  private(set) var count: Int

  /// How many values it was made of.
  private let size: Int

  /// `others`: rows that stand, or stood, at a place beside those.
  init(
    _ rows: some RandomAccessCollection<Row>, column: Int,
    others: [(row: Row, position: Int)] = []
  ) {
    let coded = CodedColumn(rows, column: column)
    let runs = RowRuns(coded.codes, codeCount: coded.values.codeCount)
    var firstNull: Int?
    if runs.count < rows.count {
      for (position, row) in rows.enumerated() where coded.codes[position] == 0 && !row.isEmpty {
        firstNull = position
        break
      }
    }
    (self.column, self.runs, self.firstNull) = (coded, runs, firstNull)
    (count, size) = (rows.count, runs.count + others.count)
    for other in others { add(other.row, column, at: other.position) }
    laterAtFirst = laterCount
  }

  // MARK: Codes

  /// By row.
  var codes: [UInt32] { column.codes }
  var values: ValueCodes { column.values }
  /// Whether rows with the same code hold the same value in every respect: `1.0` and `1.00` are
  /// equal and are not the same.
  var isExact: Bool { column.isExact }
  /// One more than the largest code.
  var codeCount: Int { runs.codeCount }

  /// 0 where no row holds the value.
  func code(of value: SQLValue) -> UInt32 { value.isNull ? 0 : column.values[value] }

  /// Whether the column's values can be compared with it.
  func holdsKind(of value: SQLValue) -> Bool { column.values.holdsKind(of: value) }

  /// The rows of a code, in order; none for 0.
  func run(_ code: UInt32) -> ArraySlice<UInt32> { runs[code] }

  /// The rows of some codes from a row on, in order.
  func rows(of codes: [UInt32], from first: Int) -> [Int] {
    var rows: [Int] = []
    for code in codes {
      for row in run(code) where row >= first { rows.append(Int(row)) }
    }
    if codes.count > 1 { rows.sort() }
    return rows
  }

  // MARK: Rows added since

  /// Whether there may be positions whose rows have other values by now.
  var isAmended: Bool { laterCount > 0 }

  /// So much has been added that it is better made anew.
  var isLopsided: Bool { laterCount - laterAtFirst > max(1_024, size) }

  func add(_ row: Row, _ column: Int, at position: Int) {
    count = max(count, position + 1)
    guard row.count > column, !row[column].isNull else { return }
    laterCount += 1
    let position = UInt32(truncatingIfNeeded: position)
    if isKnown(position, among: run(code(of: row[column]))) { return }
    Self.insert(position, into: &later[row[column], default: []])
  }

  private func isKnown(_ position: UInt32, among run: ArraySlice<UInt32>) -> Bool {
    var (low, high) = (run.startIndex, run.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if run[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low < run.endIndex && run[low] == position
  }

  private static func insert(_ position: UInt32, into list: inout [UInt32]) {
    var place = list.count
    while place > 0, list[place - 1] > position { place -= 1 }
    if place > 0, list[place - 1] == position { return }
    list.insert(position, at: place)
  }

  /// The rows that hold a value, in order.
  subscript(value: SQLValue) -> ArraySlice<UInt32> {
    let first = run(code(of: value))
    guard laterCount > 0, !value.isNull, let others = later[value] else { return first }
    guard let last = first.last else { return others[...] }
    if let next = others.first, next > last { return (first + others)[...] }
    return Set(first).union(others).sorted()[...]
  }
}
