import AccessModel

extension Binder {
  mutating func insert(_ insert: SQLInsert) throws(EngineFailure) -> BoundInsert {
    let id = try relation(schema: insert.relation.schema, insert.relation.name)
    let columnNames = names.columnNames(of: id)
    let listed = try insert.columns.map { (list) throws(EngineFailure) in
      try insertTargets(list, insert.parts, in: columnNames, of: insert.relation)
    }
    let target = self.source(id, alias: insert.relation.alias ?? insert.relation.name)
    let (targets, source) = try besides(target) { (binder) throws(EngineFailure) in
      try binder.inserted(insert.source, into: id, listed)
    }
    let scope = Scope(names, inside: statementScope)
    try scope.add(target, hasAlias: insert.relation.alias != nil)
    let conflict = try insert.onConflict.map { (written) throws(EngineFailure) in
      try self.conflict(written, of: insert.relation, id, in: scope)
    }
    let (returning, rows) = try returning(
      insert.returning, insert.returnedNames, of: id, in: scope)
    return BoundInsert(
      target: BoundTargetRelation(id, readColumns: scope.used[0]), columns: targets.columns,
      source: source, conflict: conflict, overriding: insert.overriding, returning: returning,
      returnedRows: rows)
  }

  /// What is inserted can't name the target, which errors tell.
  private mutating func besides<Result>(
    _ target: BoundSource, _ body: (inout Binder) throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    let around = statementScope
    let scope = around ?? Scope(names, inside: nil)
    scope.outOfReach.append(target)
    statementScope = scope
    defer {
      scope.outOfReach.removeLast()
      statementScope = around
    }
    return try body(&self)
  }

  private mutating func inserted(
    _ source: SQLInsert.Source, into id: RelationID, _ listed: [InsertTarget]?
  ) throws(EngineFailure) -> ([InsertTarget], BoundInsert.Source) {
    let columns = names.columnNames(of: id).indices
    switch source {
    case .defaultValues: return ([], .values([[]]))
    case .values(let rows):
      let width =
        try rows.first.map { (row) throws(EngineFailure) in
          try starsExpanded(row, in: Scope(names, inside: statementScope)).count
        } ?? 0
      let targets = listed ?? columns.prefix(width).map { InsertTarget(column: $0) }
      return (targets, try values(rows, into: id, targets))
    case .query(let query):
      let bound = try self.query(query, inside: statementScope, resolvesUnknowns: false)
      let targets =
        listed ?? columns.prefix(bound.targets.count).map { InsertTarget(column: $0) }
      return (targets, .query(try converted(bound, into: id, targets)))
    }
  }

  /// One row alone is a select list, in which functions may give several rows.
  ///
  /// Source: `transformInsertStmt()` in `src/backend/parser/analyze.c`.
  private mutating func values(
    _ rows: [[SQLExpression?]], into id: RelationID, _ targets: [InsertTarget]
  ) throws(EngineFailure) -> BoundInsert.Source {
    let before = self
    let scope = Scope(names, inside: statementScope)
    scope.clause = .values
    do throws(EngineFailure) {
      return .values(try insertedRows(rows, into: id, targets, in: scope))
    } catch {
      guard rows.count == 1, scope.clauseWithoutSets == .values else { throw error }
      let list = rows[0].compactMap { $0 }
      guard list.count == rows[0].count, list.count == targets.count else {
        throw undecided("DEFAULT beside a function that gives several rows")
      }
      self = before
      let query = SQLQuery(SQLSelect(list.map { .expression($0, name: nil) }))
      let bound = try self.query(query, inside: statementScope, resolvesUnknowns: false)
      return .query(try converted(bound, into: id, targets))
    }
  }

  private mutating func insertedRows(
    _ rows: [[SQLExpression?]], into id: RelationID, _ targets: [InsertTarget], in scope: Scope
  ) throws(EngineFailure) -> [[BoundExpression?]] {
    var result: [[BoundExpression?]] = []
    var length: Int?
    for row in rows {
      var bound: [BoundExpression?] = []
      for value in try starsExpanded(row, in: scope) {
        bound.append(
          try value.map { (written) throws(EngineFailure) in try expression(written, in: scope) })
      }
      guard length == nil || bound.count == length else {
        throw .postgres(
          PostgresError(.syntaxError, "VALUES lists must all be the same length"))
      }
      length = bound.count
      try requireSameCount(bound.count, targets.count)
      result.append(try stored(bound, in: targets, of: id, scope))
    }
    return result
  }

  /// `name.*` stands for all columns. Source: `transformExpressionList()` in `parse_target.c`.
  func starsExpanded(
    _ row: [SQLExpression?], in scope: Scope
  ) throws(EngineFailure) -> [SQLExpression?] {
    var result: [SQLExpression?] = []
    for value in row {
      guard case .wholeRow(let qualifier)? = value else {
        result.append(value)
        continue
      }
      var current: Scope? = scope
      var columns: [NamespaceColumn]?
      while let found = current, columns == nil {
        columns = try found.item(named: qualifier)?.columns
        current = found.parent
      }
      guard let columns else {
        let fields = try variables?.lookUp([qualifier])?.type.fields
        result +=
          fields?.map { .column(qualifier: qualifier, name: $0.name) } ?? [value]
        continue
      }
      result += columns.map { .column(qualifier: qualifier, name: $0.name) }
    }
    return result
  }

  /// Values for the columns, parts of one column put together.
  private mutating func stored(
    _ values: [BoundExpression?], in targets: [InsertTarget], of id: RelationID, _ scope: Scope
  ) throws(EngineFailure) -> [BoundExpression?] {
    let columns = targets.columns
    var result = [BoundExpression?](repeating: nil, count: columns.count)
    for (value, target) in zip(values, targets) {
      guard let place = columns.firstIndex(of: target.column) else { continue }
      guard target.part.isEmpty else {
        let name = names.columnNames(of: id)[target.column]
        guard let type = names.columnTypes(of: id)[target.column] else {
          throw undecided("the type of column `\(name)`")
        }
        result[place] = try assigned(
          target.part, of: result[place] ?? .constant(.null, type), to: value, column: name,
          in: scope)
        continue
      }
      result[place] = try value.map { (value) throws(EngineFailure) in
        try assigned(value, to: target.column, of: id)
      }
    }
    return result
  }

  private mutating func converted(
    _ query: BoundQuery, into id: RelationID, _ targets: [InsertTarget]
  ) throws(EngineFailure) -> BoundQuery {
    try requireSameCount(query.targets.count, targets.count)
    guard targets.allSatisfy(\.part.isEmpty) else {
      guard query.values == nil, !query.isDistinct else {
        throw undecided("INSERT into parts of columns from VALUES or DISTINCT")
      }
      let values = try stored(
        query.targets.map(\.expression), in: targets, of: id,
        Scope(names, inside: statementScope))
      var result = query
      result.targets = zip(targets.columns, values).map { column, value in
        BoundTarget(names.columnNames(of: id)[column], value ?? .constant(.null, .unknown))
      }
      return result
    }
    var result = query
    for (index, target) in targets.enumerated() {
      let value = try assigned(query.targets[index].expression, to: target.column, of: id)
      if query.values != nil, value.type != query.targets[index].expression.type {
        throw undecided("INSERT from VALUES of another type")
      }
      result.targets[index].expression = value
    }
    return result
  }

  /// Source: `checkInsertTargets()` in `parse_target.c`.
  private func insertTargets(
    _ list: [String], _ parts: [[SQLPartStep]], in columnNames: [String],
    of relation: SQLRelationName
  ) throws(EngineFailure) -> [InsertTarget] {
    guard !parts.isEmpty else {
      return try positions(list, in: columnNames, of: relation).map { InsertTarget(column: $0) }
    }
    var result: [InsertTarget] = []
    for (name, part) in zip(list, parts) {
      let column = try position(name, in: columnNames, of: relation)
      let isTwice = result.contains { $0.column == column && ($0.part.isEmpty || part.isEmpty) }
      guard !isTwice else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42701"), "column \"\(name)\" specified more than once"))
      }
      result.append(InsertTarget(column: column, part: part))
    }
    return result
  }
}

/// One item of the column list of an INSERT.
private struct InsertTarget {
  var column: Int
  var part: [SQLPartStep] = []
}

extension [InsertTarget] {
  /// Each column once.
  fileprivate var columns: [Int] {
    reduce(into: []) { if !$0.contains($1.column) { $0.append($1.column) } }
  }
}
