import AccessModel

/// Columns and claims in classes: those that foreign keys or policies hold equal, together.
struct EqualColumns {
  /// In the catalog's order of their first columns.
  private(set) var all: [[ComparedColumns.Member]] = []

  init(_ catalog: Catalog, _ compared: ComparedColumns) {
    var members: [ComparedColumns.Member] = []
    var places: [ComparedColumns.Member: Int] = [:]
    var leaders: [Int] = []
    func place(_ member: ComparedColumns.Member) -> Int {
      if let place = places[member] { return place }
      places[member] = members.count
      leaders.append(members.count)
      members.append(member)
      return members.count - 1
    }
    func leader(_ place: Int) -> Int {
      var place = place
      while leaders[place] != place {
        leaders[place] = leaders[leaders[place]]
        place = leaders[place]
      }
      return place
    }
    func join(_ a: ComparedColumns.Member, _ b: ComparedColumns.Member) {
      let (first, second) = (leader(place(a)), leader(place(b)))
      leaders[max(first, second)] = min(first, second)
    }
    for table in catalog.tables {
      for column in table.columns { _ = place(.column(ColumnName(table.name, column.name))) }
    }
    for table in catalog.tables {
      for key in table.foreignKeys {
        for (own, other) in zip(key.columns, key.referencedColumns) {
          join(
            .column(ColumnName(table.name, own)), .column(ColumnName(key.references, other)))
        }
      }
      // A partition's column is its parent's.
      for parent in table.parents {
        for column in table.columns
        where places[.column(ColumnName(parent, column.name))] != nil {
          join(
            .column(ColumnName(table.name, column.name)), .column(ColumnName(parent, column.name)))
        }
      }
    }
    for (a, b) in compared.pairs { join(a, b) }
    var classes: [Int: [ComparedColumns.Member]] = [:]
    for (index, member) in members.enumerated() {
      classes[leader(index), default: []].append(member)
    }
    all = classes.sorted { $0.key < $1.key }.map(\.value)
  }
}
