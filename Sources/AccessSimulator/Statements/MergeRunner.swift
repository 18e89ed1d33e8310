import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// MERGE. RULES 46–48.
///
/// Source: `ExecMergeMatched()` and `ExecMergeNotMatched()` in `nodeModifyTable.c`.
struct MergeRunner {
  private struct Branch {
    let match: SQLMerge.Match
    let condition: Evaluator?
    let action: Action
  }

  private enum Action {
    case nothing
    case delete
    case update(AssignmentList, TriggerEvent)
    case insert([(column: Int, value: Evaluator?)], SQLOverriding?)
  }

  private let relation: RelationID
  private let target: any MergeTarget
  private let join: any JoinNode
  private let origins: [RowOrigin]
  private let sourceCount: Int
  private let targetCondition: Evaluator?
  private let branches: [Branch]
  private let returning: ReturningList
  private let events: [TriggerEvent]
  private let writes: StatementWrites
  private let session: Session
  /// The planner chooses in which order the rows of the join come.
  private let mayComeInAnyOrder: Bool

  init(
    _ merge: BoundMerge, _ secured: SecuredTarget?, _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    guard let secured else { throw .undecided(Undecided("MERGE into what has no protection")) }
    relation = merge.target.id
    self.session = session
    // The source's rows probably come as they are.
    let isSourceLeading = merge.hashesTarget(session.catalog.catalog, database.inheritance)
    let isSourceUnordered = merge.sources.dropFirst().contains {
      $0.orderCause(session.catalog, database) != nil
    }
    mayComeInAnyOrder =
      isSourceUnordered
      || (isSourceLeading
        ? secured.filters != nil || !merge.readsPlainTable
        : merge.mayJoinInAnyOrder || merge.mayFindByIndex(session.catalog.catalog))
    writes = session.newWrites(database)
    target =
      switch merge.target.id {
      case .table(let table): try MergedTable(merge, table, secured, session, writes)
      case .view(let view): try MergedView(merge, view, secured, session, writes)
      case .sequence: throw .undecided(Undecided("a change of a sequence as a relation"))
      }
    (join, origins) = try Self.join(merge, target.rows, secured.barriers, session)
    sourceCount = merge.sources.count
    targetCondition = try merge.targetCondition.map { (condition) throws(EngineFailure) in
      try ExpressionCompiler(session).compile(condition)
    }
    var branches: [Branch] = []
    for branch in merge.branches { branches.append(try Self.compile(branch, session)) }
    self.branches = branches
    returning = try ReturningList(merge.returning, merge.returnedRows, session)
    events = merge.events
  }

  /// Each row of the source with the rows of the target that meet ON, or with none; and the rows of
  /// the target that no row of the source meets.
  private static func join(
    _ merge: BoundMerge, _ rows: RowSource, _ barriers: [BoundExpression], _ session: Session
  ) throws(EngineFailure) -> (any JoinNode, [RowOrigin]) {
    let compiler = QueryCompiler(session)
    let values =
      merge.expressions + merge.returning.map(\.expression)
      + [merge.condition, merge.targetCondition].compactMap { $0 }
    let acts = { (match: SQLMerge.Match) in
      merge.branches.contains { $0.match == match && $0.action != .nothing }
    }
    let kind: BoundJoin.Kind =
      switch (acts(.notMatched), acts(.notMatchedBySource)) {
      case (false, false): .inner
      case (true, false): .left
      case (false, true): .right
      case (true, true): .full
      }
    var query = BoundQuery(
      sources: merge.sources, joins: merge.joins, condition: merge.condition,
      targets: values.map { BoundTarget("", $0) })
    if kind == .inner { query = query.askingOnceFirst(session.catalog.catalog) }
    let read = compiler.readingWholeRows(query, besides: 0)
    let others = try compiler.rowSources(Array(read.sources.dropFirst()))
    let all = [rows] + others
    guard let source = merge.joins.first, merge.joins.count == 1 else {
      throw .undecided(Undecided("MERGE with several sources"))
    }
    let joins = [BoundJoin.join(kind, source, .source(0), condition: query.condition)]
    let planner = JoinPlanner(
      compiler: ExpressionCompiler(session), sources: query.sources, rowSources: all,
      barriers: barriers,
      planned: PlannedQuery(
        BoundQuery(sources: query.sources, joins: joins, targets: []), session), isOfChange: true)
    let planned = try planner.plan(joins, where: nil)
    let join = try SettledJoinNode(planned, with: merge.sources.dropFirst(), session) ?? planned
    return (join, all.map(\.origin))
  }

  private static func compile(
    _ branch: BoundMerge.Branch, _ session: Session
  ) throws(EngineFailure) -> Branch {
    let compiler = ExpressionCompiler(session)
    let condition = try branch.condition.map { (condition) throws(EngineFailure) in
      try compiler.compile(condition)
    }
    let action: Action
    switch branch.action {
    case .nothing: action = .nothing
    case .delete: action = .delete
    case .update(let list):
      action = .update(
        try AssignmentList(list, session), .update(columns: Set(list.map(\.column))))
    case .insert(let columns, let values, let overriding):
      var compiled: [(column: Int, value: Evaluator?)] = []
      for (column, value) in zip(columns, values).sorted(by: { $0.0 < $1.0 }) {
        guard let value else {
          compiled.append((column, nil))
          continue
        }
        compiled.append((column, try compiler.compile(value)))
      }
      action = .insert(compiled, overriding)
    }
    return Branch(match: branch.match, condition: condition, action: action)
  }

  func run() throws(EngineFailure) -> Completion {
    if !mayComeInAnyOrder, let found = try attempt(.asFound) { return found }
    (writes.comesInAnyOrder, writes.watchesKeys) = (true, true)
    let others: [RowOrder] = [
      .joined(isFirst: true), .joined(isFirst: false), .led(by: 0), .led(by: 1),
    ]
    return try AnyOrder(session: session, cause: .join, others: others)
      .run(orderMatters: { writes.dependsOnOrder }) { (order) throws(EngineFailure) in
        try attempt(order)
      }
  }

  private func attempt(_ order: RowOrder) throws(EngineFailure) -> Completion? {
    writes.begin()
    for event in events { try writes.fireBefore(relation, event) }
    var count = 0
    var returned: [[String?]] = []
    let each = { (frame: Frame) throws(EngineFailure) in
      guard let change = try act(frame) else { return }
      count += 1
      try returning.append(change, frame, to: &returned)
    }
    let frame = Frame(sources: sourceCount, parent: nil)
    frame.origins = origins
    guard try join.run(frame, in: order, each) else { return nil }
    try writes.finish(events.reversed().map { (relation, $0) })
    return Completion(
      tag: "MERGE \(count)", count: count, columns: returning.names, rows: returned)
  }

  /// Does what the first branch says that holds.
  private func act(_ frame: Frame) throws(EngineFailure) -> RowChange? {
    let match = match(frame)
    if match == .notMatchedBySource, let targetCondition,
      try targetCondition(frame).truth != true
    {
      return nil
    }
    for branch in branches where branch.match == match {
      if let condition = branch.condition, try condition(frame).truth != true { continue }
      return try perform(branch.action, frame)
    }
    return nil
  }

  private func match(_ frame: Frame) -> SQLMerge.Match {
    guard frame.positions[0] >= 0 else { return .notMatched }
    let hasSource = (1..<sourceCount).contains { frame.positions[$0] >= 0 }
    return hasSource ? .matched : .notMatchedBySource
  }

  /// Nil: no row was changed.
  private func perform(_ action: Action, _ frame: Frame) throws(EngineFailure) -> RowChange? {
    switch action {
    case .nothing: return nil
    case .delete: return try target.delete(frame)
    case .update(let assignments, let event):
      return try target.update(frame, assignments, event)
    case .insert(let assignments, let overriding):
      var given: [(column: Int, value: SQLValue?)] = []
      for (column, value) in assignments { given.append((column, try value?(frame))) }
      return try target.insert(given, overriding)
    }
  }
}

extension BoundMerge {
  /// Where the target's key alone is unique, it is the target that is hashed, as a rule.
  fileprivate func hashesTarget(_ catalog: Catalog, _ inheritance: Inheritance) -> Bool {
    // Hashed rows that nothing matches come in the order of their hashes.
    if acts(on: .notMatchedBySource) { return false }
    let keys = JoinPlanner.conjuncts(condition).compactMap(keySides)
    return keys.contains { isUnique($0.target, of: 0, catalog, inheritance) }
      && !keys.contains { key in
        sources.indices.dropFirst().contains { isUnique(key.source, of: $0, catalog, inheritance) }
      }
  }

  /// How many rows there are of it is not estimated from conditions.
  fileprivate var readsPlainTable: Bool {
    guard sources.count == 2, case .relation(let relation) = sources[1].kind,
      case .table = relation.id
    else { return false }
    return relation.security?.filters == nil
  }

  /// Joined by equality, for a hash or in the order of the keys; or with neither side leading.
  fileprivate var mayJoinInAnyOrder: Bool {
    guard acts(on: .notMatched), !acts(on: .notMatchedBySource) else { return true }
    return JoinPlanner.conjuncts(condition).contains { keySides($0) != nil }
  }

  /// Compared with what leads an index, rows of the target come in its order.
  fileprivate func mayFindByIndex(_ catalog: Catalog) -> Bool {
    guard case .table(let index) = target.id else { return true }
    let table = catalog.tables[index]
    return JoinPlanner.conjuncts(condition).contains { conjunct in
      guard case .compare(_, let left, let right, _) = conjunct else { return false }
      return [left, right].contains { side in
        JoinPlanner.plainColumn(side, of: 0).map { table.isIndexed($0, orPartly: true) } == true
      }
    }
  }

  private func acts(on match: SQLMerge.Match) -> Bool {
    branches.contains { $0.match == match && $0.action != .nothing }
  }

  /// An equality of something of the target with something of the source.
  private func keySides(
    _ conjunct: BoundExpression
  ) -> (target: BoundExpression, source: BoundExpression)? {
    guard case .compare(.equal, let left, let right, _) = conjunct else { return nil }
    let (one, other) = (left.sources(atLevel: 0), right.sources(atLevel: 0))
    guard !one.isEmpty, !other.isEmpty, one.isDisjoint(with: other) else { return nil }
    return one == [0] ? (left, right) : (right, left)
  }

  private func isUnique(
    _ expression: BoundExpression, of number: Int, _ catalog: Catalog, _ inheritance: Inheritance
  ) -> Bool {
    guard sources.indices.contains(number) else { return false }
    switch sources[number].kind {
    case .query(let query): return query.isDistinct || query.grouping != nil
    case .relation(let relation):
      if let query = relation.security?.viewQuery {
        guard !query.isDistinct, query.grouping == nil else { return true }
        guard query.sources.count == 1, query.setOperation == nil,
          let column = JoinPlanner.plainColumn(expression, of: number)
        else { return false }
        var inner = self
        inner.sources = query.sources
        return inner.isUnique(query.targets[column].expression, of: 0, catalog, inheritance)
      }
      guard case .table(let index) = relation.id,
        let column = JoinPlanner.plainColumn(expression, of: number),
        relation.isOnly || inheritance.members(below: index).isEmpty
      else { return false }
      let table = catalog.tables[index]
      return table.columns.indices.contains(column)
        && table.keys.contains { $0.columns == [table.columns[column].name] }
    case .function, .commonTable, .system: return true
    }
  }

  /// What the statement is, for its triggers: each kind once.
  fileprivate var events: [TriggerEvent] {
    var updated: Set<Int>?
    var (inserts, deletes) = (false, false)
    for branch in branches {
      switch branch.action {
      case .nothing: break
      case .delete: deletes = true
      case .insert: inserts = true
      case .update(let list): updated = (updated ?? []).union(list.map(\.column))
      }
    }
    return [
      inserts ? .insert : nil, updated.map { .update(columns: $0) }, deletes ? .delete : nil,
    ].compactMap { $0 }
  }
}
