import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// In which order a statement takes the rows that it has found.
enum RowOrder {
  case asFound
  case reversed
  /// That one before all others.
  case leading(Int)

  /// The rows in that order; nil: there is no such row.
  func arranged<Element>(_ rows: [Element]) -> [Element]? {
    switch self {
    case .asFound: return rows
    case .reversed: return rows.reversed()
    case .leading(let index):
      guard rows.indices.contains(index), rows.count <= Self.mostRows else { return nil }
      return [rows[index]] + rows[..<index] + rows[(index + 1)...]
    }
  }

  /// Of more rows not each is put first.
  static let mostRows = 64
}

/// A statement that changes rows in an order which is the planner's to choose: an error counts
/// where the rows meet the same in the opposite order, and whichever of them comes first.
struct AnyOrder {
  let session: Session
  /// What decides the order: a join, groups.
  let cause: String

  /// `attempt`: runs the statement over its rows in an order; nil: there is none such.
  func run(
    _ attempt: (RowOrder) throws(EngineFailure) -> Completion?
  ) throws(EngineFailure) -> Completion {
    let data = session.workingStore?.database
    let (sequences, notices) = (session.variables.sequences, session.variables.notices)
    let error: PostgresError
    do throws(EngineFailure) {
      if let completion = try attempt(.asFound) { return completion }
      throw .undecided(Undecided("the order of \(cause)"))
    } catch .postgres(let found) {
      error = found
    }
    var after = (session.variables.sequences, session.variables.notices)
    defer { (session.variables.sequences, session.variables.notices) = after }
    var order = RowOrder.reversed
    var number = 0
    while true {
      if let data { session.workingStore?.database = data }
      (session.variables.sequences, session.variables.notices) = (sequences, notices)
      switch Result(catching: { () throws(EngineFailure) in try attempt(order) }) {
      case .success(nil): throw .postgres(error)
      case .failure(.postgres(error)): break
      case .success: throw open(after: &after.0, isRefusal: nil)
      case .failure(.postgres): throw open(after: &after.0, isRefusal: true)
      case .failure(.undecided): throw open(after: &after.0, isRefusal: nil)
      }
      number += 1
      // It may have failed before it had found all rows.
      guard number < RowOrder.mostRows else { throw .postgres(error) }
      order = .leading(number)
    }
  }

  private func open(after: inout SequenceStore, isRefusal: Bool?) -> EngineFailure {
    after.doubt(where: session.variables.sequences)
    var open = Undecided("an error that depends on the order of \(cause)")
    open.isRefusal = isRefusal
    return .undecided(open)
  }
}

extension JoinNode {
  /// Calls `body` with each row that is found, in an order; false: there is none such.
  func run(
    _ frame: Frame, in order: RowOrder, _ body: (Frame) throws(EngineFailure) -> Void
  ) throws(EngineFailure) -> Bool {
    var found: [Frame] = []
    _ = try run(frame) { () throws(EngineFailure) in
      try frame.requireCertain()
      if case .asFound = order { try body(frame) } else { found.append(Frame(copying: frame)) }
      return true
    }
    guard let arranged = order.arranged(found) else { return false }
    for frame in arranged { try body(frame) }
    return true
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
    if sources.count > 1 || JoinPlanner.conjuncts(condition).contains(where: catalog.isJoin) {
      return "a join"
    }
    switch sources.first?.kind {
    case .query(let inner): return inner.orderCause(catalog, steps: steps)
    case .relation(let relation):
      guard case .view(let view) = relation.id, steps < 16 else { return nil }
      // The query that filled a materialized view is not secured.
      let query = relation.security?.viewQuery ?? (try? catalog.views[view].query.get())
      return query?.orderCause(catalog, steps: steps + 1)
    case .commonTable, .function, .system, nil: return nil
    }
  }
}

extension BoundCatalog {
  /// A subquery with whose rows the planner joins those around it.
  func isJoin(_ condition: BoundExpression) -> Bool {
    condition.isMergedAsJoin(catalog, names.version)
  }
}
