import AccessModel

extension Query {
  /// `JOIN source ON condition`.
  public func join(_ source: some Relation, on condition: Condition) -> Query {
    changed {
      $0.joins.append(Join(kind: .inner, source: QuerySource(source), condition: condition))
    }
  }

  /// `LEFT JOIN source ON condition`: rows without a match stay, with NULLs.
  public func leftJoin(_ source: some Relation, on condition: Condition) -> Query {
    changed {
      $0.joins.append(Join(kind: .left, source: QuerySource(source), condition: condition))
    }
  }

  /// `WHERE condition`; given twice, both must hold.
  public func `where`(_ condition: Condition) -> Query {
    changed { query in query.condition = query.condition.map { $0 && condition } ?? condition }
  }

  /// `GROUP BY expressions`.
  public func group(by expressions: any TypedExpression...) -> Query {
    changed { $0.groupBy += expressions.map(\.lazy) }
  }

  /// `HAVING condition`; given twice, both must hold.
  public func having(_ condition: Condition) -> Query {
    changed { query in query.having = query.having.map { $0 && condition } ?? condition }
  }

  /// The view's columns, each as `expression.as(column)`; in the order the view declares them,
  /// whatever the order here.
  public func select(_ outputs: QueryOutput...) -> Query {
    changed { $0.outputs += outputs }
  }

  /// `SELECT DISTINCT`.
  public func distinct() -> Query { changed { $0.isDistinct = true } }

  /// `ORDER BY expression`, after what is already ordered by.
  public func order(by expression: some TypedExpression, descending: Bool = false) -> Query {
    changed { $0.order.append(Order(expression: expression.lazy, isDescending: descending)) }
  }
}
