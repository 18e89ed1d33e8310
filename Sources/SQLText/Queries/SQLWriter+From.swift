import AccessModel

extension SQLWriter {
  /// The outermost level of an item of FROM.
  func unfold(_ item: SQLFromItem) -> Document {
    switch item {
    case .relation(let schema, let name, let alias):
      return .text(text(SQLRelationName(schema: schema, name, alias: alias)))
    case .only(let relation): return .text("ONLY \(text(relation))")
    case .subquery(let query, let alias):
      return .joined([.parenthesized(.query(query)), .text(" AS \(quoteIdentifier(alias))")])
    case .lateral(let query, let alias):
      return .joined([
        .text("LATERAL "), .parenthesized(.query(query)), .text(" AS \(quoteIdentifier(alias))"),
      ])
    case .function(let function): return document(function)
    case .joinNatural(let kind, let left, let right):
      return .joined([
        .from(left), .line, .text("NATURAL \(kind == .cross ? "JOIN" : kind.rawValue) "),
        joined(right),
      ])
    case .joinAlias(let item, let alias):
      return .joined([.parenthesized(.from(item)), .text(" AS \(quoteIdentifier(alias))")])
    case .renamed(let item, let columns):
      let list = columns.map(quoteIdentifier).joined(separator: ", ")
      return .joined([.from(aliased(item)), .text(" (\(list))")])
    case .joinUsing(let kind, let left, let right, let columns):
      let list = columns.map(quoteIdentifier).joined(separator: ", ")
      return .joined([
        .from(left), .line, .text(kind.rawValue + " "), joined(right), .text(" USING (\(list))"),
      ])
    case .join(let kind, let left, let right, let condition):
      var parts: [Document] = [.from(left), .line]
      let operand = joined(right)
      parts += [.text(word(kind, hasCondition: condition != nil)), operand]
      if let condition {
        parts += [.text(" ON "), .nested([.expression(condition)])]
      } else if kind == .left || kind == .right || kind == .full {
        parts.append(.text(" ON true"))
      }
      return .joined(parts)
    }
  }

  private func document(_ function: SQLFromFunction) -> Document {
    var tail = function.withOrdinality ? " WITH ORDINALITY" : ""
    if let alias = function.alias { tail += " AS \(quoteIdentifier(alias))" }
    if let definitions = function.definitions {
      let columns = definitions.map { "\(quoteIdentifier($0.name)) \(sqlText($0.type))" }
      let list = "(\(columns.joined(separator: ", ")))"
      if function.withOrdinality {
        return .joined([
          .text("ROWS FROM("), .expression(function.call), .text(" AS \(list))\(tail)"),
        ])
      }
      tail += "\(function.alias == nil ? " AS" : "") \(list)"
    }
    return .joined([.expression(function.call), .text(tail)])
  }

  private func joined(_ item: SQLFromItem) -> Document {
    switch item {
    case .join, .joinUsing, .joinNatural: .parenthesized(.from(item))
    default: .from(item)
    }
  }

  /// Columns can be renamed only behind an alias, which may be the relation's own name.
  private func aliased(_ item: SQLFromItem) -> SQLFromItem {
    guard case .function(var function) = item, function.alias == nil,
      case .call(let call) = function.call
    else { return item }
    function.alias = call.name
    return .function(function)
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
    let written = relation.schema.map { "\(quoteIdentifier($0)).\(name)" } ?? name
    let qualified = relation.isOnly == true ? "ONLY \(written)" : written
    guard let alias = relation.alias, alias != relation.name else { return qualified }
    return "\(qualified) AS \(quoteIdentifier(alias))"
  }
}
