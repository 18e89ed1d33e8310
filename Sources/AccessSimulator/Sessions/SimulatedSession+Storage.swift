import AccessModel
import RowSecurity

/// What is known of where rows lie and of where sequences stand.
extension SimulatedSession {
  /// VACUUM, and whatever else may have moved rows.
  public func forgetItems() {
    variables.heaps.closeAll()
    store.database = store.database.forgettingItems(nil)
  }

  /// Values may have been taken from the sequences of tables, by name, and from any that is written
  /// beside a call that takes them.
  public func doubtSequences(of tables: Set<String>, named text: String) {
    let text = text.lowercased()
    let mayTake = text.contains("nextval") || text.contains("setval")
    for (index, table) in catalog.tables.enumerated() where tables.contains(table.name.name) {
      for column in table.columns.indices {
        guard let id = engine.catalog.sequence(table: index, column: column) else { continue }
        variables.sequences.doubt(id)
      }
    }
    guard mayTake else { return }
    for sequence in catalog.sequences where text.contains(sequence.name.name.lowercased()) {
      variables.sequences.doubt(.named(sequence.name))
    }
  }

  /// A statement may have stored rows that are not seen here.
  public func closeHeaps() { variables.heaps.closeAll() }
}
