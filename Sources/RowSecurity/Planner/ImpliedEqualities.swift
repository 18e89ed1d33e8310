import AccessModel
public import SQLBinding

/// What the equalities of a query say of one relation alone, with those of the queries that EXISTS and
/// IN join to it:
///
///     d.id = s.ref AND s.ref = 5                           →  d.id = 5
///     EXISTS (SELECT FROM d WHERE d.id = s.ref AND d.id = 5)  →  s.ref = 5
///
/// Source: `generate_base_implied_equalities_const()` in `src/backend/optimizer/path/equivclass.c`.
public struct ImpliedEqualities {
  /// Of the query's own sources.
  public private(set) var own: [BoundExpression] = []
  private var ofTests: [BoundExpression: [BoundExpression]] = [:]

  /// `conditions`: all that must hold of the query's rows; `tests`: those among them that are joined.
  /// `isProtected`: policies are asked before them, of some relation. `isFixed`: whether what mentions
  /// no row of the query is the same for all rows that are joined.
  public init(
    _ conditions: [BoundExpression], tests: [BoundExpression], sourceCount: Int, isProtected: Bool,
    _ order: QualOrder, isFixed: @escaping (BoundExpression) -> Bool = { _ in true }
  ) {
    var clauses = conditions.filter { !tests.contains($0) }
    var places: [(test: BoundExpression, sources: Range<Int>)] = []
    var end = sourceCount
    for test in tests {
      if case .not = test { continue }
      guard let inner = test.subquery?.joined(by: test), inner.isOnlySelection,
        !inner.isNodeOverNothing
      else { continue }
      let start = end
      end += inner.sources.count
      places.append((test, start..<end))
      let asked = inner.joins.flatMap(\.innerConditions) + [inner.condition].compactMap { $0 }
      clauses += asked.flatMap(\.conjuncts).filter { !$0.hasSubquery }.map {
        $0.moved(by: start, outwards: 1)
      }
    }
    guard sourceCount + places.count > 1, clauses.contains(where: \.equates) else { return }
    let classes = EquivalenceClasses(
      clauses.map { ($0, isProtected ? 1 : 0) }, order, isFixed: isFixed)
    for implied in classes.implied {
      let sources = implied.sources(atLevel: 0)
      guard sources.count == 1, let source = sources.first else { continue }
      if source < sourceCount {
        own.append(implied)
      } else if let place = places.first(where: { $0.sources.contains(source) }) {
        ofTests[place.test, default: []].append(
          implied.moved(by: -place.sources.lowerBound, outwards: -1))
      }
    }
  }

  public var isEmpty: Bool { own.isEmpty && ofTests.isEmpty }

  /// A condition of the query: EXISTS or IN with what is said of its relations.
  public func asked(_ condition: BoundExpression) -> BoundExpression {
    guard let more = ofTests[condition] else { return condition }
    switch condition {
    case .exists(let query): return .exists(query.asking(more))
    case .inQuery(let operand, let query, let type, let negated):
      return .inQuery(operand, query.asking(more), type: type, negated: negated)
    default: return condition
    }
  }
}

extension BoundSource {
  /// Whether row security is asked of it, or of what is merged into it.
  public var hasFilters: Bool {
    if let innerQuery { return innerQuery.sources.contains(where: \.hasFilters) }
    guard case .relation(let relation) = kind else { return false }
    return relation.security?.filters?.isEmpty == false
  }
}

extension BoundExpression {
  fileprivate var equates: Bool {
    if case .compare(.equal, _, _, _) = withoutNegatedComparison { true } else { false }
  }

  /// As one of the query around its own, whose sources follow the others there; or back.
  fileprivate func moved(by count: Int, outwards levels: Int) -> BoundExpression {
    mapColumns { position, type, depth in
      var moved = position
      if position.level == depth, levels < 0 ? position.source >= -count : true {
        moved.source += count
      } else if position.level >= depth {
        moved.level -= levels
      }
      return .column(moved, type)
    }
  }
}
