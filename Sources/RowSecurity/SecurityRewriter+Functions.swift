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
    return result
  }
}

extension BoundQuery {
  /// The query with everything that it reads locked, as a lock on a view does. RULES 58.
  ///
  /// Source: `markQueryForLocking()` in `rewriteHandler.c`.
  var locked: BoundQuery {
    var result = self
    for index in result.sources.indices {
      switch result.sources[index].kind {
      case .relation(var relation):
        relation.isLocked = true
        result.sources[index].kind = .relation(relation)
      case .query(let inner): result.sources[index].kind = .query(inner.locked)
      case .function, .commonTable, .system: break
      }
    }
    return result
  }
}
