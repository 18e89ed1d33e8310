import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// A statement that changes rows in an order which is the planner's to choose: an error counts
/// where the rows meet the same in the opposite order.
struct AnyOrder {
  let session: Session
  /// What decides the order: a join, groups.
  let cause: String

  /// `attempt`: runs the statement over its rows as they come, or in the opposite order.
  func run(
    _ attempt: (_ isReversed: Bool) throws(EngineFailure) -> Completion
  ) throws(EngineFailure) -> Completion {
    let data = session.workingStore?.database
    let (sequences, notices) = (session.variables.sequences, session.variables.notices)
    let error: PostgresError
    do throws(EngineFailure) {
      return try attempt(false)
    } catch .postgres(let found) {
      error = found
    }
    var after = (session.variables.sequences, session.variables.notices)
    if let data { session.workingStore?.database = data }
    (session.variables.sequences, session.variables.notices) = (sequences, notices)
    defer { (session.variables.sequences, session.variables.notices) = after }
    var open = Undecided("an error that depends on the order of \(cause)")
    do throws(EngineFailure) {
      _ = try attempt(true)
    } catch .postgres(error) {
      throw .postgres(error)
    } catch .postgres {
      open.isRefusal = true
    } catch {}
    after.0.doubt(where: session.variables.sequences)
    throw .undecided(open)
  }
}

extension BoundQuery {
  /// What decides the order of its rows, where the planner chooses it; nil: they come as they are
  /// stored, or as they are sorted. Rows of a materialized view were stored so.
  func orderCause(_ catalog: BoundCatalog, steps: Int = 0) -> String? {
    guard orderBy.isEmpty else { return nil }
    if grouping?.keys.isEmpty == false || isDistinct { return "groups" }
    switch setOperation {
    case .operation(.union, isAll: true, _, _), nil: break
    default: return "a set operation"
    }
    guard setOperation == nil else { return nil }
    if sources.count > 1 { return "a join" }
    switch sources.first?.kind {
    case .query(let inner): return inner.orderCause(catalog, steps: steps)
    case .relation(let relation):
      guard case .view(let view) = relation.id, steps < 16 else { return nil }
      let query =
        catalog.catalog.views[view].isMaterialized
        ? try? catalog.views[view].query.get() : relation.security?.viewQuery
      return query?.orderCause(catalog, steps: steps + 1)
    case .commonTable, .function, .system, nil: return nil
    }
  }
}
