import AccessModel
import RowSecurity
import SQLBinding

/// Which way a join of two takes, where that decides of which rows the policies are asked: an index
/// finds the rows for each of a few, a hash is made of all.
///
/// Source: `match_unsorted_outer()`, `hash_inner_and_outer()` in
/// `src/backend/optimizer/path/joinpath.c`.
extension JoinPlanner {
  /// As many rows of VALUES cost less to look up than a table without statistics to read.
  private static let fewRows = 4

  /// Whether what a unit finds by a key is looked for among all rows, of each of which its policies
  /// and its own conditions are asked, whether or not it is found.
  func mustHash(
    _ reading: Reading, by key: Key, _ known: Set<Int>, _ conditions: [BoundExpression]
  ) -> Bool {
    guard reading.asks else { return false }
    guard case .source(let number) = reading.unit.join, case .table(let table) = rowSources[number]
    else {
      return true
    }
    return !(table.isIndexed(key.column) && known.allSatisfy { isFew($0, conditions) })
  }

  /// Whether a short list leads, so that an index finds the rows of another.
  func leads(
    _ unit: Unit, _ others: [Unit], _ pending: [(BoundExpression, Set<Int>)], _ known: Set<Int>
  ) -> Bool {
    guard case .source(let number) = unit.join, isFew(number, []) else { return false }
    return others.contains { other in
      guard other.sources != unit.sources, case .source(let place) = other.join,
        case .table(let table) = rowSources[place], !table.isDenied,
        let key = key(of: other, pending, known.union([number]))
      else { return false }
      return table.isIndexed(key.column)
    }
  }

  /// Whether policies or own conditions of a source tell the row that they are asked of. There are
  /// fewer rows that meet them, so that another source is read first.
  func asks(_ unit: Unit, _ own: [BoundExpression]) -> Bool {
    guard case .source(let number) = unit.join, requirements(of: unit).isEmpty else { return false }
    let order = QualOrder(compiler.session.catalog.catalog)
    let matters = own.contains { !isJoin($0) && order.mayMatter($0) }
    switch rowSources[number] {
    case .system, .streamed: return false
    case .rows, .derived: return matters || asks(sources[number], order)
    case .table(let table):
      return !table.isDenied
        && (matters
          || table.filters.contains { filter in
            filter.conditions.contains {
              order.mayMatter($0.expression) || asksInside($0.expression, order)
            }
          })
    }
  }

  /// Whether a view or subquery asks such things of its own rows.
  private func asks(_ source: BoundSource, _ order: QualOrder) -> Bool {
    source.ownConditions.contains {
      order.mayMatterBesideOthers($0) || asksInside($0, order)
    }
  }

  /// Whether a subquery of a condition does.
  private func asksInside(_ condition: BoundExpression, _ order: QualOrder) -> Bool {
    var isFound = false
    condition.forEach { part in
      guard !isFound, let query = part.subquery else { return }
      isFound =
        Self.conjuncts(query.condition).contains { order.mayMatterBesideOthers($0) }
        || query.sources.contains { asks($0, order) }
    }
    return isFound
  }

  func isFew(_ number: Int, _ conditions: [BoundExpression]) -> Bool {
    switch rowSources[number] {
    case .table(let table):
      return conditions.contains { condition in
        lookup(condition, in: number).map { table.isUnique($0.column) } == true
      }
    case .rows, .derived, .streamed, .system: break
    }
    guard case .query(let query) = sources[number].kind, query.condition == nil else {
      return false
    }
    return query.values.map { $0.count <= Self.fewRows } ?? query.sources.isEmpty
  }
}

extension BoundSource {
  /// What its policies ask of its rows, and what a view or subquery asks of the rows in it.
  var ownConditions: [BoundExpression] {
    let policies: [BoundExpression]
    let inner: BoundQuery?
    switch kind {
    case .query(let query): (policies, inner) = ([], query)
    case .relation(let relation):
      policies = (relation.security?.filters ?? []).flatMap { $0.conditions.map(\.expression) }
      inner = relation.security?.viewQuery
    case .function, .commonTable, .system: return []
    }
    return policies + JoinPlanner.conjuncts(inner?.condition)
      + (inner?.sources.flatMap(\.ownConditions) ?? [])
  }
}
