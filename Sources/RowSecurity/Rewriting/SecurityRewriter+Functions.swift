import AccessModel
import SQLBinding

extension SecurityRewriter {
  mutating func expressions(
    _ list: [BoundExpression], as role: String
  ) throws(EngineFailure) -> [BoundExpression] {
    var result: [BoundExpression] = []
    for item in list { result.append(try expression(item, as: role)) }
    return result
  }

  mutating func call(
    _ call: BoundSetCall, as role: String
  ) throws(EngineFailure) -> BoundSetCall {
    switch call {
    case .builtin(let builtin, let arguments):
      .builtin(builtin, try expressions(arguments, as: role))
    case .function(let index, let arguments):
      .function(index: index, try expressions(arguments, as: role))
    case .scalar(let value): .scalar(try expression(value, as: role))
    }
  }

  mutating func window(
    _ window: BoundWindow, as role: String
  ) throws(EngineFailure) -> BoundWindow {
    var result = window
    switch window.function {
    case .builtin(let builtin, let arguments):
      result.function = .builtin(builtin, try expressions(arguments, as: role))
    case .aggregate(let aggregate):
      result.function = .aggregate(
        try aggregate.mapExpressions { (part) throws(EngineFailure) in
          try expression(part, as: role)
        })
    }
    result.partitionBy = try expressions(window.partitionBy, as: role)
    for index in result.orderBy.indices {
      result.orderBy[index].expression = try expression(
        result.orderBy[index].expression, as: role)
    }
    result.frame = try window.frame?.mapOffsets { (offset) throws(EngineFailure) in
      try expression(offset, as: role)
    }
    return result
  }
}

extension BoundQuery {
  /// Rows that an outer join makes up can't be locked. Conditions may turn it into an inner join,
  /// which is the planner's to say. `isWhole`: no query is around it that may have some.
  ///
  /// Source: `make_outerjoininfo()` in `initsplan.c`.
  func requireLocksOfRows(isWhole: Bool) throws(EngineFailure) {
    for index in joins.flatMap(\.nullableSources) where sources.indices.contains(index) {
      guard case .relation(let relation) = sources[index].kind, let lock = relation.lock else {
        continue
      }
      let what = "\(lock.rawValue) cannot be applied to the nullable side of an outer join"
      guard isWhole, condition == nil else { throw .undecided(Undecided(what)) }
      throw .postgres(PostgresError(.featureNotSupported, what))
    }
  }

  /// Whether a lock on it is one on anything.
  var locksSources: Bool {
    setOperation == nil
      && sources.contains { source in
        switch source.kind {
        case .relation, .query: true
        case .function, .commonTable, .system: false
        }
      }
  }

  /// The query with everything that it reads locked, as a lock on a view does. RULES 58.
  ///
  /// Source: `markQueryForLocking()` in `rewriteHandler.c`.
  func locked(_ lock: SQLRowLock.Strength) -> BoundQuery {
    // UNION and its kin have no FROM of their own.
    guard setOperation == nil else { return self }
    var result = self
    for index in result.sources.indices {
      switch result.sources[index].kind {
      case .relation(var relation):
        relation.lock = lock
        result.sources[index].kind = .relation(relation)
      case .query(let inner): result.sources[index].kind = .query(inner.locked(lock))
      case .function, .commonTable, .system: break
      }
    }
    return result
  }
}

extension BoundJoin {
  /// The sources whose rows may be made up of NULLs.
  fileprivate var nullableSources: [Int] {
    guard case .join(let kind, let left, let right, _) = self else { return [] }
    switch kind {
    case .inner: return left.nullableSources + right.nullableSources
    case .left: return left.nullableSources + right.all
    case .right: return left.all + right.nullableSources
    case .full: return left.all + right.all
    }
  }

  private var all: [Int] {
    switch self {
    case .source(let number): [number]
    case .join(_, let left, let right, _): left.all + right.all
    }
  }
}
