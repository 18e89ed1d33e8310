import AccessModel

extension SQLWriter {
  /// The outermost level of an expression, in parentheses if it binds less than `minimum`.
  func unfold(_ written: SQLExpression, minimum: Precedence) -> Document {
    let expression = written.simplified
    let content = document(expression)
    if parenthesizesEverything, minimum > .or, expression.precedence < .primary {
      return .parenthesized(content)
    }
    return expression.precedence < minimum ? .parenthesized(content) : content
  }

  private func document(_ expression: SQLExpression) -> Document {
    let own = expression.precedence
    // Where the operator is not associative, or on the side it does not associate to.
    func operand(_ operand: SQLExpression) -> Document {
      .expression(operand, minimum: own.tighter)
    }
    switch expression {
    case .column(let qualifier, let name):
      return .text((qualifier.map { quoteIdentifier($0) + "." } ?? "") + quoteIdentifier(name))
    case .literal(let literal): return .text(text(literal))
    case .parameter(let number): return .text("$\(number)")
    case .call(let call): return document(call)
    case .unary(let symbol, let inner):
      // `@ a # b` is `(@ a) # b`; with signs there is nothing to mix them up with.
      let operand = Document.expression(inner, minimum: own == .sign ? own : own.tighter)
      return .joined([.text(prefix(symbol, before: inner)), operand])
    case .binary(let symbol, let left, let right):
      let leftMinimum = own == .comparison ? own.tighter : own
      return .joined([
        .expression(left, minimum: leftMinimum), .text(" \(Operators.text(symbol)) "),
        operand(right),
      ])
    case .and(let operands): return chain(operands, "AND ", own)
    case .or(let operands): return chain(operands, "OR ", own)
    case .not(let inner): return .joined([.text("NOT "), .expression(inner, minimum: own)])
    case .test(let inner, let kind): return .joined([operand(inner), .text(" \(kind.rawValue)")])
    case .distinct(let left, let right, let negated):
      let word = negated ? " IS NOT DISTINCT FROM " : " IS DISTINCT FROM "
      return .joined([operand(left), .text(word), operand(right)])
    case .inList(let inner, let list, let negated):
      // IN takes no empty list; this form does, and still reads the operand.
      if list.isEmpty {
        return .joined([operand(inner), .text(negated ? " <> ALL ('{}')" : " = ANY ('{}')")])
      }
      let items = Document.list(list.map { .expression($0) })
      return .joined([operand(inner), .text(negated ? " NOT IN " : " IN "), .parenthesized(items)])
    case .inQuery(let inner, let query, let negated):
      let word = negated ? " NOT IN " : " IN "
      return .joined([operand(inner), .text(word), .parenthesized(.query(query))])
    case .exists(let query): return .joined([.text("EXISTS "), .parenthesized(.query(query))])
    case .scalarQuery(let query): return .parenthesized(.query(query))
    case .between(let inner, let low, let high, let negated):
      return .joined([
        operand(inner), .text(negated ? " NOT BETWEEN " : " BETWEEN "), operand(low),
        .text(" AND "), operand(high),
      ])
    case .like(let inner, let pattern, let negated, let insensitive):
      let word = (negated ? " NOT " : " ") + (insensitive ? "ILIKE " : "LIKE ")
      return .joined([operand(inner), .text(word), operand(pattern)])
    case .cases(let subject, let branches, let otherwise):
      return cases(subject, branches, otherwise)
    case .coalesce(let operands): return application("COALESCE", operands)
    case .nullIf(let left, let right): return application("NULLIF", [left, right])
    case .cast(let inner, let type): return cast(inner, to: type)
    case .valueFunction(let function): return .text(function.rawValue)
    case .unread(let text): return .joined([.text("("), .verbatim(text), .text(")")])
    default: return extended(expression)
    }
  }

  private func chain(_ operands: [SQLExpression], _ word: String, _ own: Precedence) -> Document {
    var parts = [Document]()
    for operand in operands {
      if !parts.isEmpty { parts += [.line, .text(word)] }
      parts.append(.expression(operand, minimum: own))
    }
    return .group(parts)
  }

  func application(_ name: String, _ arguments: [SQLExpression]) -> Document {
    .joined([.text(name), .parenthesized(.list(arguments.map { .expression($0) }))])
  }

  private func document(_ call: SQLFunctionCall) -> Document {
    if call.clauses?.isGrouping == true { return application("GROUPING", call.arguments) }
    let plain = callWithoutTail(call)
    guard let clauses = call.clauses else { return plain }
    var parts = [plain]
    if clauses.isWithinGroup {
      parts += [.text(" WITHIN GROUP ("), .joined(orderBy(clauses.orderBy)), .text(")")]
    }
    if let filter = clauses.filter {
      parts += [.text(" FILTER "), .parenthesized(.text("WHERE "), .expression(filter))]
    }
    if let window = clauses.window { parts += [.text(" OVER "), document(window)] }
    return .joined(parts)
  }

  private func callWithoutTail(_ call: SQLFunctionCall) -> Document {
    let schema = call.schema ?? (call.meaning == .builtin ? "pg_catalog" : nil)
    let name =
      schema.map { "\(quoteIdentifier($0)).\(quoteIdentifier(call.name))" }
      ?? functionName(call.name)
    if call.isStar { return .text("\(name)(*)") }
    if call.arguments.isEmpty { return .text("\(name)()") }
    var items = call.convertedArguments.map { Document.expression($0) }
    if call.clauses?.isVariadic == true, let last = items.popLast() {
      items.append(.joined([.text("VARIADIC "), last]))
    }
    let list = Document.list(items)
    let content = call.isDistinct ? Document.joined([.text("DISTINCT "), list]) : list
    let order = call.clauses.map { $0.isWithinGroup ? [] : orderBy($0.orderBy) } ?? []
    return .joined([.text(name), .parenthesized(.joined([content] + order))])
  }

  // The grammar takes these two keywords as function names; quotes would only puzzle readers.
  private func functionName(_ name: String) -> String {
    name == "left" || name == "right" ? name : quoteIdentifier(name)
  }

  private func cases(
    _ subject: SQLExpression?, _ branches: [SQLCaseBranch], _ otherwise: SQLExpression?
  ) -> Document {
    var parts = [Document]()
    for branch in branches {
      parts += [.line, .text("WHEN "), .expression(branch.condition)]
      parts += [.text(" THEN "), .expression(branch.result)]
    }
    if let otherwise { parts += [.line, .text("ELSE "), .expression(otherwise)] }
    let head: [Document] = subject.map { [.text("CASE "), .expression($0)] } ?? [.text("CASE")]
    return .group(head + [.nested(parts), .line, .text("END")])
  }

  private func cast(_ inner: SQLExpression, to type: TypeName) -> Document {
    switch inner.simplified {
    case .column, .parameter, .call, .scalarQuery, .valueFunction, .cast(operand: _, type: _),
      .literal(.string), .literal(.null):
      return .joined([.expression(inner, minimum: .primary), .text("::\(sqlText(type))")])
    default:
      return .joined([.text("CAST("), .expression(inner), .text(" AS \(sqlText(type)))")])
    }
  }

  /// The operator, with a space where it would run into the next one: `- -1`.
  private func prefix(_ symbol: String, before operand: SQLExpression) -> String {
    guard Operators.unaryPrecedence(symbol) == .sign else { return Operators.text(symbol) + " " }
    return operand.simplified.precedence == .sign && !parenthesizesEverything
      ? symbol + " " : symbol
  }
}

extension SQLFunctionCall {
  /// The arguments, as the one of several functions of a name takes them that the call means, so that
  /// whoever reads the text finds that one.
  fileprivate var convertedArguments: [SQLExpression] {
    guard case .function(_, let types) = meaning else { return arguments }
    return arguments.enumerated().map { index, argument in
      guard types.indices.contains(index), !types[index].isArray,
        !Self.polymorphic.contains(types[index].name)
      else { return argument }
      if case .cast(_, let type) = argument.simplified, type == types[index] { return argument }
      return .cast(operand: argument, type: types[index])
    }
  }

  /// No value can be written as one of these.
  private static let polymorphic: Set = [
    "any", "anyelement", "anyarray", "anynonarray", "anyenum", "anyrange", "anymultirange",
    "anycompatible", "anycompatiblearray", "anycompatiblenonarray", "anycompatiblerange",
    "anycompatiblemultirange", "record",
  ]
}
