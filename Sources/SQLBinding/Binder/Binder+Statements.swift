import AccessModel

extension Binder {
  mutating func insert(_ insert: SQLInsert) throws(EngineFailure) -> BoundInsert {
    guard insert.with == nil else { throw undecided("WITH") }
    guard insert.onConflict == nil else { throw undecided("ON CONFLICT") }
    let id = try names.relation(schema: insert.relation.schema, insert.relation.name)
    let columnNames = names.columnNames(of: id)
    let columns = try insert.columns.map { (list) throws(EngineFailure) in
      try positions(list, in: columnNames, of: insert.relation)
    }
    let assigned: [Int]
    let source: BoundInsert.Source
    switch insert.source {
    case .defaultValues:
      (assigned, source) = ([], .values([[]]))
    case .values(let rows):
      let width = rows.first?.count ?? 0
      assigned = columns ?? Array(columnNames.indices.prefix(width))
      source = .values(try insertedRows(rows, into: id, columns: assigned))
    case .query(let query):
      let bound = try self.query(query, inside: nil)
      assigned = columns ?? Array(columnNames.indices.prefix(bound.targets.count))
      source = .query(try converted(bound, into: id, columns: assigned))
    }
    let scope = Scope(names, inside: nil)
    try scope.add(self.source(id, alias: insert.relation.alias ?? insert.relation.name))
    scope.clause = .returning
    let returning = try targets(insert.returning, in: scope)
    return BoundInsert(
      target: BoundTargetRelation(id, readColumns: scope.used[0]), columns: assigned,
      source: source, returning: returning)
  }

  private mutating func insertedRows(
    _ rows: [[SQLExpression?]], into id: RelationID, columns: [Int]
  ) throws(EngineFailure) -> [[BoundExpression?]] {
    let scope = Scope(names, inside: nil)
    scope.clause = .values
    var result: [[BoundExpression?]] = []
    for row in rows {
      try requireSameCount(row.count, columns.count)
      var bound: [BoundExpression?] = []
      for (value, column) in zip(row, columns) {
        guard let value else {
          bound.append(nil)
          continue
        }
        try requireWritable(column, of: id)
        bound.append(try assigned(try expression(value, in: scope), to: column, of: id))
      }
      result.append(bound)
    }
    return result
  }

  private func converted(
    _ query: BoundQuery, into id: RelationID, columns: [Int]
  ) throws(EngineFailure) -> BoundQuery {
    try requireSameCount(query.targets.count, columns.count)
    var result = query
    for (index, column) in columns.enumerated() {
      try requireWritable(column, of: id)
      let value = try assigned(query.targets[index].expression, to: column, of: id)
      if query.values != nil, value.type != query.targets[index].expression.type {
        throw undecided("INSERT from VALUES of another type")
      }
      result.targets[index].expression = value
    }
    return result
  }

  /// Identity columns GENERATED ALWAYS and generated columns take only DEFAULT.
  private func requireWritable(
    _ column: Int, of id: RelationID, isUpdate: Bool = false
  ) throws(EngineFailure) {
    guard case .table(let table) = id else { return }
    let model = names.catalog.tables[table].columns[column]
    guard model.identity == .always || model.generated != nil else { return }
    throw .postgres(
      PostgresError(
        .generatedAlways,
        isUpdate
          ? "column \"\(model.name)\" can only be updated to DEFAULT"
          : "cannot insert a non-DEFAULT value into column \"\(model.name)\""))
  }

  private func requireSameCount(_ values: Int, _ columns: Int) throws(EngineFailure) {
    guard values != columns else { return }
    throw .postgres(
      PostgresError(
        .syntaxError,
        values > columns
          ? "INSERT has more expressions than target columns"
          : "INSERT has more target columns than expressions"))
  }

  /// A value for a column; modifiers such as varchar's length are applied when it is stored.
  private func assigned(
    _ value: BoundExpression, to column: Int, of id: RelationID
  ) throws(EngineFailure) -> BoundExpression {
    let name = names.columnNames(of: id)[column]
    guard let type = names.columnTypes(of: id)[column] else {
      throw undecided("the type of column `\(name)`")
    }
    return try coerce(value, toColumn: name, ColumnType(type))
  }

  private func positions(
    _ list: [String], in columnNames: [String], of relation: SQLRelationName
  ) throws(EngineFailure) -> [Int] {
    var result: [Int] = []
    for name in list {
      guard let position = columnNames.firstIndex(of: name) else {
        throw .postgres(
          PostgresError(
            .undefinedColumn,
            "column \"\(name)\" of relation \"\(relation.name)\" does not exist",
            hint: nearestName(to: name, in: columnNames).map { "did you mean `\($0)`?" }))
      }
      if result.contains(position) {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42701"), "column \"\(name)\" specified more than once"))
      }
      result.append(position)
    }
    return result
  }

  mutating func update(_ update: SQLUpdate) throws(EngineFailure) -> BoundUpdate {
    guard update.with == nil else { throw undecided("WITH") }
    let id = try names.relation(schema: update.relation.schema, update.relation.name)
    let scope = Scope(names, inside: nil)
    try scope.add(source(id, alias: update.relation.alias ?? update.relation.name))
    var joins: [BoundJoin] = []
    for item in update.from { joins.append(try fromItem(item, in: scope)) }
    let columns = try positions(
      update.assignments.map(\.column), in: names.columnNames(of: id), of: update.relation)
    scope.clause = .assignments
    var assignments: [BoundUpdate.Assignment] = []
    for (column, assignment) in zip(columns, update.assignments) {
      let value = try assignment.value.map { (written) throws(EngineFailure) in
        try requireWritable(column, of: id, isUpdate: true)
        return try assigned(try expression(written, in: scope), to: column, of: id)
      }
      assignments.append(BoundUpdate.Assignment(column: column, value: value))
    }
    scope.clause = .conditions
    let condition = try update.condition.map { (written) throws(EngineFailure) in
      try self.condition(written, "WHERE", in: scope)
    }
    scope.clause = .returning
    let returning = try targets(update.returning, in: scope)
    return BoundUpdate(
      target: BoundTargetRelation(id, readColumns: scope.used[0]), assignments: assignments,
      sources: scope.finishedSources(), joins: joins, condition: condition, returning: returning)
  }

  mutating func delete(_ delete: SQLDelete) throws(EngineFailure) -> BoundDelete {
    guard delete.with == nil else { throw undecided("WITH") }
    let id = try names.relation(schema: delete.relation.schema, delete.relation.name)
    let scope = Scope(names, inside: nil)
    try scope.add(source(id, alias: delete.relation.alias ?? delete.relation.name))
    var joins: [BoundJoin] = []
    for item in delete.using { joins.append(try fromItem(item, in: scope)) }
    scope.clause = .conditions
    let condition = try delete.condition.map { (written) throws(EngineFailure) in
      try self.condition(written, "WHERE", in: scope)
    }
    scope.clause = .returning
    let returning = try targets(delete.returning, in: scope)
    return BoundDelete(
      target: BoundTargetRelation(id, readColumns: scope.used[0]),
      sources: scope.finishedSources(), joins: joins, condition: condition, returning: returning)
  }
}
