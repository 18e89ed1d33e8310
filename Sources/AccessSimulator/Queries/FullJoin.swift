import AccessModel
import SQLBinding

/// What PostgreSQL can plan of FULL JOIN: by merge or hash, or without any condition.
///
/// Source: `select_mergejoin_clauses()` and `add_paths_to_joinrel()` in `joinpath.c`.
enum FullJoin {
  /// Whether a condition, as its conjuncts, is one that it can join by.
  static func canRun(_ conditions: [BoundExpression], _ left: Set<Int>, _ right: Set<Int>) -> Bool {
    let varying = conditions.filter { condition in
      if case .constant = condition { false } else { true }
    }
    return varying.isEmpty
      || varying.contains { condition in
        guard case .compare(.equal, let first, let second, _) = condition else { return false }
        let (one, other) = (first.sources(atLevel: 0), second.sources(atLevel: 0))
        guard !one.isEmpty, !other.isEmpty else { return false }
        return one.isSubset(of: left) && other.isSubset(of: right)
          || one.isSubset(of: right) && other.isSubset(of: left)
      }
  }

  static let refusal = EngineFailure.postgres(
    PostgresError(
      .featureNotSupported,
      "FULL JOIN is only supported with merge-joinable or hash-joinable join conditions"))
}
