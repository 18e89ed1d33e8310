import AccessModel
import SQLBinding

/// What the planner may find out of tables with children and is not followed here: it holds what is
/// asked of each child against itself, against CHECK, and against what the partition is for.
///
/// Decided both ways, the statement is decided where it comes to the same.
///
/// Source: `relation_excluded_by_constraints()` in `src/backend/optimizer/util/plancat.c`,
/// `prune_append_rel_partitions()` in `src/backend/partitioning/partprune.c`.
final class ExclusionGuess {
  /// Such tables count as without rows.
  let isExcluded: Bool
  /// What was guessed first.
  private(set) var met: Subject?

  init(isExcluded: Bool) { self.isExcluded = isExcluded }

  func meet(_ subject: Subject) -> Bool {
    met = met ?? subject
    return isExcluded
  }

  /// What may be without rows.
  enum Subject: String {
    case parent = "a table with children"
    case mergedQuery = "what is merged into a query"
  }
}

extension PrivilegeCollector {
  /// Whether a source counts as without rows by such a guess.
  func isGuessedEmpty(_ number: Int, of query: BoundQuery) -> Bool {
    mayBePruned(number, of: query) && guess.meet(.parent)
  }

  /// Whether that, or some of the tables below it, may be found to hold no row that is asked for.
  func mayBePruned(_ number: Int, of query: BoundQuery) -> Bool {
    mayBeExcluded(query.sources[number]) { refutableColumns(of: number, in: query) }
  }

  /// Of each condition on a source, the columns of which it might be shown never to hold.
  private func refutableColumns(of number: Int, in query: BoundQuery) -> [Set<Int>] {
    let asked = query.joins.flatMap(\.conditions) + [query.condition].compactMap { $0 }
    let clauses = asked.flatMap(\.conjuncts).filter {
      $0.sources(atLevel: 0) == [number]
    }
    let conditions = clauses.map(folded)
    // One with NULL in a list that all must differ from speaks against itself.
    var columns = (conditions + conditions.filter(\.comparesAllWithNull)).map {
      $0.refutableColumns(of: number, engine.catalog.catalog)
    }
    // Subqueries merged into it may speak of that source alone too.
    let inner =
      query.sources.compactMap { content(of: $0, as: caller)?.query }
      + queriesJoined(in: query).compactMap(\.subquery)
    for clause in inner.flatMap({ $0.condition?.conjuncts ?? [] })
    where clause.sources(atLevel: 1) == [number] && clause.sources(atLevel: 0).isEmpty {
      columns.append(
        folded(clause).refutableColumns(of: number, atLevel: 1, engine.catalog.catalog))
    }
    return columns
  }

  private func folded(_ condition: BoundExpression) -> BoundExpression {
    (try? fold(condition)) ?? condition
  }

  /// `asked`: as of `refutableColumns`; only of a table that others inherit from it matters.
  private func mayBeExcluded(_ source: BoundSource, _ asked: () -> [Set<Int>]) -> Bool {
    if let inner = content(of: source, as: caller)?.query {
      guard inner.setOperation == nil, inner.values == nil else { return false }
      return inner.joins.flatMap(\.innerSources).contains { number in
        mayBeExcluded(inner.sources[number]) {
          let conditions =
            inner.joins.flatMap(\.innerConditions) + [inner.condition].compactMap { $0 }
          let own = conditions.flatMap(\.conjuncts).filter { $0.sources(atLevel: 0) == [number] }
          return asked().map { inner.columns(behind: $0, ofSource: number) }
            + own.map { folded($0).refutableColumns(of: number, engine.catalog.catalog) }
        }
      }
    }
    guard case .relation(let relation) = source.kind, case .table(let index) = relation.id,
      !relation.isOnly, isParent(index)
    else { return false }
    let policies = (relation.security?.filters ?? []).map {
      folded(.or($0.expressions)).refutableColumns(of: 0, engine.catalog.catalog)
    }
    var counts: [Int: Int] = [:]
    for column in (asked() + policies).joined() { counts[column, default: 0] += 1 }
    let constrained = constrainedColumns(of: index)
    return counts.contains { $0.value > 1 || constrained.contains($0.key) }
  }

  /// Columns that decide which partition a row is in, and those that CHECK speaks of.
  private func constrainedColumns(of table: Int) -> Set<Int> {
    let model = engine.catalog.catalog.tables[table]
    var result: Set<Int> = []
    for case .column(_, let name) in model.partitionKey?.parts ?? [] {
      if let place = model.columns.firstIndex(where: { $0.name == name }) { result.insert(place) }
    }
    for check in engine.catalog.tables[table].checks {
      guard let condition = try? check.get() else { continue }
      result.formUnion(condition.columns(ofSource: 0, atLevel: 0))
    }
    return result
  }
}

extension BoundQuery {
  /// The columns of a source that stand behind output columns, unchanged.
  fileprivate func columns(behind outputs: Set<Int>, ofSource number: Int) -> Set<Int> {
    Set(
      outputs.compactMap { output in
        guard targets.indices.contains(output),
          case .column(let position, _) = targets[output].expression, position.level == 0,
          position.source == number
        else { return nil }
        return position.column
      })
  }
}

extension BoundExpression {
  fileprivate var comparesAllWithNull: Bool {
    switch self {
    case .quantified(_, _, let array, isAll: true): return array.holdsNull
    case .not(.quantified(_, _, let array, isAll: false)): return array.holdsNull
    case .not(.or(let operands)): return operands.contains(where: \.holdsNull)
    default: return false
    }
  }

  private var holdsNull: Bool {
    switch self {
    case .constant(.array(let array), _): array.elements.contains(where: \.isNull)
    case .constant(let value, _): value.isNull
    default: hasOperand(where: \.holdsNull)
    }
  }

  /// The columns of a source that it speaks of, and may be NULL for: of alternatives those that each
  /// speaks of. What may change until the plan runs, or is of rows around, shows nothing.
  fileprivate func refutableColumns(
    of source: Int, atLevel level: Int = 0, _ catalog: Catalog
  ) -> Set<Int> {
    switch self {
    case .and(let operands):
      operands.reduce(into: []) {
        $0.formUnion($1.refutableColumns(of: source, atLevel: level, catalog))
      }
    case .or(let operands):
      operands.dropFirst().reduce(
        operands.first?.refutableColumns(of: source, atLevel: level, catalog) ?? []
      ) { $0.intersection($1.refutableColumns(of: source, atLevel: level, catalog)) }
    default:
      isMutable(catalog) == true || mentions(level: level + 1)
        ? [] : columns(ofSource: source, atLevel: level)
    }
  }
}
