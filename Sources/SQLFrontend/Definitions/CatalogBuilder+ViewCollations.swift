import AccessModel

/// Collations of the columns of views, which other views keep.
extension CatalogBuilder {
  /// Source: `checkViewColumns()` in `src/backend/commands/view.c`.
  func requireSameCollation(
    _ position: Int, of old: Catalog.View, _ new: Catalog.View
  ) throws(ReadFailure) {
    guard isSession, isCollatable(new.columns[position].type) != false,
      mayCollate(old.query) || mayCollate(new.query),
      old.query.output(position) != new.query.output(position)
        || old.query.from != new.query.from
    else { return }
    guard let before = collation(of: position, old.columns[position].type, in: old.query),
      let after = collation(of: position, new.columns[position].type, in: new.query)
    else { throw .unsupported("the collation of a view's column") }
    guard before != after else { return }
    throw .refused(
      SQLState(rawValue: "42P16"),
      "cannot change collation of view column \"\(new.columns[position].name)\" from "
        + "\"\(before)\" to \"\(after)\"")
  }

  /// Whether something in a query has another collation than most have.
  private func mayCollate(_ query: SQLQuery) -> Bool {
    SQLNode.query(query).descendants.contains { node in
      if case .expression(.collated) = node { return true }
      guard let relation = node.relation else { return false }
      switch state.find(relation).flatMap(state.slot) {
      case .table(let index):
        return state.catalog.tables[index].columns.contains {
          $0.collation != nil || $0.type.name == "name"
        }
      case .view(let index): return mayCollate(state.catalog.views[index].query)
      // What WITH gives is looked at where it stands.
      case nil where relation.schema == nil: return false
      default: return true
      }
    }
  }

  /// Nil: not known.
  private func collation(of position: Int, _ type: TypeName, in query: SQLQuery) -> String? {
    let usual = type.name == "name" ? "C" : "default"
    guard mayCollate(query) else { return usual }
    switch query.output(position) {
    case .collated(_, let name): return SearchPath.dotted(name).last
    case .column(let qualifier?, let name):
      guard let relation = relation(qualifier, in: query.from) else { return nil }
      switch state.slot(relation) {
      case .table(let index):
        let column = state.catalog.tables[index].columns.first { $0.name == name }
        return column.map { $0.collation ?? usual }
      case .view(let index):
        let view = state.catalog.views[index]
        guard let place = view.columns.firstIndex(where: { $0.name == name }) else { return nil }
        return collation(of: place, type, in: view.query)
      default: return nil
      }
    default: return nil
    }
  }

  private func relation(_ alias: String, in items: [SQLFromItem]) -> QualifiedName? {
    for item in items {
      switch item {
      case .relation(let schema?, let name, let written) where (written ?? name) == alias:
        return QualifiedName(schema, name)
      case .join(_, let left, let right, _), .joinNatural(_, let left, let right),
        .joinUsing(_, let left, let right, _):
        if let found = relation(alias, in: [left, right]) { return found }
      default: break
      }
    }
    return nil
  }
}

extension SQLQuery {
  fileprivate func output(_ position: Int) -> SQLExpression? {
    guard case .select(let select) = body, select.targets.indices.contains(position),
      case .expression(let expression, _) = select.targets[position]
    else { return nil }
    return expression
  }

  fileprivate var from: [SQLFromItem] {
    if case .select(let select) = body { select.from } else { [] }
  }
}
