import AccessModel

extension Doubts {
  /// A change of a table's rows may have changed others': those of tables that inherit from it, of
  /// tables that its foreign keys cascade to, and of those that its rules change.
  ///
  /// `followsEveryKey`: as TRUNCATE … CASCADE does.
  mutating func spread(over catalog: Catalog, followsEveryKey: Bool) {
    spreadTypes(over: catalog)
    var pending = Array(tables.keys)
    while let name = pending.popLast() {
      guard let why = tables[name] else { continue }
      for next in Self.affected(by: name, in: catalog, followsEveryKey: followsEveryKey)
      where tables[next] == nil {
        doubt(table: next, why)
        pending.append(next)
      }
    }
  }

  /// Columns of types that may have changed hold what is not known, and so do those of types made
  /// of them.
  private mutating func spreadTypes(over catalog: Catalog) {
    guard !types.isEmpty, let why = tables.values.first ?? definitions.first?.construct else {
      return
    }
    let isChanged = { (type: TypeName, types: Set<String>) in
      type.name.split(separator: ".").last.map { types.contains(String($0)) } == true
    }
    var changed = types.intersection(catalog.types.map(\.name.name))
    while let next = catalog.types.first(where: { type in
      !changed.contains(type.name.name) && type.parts.contains { isChanged($0, changed) }
    }) {
      changed.insert(next.name.name)
    }
    for table in catalog.tables
    where tables[table.name.name] == nil
      && table.columns.contains(where: { isChanged($0.type, changed) })
    {
      doubt(table: table.name.name, why)
    }
  }

  private static func affected(
    by name: String, in catalog: Catalog, followsEveryKey: Bool
  ) -> [String] {
    let children = catalog.tables.filter { table in
      table.parents.contains { $0.name == name }
        || table.foreignKeys.contains {
          $0.references.name == name
            && (followsEveryKey || $0.onDelete.changesRows || $0.onUpdate.changesRows)
        }
    }.map(\.name.name)
    let rules =
      catalog.tables.filter { $0.name.name == name }.flatMap(\.rules)
      + catalog.views.filter { $0.name.name == name }.flatMap(\.rules)
    guard !rules.contains(where: { $0.unread != nil }) else {
      return catalog.tables.map(\.name.name)
    }
    let changed = rules.flatMap(\.actions).flatMap(\.changedRelations).map(\.name)
    let views = Set(catalog.views.map(\.name.name))
    if changed.contains(where: views.contains) { return catalog.tables.map(\.name.name) }
    return children + changed
  }
}

extension Catalog.ForeignKey.Action {
  fileprivate var changesRows: Bool { self != .noAction && self != .restrict }
}

extension Catalog.CustomType {
  /// The types that it is made of.
  fileprivate var parts: [TypeName] {
    switch kind {
    case .composite(let fields): fields.map(\.type)
    case .domain(let base, _): [base]
    case .enumeration, .other: []
    }
  }
}
