public import AccessModel

extension Binder {
  func lockWords(_ query: SQLQuery) -> String { query.locks?.first?.strength.rawValue ?? "" }

  /// The sources that FOR UPDATE and its kin lock. RULES 15, 39, 58.
  ///
  /// Source: `transformLockingClause()` and `CheckSelectLocking()` in `analyze.c`.
  mutating func lockedSources(
    _ locks: [SQLRowLock]?, _ select: SQLSelect, in scope: Scope
  ) throws(EngineFailure) -> Set<Int> {
    var result: Set<Int> = []
    for lock in locks ?? [] {
      let word = lock.strength.rawValue
      let strength = lock.strength
      let refusals = [
        ("DISTINCT clause", select.isDistinct || select.distinctOn != nil),
        ("GROUP BY clause", !select.groupBy.isEmpty || select.groupingSets != nil),
        ("HAVING clause", select.having != nil),
        ("aggregate functions", scope.aggregates?.isEmpty == false),
        ("window functions", scope.windows?.isEmpty == false),
        ("set-returning functions in the target list", scope.setFunctions?.isEmpty == false),
      ]
      if let what = refusals.first(where: \.1)?.0 {
        throw .postgres(
          PostgresError(.featureNotSupported, "\(word) is not allowed with \(what)"))
      }
      guard !lock.sources.isEmpty else {
        for index in scope.sources.indices where try lockSource(index, strength, in: scope) {
          result.insert(index)
        }
        continue
      }
      for name in lock.sources { result.formUnion(try locked(name, strength, in: scope)) }
    }
    return result
  }

  private func locked(
    _ name: String, _ strength: SQLRowLock.Strength, in scope: Scope
  ) throws(EngineFailure) -> Set<Int> {
    let word = strength.rawValue
    guard let index = scope.sources.firstIndex(where: { $0.alias == name }) else {
      throw .postgres(
        PostgresError(
          .undefinedTable, "relation \"\(name)\" in \(word) clause not found in FROM clause"))
    }
    guard try lockSource(index, strength, in: scope) else {
      let what =
        switch scope.sources[index].kind {
        case .function: "a function"
        case .commonTable: "a WITH query"
        default: "VALUES"
        }
      throw .postgres(
        PostgresError(.featureNotSupported, "\(word) cannot be applied to \(what)"))
    }
    return [index]
  }

  /// False for what has no rows of its own to lock.
  private func lockSource(
    _ index: Int, _ strength: SQLRowLock.Strength, in scope: Scope
  ) throws(EngineFailure) -> Bool {
    switch scope.sources[index].kind {
    case .relation(var relation):
      relation.lock = strength
      scope.sources[index].kind = .relation(relation)
      return true
    case .query(var query):
      guard query.values == nil else { return false }
      try lockAll(&query, strength)
      scope.sources[index].kind = .query(query)
      return true
    case .function, .commonTable, .system: return false
    }
  }

  /// A lock on a subquery is one on everything in it.
  private func lockAll(
    _ query: inout BoundQuery, _ strength: SQLRowLock.Strength
  ) throws(EngineFailure) {
    try query.requireLockable(strength)
    for index in query.sources.indices {
      switch query.sources[index].kind {
      case .relation(var relation):
        relation.lock = strength
        query.sources[index].kind = .relation(relation)
      case .query(var inner):
        guard inner.values == nil else { continue }
        try lockAll(&inner, strength)
        query.sources[index].kind = .query(inner)
      case .function, .commonTable, .system: continue
      }
      query.lockedSources.insert(index)
    }
  }
}

extension BoundQuery {
  /// Fails where the rows of a query are no rows of a table, which only those can be locked.
  ///
  /// Source: `CheckSelectLocking()` in `src/backend/parser/analyze.c`.
  public func requireLockable(_ strength: SQLRowLock.Strength) throws(EngineFailure) {
    let refusals = [
      ("UNION/INTERSECT/EXCEPT", setOperation != nil),
      ("DISTINCT clause", isDistinct || distinctOn != nil),
      ("GROUP BY clause", grouping?.keys.isEmpty == false),
      ("HAVING clause", grouping?.having != nil),
      ("aggregate functions", grouping != nil),
      ("window functions", !windows.isEmpty),
      ("set-returning functions in the target list", !setFunctions.isEmpty),
    ]
    if let what = refusals.first(where: \.1)?.0 {
      throw .postgres(
        PostgresError(.featureNotSupported, "\(strength.rawValue) is not allowed with \(what)"))
    }
  }
}
