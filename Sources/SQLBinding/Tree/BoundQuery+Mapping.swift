extension BoundExpression {
  /// The same expression with every column replaced, those inside subqueries too.
  ///
  /// `transform` is told how many queries lie between the start of the walk and the column: a column
  /// whose level is that number belongs to the query that the walk started in.
  public func mapColumns(
    depth: Int = 0, _ transform: (ColumnPosition, DataType, Int) -> BoundExpression
  ) -> BoundExpression {
    // Subqueries first: what a column is replaced by is not walked again.
    mapQueries { $0.mapColumns(depth: depth + 1, transform) }.replacingLeaves {
      guard case .column(let position, let type) = $0 else { return nil }
      return transform(position, type, depth)
    }
  }

  /// The same expression with the columns of a source of its own query replaced by expressions over
  /// that source: so a statement on a view becomes one on what lies below.
  ///
  /// Source: `ReplaceVarsFromTargetList()` in `src/backend/rewrite/rewriteManip.c`.
  public func replacing(source: Int, by expressions: [BoundExpression]) -> BoundExpression {
    mapColumns { position, type, depth in
      guard position.level == depth, position.source == source,
        expressions.indices.contains(position.column)
      else { return .column(position, type) }
      return expressions[position.column].mapColumns { inner, type, innerDepth in
        guard inner.level == innerDepth else { return .column(inner, type) }
        return .column(
          ColumnPosition(level: inner.level + depth, source: source, column: inner.column), type)
      }
    }
  }

  /// As written for the only source of its own, over one among several.
  public func atSource(_ source: Int) -> BoundExpression {
    guard source != 0 else { return self }
    return mapColumns { position, type, depth in
      guard position.level == depth, position.source == 0 else { return .column(position, type) }
      return .column(
        ColumnPosition(level: position.level, source: source, column: position.column), type)
    }
  }
}

extension BoundQuery {
  /// As for expressions. Queries in FROM and WITH count as one query further in.
  public func mapColumns(
    depth: Int, _ transform: (ColumnPosition, DataType, Int) -> BoundExpression
  ) -> BoundQuery {
    var result = mapExpressions { $0.mapColumns(depth: depth, transform) }
    for index in result.sources.indices {
      guard case .query(let inner) = result.sources[index].kind else { continue }
      result.sources[index].kind = .query(inner.mapColumns(depth: depth + 1, transform))
    }
    for index in result.commonTables.indices {
      guard case .query(let inner) = result.commonTables[index].statement else { continue }
      result.commonTables[index].statement = .query(inner.mapColumns(depth: depth + 1, transform))
    }
    return result
  }

  /// The same query with `$n` replaced by the n-th argument, those inside of subqueries too.
  ///
  /// The arguments speak of the sources of the query around it, which is `depth` queries further out.
  public func substitutingParameters(
    _ arguments: [BoundExpression], depth: Int = 1
  ) -> BoundQuery {
    var result = mapExpressions { $0.substitutingParameters(arguments, depth: depth) }
    for index in result.sources.indices {
      guard case .query(let inner) = result.sources[index].kind else { continue }
      result.sources[index].kind = .query(
        inner.substitutingParameters(arguments, depth: depth + 1))
    }
    for index in result.commonTables.indices {
      guard case .query(let inner) = result.commonTables[index].statement else { continue }
      result.commonTables[index].statement = .query(
        inner.substitutingParameters(arguments, depth: depth + 1))
    }
    return result
  }

  /// The same query with each expression that stands directly in it replaced.
  public func mapExpressions(_ transform: (BoundExpression) -> BoundExpression) -> BoundQuery {
    var result = self
    for index in targets.indices {
      result.targets[index].expression = transform(targets[index].expression)
    }
    result.orderBy = orderBy.map { $0.map(transform) }
    result.distinctOn = distinctOn?.map(transform)
    result.joins = joins.map { $0.mapConditions(transform) }
    result.condition = condition.map(transform)
    result.limit = limit.map(transform)
    result.offset = offset.map(transform)
    result.values = values?.map { $0.map(transform) }
    result.windows = windows.map { $0.map(transform) }
    for index in setFunctions.indices {
      result.setFunctions[index].call = setFunctions[index].call.map(transform)
    }
    for index in sources.indices {
      guard case .function(var function) = sources[index].kind else { continue }
      function.call = function.call.map(transform)
      result.sources[index].kind = .function(function)
    }
    if let grouping {
      result.grouping?.keys = grouping.keys.map(transform)
      result.grouping?.aggregates = grouping.aggregates.map { $0.mapExpressions(transform) }
      result.grouping?.having = grouping.having.map(transform)
    }
    return result
  }
}

extension BoundExpression {
  fileprivate func substitutingParameters(
    _ arguments: [BoundExpression], depth: Int
  ) -> BoundExpression {
    mapQueries { $0.substitutingParameters(arguments, depth: depth + 1) }
      .substituting(arguments.map { $0.shifted(by: depth) })
  }
}

extension BoundJoin {
  public func mapConditions<Failure: Error>(
    _ transform: (BoundExpression) throws(Failure) -> BoundExpression
  ) throws(Failure) -> BoundJoin {
    switch self {
    case .source: return self
    case .join(let kind, let left, let right, let condition):
      let left = try left.mapConditions(transform)
      let right = try right.mapConditions(transform)
      guard let condition else { return .join(kind, left, right, condition: nil) }
      return .join(kind, left, right, condition: try transform(condition))
    }
  }
}

extension BoundOrder {
  fileprivate func map(_ transform: (BoundExpression) -> BoundExpression) -> BoundOrder {
    var result = self
    result.expression = transform(expression)
    return result
  }
}

extension BoundSetCall {
  fileprivate func map(_ transform: (BoundExpression) -> BoundExpression) -> BoundSetCall {
    switch self {
    case .builtin(let builtin, let arguments): .builtin(builtin, arguments.map(transform))
    case .function(let index, let arguments): .function(index: index, arguments.map(transform))
    case .scalar(let expression): .scalar(transform(expression))
    }
  }
}

extension BoundWindow {
  fileprivate func map(_ transform: (BoundExpression) -> BoundExpression) -> BoundWindow {
    var result = self
    result.partitionBy = partitionBy.map(transform)
    result.orderBy = orderBy.map { $0.map(transform) }
    result.frame = frame?.mapOffsets(transform)
    result.function =
      switch function {
      case .builtin(let builtin, let arguments): .builtin(builtin, arguments.map(transform))
      case .aggregate(let aggregate): .aggregate(aggregate.mapExpressions(transform))
      }
    return result
  }
}
