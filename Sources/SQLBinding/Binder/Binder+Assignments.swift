import AccessModel

extension Binder {
  func requireSameCount(_ values: Int, _ columns: Int) throws(EngineFailure) {
    guard values != columns else { return }
    throw .postgres(
      PostgresError(
        .syntaxError,
        values > columns
          ? "INSERT has more expressions than target columns"
          : "INSERT has more target columns than expressions"))
  }

  /// A value for a column; modifiers such as varchar's length are applied when it is stored.
  func assigned(
    _ value: BoundExpression, to column: Int, of id: RelationID
  ) throws(EngineFailure) -> BoundExpression {
    let name = names.columnNames(of: id)[column]
    guard let type = names.columnTypes(of: id)[column] else {
      throw undecided("the type of column `\(name)`")
    }
    // Of modifiers only an interval's fields say what a text means.
    var modifiers: [Int] = []
    if type == .interval, case .table(let table) = id {
      modifiers = names.catalog.tables[table].columns[column].type.modifiers
    }
    return try coerce(value, toColumn: name, ColumnType(type, modifiers: modifiers))
  }

  func positions(
    _ list: [String], in columnNames: [String], of relation: SQLRelationName
  ) throws(EngineFailure) -> [Int] {
    var result: [Int] = []
    for name in list {
      let position = try position(name, in: columnNames, of: relation)
      if result.contains(position) {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42701"), "column \"\(name)\" specified more than once"))
      }
      result.append(position)
    }
    return result
  }

  func position(
    _ name: String, in columnNames: [String], of relation: SQLRelationName
  ) throws(EngineFailure) -> Int {
    if let position = columnNames.firstIndex(of: name) { return position }
    throw .postgres(
      PostgresError(
        .undefinedColumn,
        "column \"\(name)\" of relation \"\(relation.name)\" does not exist",
        hint: nearestName(to: name, in: columnNames).map { "did you mean `\($0)`?" }))
  }

  /// SET. Names are looked up, and columns compared, after all values are bound.
  ///
  /// Source: `transformUpdateTargetList()`; `process_matched_tle()` in `rewriteHandler.c`.
  mutating func assignments(
    _ list: [SQLUpdate.Assignment], of relation: SQLRelationName, _ id: RelationID,
    in scope: Scope
  ) throws(EngineFailure) -> [BoundAssignment] {
    scope.clause = .assignments
    var values: [BoundExpression?] = []
    for assignment in list { values.append(try value(of: assignment, in: scope)) }
    let columnNames = names.columnNames(of: id)
    var result: [BoundAssignment] = []
    for (value, assignment) in zip(values, list) {
      if SystemColumn(name: assignment.column) != nil, !columnNames.contains(assignment.column) {
        throw .postgres(
          PostgresError(
            .featureNotSupported,
            "cannot assign to system column \"\(assignment.column)\""))
      }
      let column = try position(assignment.column, in: columnNames, of: relation)
      guard assignment.part.isEmpty else {
        try add(assignment.part, of: column, of: id, value, to: &result, in: scope)
        continue
      }
      let stored = try value.map { (value) throws(EngineFailure) in
        try assigned(value, to: column, of: id)
      }
      result.append(BoundAssignment(column: column, value: stored))
    }
    var seen: Set<Int> = []
    for assignment in result where !seen.insert(assignment.column).inserted {
      throw .postgres(
        PostgresError(
          .syntaxError,
          "multiple assignments to same column \"\(columnNames[assignment.column])\""))
    }
    return result
  }

  /// Parts of one column add up, each over what those before have made of it.
  private mutating func add(
    _ part: [SQLPartStep], of column: Int, of id: RelationID, _ value: BoundExpression?,
    to list: inout [BoundAssignment], in scope: Scope
  ) throws(EngineFailure) {
    let earlier = list.firstIndex {
      $0.column == column && $0.value?.isOfParts == true
    }
    guard let type = names.columnTypes(of: id)[column] else {
      throw undecided("the type of column `\(names.columnNames(of: id)[column])`")
    }
    let stored = BoundExpression.column(
      ColumnPosition(level: 0, source: 0, column: column), type)
    let whole = try assigned(
      part, of: earlier.flatMap { list[$0].value } ?? stored, to: value,
      column: names.columnNames(of: id)[column], in: scope)
    if let earlier {
      list[earlier].value = whole
    } else {
      list.append(BoundAssignment(column: column, value: whole))
    }
  }

  private mutating func value(
    of assignment: SQLUpdate.Assignment, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression? {
    guard let row = assignment.row else {
      return try assignment.value.map { (written) throws(EngineFailure) in
        try expression(written, in: scope)
      }
    }
    var query = try self.query(row.query, inside: scope)
    guard query.targets.count == row.width else {
      throw .postgres(
        PostgresError(.syntaxError, "number of columns does not match number of values"))
    }
    // Each column asks the query for its own field; the query finds the same row each time.
    guard !query.isDistinct, query.values == nil else {
      throw undecided("SET of several columns from DISTINCT or VALUES")
    }
    query.targets = [query.targets[row.field]]
    return .scalarQuery(query, query.targets[0].expression.type)
  }
}
