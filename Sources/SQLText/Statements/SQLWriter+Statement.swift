import AccessModel

extension SQLWriter {
  func document(_ statement: SQLStatement) -> Document {
    switch statement {
    case .query(let query): .group([.query(query)])
    case .insert(let insert): document(insert)
    case .update(let update): document(update)
    case .delete(let delete): document(delete)
    case .truncate(let relation):
      .text("TRUNCATE TABLE " + text(SQLRelationName(schema: relation.schema, relation.name)))
    }
  }

  private func document(_ insert: SQLInsert) -> Document {
    var head: [Document] = [.text("INSERT INTO \(text(insert.relation))")]
    if let columns = insert.columns, !columns.isEmpty {
      let names = columns.map { Document.text(quoteIdentifier($0)) }
      head += [.text(" "), .parenthesized(.list(names))]
    }
    let source: Document =
      switch insert.source {
      case .values(let rows): values(rows.map { $0.map(value) })
      case .query(let query): .query(query)
      case .defaultValues: .text("DEFAULT VALUES")
      }
    return .group(head + [.line, source] + returning(insert.returning))
  }

  private func document(_ update: SQLUpdate) -> Document {
    let assignments = update.assignments.map { assignment in
      Document.joined([
        .text("\(quoteIdentifier(assignment.column)) = "), value(assignment.value),
      ])
    }
    var parts = [.text("UPDATE \(text(update.relation))"), .line, clause("SET", assignments)]
    if !update.from.isEmpty { parts += [.line, clause("FROM", update.from.map(joins))] }
    if let condition = update.condition { parts += [.line, clause("WHERE", condition)] }
    return .group(parts + returning(update.returning))
  }

  private func document(_ delete: SQLDelete) -> Document {
    var parts: [Document] = [.text("DELETE FROM \(text(delete.relation))")]
    if !delete.using.isEmpty { parts += [.line, clause("USING", delete.using.map(joins))] }
    if let condition = delete.condition { parts += [.line, clause("WHERE", condition)] }
    return .group(parts + returning(delete.returning))
  }

  private func value(_ expression: SQLExpression?) -> Document {
    expression.map { .expression($0) } ?? .text("DEFAULT")
  }

  private func returning(_ targets: [SQLTarget]) -> [Document] {
    targets.isEmpty ? [] : [.line, clause("RETURNING", targets.map(document))]
  }
}
