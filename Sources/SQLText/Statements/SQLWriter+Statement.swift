import AccessModel

extension SQLWriter {
  func document(_ statement: SQLStatement) -> Document {
    switch statement {
    case .query(let query): .group([.query(query)])
    case .insert(let insert): document(insert)
    case .update(let update): document(update)
    case .delete(let delete): document(delete)
    case .merge(let merge): document(merge)
    case .truncate(let truncate): .text(text(truncate))
    }
  }

  private func document(_ insert: SQLInsert) -> Document {
    var head: [Document] = [.text("INSERT INTO \(text(insert.relation))")]
    if let columns = insert.columns, !columns.isEmpty {
      let names = columns.enumerated().map { index, name in
        column(name, insert.parts.indices.contains(index) ? insert.parts[index] : [])
      }
      head += [.text(" "), .parenthesized(.list(names))]
    }
    let source: Document =
      switch insert.source {
      case .values(let rows): values(rows.map { $0.map(value) })
      case .query(let query): .query(query)
      case .defaultValues: .text("DEFAULT VALUES")
      }
    let overriding = insert.overriding.map { [Document.text(overridingText($0))] } ?? []
    return .group(
      prefix(insert.with) + head + overriding + [.line, source] + conflict(insert.onConflict)
        + returning(insert.returning, insert.returnedNames))
  }

  private func document(_ update: SQLUpdate) -> Document {
    var parts =
      prefix(update.with) + [
        .text("UPDATE \(text(update.relation))"), .line,
        clause("SET", assignments(update.assignments)),
      ]
    if !update.from.isEmpty { parts += [.line, clause("FROM", update.from.map(joins))] }
    if let condition = update.condition { parts += [.line, clause("WHERE", condition)] }
    parts += position(update.cursor)
    return .group(parts + returning(update.returning, update.returnedNames))
  }

  private func document(_ delete: SQLDelete) -> Document {
    var parts: [Document] = prefix(delete.with) + [.text("DELETE FROM \(text(delete.relation))")]
    if !delete.using.isEmpty { parts += [.line, clause("USING", delete.using.map(joins))] }
    if let condition = delete.condition { parts += [.line, clause("WHERE", condition)] }
    parts += position(delete.cursor)
    return .group(parts + returning(delete.returning, delete.returnedNames))
  }

  private func position(_ cursor: String?) -> [Document] {
    cursor.map { [.line, .text("WHERE CURRENT OF \(quoteIdentifier($0))")] } ?? []
  }

  func prefix(_ with: SQLWith?) -> [Document] {
    with.map { [document($0), .line] } ?? []
  }

  private func conflict(_ conflict: SQLOnConflict?) -> [Document] {
    guard let conflict else { return [] }
    var parts: [Document] = [.line, .text("ON CONFLICT")]
    if let name = conflict.constraint {
      parts.append(.text(" ON CONSTRAINT \(quoteIdentifier(name))"))
    } else if !conflict.arbiter.isEmpty {
      let items = conflict.arbiter.map { item -> Document in
        if case .column = item { return .expression(item) }
        return .parenthesized(.expression(item))
      }
      parts += [.text(" "), .parenthesized(.list(items))]
      if let condition = conflict.arbiterCondition {
        parts += [.text(" "), clause("WHERE", condition)]
      }
    }
    switch conflict.action {
    case .nothing: parts.append(.text(" DO NOTHING"))
    case .update(let list, let condition):
      parts += [.text(" DO UPDATE "), clause("SET", assignments(list))]
      if let condition { parts += [.line, clause("WHERE", condition)] }
    }
    return parts
  }

  func value(_ expression: SQLExpression?) -> Document {
    expression.map { .expression($0) } ?? .text("DEFAULT")
  }

  func returning(_ targets: [SQLTarget], _ names: SQLReturnedNames?) -> [Document] {
    guard !targets.isEmpty else { return [] }
    let given = [
      names?.old.map { "OLD AS \(quoteIdentifier($0))" },
      names?.new.map { "NEW AS \(quoteIdentifier($0))" },
    ].compactMap { $0 }
    let word = given.isEmpty ? "RETURNING" : "RETURNING WITH (\(given.joined(separator: ", ")))"
    return [.line, clause(word, targets.map(document))]
  }
}
