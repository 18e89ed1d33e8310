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

  /// Whether what `unit` finds by a key is looked for among all rows, of each of which its policies
  /// are asked, whether or not it is found.
  func mustHash(
    _ unit: Unit, by key: Key, _ known: Set<Int>, _ conditions: [BoundExpression]
  ) -> Bool {
    guard let table = askingTable(unit) else { return false }
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

  /// The table, if its policies tell the row that they are asked of.
  private func askingTable(_ unit: Unit) -> FilteredTable? {
    guard case .source(let number) = unit.join, case .table(let table) = rowSources[number],
      !table.isDenied
    else { return nil }
    let order = QualOrder(compiler.session.catalog.catalog)
    let matters = table.filters.contains { filter in
      filter.conditions.contains { order.mayMatter($0.expression) }
    }
    return matters ? table : nil
  }

  /// A step that asks the policies of all rows of a table.
  func asked(_ unit: Unit) -> (any JoinNode)? {
    askingTable(unit).map(AskingNode.init)
  }

  private func isFew(_ number: Int, _ conditions: [BoundExpression]) -> Bool {
    switch rowSources[number] {
    case .table(let table):
      return conditions.contains { condition in
        Self.lookup(condition, in: number).map { table.isUnique($0.column) } == true
      }
    case .rows, .derived, .streamed, .system: break
    }
    guard case .query(let query) = sources[number].kind, query.condition == nil else {
      return false
    }
    return query.values.map { $0.count <= Self.fewRows } ?? query.sources.isEmpty
  }
}

/// Asks the policies of all rows of a table, before any is looked for.
private final class AskingNode: JoinNode {
  private let table: FilteredTable

  init(_ table: FilteredTable) { self.table = table }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    _ = try table.forEachVisible { (_, _) throws(EngineFailure) in true }
    return try body()
  }
}
