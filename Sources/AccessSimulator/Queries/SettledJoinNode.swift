import AccessModel
import RowSecurity
import SQLBinding

/// A join with views and subqueries over several tables: they become a part of it, and the planner
/// chooses of which of their rows it asks policies. Undecided where asking all of each table shows.
///
/// Source: `pull_up_simple_subquery()` in `src/backend/optimizer/prep/prepjointree.c`.
final class SettledJoinNode: JoinNode {
  private let input: any JoinNode
  private let queries: [(sources: Int, scans: [ScanNode])]
  private let reason: String
  private let session: Session

  /// `scans`: of so many sources, what is asked of all rows.
  init(
    _ input: any JoinNode, asking queries: [(sources: Int, scans: [ScanNode])], _ reason: String,
    _ session: Session
  ) {
    (self.input, self.queries, self.reason, self.session) = (input, queries, reason, session)
  }

  /// Nil where there is no such view, or nothing in it that shows.
  convenience init?(
    _ input: any JoinNode, with sources: some Sequence<BoundSource>, _ session: Session
  ) throws(EngineFailure) {
    let compiler = QueryCompiler(session)
    var queries: [(sources: Int, scans: [ScanNode])] = []
    for source in sources {
      guard let inner = source.innerQuery, inner.isOnlySelection, inner.sources.count > 1,
        compiler.tellsOfRows(source)
      else { continue }
      var scans: [ScanNode] = []
      for (number, table) in inner.sources.enumerated() {
        guard compiler.tellsOfRows(table), let rows = try compiler.table(of: table) else {
          continue
        }
        scans.append(ScanNode(number, .table(rows), lookup: nil, conditions: [], in: session))
      }
      if !scans.isEmpty { queries.append((inner.sources.count, scans)) }
    }
    guard !queries.isEmpty else { return nil }
    self.init(
      input, asking: queries, "which rows of a join inside of a join are asked", session)
  }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    for query in queries {
      for scan in query.scans {
        try session.requireNoEffects(
          { () throws(EngineFailure) in
            _ = try scan.run(Frame(sources: query.sources, parent: frame.parent)) { true }
          }, reason)
      }
    }
    return try input.run(frame, body)
  }
}
