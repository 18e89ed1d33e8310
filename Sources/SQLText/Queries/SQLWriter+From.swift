import AccessModel

extension SQLWriter {
  /// The outermost level of an item of FROM.
  func unfold(_ item: SQLFromItem) -> Document {
    switch item {
    case .relation(let schema, let name, let alias):
      return .text(text(SQLRelationName(schema: schema, name, alias: alias)))
    case .subquery(let query, let alias):
      return .joined([.parenthesized(.query(query)), .text(" AS \(quoteIdentifier(alias))")])
    case .join(let kind, let left, let right, let condition):
      var parts: [Document] = [.from(left), .line]
      let isNested = if case .join = right { true } else { false }
      let operand: Document = isNested ? .parenthesized(.from(right)) : .from(right)
      parts += [.text(word(kind, hasCondition: condition != nil)), operand]
      if let condition {
        parts += [.text(" ON "), .nested([.expression(condition)])]
      } else if kind == .left || kind == .right || kind == .full {
        parts.append(.text(" ON true"))
      }
      return .joined(parts)
    }
  }

  // JOIN must have a condition and CROSS JOIN can have none.
  private func word(_ kind: SQLJoinKind, hasCondition: Bool) -> String {
    switch kind {
    case .inner, .cross: (hasCondition ? SQLJoinKind.inner : .cross).rawValue + " "
    case .left, .right, .full: kind.rawValue + " "
    }
  }

  func text(_ relation: SQLRelationName) -> String {
    let name = quoteIdentifier(relation.name)
    let qualified = relation.schema.map { "\(quoteIdentifier($0)).\(name)" } ?? name
    guard let alias = relation.alias, alias != relation.name else { return qualified }
    return "\(qualified) AS \(quoteIdentifier(alias))"
  }
}
