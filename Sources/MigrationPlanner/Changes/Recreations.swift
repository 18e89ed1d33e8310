import AccessModel
import SQLText

/// What PostgreSQL can only drop and make again: views whose columns change, functions whose result
/// changes, columns whose type changes while something reads them, and whatever depends on these.
struct Recreations {
  var functions: Set<CatalogChange.FunctionKey> = []
  /// Those that are in both catalogs.
  var views: Set<QualifiedName> = []
  /// `table` and name.
  var policies: Set<PolicyKey> = []
  /// Columns whose type changes.
  var retyped: [QualifiedName: Set<String>] = [:]

  struct PolicyKey: Hashable {
    var table: QualifiedName
    var name: String
  }

  init() {}

  init(_ change: CatalogChange) {
    let (oldTables, newTables) = (change.old.tables, change.new.tables.keyed(by: \.name))
    for table in oldTables {
      guard let after = newTables[table.name] else { continue }
      let columns = after.columns.keyed(by: \.name)
      let changed = table.columns.filter { column in
        guard let other = columns[column.name] else { return false }
        return other.type != column.type || other.collation != column.collation
          || change.isRemade(column, as: other, of: table.name)
      }
      if !changed.isEmpty { retyped[table.name] = Set(changed.map(\.name)) }
    }
    let newFunctions = change.new.functions.keyed(by: CatalogChange.FunctionKey.init)
    for function in change.old.functions {
      let key = CatalogChange.FunctionKey(function)
      guard let after = newFunctions[key] else { continue }
      if function.returns != after.returns || function.returnsSet != after.returnsSet
        || function.kind != after.kind || function.outputs != after.outputs
        || function.arguments.map(\.name) != after.arguments.map(\.name)
      {
        functions.insert(key)
      }
    }
    let newViews = change.new.views.keyed(by: \.name)
    var gone = Set(change.old.views.map(\.name)).subtracting(newViews.keys)
    for view in change.old.views {
      guard let after = newViews[view.name] else { continue }
      if !view.canBecome(after) || view.isMaterialized && change.differs(view, after) {
        views.insert(view.name)
      }
    }
    gone.formUnion(views)
    // Views come after those they read, so that once through is enough.
    for view in orderedViews(change.old.views) where !gone.contains(view.name) {
      if isAffected(RelationsRead(view.query), by: gone) {
        gone.insert(view.name)
        views.insert(view.name)
      }
    }
    for table in oldTables {
      for policy in table.policies {
        let reading = RelationsRead([policy.using, policy.check])
        if isAffected(reading, by: gone, own: table.name) {
          policies.insert(PolicyKey(table: table.name, name: policy.name))
        }
      }
    }
  }

  /// Whether what is read is dropped or retyped; names without a schema stand for any.
  private func isAffected(
    _ reading: RelationsRead, by gone: Set<QualifiedName>, own: QualifiedName? = nil
  ) -> Bool {
    let names = Set(reading.relations.map(\.name)).union(own.map { [$0.name] } ?? [])
    if gone.contains(where: { names.contains($0.name) }) { return true }
    if functions.contains(where: { reading.functions.contains($0.name.name) }) { return true }
    if !reading.unread.isEmpty, !gone.isEmpty || !functions.isEmpty || !retyped.isEmpty {
      return true
    }
    return retyped.contains { table, columns in
      names.contains(table.name)
        && (reading.readsAllColumns || !columns.isDisjoint(with: reading.columns))
    }
  }
}

extension Catalog.View {
  /// Whether CREATE OR REPLACE can make it the other: its columns stay, and more may follow.
  func canBecome(_ other: Catalog.View) -> Bool {
    isMaterialized == other.isMaterialized && columns.count <= other.columns.count
      && zip(columns, other.columns).allSatisfy { $0.name == $1.name && $0.type == $1.type }
  }

  var object: SQLObject { isMaterialized ? .materializedView(name) : .view(name) }
}
