import AccessModel

extension Binder {
  /// `scope` holds the target; what ON CONFLICT reads of it is noted there.
  ///
  /// Source: `transformOnConflictClause()` in `src/backend/parser/analyze.c`.
  mutating func conflict(
    _ written: SQLOnConflict, of relation: SQLRelationName, _ id: RelationID, in scope: Scope
  ) throws(EngineFailure) -> BoundConflict {
    if case .update = written.action, written.arbiter.isEmpty, written.constraint == nil {
      throw .postgres(
        PostgresError(
          .syntaxError, "ON CONFLICT DO UPDATE requires inference specification or constraint name",
          hint: "For example, ON CONFLICT (column_name)."))
    }
    let arbiter = try self.arbiter(written, of: relation, id, in: scope)
    guard case .update(let list, let condition) = written.action else {
      return BoundConflict(arbiter: arbiter, action: .nothing, excludedColumns: [])
    }
    let both = Scope(names, inside: statementScope)
    try both.add(scope.sources[0])
    both.addUnchecked(source(id, alias: "excluded"))
    both.namespace[both.namespace.count - 1].hasSystemColumns = false
    let set = try assignments(list, of: relation, id, in: both)
    both.clause = .conditions
    let bound = try condition.map { (written) throws(EngineFailure) in
      try self.condition(written, "WHERE", in: both)
    }
    scope.used[0].formUnion(both.used[0])
    scope.outOfReach.append(both.sources[1])
    return BoundConflict(
      arbiter: arbiter, action: .update(set, condition: bound), excludedColumns: both.used[1])
  }

  /// Columns of the arbiter count as read. RULES 43, 45.
  private mutating func arbiter(
    _ written: SQLOnConflict, of relation: SQLRelationName, _ id: RelationID, in scope: Scope
  ) throws(EngineFailure) -> BoundConflict.Arbiter {
    if let name = written.constraint { return try key(name, of: relation, id, in: scope) }
    guard !written.arbiter.isEmpty else { return .any }
    var inference = BoundConflict.Inference(columns: [])
    for item in written.arbiter {
      let bound = try expression(item, in: scope)
      if case .row = bound, case .column(nil, _) = item {
        throw .postgres(
          PostgresError(
            .featureNotSupported,
            "whole row unique index inference specifications are not supported"))
      }
      if case .column(let position, _) = bound, position.level == 0 {
        inference.columns.insert(position.column)
      } else {
        inference.expressions.append(bound)
      }
    }
    // Of another type than boolean no condition of an index follows from it.
    inference.condition = try written.arbiterCondition.map { (written) throws(EngineFailure) in
      let bound = try expression(written, in: scope)
      guard bound.type.base == .boolean || bound.type == .unknown else {
        return .constant(.boolean(true), .boolean)
      }
      return try coerce(bound, to: .boolean, .implicit)
    }
    return .inferred(inference)
  }

  private func key(
    _ name: String, of relation: SQLRelationName, _ id: RelationID, in scope: Scope
  ) throws(EngineFailure) -> BoundConflict.Arbiter {
    if case .table(let index) = id {
      let table = names.catalog.tables[index]
      if let key = table.keys.firstIndex(where: { $0.name == name }) {
        noteRead(table.keys[key].columns, of: table, in: scope)
        return .keys([key])
      }
      if let exclusion = table.exclusions.firstIndex(where: { $0.name == name }) {
        let columns = table.exclusions[exclusion].elements.compactMap(\.column)
        // An expression is known by no column: all count.
        let isPlain = columns.count == table.exclusions[exclusion].elements.count
        noteRead(isPlain ? columns : table.columns.map(\.name), of: table, in: scope)
        return .exclusion(exclusion)
      }
      let others = table.checks.map(\.name) + table.foreignKeys.map(\.name)
      if others.contains(name) {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42809"),
            "constraint in ON CONFLICT clause has no associated index"))
      }
    }
    throw .postgres(
      PostgresError(
        .undefinedObject,
        "constraint \"\(name)\" for table \"\(names.name(of: id).name)\" does not exist"))
  }

  private func noteRead(_ columns: [String], of table: Catalog.Table, in scope: Scope) {
    for column in columns {
      if let position = table.columns.firstIndex(where: { $0.name == column }) {
        scope.used[0].insert(position)
      }
    }
  }
}
