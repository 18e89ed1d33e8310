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
    let made = Set(catalog.types.map(\.name.name))
    var changed = types.filter { made.contains($0.key) }
    guard !changed.isEmpty else { return }
    let reason = { (types: [TypeName]) in
      types.lazy.compactMap { type in
        type.name.split(separator: ".").last.flatMap { changed[String($0)] }
      }.first
    }
    var isSpreading = true
    while isSpreading {
      isSpreading = false
      for type in catalog.types where changed[type.name.name] == nil {
        guard let why = reason(type.parts) else { continue }
        changed[type.name.name] = why
        isSpreading = true
      }
    }
    for table in catalog.tables where tables[table.name.name] == nil {
      if let why = reason(table.columns.map(\.type)) { doubt(table: table.name.name, why) }
    }
    for function in catalog.functions {
      let types = function.arguments.map(\.type) + [function.returns]
      if let why = reason(types) { self.made[function.name.name] = why }
    }
  }

  static func affected(
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
