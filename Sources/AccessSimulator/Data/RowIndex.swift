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

  init(_ rows: [Row], column: Int) {
    let coded = CodedColumn(rows, column: column)
    firstNull =
      coded.codes.contains(0)
      ? rows.indices.first { coded.codes[$0] == 0 && !rows[$0].isEmpty } : nil
    self.column = coded
    runs = RowRuns(coded.codes, codeCount: coded.values.codeCount)
  }

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

  subscript(value: SQLValue) -> ArraySlice<UInt32> { run(code(of: value)) }
}
