import AccessModel
import SQLText

/// Tables in an order in which each comes after those it refers to, as far as there is one.
struct TableOrder {
  struct Creation {
    var table: Catalog.Table
    /// The names of the keys whose tables exist by then.
    var foreignKeys: Set<String>
  }

  private(set) var creations = [Creation]()
  /// Keys that would close a circle, added when all tables are there.
  private(set) var laterKeys = [SQLDefinition]()

  /// Keeps the order of declaration wherever references leave a choice.
  init(_ tables: some Collection<Catalog.Table>) {
    let tables = Array(tables)
    let names = tables.map(\.name)
    let order = dependencyOrder(
      names, dependencies: tables.map { $0.parents + $0.foreignKeys.map(\.references) })
    var missing = Set(names)
    for index in order {
      let table = tables[index]
      missing.remove(table.name)
      let (later, now) = table.foreignKeys.partitioned { missing.contains($0.references) }
      creations.append(Creation(table: table, foreignKeys: Set(now.map(\.name))))
      laterKeys += later.flatMap { key -> [SQLDefinition] in
        [.dropConstraint(key.name, on: table.name), .addForeignKey(key, on: table.name)]
      }
    }
  }
}

extension Array {
  /// Those for which `condition` holds, and the others.
  fileprivate func partitioned(by condition: (Element) -> Bool) -> ([Element], [Element]) {
    (filter(condition), filter { !condition($0) })
  }
}
