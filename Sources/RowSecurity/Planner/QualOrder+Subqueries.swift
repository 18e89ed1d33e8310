import AccessModel
import SQLBinding

extension QualOrder {
  /// Whether what is computed when the first row asks for it may raise an error: functions of the
  /// catalog may, in policies too.
  func mayRaiseOnce(_ query: BoundQuery) -> Bool {
    query.expressions.contains { mayMatter($0) || callsFunction($0) }
      || query.setFunctions.contains { $0.call.isOfCatalog }
      || query.sources.contains { mayRaiseOnce($0) }
      || query.commonTables.contains { table in
        if case .query(let inner) = table.statement { mayRaiseOnce(inner) } else { true }
      }
  }

  func mayRaiseOnce(_ source: BoundSource) -> Bool {
    switch source.kind {
    case .query(let query): return mayRaiseOnce(query)
    case .relation(let relation):
      let policies = (relation.security?.filters ?? []).flatMap(\.conditions)
      return policies.contains { mayMatterBesideOthers($0.expression) }
        || relation.security?.viewQuery.map { mayRaiseOnce($0) } == true
    case .function(let function): return function.call.isOfCatalog
    case .commonTable, .system: return false
    }
  }

  /// Whether a subquery in the place of a value may give more than one.
  func mayHaveSeveralRows(_ query: BoundQuery) -> Bool {
    if let grouping = query.grouping, grouping.keys.isEmpty { return false }
    if case .constant(.integer(let count), _)? = query.limit, count < 2 { return false }
    if let values = query.values { return values.count > 1 }
    guard query.setOperation == nil, query.setFunctions.isEmpty else { return true }
    guard query.sources.count < 2 else { return true }
    guard case .relation(let relation)? = query.sources.first?.kind else {
      return !query.sources.isEmpty
    }
    guard case .table(let index) = relation.id else { return true }
    let table = catalog.tables[index]
    let given = (query.condition?.conjuncts ?? []).compactMap { condition -> String? in
      guard case .compare(.equal, let left, let right, _) = condition else { return nil }
      for (side, other) in [(left, right), (right, left)] where !other.mentions(level: 0) {
        if case .column(let position, _) = side.comparedOperand, position.level == 0,
          table.columns.indices.contains(position.column)
        {
          return table.columns[position.column].name
        }
      }
      return nil
    }
    return !table.keys.contains { $0.columns.allSatisfy(given.contains) }
  }
}

extension BoundSetCall {
  /// A function that may raise anything.
  fileprivate var isOfCatalog: Bool { if case .function = self { true } else { false } }
}
