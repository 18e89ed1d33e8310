import AccessModel

extension SQLWriter {
  /// The outermost level of a query. Its lines are those of the group it stands in.
  func unfold(_ query: SQLQuery) -> Document {
    var parts: [Document]
    let hasTail = !query.orderBy.isEmpty || query.limit != nil || query.offset != nil
    switch query.body {
    case .select(let select): parts = clauses(select)
    case .values(let rows): parts = [values(rows.map { $0.map { .expression($0) } })]
    case .unread(let text):
      let body = Document.verbatim(text)
      parts = hasTail ? [.text("("), body, .text(")")] : [body]
    }
    if !query.orderBy.isEmpty {
      parts += [.line, clause("ORDER BY", query.orderBy.map(document))]
    }
    if let limit = query.limit { parts += [.line, clause("LIMIT", [.expression(limit)])] }
    if let offset = query.offset { parts += [.line, clause("OFFSET", [.expression(offset)])] }
    return .joined(parts)
  }

  private func clauses(_ select: SQLSelect) -> [Document] {
    let word = select.isDistinct ? "SELECT DISTINCT" : "SELECT"
    var parts = [clause(word, select.targets.map(document))]
    if !select.from.isEmpty { parts += [.line, clause("FROM", select.from.map(joins))] }
    if let condition = select.condition { parts += [.line, clause("WHERE", condition)] }
    if !select.groupBy.isEmpty {
      parts += [.line, clause("GROUP BY", select.groupBy.map { .expression($0) })]
    }
    if let having = select.having { parts += [.line, clause("HAVING", having)] }
    return parts
  }

  /// `WORD a, b`; the items stand below the word if they do not fit beside it.
  func clause(_ word: String, _ items: [Document]) -> Document {
    if items.isEmpty { return .text(word) }
    // One item breaks inside itself sooner than after the word.
    if items.count == 1 { return .joined([.text(word + " ")] + items) }
    return .group([.text(word), .nested([.line, .list(items)])])
  }

  /// `WHERE a AND b`, with each AND on a line of its own below, if they do not fit beside it.
  func clause(_ word: String, _ condition: SQLExpression) -> Document {
    .joined([.text(word + " "), .nested([.expression(condition)])])
  }

  /// An item of FROM with its joins on lines further in.
  func joins(_ item: SQLFromItem) -> Document { .nested([.from(item)]) }

  func values(_ rows: [[Document]]) -> Document {
    let tuples = rows.map { row in
      Document.joined([.text("("), .list(row), .text(")")])
    }
    return clause("VALUES", tuples)
  }

  func document(_ target: SQLTarget) -> Document {
    switch target {
    case .star(let qualifier):
      return .text(qualifier.map { "\(quoteIdentifier($0)).*" } ?? "*")
    case .expression(let expression, let name):
      guard let name else { return .expression(expression) }
      if case .column(_, name) = expression.simplified { return .expression(expression) }
      return .joined([.expression(expression), .text(" AS \(quoteIdentifier(name))")])
    }
  }

  private func document(_ order: SQLOrder) -> Document {
    let nulls = order.nullsFirst.map { $0 ? " NULLS FIRST" : " NULLS LAST" } ?? ""
    return .joined([
      .expression(order.expression), .text((order.isDescending ? " DESC" : "") + nulls),
    ])
  }
}
