import AccessModel
import SQLBinding

/// Every foreign key, its columns by position: found once, asked for every changed row.
struct ForeignKeyList {
  struct Constraint {
    let name: String
    let table: Int
    let columns: [Int]
    let referenced: Int
    let referencedColumns: [Int]
    let onDelete: Catalog.ForeignKey.Action
    let onUpdate: Catalog.ForeignKey.Action
    let isMatchFull: Bool
    let isDeferrable: Bool
    let isInitiallyDeferred: Bool
  }

  /// By the table that refers.
  let of: [[Constraint]]
  /// By the table referred to.
  let referencing: [[Constraint]]

  init(_ catalog: BoundCatalog) {
    let tables = catalog.catalog.tables
    let of = tables.indices.map { table in
      tables[table].foreignKeys.compactMap { Self.constraint($0, of: table, in: catalog) }
    }
    var referencing = [[Constraint]](repeating: [], count: tables.count)
    for constraint in of.joined() { referencing[constraint.referenced].append(constraint) }
    self.of = of
    self.referencing = referencing
  }

  private static func constraint(
    _ key: Catalog.ForeignKey, of table: Int, in catalog: BoundCatalog
  ) -> Constraint? {
    guard case .table(let referenced)? = catalog.names.relation(key.references) else { return nil }
    let names = catalog.catalog.tables[table].columns.map(\.name)
    let otherNames = catalog.catalog.tables[referenced].columns.map(\.name)
    return Constraint(
      name: key.name, table: table, columns: key.columns.compactMap { names.firstIndex(of: $0) },
      referenced: referenced,
      referencedColumns: key.referencedColumns.compactMap { otherNames.firstIndex(of: $0) },
      onDelete: key.onDelete, onUpdate: key.onUpdate, isMatchFull: key.isMatchFull,
      isDeferrable: key.isDeferrable || key.isInitiallyDeferred,
      isInitiallyDeferred: key.isInitiallyDeferred)
  }
}
