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
    /// The types of both sides, where values of one are not kept as those of the other.
    let types: [(own: DataType, theirs: DataType)?]
    let onDelete: Catalog.ForeignKey.Action
    let onUpdate: Catalog.ForeignKey.Action
    /// The columns that ON DELETE SET NULL or SET DEFAULT sets.
    let deletedColumns: [Int]
    let isMatchFull: Bool
    let isDeferrable: Bool
    let isInitiallyDeferred: Bool
    /// A partition's copy of its parent's, which alone follows what it refers to.
    let isInherited: Bool
    let made: Int?
  }

  /// By the table that refers.
  let of: [[Constraint]]
  /// By the table referred to, in the order in which its triggers fire: as they were made.
  let referencing: [[Constraint]]

  init(_ catalog: BoundCatalog) {
    let tables = catalog.catalog.tables
    let of = tables.indices.map { table in
      tables[table].foreignKeys.compactMap { Self.constraint($0, of: table, in: catalog) }
    }
    var referencing = [[Constraint]](repeating: [], count: tables.count)
    let ordered = Array(of.joined()).enumerated().sorted { a, b in
      (a.element.made ?? 0, a.offset) < (b.element.made ?? 0, b.offset)
    }
    for (_, constraint) in ordered { referencing[constraint.referenced].append(constraint) }
    self.of = of
    self.referencing = referencing
  }

  private static func types(
    _ own: String, of table: Int, _ theirs: String, of referenced: Int, in catalog: BoundCatalog
  ) -> (own: DataType, theirs: DataType)? {
    func type(_ name: String, _ table: Int) -> DataType? {
      catalog.catalog.tables[table].columns.firstIndex { $0.name == name }
        .flatMap { catalog.tables[table].columns[$0]?.type.base }
    }
    guard let own = type(own, table), let theirs = type(theirs, referenced), own != theirs,
      !(own.isInteger && theirs.isInteger), !(own.isString && theirs.isString)
    else { return nil }
    return (own, theirs)
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
      types: zip(key.columns, key.referencedColumns).map { own, theirs in
        types(own, of: table, theirs, of: referenced, in: catalog)
      },
      onDelete: key.onDelete, onUpdate: key.onUpdate,
      deletedColumns: (key.deletedColumns.isEmpty ? key.columns : key.deletedColumns)
        .compactMap { names.firstIndex(of: $0) },
      isMatchFull: key.isMatchFull,
      isDeferrable: key.isDeferrable || key.isInitiallyDeferred,
      isInitiallyDeferred: key.isInitiallyDeferred, isInherited: key.isInherited, made: key.made)
  }
}

extension ForeignKeyList.Constraint {
  /// A key of the table that refers, as the other table keeps it.
  func asReferenced(_ values: [SQLValue]) throws(EngineFailure) -> [SQLValue] {
    var result = values
    for (index, pair) in types.enumerated() {
      if let pair { result[index] = try values[index].cast(from: pair.own, to: pair.theirs) }
    }
    return result
  }

  /// A key of the table referred to, as the one that refers keeps it; nil: it can keep none that is
  /// equal.
  func asReferring(_ values: [SQLValue]) -> [SQLValue]? {
    var result = values
    for (index, pair) in types.enumerated() {
      guard let pair else { continue }
      guard let own = try? values[index].cast(from: pair.theirs, to: pair.own),
        let back = try? own.cast(from: pair.own, to: pair.theirs), back == values[index]
      else { return nil }
      result[index] = own
    }
    return result
  }
}
