import AccessModel

/// Constraints over indexes that are there: `ADD UNIQUE USING INDEX i`.
extension CatalogBuilder {
  /// An index's columns; the constraint takes its place.
  ///
  /// Source: `transformIndexConstraint()` in `src/backend/parser/parse_utilcmd.c`.
  mutating func takeIndex(
    _ name: String, of table: Int, for constraint: String?, at place: Int32
  ) throws(ReadFailure) -> [String] {
    let relation = state.catalog.tables[table].name
    let qualified = QualifiedName(relation.schema, name)
    guard case .index(let index) = state.slot(qualified) else {
      throw .refused(.undefinedObject, "index \"\(name)\" does not exist", at: place)
    }
    if let owner = state.catalog.table(index.table), owner.hasIndexConstraint(name) {
      throw .refused(
        .notInPrerequisiteState, "index \"\(name)\" is already associated with a constraint",
        at: place)
    }
    guard index.table == relation else {
      throw .refused(
        .notInPrerequisiteState,
        "index \"\(name)\" does not belong to table \"\(relation.name)\"", at: place)
    }
    if let kept = state.catalog.tables[table].indexes.first(where: { $0.name == name }),
      let message = Self.unfitness(of: kept, index)
    {
      throw .refused(
        SQLState(rawValue: "42809"), message,
        detail: "Cannot create a primary key or unique constraint using such an index.",
        at: place)
    }
    state.remove(qualified)
    state.catalog.tables[table].indexes.removeAll { $0.name == name }
    if let constraint, constraint != name {
      notice(
        "ALTER TABLE / ADD CONSTRAINT USING INDEX will rename index \"\(name)\" to "
          + "\"\(constraint)\"")
    }
    return index.columns
  }

  private static func unfitness(
    of index: Catalog.Index, _ known: DatabaseState.Index
  ) -> String? {
    if !index.isUnique { return "\"\(index.name)\" is not a unique index" }
    if known.columns.isEmpty { return "index \"\(index.name)\" contains expressions" }
    if index.condition != nil { return "\"\(index.name)\" is a partial index" }
    guard let number = index.keeping.firstIndex(where: { !$0.isUsual }) else { return nil }
    return "index \"\(index.name)\" column number \(number + 1) does not have default sorting "
      + "behavior"
  }
}
