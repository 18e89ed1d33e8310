import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// Rows of which LIMIT lets the first through, where the planner may find others first: undecided
/// unless all are alike.
///
/// Source: `create_unique_path()` in `src/backend/optimizer/util/pathnode.c`, whose rows an index of
/// the table around may be looked into for.
final class OtherFirstRows {
  private let session: Session
  private var row: Row?
  private var areAlike = true
  /// What functions had done when the last row was let through.
  private var effects: FunctionEffects?

  init(_ session: Session) { self.session = session }

  /// For one reading.
  func begun() -> OtherFirstRows { OtherFirstRows(session) }

  /// As many rows as LIMIT wants were let through.
  func end() { effects = FunctionEffects(session) }

  /// Whether a row comes after those; throws if it might have come before them.
  func isBeyond(_ other: Row) throws(EngineFailure) -> Bool {
    areAlike = areAlike && row.map { $0 == other } != false
    row = other
    guard effects != nil else { return false }
    guard areAlike else { throw Self.undecided }
    return true
  }

  /// What reading the rows beyond raises or does is not seen on a server.
  func seen(_ failure: EngineFailure) -> EngineFailure {
    if effects != nil, case .postgres = failure { Self.undecided } else { failure }
  }

  func finish() throws(EngineFailure) {
    if let effects, effects != FunctionEffects(session) { throw Self.undecided }
  }

  static let undecided = EngineFailure.undecided(
    Undecided("which rows of a join come first"))
}

extension BoundQuery {
  /// Whether an index of its one table may find the rows for those of a subquery that EXISTS or IN
  /// joins to it, and so in their order.
  func mayBeFoundByJoined(_ catalog: BoundCatalog) -> Bool {
    guard orderBy.isEmpty, grouping == nil, windows.isEmpty, setOperation == nil, !isDistinct,
      distinctOn == nil, sources.count == 1, case .relation(let relation) = sources[0].kind,
      case .table(let table) = relation.id,
      // All rows of constants are alike.
      !targets.allSatisfy({ if case .constant = $0.expression { true } else { false } })
    else { return false }
    let model = catalog.catalog.tables[table]
    return JoinPlanner.conjuncts(condition).contains { conjunct in
      guard catalog.isJoin(conjunct), conjunct.withoutNegation == conjunct else { return false }
      return conjunct.comparedColumns.contains { model.isIndexed($0) }
    }
  }
}

extension BoundExpression {
  /// Columns of the table around that must equal something of the subquery's rows.
  fileprivate var comparedColumns: [Int] {
    if case .inQuery(let operand, _, _, _) = self {
      guard case .column(let position, _) = operand.comparedOperand else { return [] }
      return [position.column]
    }
    return JoinPlanner.conjuncts(subquery?.condition).flatMap { conjunct -> [Int] in
      guard case .compare(.equal, let left, let right, _) = conjunct else { return [] }
      return [left, right].compactMap { side in
        guard case .column(let position, _) = side.comparedOperand, position.level == 1 else {
          return nil
        }
        return position.column
      }
    }
  }
}
