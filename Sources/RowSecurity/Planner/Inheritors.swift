import AccessModel

extension Catalog {
  /// All tables that inherit from one, directly or not, by position: each once, those further down
  /// later.
  ///
  /// Source: `find_all_inheritors()` in `src/backend/catalog/pg_inherits.c`.
  func inheritors(of table: Int) -> [Int] {
    var children: [QualifiedName: [Int]] = [:]
    for index in tables.indices {
      for parent in tables[index].parents { children[parent, default: []].append(index) }
    }
    var found = [table]
    var known: Set = [table]
    var next = 0
    while next < found.count {
      for child in children[tables[found[next]].name] ?? [] where known.insert(child).inserted {
        found.append(child)
      }
      next += 1
    }
    return Array(found.dropFirst())
  }
}
