import AccessModel
import RowSecurity
import SQLBinding

/// What the planner finds out of a query before any row is read, asked for once.
final class PlannedQuery {
  private let query: BoundQuery
  private let session: Session

  init(_ query: BoundQuery, _ session: Session) { (self.query, self.session) = (query, session) }

  /// The sources that it does not read.
  private(set) lazy var unreadSources = session.engine.unreadSources(
    of: query, as: session.role, planning: session.planning)

  /// Whether it reads nothing of all that is joined.
  private(set) lazy var findsNothing =
    !unreadSources.isEmpty && unreadSources.isSuperset(of: query.joins.flatMap(\.sources))

  /// Conditions without those that are TRUE of each row. `present`: the sources that no join around
  /// them leaves out; nil: they are asked in WHERE.
  func asked(_ conditions: [BoundExpression], present: [Int]? = nil) -> [BoundExpression] {
    guard session.catalog.names.version >= .v17 else { return conditions }
    return conditions.filter {
      !session.engine.alwaysHolds($0, in: query, present: present, as: session.role)
    }
  }
}
