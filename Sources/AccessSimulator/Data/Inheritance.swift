import AccessModel
import SQLBinding

/// Which tables hold rows of which: INHERITS and partitions. RULES 81.
///
/// Source: `find_all_inheritors()` in `src/backend/catalog/pg_inherits.c`.
struct Inheritance {
  /// A table whose rows belong to another one too.
  struct Member {
    let table: Int
    /// For each column of the other table, this one's; nil: they are laid out alike.
    let layout: [Int]?
  }

  /// Below each table, itself aside; the tables that have none are left out.
  private let below: [Int: [Member]]
  /// The table that each partition is one of.
  let partitionedParent: [Int: Int]

  init(_ catalog: Catalog) {
    let tables = catalog.tables
    guard tables.contains(where: { !$0.parents.isEmpty }) else {
      (below, partitionedParent) = ([:], [:])
      return
    }
    var positions: [QualifiedName: Int] = [:]
    for (index, table) in tables.enumerated() { positions[table.name] = index }
    var children: [Int: [Int]] = [:]
    var partitioned: [Int: Int] = [:]
    for (index, table) in tables.enumerated() {
      for parent in table.parents.compactMap({ positions[$0] }) {
        children[parent, default: []].append(index)
        if table.partitionBound != nil { partitioned[index] = parent }
      }
    }
    var below: [Int: [Member]] = [:]
    let order = PartitionOrder(tables)
    for table in children.keys where tables[table].kind == .partitioned {
      children[table] = order.ordered(children[table] ?? [], of: table)
    }
    for table in children.keys {
      var found: [Int] = []
      var pending = children[table] ?? []
      // Partitions come with theirs, other tables after all their siblings.
      let isDeep = tables[table].kind == .partitioned
      while !pending.isEmpty {
        let next = pending.removeFirst()
        guard next != table, !found.contains(next) else { continue }
        found.append(next)
        let below = children[next] ?? []
        pending = isDeep ? below + pending : pending + below
      }
      below[table] = found.map {
        Member(table: $0, layout: Self.layout(of: tables[$0], as: tables[table]))
      }
    }
    self.below = below
    partitionedParent = partitioned
  }

  func members(below table: Int) -> [Member] { below[table] ?? [] }

  /// Where a table below another has the other's columns.
  func layout(of table: Int, below other: Int) -> [Int]? {
    members(below: other).first { $0.table == table }?.layout
  }

  static func layout(of child: Catalog.Table, as parent: Catalog.Table) -> [Int]? {
    let names = child.columns.map(\.name)
    let positions = parent.columns.map { names.firstIndex(of: $0.name) ?? 0 }
    let isSame = positions == Array(parent.columns.indices) && names.count == positions.count
    return isSame ? nil : positions
  }
}

extension Row {
  /// The row as the table above has it.
  func laidOut(_ layout: [Int]?) -> Row {
    guard let layout else { return self }
    return isEmpty ? [] : layout.isEmpty ? [.null] : layout.map { self[$0] }
  }
}
