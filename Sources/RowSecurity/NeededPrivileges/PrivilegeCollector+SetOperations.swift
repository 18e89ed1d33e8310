import AccessModel
import SQLBinding

/// UNION, INTERSECT and EXCEPT: where the finished plan has the tables of their parts.
///
/// Source: `flatten_simple_union_all()` in `prepjointree.c`, `plan_set_operations()` in `prepunion.c`,
/// `add_rtes_to_flat_rtable()` in `setrefs.c`.
extension PrivilegeCollector {
  /// Whether a source becomes a part of the query around it. Of set operations only UNION ALL has
  /// such, of parts that read one relation and ask nothing.
  func isMerged(_ source: BoundSource, in query: BoundQuery) -> Bool {
    guard let operation = query.setOperation else { return isMerged(source) }
    guard operation.isPlainUnion, case .query(let part) = source.kind else { return false }
    return part.isMergeable(engine.catalog.catalog) && isPlainScan(part)
  }

  /// Source: `is_safe_append_member()`.
  private func isPlainScan(_ query: BoundQuery) -> Bool {
    guard let source = query.sources.first else { return true }
    guard query.sources.count == 1, query.joins == [.source(0)], query.condition == nil else {
      return false
    }
    guard isMerged(source), let inner = content(of: source, as: caller)?.query else { return true }
    return isPlainScan(inner)
  }

  /// Parts that find nothing come before all others; which side of INTERSECT comes first is up to
  /// the planner.
  ///
  /// `firstIsLast`: the first part is copied behind the others, to stand for all of them.
  mutating func require(
    parts: [SeparateQuery], of operation: BoundSetOperation, _ needs: inout Needs,
    firstIsLast: Bool
  ) throws(EngineFailure) {
    var (empty, last): ([PrivilegeCheck], [PrivilegeCheck]) = ([], [])
    var others: [PrivilegeCheck] = []
    for (index, part) in parts.enumerated() {
      var found = Needs()
      let known = functions.count
      defer {
        if depth == 1, !operation.intersects {
          for call in functions.indices.dropFirst(known) { functions[call].turn.side = index + 1 }
        }
      }
      switch try (isEmpty: require(part, &found), isLast: firstIsLast && index == 0) {
      case (isEmpty: true, isLast: true): last = found.separate
      case (isEmpty: true, isLast: false): empty += found.separate
      case (isEmpty: false, _): others += found.separate
      }
      needs.inSubqueries += found.inSubqueries
    }
    empty += last
    if operation.intersects {
      for index in others.indices { others[index].isOrdered = false }
    }
    needs.separate += empty + others
  }
}

extension BoundQuery {
  /// No more than a set operation.
  var isOnlySetOperation: Bool {
    orderBy.isEmpty && limit == nil && offset == nil && lockedSources.isEmpty
      && commonTables.isEmpty
  }
}

extension BoundSetOperation {
  /// UNION ALL throughout, of columns of the same types.
  var isPlainUnion: Bool {
    switch self {
    case .source: true
    case .operation(.union, isAll: true, let left, let right):
      left.isPlainUnion && right.isPlainUnion
    case .operation: false
    case .converted(let inner, let from, let to):
      zip(from, to).allSatisfy { $0 == $1 || $0 == .unknown } && inner.isPlainUnion
    }
  }

  fileprivate var intersects: Bool {
    switch self {
    case .source: false
    case .operation(let kind, _, let left, let right):
      kind == .intersect || left.intersects || right.intersects
    case .converted(let inner, _, _): inner.intersects
    }
  }
}
