import AccessModel
import SQLBinding

/// Before 17, what equalities imply is one more thing that is said of a relation: that hides that
/// nothing shows its rows.
///
/// Source: `generate_base_implied_equalities_const()` in `src/backend/optimizer/path/equivclass.c`.
extension PrivilegeCollector {
  /// The query with those conditions on one relation alone that its equalities imply:
  ///
  ///     d.id = s.ref AND s.ref = 5  →  d.id = s.ref AND s.ref = 5 AND d.id = 5
  func withImpliedEqualities(_ query: BoundQuery) -> BoundQuery {
    guard looksAtOneCondition, query.setOperation == nil, query.values == nil else { return query }
    let joined = queriesJoined(in: query)
    guard query.sources.count + joined.count > 1 else { return query }
    let isProtected = query.hasFilters
    let always = query.joins.flatMap(\.innerConditions) + [query.condition].compactMap { $0 }
    var clauses = always.flatMap(\.conjuncts).filter { !joined.contains($0) }
    var places: [(test: BoundExpression, sources: Range<Int>)] = []
    var end = query.sources.count
    for test in joined {
      if case .not = test { continue }
      guard let inner = test.subquery?.joined(by: test), !inner.isNodeOverNothing else { continue }
      let start = end
      end += inner.sources.count
      places.append((test, start..<end))
      let asked = inner.joins.flatMap(\.innerConditions) + [inner.condition].compactMap { $0 }
      clauses += asked.flatMap(\.conjuncts).filter { !$0.hasSubquery }.map { condition in
        condition.mapColumns { position, type, depth in
          var moved = position
          if position.level == depth {
            moved.source += start
          } else if position.level > depth {
            moved.level -= 1
          }
          return .column(moved, type)
        }
      }
    }
    let isJoined = isJoined
    let classes = EquivalenceClasses(
      clauses.map { ($0, isProtected ? 1 : 0) }, QualOrder(engine.catalog.catalog)
    ) { !isJoined || !$0.mentions(level: 1) }
    var own: [BoundExpression] = []
    var ofTests: [BoundExpression: [BoundExpression]] = [:]
    for implied in classes.implied {
      let sources = implied.sources(atLevel: 0)
      guard sources.count == 1, let source = sources.first else { continue }
      if query.sources.indices.contains(source) {
        own.append(implied)
      } else if let place = places.first(where: { $0.sources.contains(source) }) {
        ofTests[place.test, default: []].append(
          implied.mapColumns { position, type, depth in
            var moved = position
            if position.level == depth {
              moved.source -= place.sources.lowerBound
            } else if position.level > depth {
              moved.level += 1
            }
            return .column(moved, type)
          })
      }
    }
    guard !own.isEmpty || !ofTests.isEmpty else { return query }
    var result = query
    let conjuncts = (query.condition?.conjuncts ?? []).map { conjunct in
      ofTests[conjunct].map(conjunct.asking) ?? conjunct
    }
    result.condition = .and(conjuncts + own)
    return result
  }
}

extension BoundQuery {
  /// Whether row security is asked of one of its relations.
  fileprivate var hasFilters: Bool {
    sources.contains { source in
      if let inner = source.innerQuery { return inner.hasFilters }
      guard case .relation(let relation) = source.kind else { return false }
      return relation.security?.filters?.isEmpty == false
    }
  }
}

extension BoundExpression {
  /// EXISTS or IN whose query asks for more.
  fileprivate func asking(_ conditions: [BoundExpression]) -> BoundExpression {
    func asked(_ query: BoundQuery) -> BoundQuery {
      var result = query
      result.condition = .and((query.condition?.conjuncts ?? []) + conditions)
      return result
    }
    switch self {
    case .exists(let query): return .exists(asked(query))
    case .inQuery(let operand, let query, let type, let negated):
      return .inQuery(operand, asked(query), type: type, negated: negated)
    default: return self
    }
  }
}
