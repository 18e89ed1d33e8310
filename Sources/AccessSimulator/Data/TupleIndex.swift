import SQLBinding

/// Rows by the values of several columns: codes of the columns, put together pair by pair.
final class TupleIndex {
  private let columns: [RowIndex]
  /// For each column after the first, the codes of what was before and its own.
  private let pairs: [WordCodes]
  private let runs: RowRuns

  init(_ columns: [RowIndex]) {
    var codes = columns.first?.codes ?? []
    var codeCount = columns.first?.codeCount ?? 1
    var pairs: [WordCodes] = []
    for column in columns.dropFirst() {
      var table = WordCodes()
      for (position, code) in column.codes.enumerated() {
        codes[position] =
          codes[position] == 0 || code == 0
          ? 0 : table.code(of: .init(high: UInt64(codes[position]), low: UInt64(code)))
      }
      codeCount = table.words.count + 1
      pairs.append(table)
    }
    (self.columns, self.pairs) = (columns, pairs)
    runs = RowRuns(codes, codeCount: codeCount)
  }

  /// One value for each column; none is found with a NULL among them.
  subscript(values: [SQLValue]) -> ArraySlice<UInt32> {
    guard values.count == columns.count, let first = values.first else { return [] }
    var code = columns[0].code(of: first)
    for (number, pair) in pairs.enumerated() where code > 0 {
      let next = columns[number + 1].code(of: values[number + 1])
      code = next == 0 ? 0 : pair.find(.init(high: UInt64(code), low: UInt64(next)))
    }
    return runs[code]
  }
}
