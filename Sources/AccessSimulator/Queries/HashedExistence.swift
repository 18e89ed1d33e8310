import AccessModel
import RowSecurity
import SQLBinding

/// EXISTS whose rows equalities find: PostgreSQL asks the other conditions, and policies, of all rows
/// before it looks for those of the first row around.
///
/// Source: `convert_EXISTS_to_ANY()` in `src/backend/optimizer/plan/subselect.c`.
struct HashedExistence {
  /// What is looked for, of the row around.
  let operands: [BoundExpression]
  /// The rows, without what joins them; its columns are what is found by.
  var query: BoundQuery

  /// Nil where it is asked row by row, or where that makes no difference. `isJoined`: it becomes a
  /// join, to which what says nothing of its rows does not belong.
  init?(_ query: BoundQuery, _ session: Session, isJoined: Bool = true) {
    let catalog = session.catalog.catalog
    guard let split = Self.split(query, isJoined: isJoined),
      query.condition?.isVolatile(catalog) != true
    else { return nil }
    let order = QualOrder(catalog)
    let asked = JoinPlanner.conjuncts(split.query.condition) + query.sources[0].ownConditions
    guard
      asked.contains(where: { order.mayMatterBesideOthers($0, raises: session.raises) })
        || session.showsInside(asked, order)
    else { return nil }
    self = split
  }

  private init(operands: [BoundExpression], query: BoundQuery) {
    (self.operands, self.query) = (operands, query)
  }

  /// The query and what joins it, apart; nil where that is more than equalities.
  static func split(_ query: BoundQuery) -> HashedExistence? { split(query, isJoined: true) }

  private static func split(_ query: BoundQuery, isJoined: Bool) -> HashedExistence? {
    guard query.isOnlySelection, query.sources.count == 1, !query.mentions(level: 2),
      query.joins.count == 1, case .source = query.joins[0]
    else { return nil }
    var operands: [BoundExpression] = []
    var rest = query
    rest.targets = []
    var conditions: [BoundExpression] = []
    for condition in JoinPlanner.conjuncts(query.condition) {
      guard condition.mentions(level: 1) else {
        conditions.append(condition)
        continue
      }
      guard let (own, other) = sides(of: condition, isJoined: isJoined),
        dependsOnRow(own, of: query.sources[0])
      else { return nil }
      operands.append(other)
      rest.targets.append(BoundTarget("?column?", own))
    }
    guard !operands.isEmpty else { return nil }
    rest.condition = conditions.isEmpty ? nil : .and(conditions)
    return HashedExistence(operands: operands, query: rest)
  }

  /// What it is found by is a constant too, besides columns.
  var hasFixedKey: Bool {
    !hasOnlyFixedKeys && query.targets.contains { !$0.expression.mentions(level: 0) }
  }

  /// It is found by constants alone: any row will do.
  var hasOnlyFixedKeys: Bool { !query.targets.contains { $0.expression.mentions(level: 0) } }

  /// Columns of its one source that it is found by; nil: of what is computed.
  var keyColumns: [Int?] { query.targets.map { JoinPlanner.plainColumn($0.expression, of: 0) } }

  /// What a view gives may be a constant; what it groups by, or computes of groups, is none.
  private static func dependsOnRow(_ expression: BoundExpression, of source: BoundSource) -> Bool {
    guard case .relation(let relation) = source.kind, let view = relation.security?.viewQuery,
      case .column(let position, _) = expression, view.targets.indices.contains(position.column)
    else { return true }
    return view.grouping != nil || view.targets[position.column].expression.mentions(level: 0)
  }

  /// Of an equality of the subquery's row with the row around, each in its own query.
  private static func sides(
    of condition: BoundExpression, isJoined: Bool
  ) -> (own: BoundExpression, other: BoundExpression)? {
    guard case .compare(_, _, _, let type) = condition, type.base != .character,
      let (own, around) = condition.sidesTied, own.mentions(level: 0) || !isJoined
    else { return nil }
    return (own, around.shifted(by: -1))
  }
}

extension ExpressionCompiler {
  /// EXISTS, of many rows around.
  func existence(_ query: BoundQuery) throws(EngineFailure) -> Evaluator? {
    guard let hashed = HashedExistence(query, session, isJoined: false) else { return nil }
    // Asked once, it costs less than to look for the only row that is expected.
    let search: RowSearch =
      switch askedRows?.extent ?? .few {
      case .few: hashed.hasFixedKey ? .unsure : .byKey
      case .many(let calls): try self.search(hashed, calls: calls)
      }
    if search == .byKey { return nil }
    let compiled = try QueryCompiler(session, commonTables, isJoined: isJoined)
      .compile(hashed.query)
    let operands = try compile(hashed.operands)
    let dependence = dependence(of: hashed.query)
    guard dependence != .rowsAround else { return nil }
    let (cell, session) = (RunCell<Set<Row>>(), session)
    return { (frame) throws(EngineFailure) in
      let found = try cell.value(in: session, isPerRun: dependence == .parameters) {
        () throws(EngineFailure) in
        var rows: [Row] = []
        try session.askAll(search) { () throws(EngineFailure) in rows = try compiled.rows(in: nil) }
        return Set(rows)
      }
      let values = try Self.values(operands, frame)
      return .boolean(!values.contains(where: \.isNull) && found.contains(values))
    }
  }

  /// Whether its rows are looked for one by one, for few rows around.
  private func search(
    _ written: HashedExistence, calls: ClosedRange<Double>?
  ) throws(EngineFailure) -> RowSearch {
    guard let calls else { return written.hasOnlyFixedKeys ? .unsure : .amongAll }
    let inner = QueryCompiler(session, commonTables)
    var hashed = written
    hashed.query = inner.merged(written.query, isNeeded: true)
    if written.hasOnlyFixedKeys {
      return try searchOfAny(hashed, inner, calls: calls)
    }
    guard hashed.keyColumns.count == 1, let column = hashed.keyColumns[0],
      let table = try inner.table(of: hashed.query.sources[0]),
      table.isIndexed(column), table.countedRows == nil
    else { return .amongAll }
    let own = JoinPlanner.conjuncts(hashed.query.condition)
    return JoinCost.Side(table, own, key: column, session)?.search(calls: calls) ?? .unsure
  }

  /// As above, where any row will do: each call reads up to the first.
  private func searchOfAny(
    _ hashed: HashedExistence, _ inner: QueryCompiler, calls: ClosedRange<Double>
  ) throws(EngineFailure) -> RowSearch {
    guard let table = try inner.table(of: hashed.query.sources[0]),
      let rows = JoinCost.Side(
        table, JoinPlanner.conjuncts(hashed.query.condition), key: nil, session)?.kept
    else { return .unsure }
    if calls.upperBound < rows.lowerBound { return .byKey }
    return calls.lowerBound > 2 * rows.upperBound ? .amongAll : .unsure
  }
}
