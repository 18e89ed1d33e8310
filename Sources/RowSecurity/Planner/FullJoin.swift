import AccessModel
import SQLBinding

/// What PostgreSQL can plan of FULL JOIN: by merge or hash, or without any condition.
///
/// Source: `select_mergejoin_clauses()` and `add_paths_to_joinrel()` in `joinpath.c`.
enum FullJoin {
  /// Throws PostgreSQL's answer where no conjunct is an equality of the one side with the other;
  /// undecided where what could not be computed may come to be a constant.
  ///
  /// `condition`: with its constants computed.
  static func require(
    _ condition: BoundExpression?, _ left: Set<Int>, _ right: Set<Int>, _ catalog: Catalog
  ) throws(EngineFailure) {
    // It is FALSE then, and nothing else is left of it.
    if condition?.isNeverTrue == true { return }
    let varying = (condition?.conjuncts ?? []).filter { condition in
      if case .constant = condition { false } else { true }
    }
    let canRun =
      varying.isEmpty
      || varying.contains { condition in
        guard let (first, second) = condition.equated else { return false }
        let (one, other) = (first.sources(atLevel: 0), second.sources(atLevel: 0))
        guard !one.isEmpty, !other.isEmpty else { return false }
        return one.isSubset(of: left) && other.isSubset(of: right)
          || one.isSubset(of: right) && other.isSubset(of: left)
      }
    guard !canRun else { return }
    let stays = varying.allSatisfy { condition in
      let sources = condition.sources(atLevel: 0)
      return !sources.isDisjoint(with: left) && !sources.isDisjoint(with: right)
        || !condition.mayFold(catalog) && (!sources.isEmpty || condition.isOpen(catalog))
    }
    guard stays else {
      throw .undecided(Undecided("a FULL JOIN on what is no equality"))
    }
    throw .postgres(
      PostgresError(
        .featureNotSupported,
        "FULL JOIN is only supported with merge-joinable or hash-joinable join conditions"))
  }
}

extension BoundExpression {
  /// What it says is equal, if by NOT of what differs.
  ///
  /// Source: `negate_clause()` in `src/backend/optimizer/prep/prepqual.c`.
  fileprivate var equated: (BoundExpression, BoundExpression)? {
    switch self {
    case .compare(.equal, let first, let second, _): (first, second)
    case .not(.compare(.notEqual, let first, let second, _)): (first, second)
    default: nil
    }
  }

  /// Whether constants in it may make one of the whole.
  fileprivate func mayFold(_ catalog: Catalog) -> Bool {
    switch self {
    case .constant(.null, _): true
    case .coalesce(let operands, _): operands.first?.mayFold(catalog) ?? true
    // What it results in is a constant only where its conditions are.
    case .cases(let branches, _, _): branches.contains { $0.condition.mayFold(catalog) }
    default:
      type == .boolean && sources(atLevel: 0).isEmpty && !isOpen(catalog)
        || hasOperand { $0.mayFold(catalog) }
    }
  }

  /// Planning can't compute it.
  fileprivate func isOpen(_ catalog: Catalog) -> Bool {
    dependsOnRun || hasSubquery || isMutable(catalog) == true
  }
}
