import AccessModel

extension SQLWriter {
  /// Arrays, rows, subscripts and what else plans seldom hold.
  func extended(_ expression: SQLExpression) -> Document {
    let own = expression.precedence
    func operand(_ operand: SQLExpression) -> Document {
      .expression(operand, minimum: own.tighter)
    }
    switch expression {
    case .array(let elements):
      return .joined([
        .text("ARRAY["), .list(elements.map { .expression($0) }), .text("]"),
      ])
    case .arrayQuery(let query): return .joined([.text("ARRAY"), .parenthesized(.query(query))])
    case .quantified(let symbol, let left, let array, let isAll):
      // A subquery here would be read as the set itself.
      let isQuery = if case .scalarQuery = array.simplified { true } else { false }
      let content: [Document] =
        isQuery
        ? [.text("("), .expression(array), .text(")")] : [.expression(array)]
      return .joined([
        operand(left), .text(" \(Operators.text(symbol)) \(isAll ? "ALL" : "ANY") "),
        .parenthesized(.joined(content)),
      ])
    case .quantifiedQuery(let symbol, let left, let query, let isAll):
      return .joined([
        operand(left), .text(" \(Operators.text(symbol)) \(isAll ? "ALL" : "ANY") "),
        .parenthesized(.query(query)),
      ])
    case .row(let fields): return application("ROW", fields)
    case .subscripted(let array, let lower, let upper, let isSlice):
      let bounds: [Document] =
        [lower.map { .expression($0) } ?? .text("")]
        + (isSlice ? [.text(":"), upper.map { .expression($0) } ?? .text("")] : [])
      return .joined([base(array), .text("[")] + bounds + [.text("]")])
    case .field(let composite, let name):
      return .joined([
        .text("("), .expression(composite),
        .text(name.isEmpty ? ").*" : ").\(quoteIdentifier(name))"),
      ])
    case .collated(let text, let collation):
      let names = collation.split(separator: ".").map { quoteIdentifier(String($0)) }
      return .joined([
        .text("("), .expression(text, minimum: .primary),
        .text(" COLLATE \(names.joined(separator: ".")))"),
      ])
    case .extremum(let operands, let isGreatest):
      return application(isGreatest ? "GREATEST" : "LEAST", operands)
    case .namedArgument(let name, let value):
      return .joined([.text("\(quoteIdentifier(name)) => "), .expression(value)])
    case .schemaColumn(let schema, let relation, let name):
      return .text([schema, relation, name].map(quoteIdentifier).joined(separator: "."))
    case .wholeRow(let qualifier): return .text("\(quoteIdentifier(qualifier)).*")
    default: return .text("")
    }
  }

  /// What a subscript can follow without parentheses.
  private func base(_ expression: SQLExpression) -> Document {
    switch expression.simplified {
    case .column, .parameter, .subscripted: .expression(expression, minimum: .primary)
    default: .joined([.text("("), .expression(expression), .text(")")])
    }
  }

  func document(_ window: SQLWindow) -> Document {
    var parts: [Document] = []
    if !window.partitionBy.isEmpty {
      parts.append(clause("PARTITION BY", window.partitionBy.map { .expression($0) }))
    }
    if !window.orderBy.isEmpty {
      if !parts.isEmpty { parts.append(.line) }
      parts.append(clause("ORDER BY", window.orderBy.map(document)))
    }
    if let frame = window.frame {
      if !parts.isEmpty { parts.append(.line) }
      parts += document(frame)
    }
    return .parenthesized(.joined(parts))
  }

  private func document(_ frame: SQLWindowFrame) -> [Document] {
    let exclusion = frame.exclusion.map { " EXCLUDE \($0.rawValue)" } ?? ""
    return [.text("\(frame.unit.rawValue) BETWEEN ")] + document(frame.start) + [.text(" AND ")]
      + document(frame.end) + [.text(exclusion)]
  }

  private func document(_ bound: SQLWindowFrame.Bound) -> [Document] {
    switch bound {
    case .unboundedPreceding: [.text("UNBOUNDED PRECEDING")]
    case .preceding(let offset): [base(offset), .text(" PRECEDING")]
    case .currentRow: [.text("CURRENT ROW")]
    case .following(let offset): [base(offset), .text(" FOLLOWING")]
    case .unboundedFollowing: [.text("UNBOUNDED FOLLOWING")]
    }
  }

  /// ` ORDER BY a, b`, or nothing.
  func orderBy(_ orders: [SQLOrder]) -> [Document] {
    orders.isEmpty ? [] : [.line, clause("ORDER BY", orders.map(document))]
  }
}
