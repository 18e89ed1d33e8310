import AccessModel
import SQLBinding

/// Where each sequence stands. No transaction takes it back, as in PostgreSQL.
struct SequenceStore {
  enum ID: Hashable {
    /// Behind an identity column, which no privilege guards. RULES 19.
    case identity(table: QualifiedName, column: String)
    case named(QualifiedName)
  }

  /// How a sequence counts. Source: `init_params()` in `src/backend/commands/sequence.c`.
  struct Options {
    var start: Int64 = 1
    var increment: Int64 = 1
    var minimum: Int64 = 1
    var maximum = Int64.max
    var cycles = false
    var name = ""

    init() {}

    init(_ model: Catalog.Sequence) {
      let range: ClosedRange<Int64> =
        switch model.type {
        case TypeName.smallint: Int64(Int16.min)...Int64(Int16.max)
        case TypeName.integer: Int64(Int32.min)...Int64(Int32.max)
        default: Int64.min...Int64.max
        }
      increment = model.increment ?? 1
      minimum = model.minimum ?? (increment > 0 ? 1 : range.lowerBound)
      maximum = model.maximum ?? (increment > 0 ? range.upperBound : -1)
      start = model.start ?? (increment > 0 ? minimum : maximum)
      cycles = model.cycles
      name = model.name.name
    }
  }

  private var options: [ID: Options] = [:]
  private var next: [ID: Int64] = [:]
  /// What `currval()` gives.
  private(set) var last: [ID: Int64] = [:]
  /// How often each was defined or restarted, which a transaction does take back.
  private var restarts: [ID: Int] = [:]

  /// Where one stands depends on what the planner chose.
  private var doubtful: Set<ID> = []

  /// Notes that those which stand elsewhere in `other` may as well stand there.
  mutating func doubt(where other: SequenceStore) {
    for id in Set(next.keys).union(other.next.keys) where next[id] != other.next[id] {
      doubtful.insert(id)
    }
  }

  mutating func forgetLast() { last = [:] }

  mutating func define(_ id: ID, _ options: Options) {
    self.options[id] = options
    doubtful.remove(id)
    restarts[id, default: 0] += 1
  }

  /// As a transaction that is undone leaves it: what was restarted since is as it was before;
  /// values that were taken stay taken.
  mutating func undo(to before: SequenceStore) {
    for id in Set(restarts.keys).union(before.restarts.keys)
    where restarts[id] != before.restarts[id] {
      options[id] = before.options[id]
      next[id] = before.next[id]
      restarts[id] = before.restarts[id]
    }
  }

  /// What `nextval()` gives.
  mutating func advance(_ id: ID) throws(EngineFailure) -> Int64 {
    guard !doubtful.contains(id) else {
      throw .undecided(Undecided("a sequence after an error in the order of a join"))
    }
    let options = options[id] ?? Options()
    var value = next[id] ?? options.start
    if value > options.maximum || value < options.minimum {
      guard options.cycles else {
        let isUp = options.increment > 0
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "2200H"),
            "nextval: reached \(isUp ? "maximum" : "minimum") value of sequence "
              + "\"\(options.name)\" (\(isUp ? options.maximum : options.minimum))"))
      }
      value = options.increment > 0 ? options.minimum : options.maximum
    }
    let (following, overflow) = value.addingReportingOverflow(options.increment)
    guard !overflow else { throw .undecided(Undecided("a sequence at its limit")) }
    next[id] = following
    last[id] = value
    return value
  }

  /// The next value will be `value`; nil: the sequence's start.
  mutating func restart(_ id: ID, at value: Int64?) {
    next[id] = value
    doubtful.remove(id)
    restarts[id, default: 0] += 1
  }

  func nextValue(_ id: ID) -> Int64? { next[id] }

  mutating func remove(_ id: ID) {
    options[id] = nil
    next[id] = nil
    last[id] = nil
  }

  mutating func rename(_ old: ID, to new: ID) {
    options[new] = options.removeValue(forKey: old)
    next[new] = next.removeValue(forKey: old)
    last[new] = last.removeValue(forKey: old)
  }
}
