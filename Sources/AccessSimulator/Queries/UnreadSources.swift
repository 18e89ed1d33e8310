import RowSecurity
import SQLBinding

/// Sources of a query that the planner does not read, asked for once.
final class UnreadSources {
  private let query: BoundQuery
  private let session: Session

  init(_ query: BoundQuery, _ session: Session) { (self.query, self.session) = (query, session) }

  private(set) lazy var sources = session.engine.unreadSources(
    of: query, as: session.role, planning: session.planning)

  /// All that the query joins.
  private(set) lazy var isAll =
    !sources.isEmpty && sources.isSuperset(of: query.joins.flatMap(\.sources))
}
