import AccessModel
import CPgQuery

/// VALIDATE CONSTRAINT and ALTER CONSTRAINT.
extension CatalogBuilder {
  mutating func validateConstraint(
    _ name: String, of table: Int, recurses: Bool
  ) throws(ReadFailure) {
    let relation = state.catalog.tables[table].name
    if let key = state.catalog.tables[table].foreignKeys.firstIndex(where: { $0.name == name }) {
      if state.catalog.tables[table].foreignKeys[key].isNotValid {
        note(.validate(relation, .foreignKey(name)))
      }
      state.catalog.tables[table].foreignKeys[key].isNotValid = false
    } else if let check = state.catalog.tables[table].checks.firstIndex(where: {
      $0.name == name
    }) {
      let known = state.catalog.tables[table].checks[check]
      guard known.isNotValid else { return }
      let children = known.isNotInherited ? [] : state.descendants(of: relation)
      guard recurses || children.isEmpty else {
        throw .refused(
          SQLState(rawValue: "42P16"), "constraint must be validated on child tables too")
      }
      for one in [relation] + children {
        state.change(one) { table in
          for index in table.checks.indices where table.checks[index].name == name {
            table.checks[index].isNotValid = false
          }
        }
        note(.validate(one, .check(name)))
      }
    } else {
      try requireNoNotNull(named: name)
      let isOther = state.catalog.tables[table].constraintNames.contains(name)
      throw isOther
        ? .refused(
          SQLState(rawValue: "42809"),
          "constraint \"\(name)\" of relation \"\(relation.name)\" is not a foreign key or check "
            + "constraint")
        : .refused(
          .undefinedObject,
          "constraint \"\(name)\" of relation \"\(relation.name)\" does not exist")
    }
  }

  mutating func alterConstraint(
    _ command: PgQuery__AlterTableCmd, of table: Int
  ) throws(ReadFailure) {
    guard let definition = command.def, definition.kind == PG_QUERY__NODE__NODE_CONSTRAINT else {
      return
    }
    let constraint = definition.pointee.constraint.pointee
    let name = text(constraint.conname)
    let relation = state.catalog.tables[table].name.name
    guard
      let index = state.catalog.tables[table].foreignKeys.firstIndex(where: { $0.name == name })
    else {
      try requireNoNotNull(named: name)
      let isOther = state.catalog.tables[table].constraintNames.contains(name)
      throw isOther
        ? .refused(
          SQLState(rawValue: "42809"),
          "constraint \"\(name)\" of relation \"\(relation)\" is not a foreign key constraint")
        : .refused(
          .undefinedObject, "constraint \"\(name)\" of relation \"\(relation)\" does not exist")
    }
    let key = state.catalog.tables[table].foreignKeys[index]
    if let origin = origin(of: key, state.catalog.tables[table]) {
      let comma = state.postgresVersion < .v18 ? "," : ""
      throw .refused(
        PostgresError(
          state.postgresVersion >= .v18 ? .notInPrerequisiteState : SQLState(rawValue: "XX000"),
          "cannot alter constraint \"\(name)\" on relation \"\(relation)\"",
          detail: "Constraint \"\(name)\" is derived from constraint \"\(origin.key)\" of relation "
            + "\"\(origin.table)\".",
          hint: "You may alter the constraint it derives from\(comma) instead."), location: nil)
    }
    let partitions = state.partitions(below: state.catalog.tables[table].name)
    for one in [state.catalog.tables[table].name] + partitions {
      state.change(one) { table in
        for index in table.foreignKeys.indices where table.foreignKeys[index].isLike(key) {
          table.foreignKeys[index].isDeferrable = constraint.deferrable != 0
          table.foreignKeys[index].isInitiallyDeferred = constraint.initdeferred != 0
        }
      }
    }
  }

  /// What a partition's copy of a key comes from, at the top.
  ///
  /// Source: `ATExecAlterConstraint()` in `src/backend/commands/tablecmds.c`.
  private func origin(
    of key: Catalog.ForeignKey, _ table: Catalog.Table
  ) -> (key: String, table: String)? {
    guard key.isInherited else { return nil }
    for parent in table.parents {
      guard let parent = state.catalog.table(parent),
        let theirs = parent.foreignKeys.first(where: { $0.isLike(key) })
      else { continue }
      return origin(of: theirs, parent) ?? (theirs.name, parent.name.name)
    }
    return nil
  }
}
