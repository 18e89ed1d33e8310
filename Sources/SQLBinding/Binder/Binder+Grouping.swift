import AccessModel

extension Binder {
  /// GROUP BY items: an input column, else an output column's name or number, else an expression.
  mutating func groupKeys(
    _ items: [SQLExpression], targets: [BoundTarget], in scope: Scope
  ) throws(EngineFailure) -> [BoundExpression] {
    var keys: [BoundExpression] = []
    for item in items { keys.append(try groupKey(item, targets: targets, in: scope)) }
    return keys
  }

  private mutating func groupKey(
    _ item: SQLExpression, targets: [BoundTarget], in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    var output: BoundExpression?
    if case .column(nil, let name) = item, scope.knowsColumn(name) {
      output = nil
    } else {
      output = try listed(item, among: targets, "GROUP BY")
    }
    guard let output else {
      let key = try expression(item, in: scope)
      try key.type.requireGroupable()
      return key
    }
    try requireNoAggregate(in: output, "GROUP BY")
    try output.type.requireGroupable()
    return output
  }

  private func requireNoAggregate(
    in expression: BoundExpression, _ clause: String
  ) throws(EngineFailure) {
    var found: PostgresError?
    expression.forEach {
      switch $0 {
      case .aggregate:
        found = PostgresError(
          .groupingError, "aggregate functions are not allowed in \(clause)")
      case .window:
        found = PostgresError(
          SQLState(rawValue: "42P20"), "window functions are not allowed in \(clause)")
      default: break
      }
    }
    if let found { throw .postgres(found) }
  }

  /// GROUPING SETS, ROLLUP and CUBE as positions of keys, each key once; nil without.
  ///
  /// Source: `expand_grouping_sets()` in `parse_agg.c`.
  mutating func groupingSets(
    _ written: [SQLGroupingSets]?, _ keys: inout [BoundExpression], targets: [BoundTarget],
    in scope: Scope
  ) throws(EngineFailure) -> [[Int]]? {
    guard let written else { return nil }
    var result: [[Int]] = [Array(keys.indices)]
    for sets in written {
      let expanded = try expand(sets, &keys, targets: targets, in: scope)
      result = result.flatMap { first in
        expanded.map { second in first + second.filter { !first.contains($0) } }
      }
      guard result.count <= 4096 else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "54001"), "too many grouping sets present (maximum 4096)"))
      }
    }
    return result
  }

  private mutating func expand(
    _ sets: SQLGroupingSets, _ keys: inout [BoundExpression], targets: [BoundTarget],
    in scope: Scope
  ) throws(EngineFailure) -> [[Int]] {
    var items: [[[Int]]] = []
    for item in sets.items {
      switch item {
      case .nested(let inner):
        items.append(try expand(inner, &keys, targets: targets, in: scope))
      case .keys(let list):
        var positions: [Int] = []
        for written in list {
          let key = try groupKey(written, targets: targets, in: scope)
          if let known = keys.firstIndex(of: key), case .column(nil, let name) = written,
            !scope.knowsColumn(name)
          {
            // Two output columns may be one expression, and are grouped each for itself.
            let same = targets.count { $0.expression == keys[known] }
            guard same < 2 else { throw undecided("grouping sets of equal output columns") }
          }
          if !keys.contains(key) { keys.append(key) }
          if let position = keys.firstIndex(of: key) { positions.append(position) }
        }
        items.append([positions])
      }
    }
    let parts = items.map { $0.first ?? [] }
    switch sets.kind {
    case .sets: return items.flatMap { $0 }
    case .rollup: return (0...parts.count).reversed().map { parts.prefix($0).flatMap { $0 } }
    case .cube:
      guard parts.count <= 12 else {
        throw .postgres(
          PostgresError(SQLState(rawValue: "54011"), "CUBE is limited to 12 elements"))
      }
      return (0..<(1 << parts.count)).reversed().map { mask in
        parts.indices.filter { mask & (1 << (parts.count - 1 - $0)) != 0 }.flatMap { parts[$0] }
      }
    }
  }
}
