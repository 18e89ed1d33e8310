import AccessModel

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
        for index in scope.sources.indices where try lockSource(index, word, in: scope) {
          result.insert(index)
        }
        continue
      }
      for name in lock.sources { result.formUnion(try locked(name, word, in: scope)) }
    }
    return result
  }

  private func locked(
    _ name: String, _ word: String, in scope: Scope
  ) throws(EngineFailure) -> Set<Int> {
    guard let index = scope.sources.firstIndex(where: { $0.alias == name }) else {
      throw .postgres(
        PostgresError(
          .undefinedTable, "relation \"\(name)\" in \(word) clause not found in FROM clause"))
    }
    guard try lockSource(index, word, in: scope) else {
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
    _ index: Int, _ word: String, in scope: Scope
  ) throws(EngineFailure) -> Bool {
    switch scope.sources[index].kind {
    case .relation(var relation):
      relation.isLocked = true
      scope.sources[index].kind = .relation(relation)
      return true
    case .query(var query):
      guard query.values == nil else { return false }
      try lockAll(&query, word)
      scope.sources[index].kind = .query(query)
      return true
    case .function, .commonTable, .system: return false
    }
  }

  /// A lock on a subquery is one on everything in it.
  private func lockAll(_ query: inout BoundQuery, _ word: String) throws(EngineFailure) {
    let refusals = [
      ("UNION/INTERSECT/EXCEPT", query.setOperation != nil),
      ("DISTINCT clause", query.isDistinct || query.distinctOn != nil),
      ("GROUP BY clause", query.grouping?.keys.isEmpty == false),
      ("HAVING clause", query.grouping?.having != nil),
      ("aggregate functions", query.grouping != nil),
      ("window functions", !query.windows.isEmpty),
      ("set-returning functions in the target list", !query.setFunctions.isEmpty),
    ]
    if let what = refusals.first(where: \.1)?.0 {
      throw .postgres(
        PostgresError(.featureNotSupported, "\(word) is not allowed with \(what)"))
    }
    for index in query.sources.indices {
      switch query.sources[index].kind {
      case .relation(var relation):
        relation.isLocked = true
        query.sources[index].kind = .relation(relation)
      case .query(var inner):
        guard inner.values == nil else { continue }
        try lockAll(&inner, word)
        query.sources[index].kind = .query(inner)
      case .function, .commonTable, .system: continue
      }
      query.lockedSources.insert(index)
    }
  }
}
