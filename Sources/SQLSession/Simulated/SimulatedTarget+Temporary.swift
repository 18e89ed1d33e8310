import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend
import SQLText

/// Temporary objects at the end of what they are for.
extension SimulatedTarget {
  /// ON COMMIT. Source: `PreCommit_on_commit_actions()` in `src/backend/commands/tablecmds.c`.
  func endTemporaryTables() throws(EngineFailure) {
    let tables = definitions.catalog.tables
    guard tables.contains(where: { $0.atCommit != .preserveRows }) else { return }
    let emptied = tables.filter { $0.atCommit == .deleteRows && session.hasRows($0.name) }
    let isReferenced = emptied.contains { table in
      tables.contains { $0.foreignKeys.contains { $0.references == table.name } }
    }
    guard !isReferenced else {
      doubts.doubtEverything("ON COMMIT DELETE ROWS of a table that keys refer to")
      throw .undecided(Undecided("ON COMMIT DELETE ROWS of a table that keys refer to"))
    }
    if !emptied.isEmpty {
      try session.define(definitions.catalog, emptied.map { .deletedRows($0.name) })
    }
    for table in tables where table.atCommit == .drop {
      // What another one took along is gone.
      guard definitions.catalog.table(table.name) != nil else { continue }
      try drop(.table(table.name), as: table.owner, "ON COMMIT DROP")
    }
  }

  /// Drops all that is temporary.
  ///
  /// Source: `RemoveTempRelations()` in `src/backend/catalog/namespace.c`.
  func dropTemporaryObjects(_ cause: String) throws(EngineFailure) {
    while definitions.hasTemporaryRelations {
      guard let next = definitions.temporaryObjects?.first else {
        doubts.doubtEverything(cause)
        throw .undecided(Undecided(cause))
      }
      try drop(next.object, as: next.owner, cause)
    }
  }

  /// The session ends, and its temporary schema with it.
  func endTemporarySchema() throws(EngineFailure) {
    try dropTemporaryObjects("temporary objects at the end of a session")
    definitions.forgetTemporarySchema()
    try session.define(definitions.catalog)
  }

  /// With all that depends on it, and without a word.
  private func drop(
    _ object: SQLObject, as owner: String, _ cause: String
  ) throws(EngineFailure) {
    let statement: SessionStatement?
    do throws(SessionReadFailure) {
      statement = try SessionStatementReader.read(dropText(object), version: session.version)
    } catch {
      throw .postgres(error.error)
    }
    guard case .definition(let definition) = statement else { return }
    let outcome = definitions.apply(definition, in: try definitionSettings(as: owner))
    guard case .done = outcome.answer else {
      doubts.doubtEverything(cause)
      throw .undecided(Undecided(cause))
    }
    try session.define(definitions.catalog, outcome.effects)
    doubts.keep(onlyTables: { Set(namesWithRows) })
  }
}
