import AccessModel

extension Binder {
  enum JoinCondition {
    case on(SQLExpression?)
    case using([String])
    case natural
  }

  /// Source: the part of `transformFromClauseItem()` for joins.
  mutating func join(
    _ kind: SQLJoinKind, _ left: SQLFromItem, _ right: SQLFromItem, _ condition: JoinCondition,
    in scope: Scope
  ) throws(EngineFailure) -> BoundJoin {
    let start = scope.namespace.count
    let boundLeft = try fromItem(left, in: scope)
    let middle = scope.namespace.count
    for index in start..<middle {
      scope.namespace[index].isReferable =
        scope.namespace[index].isReferable && kind != .right && kind != .full
    }
    let referable = scope.namespace[..<start].map(\.isReferable)
    let boundRight = try fromItem(right, in: scope)
    for index in start..<scope.namespace.count { scope.namespace[index].isReferable = true }
    for (index, value) in referable.enumerated() { scope.namespace[index].isReferable = value }

    let columns = [start..<middle, middle..<scope.namespace.count].map { range in
      scope.namespace[range].filter(\.showsColumns).flatMap(\.columns)
    }
    let (bound, joined) = try conditions(
      condition, kind, columns[0], columns[1], from: start, in: scope)
    for index in start..<scope.namespace.count { scope.namespace[index].showsColumns = false }
    scope.namespace.append(
      NamespaceItem(name: "unnamed_join", source: nil, columns: joined, isNamed: false))
    let boundKind: BoundJoin.Kind =
      switch kind {
      case .inner, .cross: .inner
      case .left: .left
      case .right: .right
      case .full: .full
      }
    if boundKind == .left || boundKind == .full { scope.nullable.formUnion(boundRight.sources) }
    if boundKind == .right || boundKind == .full { scope.nullable.formUnion(boundLeft.sources) }
    return .join(boundKind, boundLeft, boundRight, condition: bound)
  }

  /// The condition, and the columns of the join.
  private mutating func conditions(
    _ condition: JoinCondition, _ kind: SQLJoinKind, _ left: [NamespaceColumn],
    _ right: [NamespaceColumn], from start: Int, in scope: Scope
  ) throws(EngineFailure) -> (BoundExpression?, [NamespaceColumn]) {
    switch condition {
    case .on(let written):
      let bound = try written.map { (expression) throws(EngineFailure) in
        try on(expression, from: start, in: scope)
      }
      return (bound, left + right)
    case .natural:
      let shared = left.map(\.name).filter { name in right.contains { $0.name == name } }
      var seen: Set<String> = []
      return try using(
        shared.filter { seen.insert($0).inserted }, kind, left, right, in: scope)
    case .using(let columns): return try using(columns, kind, left, right, in: scope)
    }
  }

  /// ON sees the sources of its own join only.
  private mutating func on(
    _ written: SQLExpression, from start: Int, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    let (outside, clause) = (scope.namespace, scope.clause)
    scope.namespace = Array(outside[start...])
    scope.clause = .joins
    defer { (scope.namespace, scope.clause) = (outside, clause) }
    return try condition(written, "JOIN/ON", in: scope)
  }

  /// Source: `transformJoinUsingClause()` and `buildMergedJoinVar()` in `parse_clause.c`.
  private mutating func using(
    _ columns: [String], _ kind: SQLJoinKind, _ left: [NamespaceColumn],
    _ right: [NamespaceColumn], in scope: Scope
  ) throws(EngineFailure) -> (BoundExpression?, [NamespaceColumn]) {
    var conditions: [BoundExpression] = []
    var merged: [NamespaceColumn] = []
    for (index, name) in columns.enumerated() {
      guard !columns[..<index].contains(name) else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42701"),
            "column name \"\(name)\" appears more than once in USING clause"))
      }
      let first = try column(name, of: left, "left", in: scope)
      let second = try column(name, of: right, "right", in: scope)
      conditions.append(try joined(first, second))
      merged.append(
        NamespaceColumn(name: name, meaning: .merged(try merge(kind, first, second))))
    }
    let rest = (left + right).filter { !columns.contains($0.name) }
    let condition: BoundExpression? =
      conditions.count > 1 ? .and(conditions) : conditions.first
    return (condition, merged + rest)
  }

  /// 15 first finds the type of what both become, 16 how they compare.
  private func joined(
    _ first: BoundExpression, _ second: BoundExpression
  ) throws(EngineFailure) -> BoundExpression {
    do throws(EngineFailure) {
      return try compare(.equal, first, second, written: "=")
    } catch {
      guard case .postgres = error else { throw error }
      do throws(EngineFailure) {
        _ = try commonType([first, second], "JOIN/USING")
      } catch {
        throw .undecided(
          Undecided("the error of JOIN USING columns that do not compare", isRefusal: true))
      }
      throw error
    }
  }

  private func column(
    _ name: String, of columns: [NamespaceColumn], _ side: String, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    let found = columns.filter { $0.name == name }
    guard let column = found.first else {
      throw .postgres(
        PostgresError(
          .undefinedColumn,
          "column \"\(name)\" specified in USING clause does not exist in \(side) table"))
    }
    guard found.count == 1 else {
      throw .postgres(
        PostgresError(
          .ambiguousColumn,
          "common column name \"\(name)\" appears more than once in \(side) table"))
    }
    return try scope.reference(column, name, level: 0)
  }

  /// The side that is never filled up with NULLs; of a FULL join, whichever is there.
  private func merge(
    _ kind: SQLJoinKind, _ left: BoundExpression, _ right: BoundExpression
  ) throws(EngineFailure) -> BoundExpression {
    let type = try commonType([left, right], "JOIN/USING")
    let (first, second) = (
      try coerce(left, to: type, .implicit), try coerce(right, to: type, .implicit)
    )
    switch kind {
    case .left: return first
    case .right: return second
    case .full: return .coalesce([first, second], type: type)
    case .inner, .cross:
      if case .column = first { return first }
      if case .column = second { return second }
      return first
    }
  }
}
