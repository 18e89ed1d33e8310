import AccessModel
import SQLBinding

/// Materialized views without data among the functions of a plan: both are met as it is prepared.
///
/// Source: `ExecInitNode()` in `src/backend/executor/execProcnode.c`.
extension PrivilegeCollector {
  struct Opening {
    var view: Int
    /// Functions of what came before the query, and those up to its outputs: it is opened between
    /// the two.
    var functionsBefore: Int
    var functionsOfOutputs: Int
  }

  /// What a query reads is opened before its outputs are prepared. A condition on another relation,
  /// or another part of a UNION ALL, may be prepared before that.
  mutating func noteOpenings() {
    for opening in openings.reversed() where planning.isUnpopulated(opening.view) {
      var refusal = PrivilegeCheck(
        refusal: engine.catalog.catalog.views[opening.view].refusalOfOpening, as: caller)
      refusal.isOpening = true
      refusal.isOrdered =
        isAlone
        || functions.dropFirst(opening.functionsOfOutputs).allSatisfy(engine.privileges.isHeld)
      functions.insert(refusal, at: min(opening.functionsBefore, functions.count))
    }
  }

  /// Rows of materialized views can't be locked, which is found out before anything is prepared.
  mutating func noteLock(ofView view: Int) {
    var refusal = PrivilegeCheck(
      refusal: engine.catalog.catalog.views[view].refusalOfLock, as: caller)
    refusal.isOpening = true
    lockRefusals.append(refusal)
  }

  /// Without what opening a relation raises, but before other refusals: whether there are rows is
  /// looked at again as the statement runs.
  func prepared(_ checks: [PrivilegeCheck]) -> [PrivilegeCheck] {
    let isRefused = checks.contains { !$0.isOpening && !engine.privileges.isHeld($0) }
    return isRefused ? checks : checks.filter { !$0.isOpening }
  }
}

extension PrivilegeChecker {
  fileprivate func isHeld(_ check: PrivilegeCheck) -> Bool { verdict(on: check).isHeld }
}
