import AccessModel
import SQLBinding
import SQLText

/// Tables that inherit from others, and partitions.
extension CatalogChange {
  /// A table leaves others before anything of it changes, and joins them when it is as they are.
  mutating func changeParents(of table: Catalog.Table, from before: Catalog.Table) {
    refuseOtherPartitioning(of: table, from: before)
    guard hasOtherParents(before, than: table) else { return }
    // The bound of a partition, and the order of parents, can't be altered.
    let kept = before.isPartition || table.isPartition ? [] : before.parents.shared(table.parents)
    for parent in before.parents.reversed() where !kept.contains(parent) {
      guard new.table(parent) != nil else { continue }
      stages.add(
        .narrowing, .leave(table.name, of: parent, isPartition: before.isPartition))
    }
    for parent in table.parents where !kept.contains(parent) {
      stages.add(.opening, .join(table.name, to: parent, table.partitionBound))
    }
  }

  /// Whether a table has to leave another, or to join one, to be as it is planned.
  func hasOtherParents(_ before: Catalog.Table, than table: Catalog.Table) -> Bool {
    guard before.parents == table.parents, before.isPartition == table.isPartition,
      let parent = table.parents.first
    else { return before.parents != table.parents || before.isPartition != table.isPartition }
    return before.partitionBound.map { oldForms.form(of: $0, under: parent) }
      != table.partitionBound.map { newForms.form(of: $0, under: parent) }
  }

  private mutating func refuseOtherPartitioning(
    of table: Catalog.Table, from before: Catalog.Table
  ) {
    if before.kind != table.kind {
      refusals.append(
        "table \(table.name) is to be of another kind: \(table.kind) instead of \(before.kind), which "
          + "PostgreSQL can't make of it; make a new table and move the rows")
      return
    }
    let (first, last) = (before.partitionKey, table.partitionKey)
    guard first?.strategy != last?.strategy || first?.parts.count != last?.parts.count else {
      return
    }
    refusals.append(
      "table \(table.name) is to be partitioned by something else, which PostgreSQL can't change; "
        + "make a new table and move the rows")
  }
}

extension Catalog.Table {
  fileprivate var isPartition: Bool { partitionBound != nil }
}

extension Array where Element: Equatable {
  /// What both begin with.
  fileprivate func shared(_ other: [Element]) -> [Element] {
    Array(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
