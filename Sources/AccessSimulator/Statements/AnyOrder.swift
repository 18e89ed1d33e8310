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
  /// Of few rows, those two before all others.
  case leadingBoth(Int, Int)
  /// Rows of a join that have met a row of another source before those that have met none, or after.
  case joined(isFirst: Bool)
  /// All rows of a join that hold one row of that source, then those that hold the next.
  case led(by: Int)

  /// The rows in that order; nil: there is no such row.
  func arranged<Element>(_ rows: [Element]) -> [Element]? {
    switch self {
    case .asFound, .joined, .led: return rows
    case .reversed: return rows.reversed()
    case .leading(let index):
      guard rows.indices.contains(index), rows.count <= Self.mostRows else { return nil }
      return [rows[index]] + rows[..<index] + rows[(index + 1)...]
    case .leadingBoth(let first, let second):
      guard rows.indices.contains(first), rows.indices.contains(second),
        rows.count <= Self.mostPaired
      else { return nil }
      let others = rows.indices.filter { $0 != first && $0 != second }
      return ([first, second] + others).map { rows[$0] }
    }
  }

  /// Each two of so many rows; nil: of more, or fewer, there is no need.
  fileprivate static func pairs(of count: Int) -> [RowOrder]? {
    guard (3...mostPaired).contains(count) else { return nil }
    return (0..<count).flatMap { first in
      (0..<count).filter { $0 != first }.map { .leadingBoth(first, $0) }
    }
  }

  private static let mostPaired = 6

  /// Of more rows not each is put first.
  static let mostRows = 64
}

/// What decides the order of rows, where the planner chooses it.
enum OrderCause: String {
  case join = "a join"
  case hashedJoin = "a join by hash"
  case groups = "groups"
  case setOperation = "a set operation"
  case storage = "rows as they are stored"
  /// An index may find them where they were before they were updated.
  case updates = "rows that were updated"

  /// Hashed rows come in the order of their hashes, which is not that of the rows.
  var isHash: Bool { [.groups, .setOperation, .hashedJoin].contains(self) }
}

/// A statement that changes rows in an order which is the planner's to choose: what it does counts
/// where it is the same in the opposite order, and whichever of the rows comes first.
struct AnyOrder {
  let session: Session
  let cause: OrderCause
  /// Which orders are tried beside those of any statement.
  var others: [RowOrder] = []

  /// As `Session.inAnyOrder`.
  func run(
    orderMatters: () -> Bool, _ attempt: (RowOrder) throws(EngineFailure) -> Completion?
  ) throws(EngineFailure) -> Completion {
    let before = SessionMoment(session)
    let first = Result { () throws(EngineFailure) in try Self.asFound(attempt) }
    switch first {
    case .success(let completion):
      if session.variables.deferred.count > before.deferred.count + 1 {
        session.variables.deferredOrder = cause
      }
      guard orderMatters() else { return completion }
      // What statements of one WITH have written together is not taken back for another order.
      guard session.writes?.isShared != true else {
        throw .undecided(
          Undecided("rows of one WITH that depend on the order of \(cause.rawValue)"))
      }
    case .failure(.undecided(let construct)): throw .undecided(construct)
    case .failure(.postgres): break
    }
    var after = SessionMoment(session)
    defer { after.restore(session) }
    var (orders, number) = ([RowOrder.reversed] + others, 0)
    // It may have failed before it had found all rows.
    while !orders.isEmpty || number < RowOrder.mostRows {
      if orders.isEmpty {
        number += 1
        orders = [.leading(number)]
      }
      let order = orders.removeFirst()
      before.restore(session)
      let other = Result { () throws(EngineFailure) in try attempt(order) }
      switch (first, other) {
      case (_, .success(nil)):
        // Each row has come first; each two of few may.
        guard case .leading(let count) = order, let pairs = RowOrder.pairs(of: count) else {
          return try first.get()
        }
        (orders, number) = (pairs, RowOrder.mostRows)
      case (.failure(.postgres(let error)), .failure(.postgres(let other))) where error == other:
        // Others may have taken their values by then.
        after.sequences.doubt(where: session.variables.sequences)
      case (.failure, .failure(.postgres)):
        throw open(after: &after, .error, isRefusal: true)
      case (.success(let completion), .success(let otherCompletion?)):
        guard completion.holdsSame(as: otherCompletion), after.holdsSame(as: SessionMoment(session))
        else {
          throw open(after: &after, .rows, isRefusal: nil)
        }
      default: throw open(after: &after, .error, isRefusal: nil)
      }
    }
    return try first.get()
  }

  fileprivate static func asFound(
    _ attempt: (RowOrder) throws(EngineFailure) -> Completion?
  ) throws(EngineFailure) -> Completion {
    guard let completion = try attempt(.asFound) else {
      throw .undecided(Undecided("the order of rows"))
    }
    return completion
  }

  /// What another order changes.
  private enum Outcome: String {
    case rows = "rows that depend"
    case error = "an error that depends"
  }

  private func open(after: inout SessionMoment, _ outcome: Outcome, isRefusal: Bool?)
    -> EngineFailure
  {
    after.sequences.doubt(where: session.variables.sequences)
    var open = Undecided("\(outcome.rawValue) on the order of \(cause.rawValue)")
    open.isRefusal = isRefusal
    return .undecided(open)
  }
}

extension Completion {
  fileprivate func holdsSame(as other: Completion) -> Bool {
    count == other.count && rows.countsOfEach == other.rows.countsOfEach
  }
}

extension Session {
  /// Runs a statement over its rows, whose order may be the planner's to choose: nil where nothing is.
  ///
  /// `attempt`: runs it over its rows in an order; nil: there is none such. `orderMatters`: whether
  /// rows that were all stored may be other ones in another order.
  func inAnyOrder(
    of cause: OrderCause?, orderMatters: () -> Bool = { false },
    _ attempt: (RowOrder) throws(EngineFailure) -> Completion?
  ) throws(EngineFailure) -> Completion {
    guard let cause else { return try AnyOrder.asFound(attempt) }
    return try AnyOrder(session: self, cause: cause).run(orderMatters: orderMatters, attempt)
  }
}

extension JoinNode {
  /// Calls `body` with each row that is found, in an order; false: there is none such.
  ///
  /// What goes wrong as one of several sources is read may do so before what is wrong with rows that
  /// were found, or after.
  func run(
    _ frame: Frame, in order: RowOrder, _ body: (Frame) throws(EngineFailure) -> Void
  ) throws(EngineFailure) -> Bool {
    let kept = frame.rows.count > 1 ? KeptFailure() : nil
    frame.kept = kept
    var isFound = false
    let isOver = try runKeepingFailures(frame, in: order) { (row) throws(EngineFailure) in
      isFound = true
      do throws(EngineFailure) {
        try body(row)
      } catch {
        if case .postgres = error, kept?.failure != nil { throw UnsureOrderNode.undecided }
        throw error
      }
    }
    if let failure = kept?.failure {
      throw isFound || !isOver ? failure : UnsureOrderNode.undecided
    }
    return isOver
  }

  private func runKeepingFailures(
    _ frame: Frame, in order: RowOrder, _ body: (Frame) throws(EngineFailure) -> Void
  ) throws(EngineFailure) -> Bool {
    var found: [Frame] = []
    _ = try run(frame) { () throws(EngineFailure) in
      try frame.requireCertain()
      if case .asFound = order { try body(frame) } else { found.append(Frame(copying: frame)) }
      return true
    }
    guard var arranged = order.arranged(found) else { return false }
    switch order {
    case .joined(let isFirst):
      let isMissing = { (frame: Frame) in frame.positions.contains { $0 < 0 } }
      arranged =
        found.filter { isMissing($0) != isFirst } + found.filter { isMissing($0) == isFirst }
    case .led(let source):
      arranged = found.enumerated().sorted {
        ($0.element.positions[source], $0.offset) < ($1.element.positions[source], $1.offset)
      }.map(\.element)
    case .asFound, .reversed, .leading, .leadingBoth: break
    }
    for frame in arranged { try body(frame) }
    return true
  }
}

extension BoundQuery {
  /// What decides the order of its rows, where the planner chooses it; nil: they come as they are
  /// stored, or as they are sorted. Rows of a materialized view were stored so.
  func orderCause(_ catalog: BoundCatalog, _ database: Database?, steps: Int = 0) -> OrderCause? {
    guard orderBy.isEmpty else { return nil }
    if grouping?.keys.isEmpty == false || isDistinct { return .groups }
    switch setOperation {
    case .operation(.union, isAll: true, _, _), nil: break
    default: return .setOperation
    }
    guard setOperation == nil else { return nil }
    let joins = JoinPlanner.conjuncts(condition).filter(catalog.isJoin)
    let equalities = JoinPlanner.conjuncts(condition) + self.joins.flatMap(\.conditions)
    if sources.count > 1, equalities.contains(where: equatesComputed) { return .hashedJoin }
    if sources.count > 1 || !joins.isEmpty {
      return sources.count == 1 && joins.contains(where: catalog.mayHashRowsAround)
        && sources[0].isTable ? .hashedJoin : .join
    }
    if sources.count == 1, let database, sources[0].isFoundElsewhere(condition, catalog, database) {
      return .updates
    }
    return sources.first?.orderCause(catalog, database, steps: steps)
  }
}

extension BoundQuery {
  /// Whether two tables or views are joined by an equality of what is computed of their rows, by a
  /// hash: no index is looked into for it.
  private func equatesComputed(_ condition: BoundExpression) -> Bool {
    guard case .compare(.equal, let left, let right, _) = condition else {
      if case .and(let operands) = condition { return operands.contains(where: equatesComputed) }
      return false
    }
    let joined = [left, right].map { $0.sources(atLevel: 0) }
    guard joined.allSatisfy({ $0.count == 1 }), joined[0] != joined[1],
      joined.joined().allSatisfy({ sources[$0].isRelation })
    else { return false }
    return [left, right].contains {
      if case .column = $0.comparedOperand { false } else { true }
    }
  }
}

extension BoundSource {
  fileprivate var isRelation: Bool { if case .relation = kind { true } else { false } }

  /// As of the query that reads it alone.
  func orderCause(_ catalog: BoundCatalog, _ database: Database?, steps: Int = 0) -> OrderCause? {
    switch kind {
    case .query(let inner): return inner.orderCause(catalog, database, steps: steps)
    case .relation(let relation):
      if case .table(let table) = relation.id {
        return database?.keepsAnyOrder(table, isOnly: relation.isOnly) == true ? .storage : nil
      }
      guard case .view(let view) = relation.id, steps < 16 else { return nil }
      // The query that filled a materialized view is not secured.
      let query = relation.security?.viewQuery ?? (try? catalog.views[view].query.get())
      return query?.orderCause(catalog, database, steps: steps + 1)
    case .commonTable, .function, .system: return nil
    }
  }
}

extension BoundSource {
  /// Whether an index may find several rows in another order than they stand in.
  fileprivate func isFoundElsewhere(
    _ condition: BoundExpression?, _ catalog: BoundCatalog, _ database: Database
  ) -> Bool {
    guard case .relation(let relation) = kind, case .table(let table) = relation.id,
      database.tables[table].hasMovedRows
    else { return false }
    let model = catalog.catalog.tables[table]
    let policies = relation.security?.filters?.flatMap(\.conditions).map(\.expression) ?? []
    return (JoinPlanner.conjuncts(condition) + policies).contains { conjunct in
      conjunct.columns(ofSource: 0, atLevel: 0).contains { column in
        model.isIndexed(column, orPartly: true)
      }
    }
  }

  fileprivate var isTable: Bool {
    if case .relation(let relation) = kind, case .table = relation.id { true } else { false }
  }
}

extension BoundCatalog {
  /// Whether a join with a subquery may hash the rows around it, which then come in that order.
  ///
  /// Source: `JOIN_RIGHT_ANTI` from 16 on, `JOIN_RIGHT_SEMI` from 18 on, `joinpath.c`.
  fileprivate func mayHashRowsAround(_ condition: BoundExpression) -> Bool {
    if case .not = condition { names.version >= .v16 } else { names.version >= .v18 }
  }
}

extension Database {
  /// Whether it is not known in which order a table's rows stand.
  func keepsAnyOrder(_ table: Int, isOnly: Bool) -> Bool {
    tables[table].comesInAnyOrder
      || !isOnly && inheritance.members(below: table).contains { tables[$0.table].comesInAnyOrder }
  }
}

extension BoundCatalog {
  /// A subquery with whose rows the planner joins those around it.
  func isJoin(_ condition: BoundExpression) -> Bool {
    condition.isMergedAsJoin(catalog, names.version)
  }
}
