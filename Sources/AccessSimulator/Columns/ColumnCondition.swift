/// A condition over the rows of one table, made to be decided for many of them at once.
///
/// It says what the same condition says of each row by itself, or leaves the row open.
indirect enum ColumnCondition {
  case constant(UInt8)
  /// Decided by the value of one column.
  case codes(RowIndex, CodeAnswers)
  /// Decided row by row.
  case rows((Int) -> UInt8)
  case and([ColumnCondition])
  case or([ColumnCondition])
  case not(ColumnCondition)
  /// A filter: what is not TRUE does not pass, as if it were FALSE.
  case passes(ColumnCondition)

  /// Of one row.
  func truth(at row: Int) -> UInt8 {
    switch self {
    case .constant(let truth): return truth
    case .codes(let index, let answers): return answers[index.codes[row]]
    case .rows(let ask): return ask(row)
    case .not(let operand): return Truth.not(operand.truth(at: row))
    case .passes(let operand):
      let truth = operand.truth(at: row)
      return truth == Truth.unknown ? Truth.no : truth
    case .and(let operands):
      var truth = Truth.yes
      for operand in operands where truth != Truth.no && truth != Truth.open {
        truth = Truth.and(truth, operand.truth(at: row))
      }
      return truth
    case .or(let operands):
      var truth = Truth.no
      for operand in operands where truth != Truth.yes && truth != Truth.open {
        truth = Truth.or(truth, operand.truth(at: row))
      }
      return truth
    }
  }

  /// Whether it has to ask rows one by one.
  private var asksRows: Bool {
    switch self {
    case .rows: true
    case .constant, .codes: false
    case .and(let operands), .or(let operands): operands.contains(where: \.asksRows)
    case .not(let operand), .passes(let operand): operand.asksRows
    }
  }

  typealias Block = UnsafeMutableBufferPointer<UInt8>

  /// Of `truths.count` rows from `start` on.
  ///
  /// `isWanted`: of a row of the block, whether it matters; nil: all do.
  func decide(from start: Int, _ truths: Block, isWanted: ((Int) -> Bool)? = nil) {
    switch self {
    case .constant(let truth): truths.update(repeating: truth)
    case .codes(let index, let answers):
      index.codes.withUnsafeBufferPointer {
        answers.decide(UnsafeBufferPointer(rebasing: $0[start..<start + truths.count]), truths)
      }
    case .rows(let ask):
      for row in truths.indices {
        truths[row] = isWanted?(row) == false ? Truth.open : ask(start + row)
      }
    case .not(let operand):
      operand.decide(from: start, truths, isWanted: isWanted)
      for row in truths.indices { truths[row] = Truth.not(truths[row]) }
    case .passes(let operand):
      operand.decide(from: start, truths, isWanted: isWanted)
      for row in truths.indices {
        truths[row] = truths[row] == Truth.unknown ? Truth.no : truths[row]
      }
    case .and(let operands):
      Self.combine(operands, from: start, truths, end: Truth.no, isWanted) {
        for row in $0.indices { $0[row] = Truth.and($0[row], $1[row]) }
      }
    case .or(let operands):
      Self.combine(operands, from: start, truths, end: Truth.yes, isWanted) {
        for row in $0.indices { $0[row] = Truth.or($0[row], $1[row]) }
      }
    }
  }

  /// `end`: where a row is decided by it, later operands do not matter.
  private static func combine(
    _ operands: [ColumnCondition], from start: Int, _ truths: Block, end: UInt8,
    _ isWanted: ((Int) -> Bool)?, _ combine: (Block, Block) -> Void
  ) {
    guard let first = operands.first else {
      truths.update(repeating: Truth.yes &- end)
      return
    }
    first.decide(from: start, truths, isWanted: isWanted)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: truths.count) { next in
      for operand in operands.dropFirst() {
        let isUndecided: ((Int) -> Bool)? =
          operand.asksRows
          ? { row in
            truths[row] != end && truths[row] != Truth.open && isWanted?(row) != false
          } : nil
        operand.decide(from: start, next, isWanted: isUndecided)
        combine(truths, next)
      }
    }
  }
}
