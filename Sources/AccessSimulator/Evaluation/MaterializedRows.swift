import AccessModel
import SQLBinding

/// Rows computed when first wanted, and indexes over them.
final class MaterializedRows {
  /// Rows up to where computing them raised an error, which whoever asks for more of them gets.
  struct Prefix {
    var rows: [Row]
    var failure: EngineFailure? = nil
  }

  private let compute: () throws(EngineFailure) -> Prefix
  private var findings = Remembered(Findings())
  private let session: Session?
  private let isPerRun: Bool
  private var run = 0

  private struct Findings {
    var computed: Prefix?
    var indexes: [Int: RowIndex] = [:]
  }

  /// `session`: whoever asks there; nil: they depend on nothing. `isPerRun`: on the parameters of a
  /// run too.
  init(
    in session: Session?, isPerRun: Bool = false,
    prefix compute: @escaping () throws(EngineFailure) -> Prefix
  ) {
    (self.session, self.isPerRun) = (session, isPerRun)
    self.compute = compute
  }

  convenience init(
    in session: Session?, isPerRun: Bool = false,
    _ compute: @escaping () throws(EngineFailure) -> [Row]
  ) {
    self.init(
      in: session, isPerRun: isPerRun,
      prefix: { () throws(EngineFailure) in Prefix(rows: try compute()) })
  }

  func rows() throws(EngineFailure) -> [Row] {
    let prefix = try prefix()
    if let failure = prefix.failure { throw failure }
    return prefix.rows
  }

  private func prefix() throws(EngineFailure) -> Prefix {
    if let session {
      findings.turn(to: session.variables.turn, else: Findings())
      if isPerRun, session.run != run { (findings.value, run) = (Findings(), session.run) }
    }
    if let computed = findings.value.computed { return computed }
    let prefix = try compute()
    // What failed at once is tried again.
    if prefix.failure == nil || !prefix.rows.isEmpty { findings.value.computed = prefix }
    return prefix
  }

  /// Calls `body` with each row and its position until it returns false; false if it did.
  func scan(
    _ body: (Row, Int) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    let prefix = try prefix()
    for (position, row) in prefix.rows.enumerated() {
      guard try body(row, position) else { return false }
    }
    if let failure = prefix.failure { throw failure }
    return true
  }

  func positions(
    column: Int, equal value: SQLValue
  ) throws(EngineFailure) -> ArraySlice<UInt32> {
    let rows = try rows()
    if let index = findings.value.indexes[column] { return index[value] }
    let index = RowIndex(rows, column: column)
    findings.value.indexes[column] = index
    return index[value]
  }
}
