import AccessModel
import SQLBinding

/// Where each sequence stands. No transaction takes it back, as in PostgreSQL.
struct SequenceStore {
  enum ID: Hashable {
    /// Behind an identity column, which no privilege guards. RULES 19.
    case identity(table: QualifiedName, column: String)
    case named(QualifiedName)
  }

  private var next: [ID: Int64] = [:]
  /// What `currval()` gives.
  private(set) var last: [ID: Int64] = [:]

  /// The next value; it counts from 1 where nothing else was said.
  mutating func advance(_ id: ID, by increment: Int64 = 1) throws(EngineFailure) -> Int64 {
    let value = next[id] ?? 1
    let (following, overflow) = value.addingReportingOverflow(increment)
    guard !overflow else { throw .undecided(Undecided("a sequence at its limit")) }
    next[id] = following
    last[id] = value
    return value
  }

  /// The next value will be `value`.
  mutating func restart(_ id: ID, at value: Int64) { next[id] = value }

  func nextValue(_ id: ID) -> Int64? { next[id] }

  mutating func remove(_ id: ID) {
    next[id] = nil
    last[id] = nil
  }

  mutating func rename(_ old: ID, to new: ID) {
    next[new] = next.removeValue(forKey: old)
    last[new] = last.removeValue(forKey: old)
  }
}
