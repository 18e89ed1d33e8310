import AccessModel
import RowSecurity
import SQLBinding

/// The rows of a loop or a cursor of PL/pgSQL, computed in portions as they are fetched: as whoever
/// fetches then, and what functions in it say or raise comes in its turn. RULES 26.
///
/// Source: `SPI_cursor_fetch()` in `src/backend/executor/spi.c`.
final class FetchedRows {
  private let query: BoundQuery
  /// A session that reads what was there when it was opened, as who asks now.
  private let session: () -> Session
  /// Open for as long as this is.
  var plan: OpenPlan?
  private let variables: SessionVariables
  private let transaction: Int
  private let store: DataStore?
  private let locked: LockedRows?
  private var circumstances: Circumstances
  private var read = Rows()
  /// All rows are known, and nothing showed that they were computed.
  private var isWhole = true
  /// As they were before functions changed something; nil: none did.
  private var unchanged: SequenceStore?
  /// How many were asked for so far.
  private var given = 0
  /// How many messages came with them.
  private var said = 0

  private struct Rows: Equatable {
    var rows: [Row] = []
    /// Where they were stored; empty where they are no table's.
    var places: [FilteredTable.Place] = []
  }

  /// What rows may depend on besides the data.
  private struct Circumstances: Equatable {
    var role: String
    var settings: Settings
  }

  /// What reading rows may leave behind.
  private struct Traces {
    let notices: [Notice]
    let database: Database?
    let sequences: SequenceStore
    let settings: Settings
    let identityChanges: Int
  }

  /// `compiled`: ready to run in the session that it is opened in.
  init(
    _ query: BoundQuery, _ compiled: CompiledQuery, _ opened: Session, _ locked: LockedRows?,
    session: @escaping () -> Session
  ) throws(EngineFailure) {
    (self.query, self.session) = (query, session)
    (variables, store) = (opened.variables, opened.store)
    transaction = variables.transaction
    self.locked = locked
    circumstances = Circumstances(role: opened.role, settings: opened.variables.settings)
    try begin(compiled)
  }

  /// Functions in it have changed something.
  var hasChanged: Bool { unchanged != nil }

  /// Those that are known, `wanted` of them at least if there are as many.
  func rows(
    upTo wanted: Int
  ) throws(EngineFailure) -> (rows: [Row], places: [FilteredTable.Place]) {
    if let unchanged, wanted <= read.rows.count {
      variables.sequences.doubt(where: unchanged)
      throw Self.changes
    }
    if wanted > given, given <= read.rows.count {
      try follow()
      if !isWhole { try readMore(wanted) }
      try leaveOutChanged(upTo: wanted)
      given = wanted
    }
    return (read.rows, read.places)
  }

  /// All rows, where they are not read forwards.
  func all() throws(EngineFailure) -> (rows: [Row], places: [FilteredTable.Place]) {
    try follow()
    guard isWhole else { throw Self.undecided }
    try leaveOutChanged(upTo: .max)
    given = .max
    return (read.rows, read.places)
  }

  private func leaveOutChanged(upTo wanted: Int) throws(EngineFailure) {
    guard let locked, let now = store?.database,
      let kept = try locked.kept(
        of: read.places, count: read.rows.count, passed: min(given, read.rows.count),
        wanted: wanted, in: now)
    else { return }
    guard isWhole else { throw Self.undecided }
    read.rows = kept.map { read.rows[$0] }
    read.places = kept.map { read.places[$0] }
  }

  /// Reads all to see whether that shows. What has changed something is not done twice.
  private func begin(_ compiled: CompiledQuery) throws(EngineFailure) {
    let before = traces
    do throws(EngineFailure) {
      read = try rows(of: compiled, upTo: .max)
      unchanged = hasChanged(since: before) ? before.sequences : nil
      isWhole = variables.notices.count == before.notices.count || unchanged != nil
    } catch {
      guard case .postgres = error, !hasChanged(since: before), !query.sources.isEmpty else {
        throw error
      }
      isWhole = false
    }
    guard !isWhole else { return }
    read = Rows()
    variables.notices = before.notices
  }

  /// Rows are read again up to there; what was said before is not said again.
  private func readMore(_ wanted: Int) throws(EngineFailure) {
    guard wanted > read.rows.count else { return }
    let before = variables.notices.count
    defer {
      let now = variables.notices.count - before
      variables.notices.removeSubrange(before..<before + min(said, now))
      said = max(said, now)
    }
    let again = try readAnew(upTo: wanted)
    guard again.rows.starts(with: read.rows) else { throw Self.undecided }
    read = again
  }

  /// What follows is computed in other circumstances than what came before.
  private func follow() throws(EngineFailure) {
    // With its transaction's end all were read. Source: `HoldPinnedPortals()` in `portalmem.c`.
    guard variables.transaction == transaction else {
      guard isWhole else { throw Self.undecided }
      return
    }
    let session = session()
    let now = Circumstances(role: session.role, settings: variables.settings)
    defer { session.close() }
    guard now != circumstances else { return }
    let catalog = session.catalog.catalog
    guard now.role == circumstances.role || !query.plansFunction(catalog) else {
      throw Self.undecided
    }
    defer { circumstances = now }
    guard dependsOnCircumstances(catalog) else { return }
    guard given > 0 else {
      session.variables.isPlannedForSettings = true
      return try begin(try QueryCompiler(session).compile(query))
    }
    guard isWhole else { throw Self.undecided }
    let again = try trying { () throws(EngineFailure) in try self.readAnew(upTo: .max) }
    guard again != read else { return }
    guard let database = session.database else { throw Self.undecided }
    switch CursorReading(query, in: database) {
    case .gathered: return
    case .oneByOne: break
    case .unknown: throw Self.undecided
    }
    guard again.places.count == again.rows.count, read.places.count == read.rows.count else {
      throw Self.undecided
    }
    let last = read.places[given - 1].position
    let rest = again.places.indices.filter { again.places[$0].position > last }
    read.rows = read.rows[..<given] + rest.map { again.rows[$0] }
    read.places = read.places[..<given] + rest.map { again.places[$0] }
  }

  private func dependsOnCircumstances(_ catalog: Catalog) -> Bool {
    let areTables = query.sources.allSatisfy { source in
      guard case .relation(let relation) = source.kind, case .table = relation.id else {
        return false
      }
      return true
    }
    guard areTables, query.commonTables.isEmpty else { return true }
    let asked = query.expressions + query.sources.flatMap(\.ownConditions)
    return asked.contains { $0.hasSubquery || $0.isMutable(catalog) != false }
  }

  private func readAnew(upTo wanted: Int) throws(EngineFailure) -> Rows {
    let session = session()
    defer { session.close() }
    return try rows(of: try QueryCompiler(session).compile(query), upTo: wanted)
  }

  private func rows(of compiled: CompiledQuery, upTo count: Int) throws(EngineFailure) -> Rows {
    var result = Rows()
    compiled.notePlace = { result.places.append($0) }
    result.rows = try compiled.rows(in: nil, upTo: count)
    return result
  }

  // MARK: Traces

  private var traces: Traces {
    Traces(
      notices: variables.notices, database: store?.database, sequences: variables.sequences,
      settings: variables.settings, identityChanges: variables.identityChanges)
  }

  private func hasChanged(since before: Traces) -> Bool {
    store?.database !== before.database
      || variables.sequences.changes != before.sequences.changes
      || variables.settings != before.settings
      || variables.identityChanges != before.identityChanges
  }

  /// What shows, or raises an error, is not known to happen.
  private func trying(
    _ body: () throws(EngineFailure) -> Rows
  ) throws(EngineFailure) -> Rows {
    let before = traces
    do throws(EngineFailure) {
      let result = try body()
      if variables.notices.count == before.notices.count, !hasChanged(since: before) {
        return result
      }
    } catch {
      throw Self.undecided
    }
    throw Self.undecided
  }

  /// They would not have been called for rows that nobody fetches, or not yet.
  static let changes = EngineFailure.undecided(
    Undecided("a loop or cursor whose functions change something"))

  private static let undecided = EngineFailure.undecided(
    Undecided("a loop or cursor that is fetched from as roles or settings change"))
}
