import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// The rows that an UPDATE or DELETE reaches: its target filtered by row security, joined with
/// the other sources, under its condition. `values`: what is computed of them.
struct ChangedRows {
  private let join: any JoinNode
  private let sourceCount: Int
  private let cursor: String?
  private let table: Int
  private let session: Session
  private let target: FilteredTable
  private let origins: [RowOrigin]
  /// What compiles what is computed of its rows.
  let outputs: ExpressionCompiler
  /// What decides the order of the rows, where the planner does.
  let orderCause: OrderCause?

  init(
    _ table: Int, isOnly: Bool, _ target: SecuredTarget, sources: [BoundSource], joins: [BoundJoin],
    where condition: BoundExpression?, reading values: [BoundExpression], cursor: String?,
    _ session: Session
  ) throws(EngineFailure) {
    (self.table, self.cursor, self.session) = (table, cursor, session)
    let compiler = QueryCompiler(session)
    let query = BoundQuery(
      sources: sources, joins: [.source(0)] + joins, condition: condition,
      targets: values.map { BoundTarget("", $0) }
    ).askingOnceFirst(session.catalog.catalog)
    let asked = compiler.movingConditions(compiler.readingWholeRows(query, besides: 0))
    let others = try compiler.rowSources(Array(asked.sources.dropFirst()))
    self.target = try session.filtered(table: table, target, isOnly: isOnly)
    let rows = RowSource.table(self.target)
    origins = ([rows] + others).map(\.origin)
    let planner = JoinPlanner(
      compiler: ExpressionCompiler(session), sources: asked.sources, rowSources: [rows] + others,
      barriers: target.barriers,
      planned: Self.query(target, asked.sources, joins: asked.joins, where: asked.condition)
        .map { PlannedQuery($0, session) }, isOfChange: true)
    let planned = try planner.plan(asked.joins, where: asked.condition)
    join = try SettledJoinNode(planned, with: asked.sources.dropFirst(), session) ?? planned
    outputs = planner.outputs(where: asked.condition)
    sourceCount = sources.count
    let isJoinedByCondition = JoinPlanner.conjuncts(condition)
      .contains(where: session.catalog.isJoin)
    let isStored =
      session.database?.keepsAnyOrder(table, isOnly: isOnly) == true
      || IndexConditions(
        source: 0, table: self.target, session: session,
        conditions: self.target.policyConjuncts + JoinPlanner.conjuncts(condition)
      ).reordersRows
    orderCause =
      sourceCount > 1 || isJoinedByCondition ? .join : isStored ? .storage : nil
  }

  /// What finds the rows, for the planner to look at.
  private static func query(
    _ target: SecuredTarget, _ sources: [BoundSource], joins: [BoundJoin],
    where condition: BoundExpression?
  ) -> BoundQuery? {
    guard case .relation(var mention) = sources[0].kind else { return nil }
    mention.security = RelationSecurity(checkedAs: target.checkedAs, filters: target.filters)
    var query = BoundQuery(sources: sources, joins: joins, condition: condition, targets: [])
    query.sources[0].kind = .relation(mention)
    return query
  }

  /// Calls `body` once for each row reached, with where it is stored. Joins may find a row repeatedly:
  /// only the first time counts, `again` is called for the others. Whether there is such an order.
  func forEach(
    in order: RowOrder,
    again: (Frame, FilteredTable.Place) throws(EngineFailure) -> Void = { _, _ in },
    _ body: (Frame, FilteredTable.Place) throws(EngineFailure) -> Void
  ) throws(EngineFailure) -> Bool {
    let frame = Frame(sources: sourceCount, parent: nil)
    frame.origins = origins
    var seen: Set<Int> = []
    let current = try cursor.map { (name) throws(EngineFailure) in try place(ofCursor: name) }
    func each(_ frame: Frame) throws(EngineFailure) {
      let position = frame.positions[0]
      if let current, current != target.place(position) { return }
      if sourceCount == 1 || seen.insert(position).inserted {
        try body(frame, target.place(position))
      } else {
        try again(frame, target.place(position))
      }
    }
    return try join.run(frame, in: order, each)
  }

  /// The one row that WHERE CURRENT OF means; nil: none is left.
  private func place(ofCursor name: String) throws(EngineFailure) -> FilteredTable.Place? {
    guard let services = session.variables.services, let database = session.database else {
      throw .undecided(Undecided("WHERE CURRENT OF outside of a session"))
    }
    if let machine = session.variables.calls.last as? PLMachine {
      let (isVariable, place) = try machine.place(ofCursor: name, table: table, in: database)
      if isVariable { return place }
    }
    let (open, position) = try services.cursor(name)
    return try open.place(ofRow: position, name, table: table, in: database)
  }
}
