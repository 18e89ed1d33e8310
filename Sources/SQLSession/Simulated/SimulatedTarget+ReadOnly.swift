import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

/// Transactions that may not write.
extension SimulatedTarget {
  var isReadOnly: Bool {
    get throws(EngineFailure) {
      transaction.isOpen
        ? transaction.isReadOnly : try session.show("default_transaction_read_only") == "on"
    }
  }

  static func readOnly(_ command: String) -> EngineFailure {
    .postgres(PostgresError(readOnly: command))
  }

  /// Refuses a statement that writes where its transaction may not: before privileges on tables are
  /// looked at, but after the names in it and its views, unless it is a definition.
  ///
  /// Source: `standard_ProcessUtility()`, `ExecCheckXactReadOnly()` in `execMain.c`.
  func requireWritable(_ statement: SessionStatement, _ text: String) throws(EngineFailure) {
    guard try isReadOnly else { return }
    switch statement {
    case .declareCursor(let cursor): return try requireReading(cursor.query)
    case .transaction, .setTransaction, .set, .show, .idle, .deallocate, .fetch, .close,
      .explain(_, runs: false), .prepare, .lock, .constraints, .copy:
      return
    case .data(.truncate): throw Self.readOnly("TRUNCATE TABLE")
    case .data(let data) where isTotallyTemporary(data): return
    case .data(.merge(let merge)) where merge.with == nil && merge.changesNothing: return
    case .definition(let definition) where definition.execution != nil:
      throw Self.readOnly("CREATE TABLE AS")
    case .definition(let definition):
      if let tag = definition.writingTag { throw Self.readOnly(tag) }
    case .data(let data):
      let relations = data.changedRelations
      if relations.isEmpty, case .query(let query) = data {
        try requireReading(query)
        if !mayCallWriters(.data(data), text) { return }
        break
      }
      // A rule may leave nothing to do.
      guard !relations.contains(where: hasRules) else { break }
      try session.plan(data)
      throw Self.readOnly(data.command)
    default: break
    }
    throw .undecided(Undecided("a statement that may write, in a read-only transaction"))
  }

  private func requireReading(_ query: SQLQuery) throws(EngineFailure) {
    let planned = try session.plan(.query(query))
    guard planned.areRefused else { return }
    throw Self.readOnly(planned.lock.map { "SELECT \($0.rawValue)" } ?? "SELECT")
  }

  /// Whether only temporary tables are written to, which is allowed.
  private func isTotallyTemporary(_ statement: SQLStatement) -> Bool {
    let relations = statement.changedRelations
    return !relations.isEmpty && relations.allSatisfy(isTemporary)
  }

  func isTemporary(_ name: SQLRelationName) -> Bool {
    definitions.catalog.tables.contains { $0.isTemporary && $0.name.name == name.name }
  }

  private func hasRules(_ name: SQLRelationName) -> Bool {
    definitions.catalog.tables.contains { $0.name.name == name.name && !$0.rules.isEmpty }
      || definitions.catalog.views.contains { $0.name.name == name.name && !$0.rules.isEmpty }
  }
}

extension SQLMerge {
  /// No branch needs more than SELECT.
  fileprivate var changesNothing: Bool { branches.allSatisfy { $0.action == .nothing } }
}

extension SQLStatement {
  /// Source: `CreateCommandTag()` in `src/backend/tcop/utility.c`.
  fileprivate var command: String {
    switch self {
    case .query: "SELECT"
    case .insert: "INSERT"
    case .update: "UPDATE"
    case .delete: "DELETE"
    case .merge: "MERGE"
    case .truncate: "TRUNCATE TABLE"
    }
  }
}
