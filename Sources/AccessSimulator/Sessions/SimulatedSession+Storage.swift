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
  /// beside a call that takes them; nil: from any.
  public func doubtSequences(of tables: Set<String>, named text: String?) {
    let isAny = text == nil
    let text = text?.lowercased() ?? ""
    let mayTake = ["nextval", "setval", "alter "].contains(where: text.contains)
    for (index, table) in catalog.tables.enumerated() where tables.contains(table.name.name) {
      for column in table.columns.indices {
        guard let id = engine.catalog.sequence(table: index, column: column) else { continue }
        variables.sequences.doubt(id)
      }
    }
    guard mayTake || isAny else { return }
    let isComputed = isAny || text.contains("pg_get_serial_sequence")
    for sequence in catalog.sequences
    where isComputed || text.contains(sequence.name.name.lowercased()) {
      variables.sequences.doubt(.named(sequence.name))
    }
    for table in catalog.tables {
      for column in table.columns where column.identity != nil {
        let id = SequenceStore.ID.identity(
          table: engine.catalog.owner(ofIdentity: column.name, of: table), column: column.name)
        let usual = table.name.sequence(of: column.name).name
        let name = variables.sequences.name(ofIdentity: id)?.name ?? usual
        guard isComputed || text.contains(name.lowercased()) else { continue }
        variables.sequences.doubt(id)
        if text.contains("alter ") { variables.sequences.forgetName(of: id) }
      }
    }
  }

  /// A statement may have stored rows that are not seen here.
  public func closeHeaps() { variables.heaps.closeAll() }
}
