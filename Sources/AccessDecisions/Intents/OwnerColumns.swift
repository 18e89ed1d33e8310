import AccessModel

extension SQLExpression {
  /// Names of the columns of `relation` that the expression reads, in subqueries too.
  ///
  /// Those of an owner condition are qualified by the relation's name; outside subqueries they may
  /// go without.
  func columns(of relation: String) -> Set<String> {
    var names: Set<String> = []
    collectColumns(of: relation, in: .expression(self), isInside: false, &names)
    return names
  }
}

private func collectColumns(
  of relation: String, in node: SQLNode, isInside: Bool, _ names: inout Set<String>
) {
  if case .expression(.column(let qualifier, let name)) = node,
    qualifier == relation || qualifier == nil && !isInside
  {
    names.insert(name)
  }
  for child in node.children {
    let isQuery = if case .query = child { true } else { false }
    collectColumns(of: relation, in: child, isInside: isInside || isQuery, &names)
  }
}
