import AccessModel

/// What GROUP BY, DISTINCT ON and ORDER BY mean by names.
extension NameResolver {
  /// Items of GROUP BY and ORDER BY, which may be output names.
  mutating func keys(
    _ list: [SQLExpression], _ targets: [SQLTarget], columnsFirst: Bool
  ) throws(ReadFailure) -> [SQLExpression] {
    let outputs = targets.compactMap { target -> String? in
      if case .expression(_, let name) = target { name } else { nil }
    }
    var result: [SQLExpression] = []
    for key in list {
      guard case .column(nil, let name) = key else {
        result.append(try resolve(key))
        continue
      }
      let isColumn = scopes.last?.contains { $0.columns?.contains(name) ?? true } ?? false
      if columnsFirst, let output = try outputHidden(by: name, targets) {
        result.append(output)
      } else if columnsFirst, isColumn {
        result.append(try resolve(key))
      } else if outputs.contains(name) {
        result.append(key)
      } else if let output = output(called: name, among: targets) {
        // A column by its own name; what is computed keeps the name that it has as an output.
        if case .column = output { result.append(try resolve(output)) } else { result.append(key) }
      } else {
        result.append(try resolve(key))
      }
    }
    return result
  }

  /// The output that GROUP BY means by a name that a column gets now, which would come first.
  private mutating func outputHidden(
    by name: String, _ targets: [SQLTarget]
  ) throws(ReadFailure) -> SQLExpression? {
    let named = targets.lazy.compactMap { target -> SQLExpression? in
      if case .expression(let output, name) = target { output } else { nil }
    }.first
    guard let output = named ?? output(called: name, among: targets) else { return nil }
    leavesBareNames = true
    let new =
      addedColumn.map { ($0.relation, $0.name) }
      ?? renamedColumn.map { ($0.column.relation, $0.to) }
    guard let (relation, newName) = new, newName == name,
      scopes.last?.contains(where: { $0.relation == relation }) == true
    else { return nil }
    // A number would be a place in the list.
    if case .literal = output {
      captured = captured ?? name
      return nil
    }
    return try resolve(output)
  }

  /// An output that nobody has given a name.
  private func output(called name: String, among targets: [SQLTarget]) -> SQLExpression? {
    for target in targets {
      switch target {
      case .expression(let expression, nil):
        if OutputName.of(expression) == name { return expression }
      case .expression: continue
      case .star(let qualifier?, nil):
        let source = scopes.last?.first { $0.alias == qualifier }
        if source?.columns?.contains(name) == true {
          return .column(qualifier: qualifier, name: name)
        }
      case .star: continue
      }
    }
    return nil
  }
}
