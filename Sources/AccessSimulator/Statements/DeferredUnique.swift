import AccessModel
import SQLBinding

/// A unique constraint that waits for the end of the transaction, for a row that found another.
///
/// Source: `unique_key_recheck()` in `src/backend/commands/constraint.c`.
struct DeferredUnique {
  let table: QualifiedName
  let constraint: String
  let row: Row

  func run(_ session: Session, _ database: Database) throws(EngineFailure) {
    guard case .table(let index)? = database.catalog.names.relation(table) else { return }
    let constraints = try TableConstraints(
      index, session, RowDescription(session, table: index))
    try constraints.recheck(
      constraint, row, in: Changes(database, transaction: session.variables.transaction))
  }
}
