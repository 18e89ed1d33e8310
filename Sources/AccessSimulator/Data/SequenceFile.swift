import AccessModel
import SQLBinding

/// The one row of a sequence, and how it counts on from there.
///
/// Source: `nextval_internal()`, `do_setval()` in `src/backend/commands/sequence.c`.
struct SequenceFile {
  /// How a sequence counts. Source: `init_params()` in `src/backend/commands/sequence.c`.
  struct Options {
    var start: Int64 = 1
    var increment: Int64 = 1
    var minimum: Int64 = 1
    var maximum = Int64.max
    var cache: Int64 = 1
    var cycles = false
    /// Nothing that happens to it is written to the log.
    var isUnlogged = false
    var name = ""

    init() {}

    init(_ model: Catalog.Sequence) {
      increment = model.step
      minimum = model.leastValue
      maximum = model.greatestValue
      start = model.firstValue
      cache = model.cache ?? 1
      cycles = model.cycles
      isUnlogged = model.isTemporary
      name = model.name.name
    }

    /// Of an identity column, which has the column's type where that is an integer.
    init(identity column: Catalog.Column) {
      var model = column.identitySequence ?? Catalog.Sequence(QualifiedName("", ""), owner: "")
      if model.type == nil { model.type = column.type }
      self.init(model)
    }
  }

  struct Row: Hashable {
    var lastValue: Int64
    /// How many values may be taken before the log is written again; nil: that depends on
    /// checkpoints, after which the log is written with the first.
    var logCount: Int64? = 0
    var isCalled = false
  }

  var options: Options
  var row: Row
  /// The row is as it was made here.
  var isKnown = true
  /// Where it stands depends on what the planner chose, or on what was undecided.
  var isDoubtful = false
  /// When it last changed, as `SequenceStore.changes` counts.
  var changedAt = 0

  /// How many values are written to the log ahead: `SEQ_LOG_VALS`.
  private static let loggedAhead: Int64 = 32

  init(_ options: Options) {
    self.options = options
    row = Row(lastValue: options.start)
  }

  mutating func restart(at value: Int64?) {
    row = Row(lastValue: value ?? options.start)
    (isKnown, isDoubtful) = (true, false)
  }

  mutating func set(to value: Int64, isCalled: Bool) {
    row = Row(lastValue: value, isCalled: isCalled)
    (isKnown, isDoubtful) = (true, false)
  }

  /// The next value, and the last of those that are taken with it.
  mutating func advance() throws(EngineFailure) -> (value: Int64, last: Int64) {
    try requireCertain()
    let value = row.isCalled ? try successor() : row.lastValue
    let left = valuesLeft(after: value)
    // As many as there are, of those that it hands out at once, and of those written ahead.
    let taken = min(options.cache - 1, left)
    let last = value + taken * options.increment
    let anew = min(Self.loggedAhead, left - taken)
    let further = row.logCount.map { $0 - options.cache }
    let isForced = !row.isCalled || options.isUnlogged || further.map { $0 < 0 } == true
    row.logCount = isForced || further == anew ? anew : nil
    (row.lastValue, row.isCalled) = (last, true)
    return (value, last)
  }

  func requireCertain() throws(EngineFailure) {
    guard isDoubtful else { return }
    let name = options.name.isEmpty ? "a sequence" : "the sequence `\(options.name)`"
    throw .undecided(Undecided("where \(name) stands"))
  }

  private func successor() throws(EngineFailure) -> Int64 {
    let (next, overflow) = row.lastValue.addingReportingOverflow(options.increment)
    let isUp = options.increment > 0
    guard overflow || (isUp ? next > options.maximum : next < options.minimum) else { return next }
    guard options.cycles else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "2200H"),
          "nextval: reached \(isUp ? "maximum" : "minimum") value of sequence "
            + "\"\(options.name)\" (\(isUp ? options.maximum : options.minimum))"))
    }
    return isUp ? options.minimum : options.maximum
  }

  /// How often it can count on, as far as that matters.
  private func valuesLeft(after value: Int64) -> Int64 {
    let bound = options.increment > 0 ? options.maximum : options.minimum
    guard options.increment > 0 ? value < bound : value > bound else { return 0 }
    let distance =
      options.increment > 0
      ? UInt64(bitPattern: bound &- value) : UInt64(bitPattern: value &- bound)
    return Int64(min(distance / options.increment.magnitude, UInt64(Int64.max / 2)))
  }
}
