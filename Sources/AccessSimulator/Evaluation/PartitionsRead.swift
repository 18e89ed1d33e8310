import AccessModel
import SQLBinding

/// The partitions that may hold rows with known values: others are not read.
///
/// Source: `get_matching_partitions()` in `src/backend/partitioning/partprune.c`.
struct PartitionsRead {
  /// By the name of a column.
  private let values: [String: SQLValue]
  private let session: Session
  private let database: Database

  init(_ values: [String: SQLValue], _ session: Session, _ database: Database) {
    (self.values, self.session, self.database) = (values, session, database)
  }

  func tables(of table: Int) -> Set<Int> {
    let model = session.catalog.catalog.tables[table]
    guard model.kind == .partitioned else { return [table] }
    let parts = database.inheritance.partitionedParent.filter { $0.value == table }.map(\.key)
    guard let key = model.partitionKey, areKnown(key) else {
      return parts.reduce(into: []) { $0.formUnion(tables(of: $1)) }
    }
    // Nothing equals NULL.
    if key.columnNames.contains(where: { values[$0]?.isNull == true }) { return [] }
    let row = model.columns.map { values[$0.name] ?? .null }
    do throws(EngineFailure) {
      let bounds = try PartitionKeyValues(session.newWrites(database), table: table)
      return try bounds.partition(of: row).map(tables) ?? []
    } catch {
      return parts.reduce(into: []) { $0.formUnion(tables(of: $1)) }
    }
  }

  private func areKnown(_ key: Catalog.PartitionKey) -> Bool {
    key.columnNames.count == key.parts.count && key.columnNames.allSatisfy { values[$0] != nil }
  }
}

extension Catalog.PartitionKey {
  /// The columns that it is made of, without computed parts.
  var columnNames: [String] {
    parts.compactMap { if case .column(_, let name) = $0 { name } else { nil } }
  }
}
