import AccessModel
import SQLBinding

/// Where each sequence stands. Values that were taken stay taken; that a sequence was made, changed,
/// renamed or dropped is taken back with its transaction, as in PostgreSQL.
///
/// Source: `src/backend/commands/sequence.c`.
struct SequenceStore {
  enum ID: Hashable {
    /// Behind an identity column, which no privilege guards. RULES 19.
    case identity(table: QualifiedName, column: String)
    case named(QualifiedName)
  }

  /// What a name stands for: the sequence, and the file that holds its row. ALTER SEQUENCE and
  /// RESTART make another file.
  private struct Entry {
    let sequence: Int
    var file: Int
    /// What the sequence of an identity column is called, where that is certain.
    var name: QualifiedName?
    /// Others than the owner of an identity column's table may have rights on it, or the owner none.
    var mayHaveGrants = false
  }

  /// What a session remembers of a sequence, whatever becomes of the transaction.
  ///
  /// Source: `SeqTableData`.
  private struct Memory {
    /// What `currval()` gives.
    var last: Int64?
    /// Values up to this one are the session's to take, while the file is this one.
    var cached: Int64?
    var file: Int
  }

  private var entries: [ID: Entry] = [:]
  private var files: [SequenceFile] = []
  private var sequences = 0
  private var memory: [Int: Memory] = [:]
  /// The sequence whose value `lastval()` gives; it may be another where one is in doubt.
  private var lastUsed: Int?
  private var isLastUsedDoubtful = false
  /// Counts the changes of files.
  private(set) var changes = 0

  /// Notes that those which stand elsewhere in `other` may as well stand there.
  mutating func doubt(where other: SequenceStore) {
    for (id, entry) in entries {
      guard let others = other.entries[id], others.file == entry.file,
        other.files.indices.contains(others.file)
      else { continue }
      if files[entry.file].row != other.files[others.file].row {
        files[entry.file].isDoubtful = true
      }
    }
  }

  /// Values may have been taken that are not seen here.
  mutating func doubt(_ id: ID) {
    guard let entry = entries[id] else { return }
    files[entry.file].isDoubtful = true
    isLastUsedDoubtful = true
  }

  /// DISCARD SEQUENCES, and the end of a session.
  mutating func forgetLast() { (memory, lastUsed, isLastUsedDoubtful) = ([:], nil, false) }

  /// A sequence that was just made.
  mutating func define(
    _ id: ID, _ options: SequenceFile.Options, called name: QualifiedName? = nil
  ) {
    sequences += 1
    let file = add(SequenceFile(options))
    entries[id] = Entry(sequence: sequences, file: file, name: name)
  }

  /// What the sequences of identity columns are called that a catalog has.
  func identityNames(in catalog: Catalog) -> Set<QualifiedName> {
    var names: Set<QualifiedName> = []
    for (id, entry) in entries {
      guard case .identity(let table, let column) = id, let name = entry.name,
        let model = catalog.table(table),
        model.columns.contains(where: { $0.name == column && $0.identity != nil })
      else { continue }
      names.insert(name)
    }
    return names
  }

  /// The sequence of an identity column that is certainly called so.
  func identity(called name: QualifiedName) -> ID? {
    entries.first { $0.value.name == name }?.key
  }

  /// What the sequence of an identity column is called, where that is certain.
  func name(ofIdentity id: ID) -> QualifiedName? { entries[id]?.name }

  /// Whether its table's owner, and nobody else, has rights on it.
  func isOwnersAlone(_ id: ID) -> Bool { entries[id]?.mayHaveGrants == false }

  /// Rights on all sequences of a schema were granted or revoked.
  mutating func noteGrants(in schema: String) {
    for case (.identity(let table, let column), _) in entries where table.schema == schema {
      noteGrants(on: .identity(table: table, column: column))
    }
  }

  mutating func noteGrants(on id: ID) { entries[id]?.mayHaveGrants = true }

  /// It may be called otherwise from now on.
  mutating func forgetName(of id: ID) { entries[id]?.name = nil }

  /// ALTER SEQUENCE. `keepsLog`: nothing changed that later values depend on.
  mutating func alter(
    _ id: ID, _ options: SequenceFile.Options, restart: RowEffect.Restart?, keepsLog: Bool
  ) throws(EngineFailure) {
    if entries[id] == nil { define(id, options) }
    guard let entry = entries[id] else { return }
    var file = files[entry.file]
    file.options = options
    if !keepsLog { file.row.logCount = 0 }
    switch restart {
    case .atStart: file.restart(at: nil)
    case .at(let value): file.restart(at: value)
    case nil: break
    }
    let value = file.row.lastValue
    guard file.isKnown else { return replaceFile(of: id, with: file) }
    let bound: (String, Int64)? =
      value < options.minimum
      ? ("less than MINVALUE", options.minimum)
      : value > options.maximum ? ("greater than MAXVALUE", options.maximum) : nil
    if let bound {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22023"),
          "RESTART value (\(value)) cannot be \(bound.0) (\(bound.1))"))
    }
    replaceFile(of: id, with: file)
  }

  /// The next value will be `value`; nil: the sequence's start.
  mutating func restart(_ id: ID, at value: Int64?) {
    if entries[id] == nil { define(id, .init()) }
    guard let entry = entries[id] else { return }
    var file = files[entry.file]
    file.restart(at: value)
    replaceFile(of: id, with: file)
  }

  /// Values up to `value` are taken by rows that were there before: more is not known.
  mutating func pass(_ value: Int64, of id: ID) {
    restart(id, at: value)
    guard let entry = entries[id] else { return }
    files[entry.file].isKnown = false
    let most = files[entry.file].options.maximum
    if value > most { files[entry.file].row = SequenceFile.Row(lastValue: most, isCalled: true) }
  }

  /// A sequence of a database that was there before: where it stands is not known.
  mutating func assume(_ id: ID, _ options: SequenceFile.Options) {
    define(id, options)
    if let entry = entries[id] { files[entry.file].isKnown = false }
  }

  /// As a transaction that is undone leaves it.
  mutating func undo(to before: SequenceStore) { entries = before.entries }

  /// What `nextval()` gives.
  mutating func advance(_ id: ID) throws(EngineFailure) -> Int64 {
    if entries[id] == nil { assume(id, .init()) }
    guard let entry = entries[id] else { return 0 }
    if let known = memory[entry.sequence], known.file == entry.file, let last = known.last,
      let cached = known.cached, last != cached
    {
      let value = last + files[entry.file].options.increment
      memory[entry.sequence]?.last = value
      (lastUsed, isLastUsedDoubtful) = (entry.sequence, false)
      return value
    }
    let (value, last) = try files[entry.file].advance()
    note(entry)
    memory[entry.sequence] = Memory(last: value, cached: last, file: entry.file)
    (lastUsed, isLastUsedDoubtful) = (entry.sequence, false)
    return value
  }

  /// `setval()`, of a value that is within bounds.
  mutating func set(_ id: ID, to value: Int64, isCalled: Bool) {
    if entries[id] == nil { assume(id, .init()) }
    guard let entry = entries[id] else { return }
    files[entry.file].set(to: value, isCalled: isCalled)
    note(entry)
    let last = isCalled ? value : memory[entry.sequence]?.last
    memory[entry.sequence] = Memory(last: last, cached: last, file: entry.file)
  }

  /// What `currval()` gives; nil: nothing was taken yet.
  func last(_ id: ID) throws(EngineFailure) -> Int64? {
    guard let entry = entries[id] else { return nil }
    try files[entry.file].requireCertain()
    return memory[entry.sequence]?.last
  }

  /// What `nextval()` has last taken a value from, if that is still there.
  func lastUsedID() throws(EngineFailure) -> ID? {
    guard !isLastUsedDoubtful else {
      throw .undecided(Undecided("which sequence was used last"))
    }
    return entries.first { $0.value.sequence == lastUsed }?.key
  }

  /// Where it will go on; nil: nowhere known.
  func nextValue(_ id: ID) -> Int64? { entries[id].map { files[$0.file].row.lastValue } }

  /// The file that holds its row.
  func file(_ id: ID) -> SequenceFile? { entries[id].map { files[$0.file] } }

  mutating func remove(_ id: ID) { entries[id] = nil }

  mutating func rename(_ old: ID, to new: ID) {
    entries[new] = entries.removeValue(forKey: old)
  }

  private mutating func add(_ file: SequenceFile) -> Int {
    files.append(file)
    changes += 1
    files[files.count - 1].changedAt = changes
    return files.count - 1
  }

  private mutating func replaceFile(of id: ID, with file: SequenceFile) {
    let place = add(file)
    entries[id]?.file = place
  }

  private mutating func note(_ entry: Entry) {
    changes += 1
    files[entry.file].changedAt = changes
  }
}
