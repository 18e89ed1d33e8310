import AccessModel
import RowSecurity
import SQLBinding

/// What has no row whatever the tables hold: default deny, and partitioned tables without
/// partitions. Joined to it, nothing is evaluated.
///
/// Source: `set_dummy_rel_pathlist()` in `src/backend/optimizer/path/allpaths.c`.
extension JoinPlanner {
  func findsNothing(_ units: [Unit]) -> Bool {
    units.contains { unit in
      if case .source(let number) = unit.join { findsNothing(sources[number]) } else { false }
    }
  }

  private func findsNothing(_ source: BoundSource) -> Bool {
    switch source.kind {
    case .query(let query): return findsNothing(query)
    case .commonTable, .function, .system: return false
    case .relation(let relation):
      switch relation.id {
      case .view(let index):
        guard !compiler.session.catalog.catalog.views[index].isMaterialized else { return false }
        return relation.security?.viewQuery.map(findsNothing) ?? false
      case .table(let table):
        let isDenied = relation.security?.filters?.contains { $0.conditions.isEmpty } == true
        return isDenied || !relation.isOnly && hasNoPartition(table)
      case .sequence: return false
      }
    }
  }

  private func findsNothing(_ query: BoundQuery) -> Bool {
    guard query.isOnlySelection else { return false }
    return query.joins.contains { join in
      if case .source(let number) = join { findsNothing(query.sources[number]) } else { false }
    }
  }

  private func hasNoPartition(_ table: Int) -> Bool {
    guard let database = compiler.session.database,
      compiler.session.catalog.catalog.tables[table].kind == .partitioned
    else { return false }
    return database.inheritance.members(below: table).isEmpty
  }
}
