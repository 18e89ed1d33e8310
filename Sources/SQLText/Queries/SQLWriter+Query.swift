import AccessModel

extension SQLWriter {
  /// The outermost level of a query. Its lines are those of the group it stands in.
  func unfold(_ query: SQLQuery) -> Document {
    var parts: [Document]
    let hasTail =
      !query.orderBy.isEmpty || query.limit != nil || query.offset != nil || query.locks != nil
    switch query.body {
    case .select(let select): parts = clauses(select)
    case .setOperation(let operation):
      let word = operation.kind.rawValue + (operation.isAll ? " ALL" : "")
      parts = [operand(operation.left), .line, .text(word), .line, operand(operation.right)]
    case .values(let rows): parts = [values(rows.map { $0.map { .expression($0) } })]
    case .unread(let text):
      let body = Document.verbatim(text)
      parts = hasTail ? [.text("("), body, .text(")")] : [body]
    }
    if let with = query.with { parts = [document(with), .line] + parts }
    if !query.orderBy.isEmpty {
      parts += [.line, clause("ORDER BY", query.orderBy.map(document))]
    }
    if let limit = query.limit, query.withTies != true {
      parts += [.line, clause("LIMIT", [.expression(limit)])]
    }
    if let offset = query.offset { parts += [.line, clause("OFFSET", [.expression(offset)])] }
    if let limit = query.limit, query.withTies == true {
      parts += [
        .line, .text("FETCH FIRST ("), .expression(limit), .text(") ROWS WITH TIES"),
      ]
    }
    for lock in query.locks ?? [] { parts += [.line, .text(text(lock))] }
    return .joined(parts)
  }

  private func text(_ lock: SQLRowLock) -> String {
    var words = [lock.strength.rawValue]
    if !lock.sources.isEmpty {
      words.append("OF \(lock.sources.map(quoteIdentifier).joined(separator: ", "))")
    }
    if lock.waiting != .block { words.append(lock.waiting.rawValue) }
    return words.joined(separator: " ")
  }

  /// Plain SELECTs need no parentheses; anything else has them, whatever it associates to.
  private func operand(_ query: SQLQuery) -> Document {
    let isPlain =
      query.orderBy.isEmpty && query.limit == nil && query.offset == nil && query.with == nil
      && query.locks == nil
    if isPlain, case .select = query.body { return .query(query) }
    return .parenthesized(.query(query))
  }

  func document(_ with: SQLWith) -> Document {
    let tables = with.tables.map { table -> Document in
      let columns =
        table.columns.isEmpty
        ? "" : " (\(table.columns.map(quoteIdentifier).joined(separator: ", ")))"
      let word = table.isMaterialized.map { $0 ? "MATERIALIZED " : "NOT MATERIALIZED " } ?? ""
      return .joined([
        .text("\(quoteIdentifier(table.name))\(columns) AS \(word)"),
        .parenthesized(document(table.statement)),
      ])
    }
    return clause(with.isRecursive ? "WITH RECURSIVE" : "WITH", tables)
  }

  private func clauses(_ select: SQLSelect) -> [Document] {
    var parts: [Document] = []
    if let keys = select.distinctOn {
      parts = [
        .text("SELECT DISTINCT ON "), .parenthesized(.list(keys.map { .expression($0) })),
        .text(" "), .list(select.targets.map(document)),
      ]
    } else {
      let word = select.isDistinct ? "SELECT DISTINCT" : "SELECT"
      parts = [clause(word, select.targets.map(document))]
    }
    if !select.from.isEmpty { parts += [.line, clause("FROM", select.from.map(joins))] }
    if let condition = select.condition { parts += [.line, clause("WHERE", condition)] }
    let groups: [Document] =
      select.groupBy.map { .expression($0) } + (select.groupingSets ?? []).map(document)
    if !groups.isEmpty { parts += [.line, clause("GROUP BY", groups)] }
    if let having = select.having { parts += [.line, clause("HAVING", having)] }
    return parts
  }

  private func document(_ sets: SQLGroupingSets) -> Document {
    let items = sets.items.map { item -> Document in
      switch item {
      case .keys(let keys) where keys.count == 1: .expression(keys[0])
      case .keys(let keys): .parenthesized(.list(keys.map { .expression($0) }))
      case .nested(let inner): document(inner)
      }
    }
    return .joined([.text(sets.kind.rawValue + " "), .parenthesized(.list(items))])
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
    case .star(let qualifier, let schema):
      let names = [schema, qualifier].compactMap { $0.map(quoteIdentifier) }
      return .text((names + ["*"]).joined(separator: "."))
    case .expression(let expression, let name):
      guard let name else { return .expression(expression) }
      if case .column(_, name) = expression.simplified { return .expression(expression) }
      return .joined([.expression(expression), .text(" AS \(quoteIdentifier(name))")])
    }
  }

  func document(_ order: SQLOrder) -> Document {
    let nulls = order.nullsFirst.map { $0 ? " NULLS FIRST" : " NULLS LAST" } ?? ""
    return .joined([
      .expression(order.expression), .text((order.isDescending ? " DESC" : "") + nulls),
    ])
  }
}
