extension BoundExpression {
  /// Of its outer parts alone: few expressions that are kept together differ only further in, and
  /// looking at all of each would cost more than it tells.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher, depth: 3) }

  private func hash(into hasher: inout Hasher, depth: Int) {
    switch self {
    case .column(let position, _): hasher.combine(position)
    case .constant(let value, _): hasher.combine(value)
    case .parameter(let number, _): hasher.combine(number)
    case .compare(let symbol, _, _, _): hasher.combine(symbol)
    case .arithmetic(let symbol, _, _, _): hasher.combine(symbol)
    case .builtin(let builtin, _): hasher.combine(builtin.name)
    case .function(let index, _, _): hasher.combine(index)
    case .and(let operands), .or(let operands): hasher.combine(operands.count)
    case .test(_, let test): hasher.combine(test)
    case .exists(let query), .scalarQuery(let query, _), .inQuery(_, let query, _, _),
      .arrayQuery(let query, _):
      if case .relation(let relation)? = query.sources.first?.kind { hasher.combine(relation.id) }
    case .valueFunction(let function): hasher.combine(function)
    default: break
    }
    guard depth > 0 else { return }
    _ = hasOperand {
      $0.hash(into: &hasher, depth: depth - 1)
      return false
    }
  }
}
