/// What a condition says for each value of a column, by the value's code.
enum CodeAnswers {
  /// TRUE for the chosen codes, in order.
  case chosen([UInt32], null: UInt8, others: UInt8)
  /// By code; that of NULL first.
  case table([UInt8])

  subscript(code: UInt32) -> UInt8 {
    switch self {
    case .table(let table): table[Int(code)]
    case .chosen(let chosen, let null, let others):
      code == 0 ? null : Self.find(code, in: chosen) ? Truth.yes : others
    }
  }

  /// By halving: the codes are in order.
  static func find(_ code: UInt32, in sorted: [UInt32]) -> Bool {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < code { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && sorted[low] == code
  }

  /// The answer for each of some codes.
  func decide(_ codes: UnsafeBufferPointer<UInt32>, _ truths: UnsafeMutableBufferPointer<UInt8>) {
    switch self {
    case .table(let table):
      table.withUnsafeBufferPointer { table in
        for row in truths.indices { truths[row] = table[Int(codes[row])] }
      }
    case .chosen(let chosen, let null, let others):
      if chosen.count == 1 {
        let only = chosen[0]
        for row in truths.indices {
          let code = codes[row]
          truths[row] = code == only ? Truth.yes : code == 0 ? null : others
        }
      } else {
        for row in truths.indices { truths[row] = self[codes[row]] }
      }
    }
  }

  /// The same as a table, where looking up in it is faster than searching.
  func readyForBlocks(codeCount: Int) -> CodeAnswers {
    guard case .chosen(let chosen, let null, let others) = self, chosen.count > 1 else {
      return self
    }
    var table = [UInt8](repeating: others, count: codeCount)
    if !table.isEmpty { table[0] = null }
    for code in chosen { table[Int(code)] = Truth.yes }
    return .table(table)
  }
}
