import AccessModel
import RowSecurity
import SQLBinding

/// Security filters compiled for one session; only TRUE passes. RULES 29.
struct RowFilter {
  private struct Condition {
    let filter: SecurityFilter
    let alternatives: [Evaluator]
  }

  private let conditions: [Condition]

  /// `ofMany`: they are asked of the rows of a table.
  init(
    _ filters: [SecurityFilter], _ session: Session, ofMany: Bool = false
  ) throws(EngineFailure) {
    var conditions: [Condition] = []
    for filter in filters.withoutRepeats where try !filter.holdsAlways(session) {
      var alternatives: [Evaluator] = []
      let asked = filter.withCommonClauses.conditions
      for condition in asked {
        // Of a check alone nothing follows what is not true, be it NULL.
        let parts = ofMany || asked.count > 1 ? [] : condition.expression.conjuncts
        if parts.count > 1 {
          alternatives.append(
            try Self.qual(parts, session) { (part) throws(EngineFailure) in
              try session.compiled(policy: part, ofMany: false)
            })
        } else {
          alternatives.append(try session.compiled(policy: condition.expression, ofMany: ofMany))
        }
      }
      conditions.append(Condition(filter: filter, alternatives: alternatives))
    }
    self.conditions = conditions
  }

  /// What is true where each part is, asked up to the first that is not.
  ///
  /// Source: `ExecQual()` in `src/include/executor/executor.h`.
  static func qual(
    _ parts: [BoundExpression], _ session: Session,
    _ compile: (BoundExpression) throws(EngineFailure) -> Evaluator
  ) throws(EngineFailure) -> Evaluator {
    let folder = ConstantFolder(session: session)
    // What is FALSE whatever the row decides before any is asked, NULL after all.
    guard try !folder.decides(parts, false) else { return { _ in .boolean(false) } }
    var (compiled, last): ([Evaluator], [Evaluator]) = ([], [])
    for part in parts {
      if try folder.fold(part).isNullConstant {
        last.append(try compile(part))
      } else {
        compiled.append(try compile(part))
      }
    }
    compiled += last
    return { (frame) throws(EngineFailure) in
      for part in compiled where try part(frame).truth != true { return .boolean(false) }
      return .boolean(true)
    }
  }

  /// `table`: the one that holds the row, or will.
  func passes(_ row: Row, of table: Int) throws(EngineFailure) -> Bool {
    try firstFailure(row, of: table) == nil
  }

  func passes(_ frame: Frame) throws(EngineFailure) -> Bool { try firstFailure(frame) == nil }

  /// The first filter that the row does not meet. `isUnstored`: the row is yet to be stored.
  func firstFailure(
    _ row: Row, of table: Int, isUnstored: Bool = false
  ) throws(EngineFailure) -> SecurityFilter? {
    try firstFailure(Frame(row: row, isUnstored ? .unstored(table) : .table(table)))
  }

  private func firstFailure(_ frame: Frame) throws(EngineFailure) -> SecurityFilter? {
    for condition in conditions {
      var passes = false
      for alternative in condition.alternatives where try alternative(frame).truth == true {
        passes = true
        break
      }
      if !passes { return condition.filter }
    }
    return nil
  }
}
