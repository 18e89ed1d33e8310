import AccessModel
import RowSecurity
import SQLBinding

/// A foreign key that waits for the end of the transaction.
///
/// By name, since definitions may come between.
struct DeferredCheck {
  let table: QualifiedName
  let constraint: String
  /// The row that refers, or the one that was referred to.
  let row: Row
  let isReferring: Bool
  /// Where the row is or was.
  let relation: QualifiedName

  init(
    _ constraint: ForeignKeys.Constraint, _ row: Row, isReferring: Bool, _ catalog: BoundCatalog
  ) {
    table = catalog.catalog.tables[constraint.table].name
    relation =
      isReferring ? table : catalog.catalog.tables[constraint.referenced].name
    self.constraint = constraint.name
    self.row = row
    self.isReferring = isReferring
  }

  func run(_ session: Session, _ database: Database) throws(EngineFailure) {
    let names = database.catalog.names
    guard case .table(let index)? = names.relation(table),
      let key = database.foreignKeys.of[index].first(where: { $0.name == constraint })
    else { return }
    let keys = ForeignKeys(writes: StatementWrites(session, database))
    if isReferring {
      try keys.check(row, key)
    } else {
      try keys.requireUnreferenced(row, key, .noAction, of: nil)
    }
  }
}
