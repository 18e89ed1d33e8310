import AccessModel
import RowSecurity
import SQLBinding

/// The rows that an UPDATE or DELETE reaches: its target filtered by row security, joined with
/// the other sources, under its condition.
struct ChangedRows {
  private let join: any JoinNode
  private let sourceCount: Int
  private let target: FilteredTable

  init(
    _ table: Int, isOnly: Bool, _ target: SecuredTarget, sources: [BoundSource], joins: [BoundJoin],
    where condition: BoundExpression?, _ session: Session
  ) throws(EngineFailure) {
    let others = try QueryCompiler(session).rowSources(Array(sources.dropFirst()))
    self.target = try session.filtered(table: table, target, isOnly: isOnly)
    let rows = RowSource.table(self.target)
    let planner = JoinPlanner(
      compiler: ExpressionCompiler(session), sources: sources, rowSources: [rows] + others)
    join = try planner.plan([.source(0)] + joins, where: condition)
    sourceCount = sources.count
  }

  /// Calls `body` once for each row reached, with where it is stored; joins may find a row repeatedly,
  /// and only the first time counts.
  func forEach(
    _ body: (Frame, FilteredTable.Place) throws(EngineFailure) -> Void
  ) throws(EngineFailure) {
    let frame = Frame(sources: sourceCount, parent: nil)
    var seen: Set<Int> = []
    _ = try join.run(frame) { () throws(EngineFailure) in
      let position = frame.positions[0]
      if sourceCount == 1 || seen.insert(position).inserted {
        try body(frame, target.place(position))
      }
      return true
    }
  }
}
