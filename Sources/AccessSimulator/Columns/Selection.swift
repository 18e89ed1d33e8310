import AccessModel
import RowSecurity
import SQLBinding

/// What a table's filters say of all its rows, found at once.
enum Selection {
  /// TRUE for the rows of some values of a column, and for no others: what an equality leaves.
  case runs(RowIndex, [UInt32])
  /// By row: `Truth.yes`, `.no` or `.open`.
  case truths([UInt8])

  /// How many rows are combined at once: their answers stay in the processor's first cache.
  private static let blockSize = 1_024

  /// Nil where rows have to be asked one by one, in order, because that leaves traces.
  init?(
    _ filters: [SecurityFilter], of rows: SharedList<Row>, _ session: Session,
    index: @escaping (Int) -> RowIndex
  ) {
    let steadiness = Steadiness(catalog: session.catalog)
    for condition in filters.flatMap(\.conditions)
    where !steadiness.isSteady(condition.expression) || condition.expression.readsSystemColumn {
      return nil
    }
    // What is tried here for all rows must not count against what each row may try.
    let (limits, missing) = (session.variables.limits, session.variables.missingPrivileges)
    defer { (session.variables.limits, session.variables.missingPrivileges) = (limits, missing) }
    let compiler = ConditionCompiler(session: session, rows: rows, index: index)
    var conditions: [ColumnCondition] = []
    for filter in filters {
      var alternatives: [ColumnCondition] = []
      for condition in filter.conditions {
        guard let compiled = try? compiler.compile(condition.expression) else { return nil }
        alternatives.append(compiled)
      }
      conditions.append(.passes(alternatives.count == 1 ? alternatives[0] : .or(alternatives)))
    }
    self.init(conditions.count == 1 ? conditions[0] : .and(conditions), count: rows.count)
  }

  init(_ condition: ColumnCondition, count: Int) {
    if let (index, codes) = condition.chosenCodes {
      self = .runs(index, codes)
      return
    }
    if let rows = condition.candidates {
      var truths = [UInt8](repeating: Truth.no, count: count)
      for row in rows { truths[Int(row)] = condition.truth(at: Int(row)) }
      self = .truths(truths)
      return
    }
    let condition = condition.readyForBlocks
    var truths = [UInt8](repeating: Truth.no, count: count)
    truths.withUnsafeMutableBufferPointer { truths in
      for start in stride(from: 0, to: count, by: Self.blockSize) {
        let end = min(start + Self.blockSize, count)
        condition.decide(from: start, .init(rebasing: truths[start..<end]))
      }
    }
    self = .truths(truths)
  }
}

extension ColumnCondition {
  /// The codes whose rows it is TRUE for, if that is all it says; it is a filter, or part of one.
  fileprivate var chosenCodes: (RowIndex, [UInt32])? {
    switch self {
    case .passes(let operand): return operand.chosenCodes
    case .codes(let index, .chosen(let codes, let null, let others))
    where null < Truth.yes && others < Truth.yes:
      return (index, codes)
    default: return nil
    }
  }

  /// Rows outside of which it is certainly not TRUE, if they are few. None of them may be open for
  /// an operand before the one that says so.
  fileprivate var candidates: [UInt32]? {
    switch self {
    case .passes(let operand): return operand.candidates
    case .and(let operands):
      guard let first = operands.first else { return nil }
      if case .passes = first { return first.candidates }
      // Beside FALSE the first may be NULL, after which others still are asked.
      return operands.contains(where: \.mayBeOpen) ? nil : first.candidates
    case .codes(let index, .chosen(let codes, let null, let others))
    where null < Truth.yes && others < Truth.yes:
      let count = codes.reduce(0) { $0 + index.run($1).count }
      guard count < index.codes.count / 8 else { return nil }
      return codes.flatMap { index.run($0) }
    default: return nil
    }
  }

  private var mayBeOpen: Bool {
    switch self {
    case .constant(let truth): truth == Truth.open
    case .codes(_, .chosen): false
    case .codes(_, .table(let table)): table.contains(Truth.open)
    case .rows: true
    case .and(let operands), .or(let operands): operands.contains(where: \.mayBeOpen)
    case .not(let operand), .passes(let operand): operand.mayBeOpen
    }
  }

  /// The same with every answer looked up by code.
  fileprivate var readyForBlocks: ColumnCondition {
    switch self {
    case .codes(let index, let answers):
      .codes(index, answers.readyForBlocks(codeCount: index.codeCount))
    case .and(let operands): .and(operands.map(\.readyForBlocks))
    case .or(let operands): .or(operands.map(\.readyForBlocks))
    case .not(let operand): .not(operand.readyForBlocks)
    case .passes(let operand): .passes(operand.readyForBlocks)
    case .constant, .rows: self
    }
  }
}
