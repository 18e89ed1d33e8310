import AccessModel
import SQLBinding

/// One row: a value per column of its table, in the table's order.
typealias Row = [SQLValue]

/// The rows of every table, as loaded. Statements never change it: what they write is kept apart
/// and thrown away, so that every probe sees the same data.
final class Database {
  let catalog: BoundCatalog
  /// By position in `catalog.tables`.
  let tables: [[Row]]
  /// The next value of each identity or serial column, by table and column: beyond all loaded.
  let nextValues: [[Int: Int64]]
  let foreignKeys: ForeignKeyList
  private var indexes: [IndexKey: RowIndex] = [:]

  private struct IndexKey: Hashable {
    let table: Int
    let column: Int
  }

  init(_ catalog: BoundCatalog, tables: [[Row]], nextValues: [[Int: Int64]]) {
    self.catalog = catalog
    self.tables = tables
    self.nextValues = nextValues
    foreignKeys = ForeignKeyList(catalog)
  }

  /// The rows of a table by the value of one column, made when first wanted.
  func index(table: Int, column: Int) -> RowIndex {
    let key = IndexKey(table: table, column: column)
    if let index = indexes[key] { return index }
    let index = RowIndex(tables[table], column: column)
    indexes[key] = index
    return index
  }
}
