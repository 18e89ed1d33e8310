import AccessModel
import RowSecurity
import SQLBinding

/// Indexes of materialized views, and what REFRESH makes of their rows.
///
/// Source: `src/backend/commands/matview.c`.
extension RowEffects {
  func validate(
    view name: QualifiedName, _ requirement: RowEffect.Requirement
  ) throws(EngineFailure) {
    guard let list = rows[name], let table = standingIn(for: name, rows: list) else { return }
    try table.validate(name, requirement)
  }

  /// REFRESH: all indexes are built anew, in the order in which they were made.
  func makeIndexes(of name: QualifiedName, on list: [Row]) throws(EngineFailure) {
    guard let view = after.catalog.views.first(where: { $0.name == name }),
      view.indexes.contains(where: { $0.isUnique || $0.isComputed }),
      let table = standingIn(for: name, rows: list)
    else { return }
    for index in view.indexes {
      if index.isComputed { try table.validate(name, .index(index.name)) }
      if index.isUnique { try table.validate(name, .uniqueIndex(index.name)) }
    }
  }

  /// REFRESH CONCURRENTLY: rows that are the same stay where they are, others go, and new ones come
  /// behind them.
  ///
  /// Source: `refresh_by_match_merge()`.
  func merged(_ list: [Row], into name: QualifiedName) throws(EngineFailure) -> [Row] {
    let old = rows[name] ?? []
    guard let effects = standingIn(for: name, rows: list),
      case .table(let table)? = effects.after.names.relation(name)
    else { return list }
    let model = effects.after.catalog.tables[table]
    let type = DataType.composite(effects.after.names.rowType(of: .table(table)))
    func text(_ row: Row) -> String { SQLValue.record(row).output(as: type) ?? "" }
    var seen: [String: Int] = [:]
    for row in list where !row.contains(where: \.isNull) { seen[text(row), default: 0] += 1 }
    if let twice = list.first(where: { seen[text($0), default: 0] > 1 }) {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "21000"),
          "new data for materialized view \"\(name.name)\" contains duplicate rows without any "
            + "null columns", detail: "Row: \(text(twice))"))
    }
    let names = model.columns.map(\.name)
    let compared = Set(
      model.indexes.filter { $0.isUnique && !$0.isComputed }.flatMap(\.parts).compactMap { part in
        if case .column(_, let column) = part { names.firstIndex(of: column) } else { nil }
      })
    func identity(_ row: Row) -> String? {
      compared.contains { row[$0].isNull } ? nil : text(row)
    }
    let (coming, there) = (Set(list.compactMap(identity)), Set(old.compactMap(identity)))
    let kept = old.filter { identity($0).map(coming.contains) ?? false }
    let added = list.filter { identity($0).map { !there.contains($0) } ?? true }
    try effects.requireUnique(adding: added, to: kept, table)
    return kept + added
  }

  private func requireUnique(
    adding added: [Row], to kept: [Row], _ table: Int
  ) throws(EngineFailure) {
    let model = after.catalog.tables[table]
    try session.restricted { () throws(EngineFailure) in
      let evaluation = session.evaluation(after, database, as: model.owner)
      defer { evaluation.close() }
      let keys = try UniqueKey.keys(of: table, evaluation)
      var seen = keys.map { _ in Set<[SQLValue]>() }
      for (isNew, row) in kept.map({ (false, $0) }) + added.map({ (true, $0) }) {
        for (index, key) in keys.enumerated() {
          guard let values = try key.values(row), !seen[index].insert(values).inserted, isNew else {
            continue
          }
          let shown = try description(of: model.name)?.key(key, row)
          throw .postgres(
            PostgresError(
              .uniqueViolation, "duplicate key value violates unique constraint \"\(key.name)\"",
              detail: shown.map { "\($0) already exists." }
            ).about(ErrorObjects(model.name, constraint: key.name)))
        }
      }
    }
  }

  /// The same with a table in the place of a materialized view, for its indexes are those of a table.
  private func standingIn(for name: QualifiedName, rows list: [Row]) -> RowEffects? {
    var catalog = after.catalog
    guard let view = catalog.views.first(where: { $0.name == name && $0.isMaterialized }) else {
      return nil
    }
    catalog.views.removeAll { $0.name == name }
    var table = Catalog.Table(
      name, columns: view.columns.map { Catalog.Column($0.name, $0.type) }, owner: view.owner,
      acl: view.acl)
    table.indexes = view.indexes
    catalog.tables.append(table)
    let bound = BoundCatalog(CatalogNames(catalog, after: session.engine.catalog.names))
    return RowEffects(session, after: bound, before: before, holding: (name, list))
  }
}
