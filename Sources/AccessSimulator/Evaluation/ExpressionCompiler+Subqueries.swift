import AccessModel
import RowSecurity
import SQLBinding

extension ExpressionCompiler {
  /// What compiles its subqueries.
  private var inner: QueryCompiler { QueryCompiler(session, commonTables, isJoined: isJoined) }

  /// Subqueries that refer to nothing around them are computed once; those that refer to one column
  /// once for each of its values, as most policies of ownership do; the rest for each row.
  func subquery(_ expression: BoundExpression) throws(EngineFailure) -> Evaluator {
    switch expression {
    case .exists(let query):
      if let hashed = try existence(query) { return hashed }
      let compiled = try inner.compile(query)
      guard query.joinsSeveral else {
        return try once(query) { (frame) throws(EngineFailure) in
          .boolean(try compiled.hasRows(in: frame))
        }
      }
      let session = session
      return try once(query) { (frame) throws(EngineFailure) in
        // Joined in another order they might have come to a row before.
        .boolean(
          try session.findsOne(
            { () throws(EngineFailure) in try compiled.hasRows(in: frame) },
            "an error in a join of which one row is enough"))
      }
    case .scalarQuery(let query, _):
      let compiled = try QueryCompiler(session, commonTables).compile(query)
      return try once(query) { (frame) throws(EngineFailure) in
        let rows = try compiled.rows(in: frame, upTo: 2)
        try Self.requireOneRow(rows)
        return rows.first?.first ?? .null
      }
    case .inQuery(let operand, let query, let type, let negated):
      // `true = x` is no operator any more that a hash table could be made for.
      let isHashed = type != .boolean || !operand.isComputedAtOnce
      return try inQuery(
        try compile(operand), query, type, negated: negated, isHashed: isHashed)
    case .quantifiedQuery(let comparison): return try quantified(comparison)
    case .arrayQuery(let query, _):
      guard query.targets.first?.expression.type.element == nil else {
        throw .undecided(Undecided("ARRAY of a query that gives arrays"))
      }
      let compiled = try QueryCompiler(session, commonTables).compile(query)
      return try once(query) { (frame) throws(EngineFailure) in
        .array(SQLArray(try compiled.rows(in: frame).map { $0.first ?? .null }))
      }
    default: return try compile(expression)
    }
  }

  private func once(
    _ query: BoundQuery, _ evaluate: @escaping Evaluator
  ) throws(EngineFailure) -> Evaluator {
    let outer = query.outerColumns
    let tables = query.outerCommonTables
    let changes =
      query.dependsOnRun
      || tables.contains { commonTables[$0]?.dependence != .nothing }
    if tables.contains(where: { commonTables[$0]?.dependence == .rowsAround }) { return evaluate }
    if let column = outer.first {
      guard outer.count == 1, !changes, !query.isVolatile(session.catalog.catalog) else {
        return evaluate
      }
      return oncePerValue(of: try compile(column), evaluate)
    }
    let (cell, session) = (RunCell<SQLValue>(), session)
    return { (frame) throws(EngineFailure) in
      try cell.value(in: session, isPerRun: changes) { () throws(EngineFailure) in
        try evaluate(frame)
      }
    }
  }

  /// What PostgreSQL's Memoize node does: subqueries see the data as loaded, so the same value
  /// brings the same answer. Errors are not kept, and come again.
  private func oncePerValue(
    of column: @escaping Evaluator, _ evaluate: @escaping Evaluator
  ) -> Evaluator {
    let (known, session) = (ValueCells(), session)
    return { (frame) throws(EngineFailure) in
      let value = try column(frame)
      guard value.isIdentifiedByEquality else { return try evaluate(frame) }
      known.answers.turn(to: session.variables.turn, else: [:])
      if let answer = known.answers.value[value] { return answer }
      let said = session.variables.notices.count
      let answer = try evaluate(frame)
      // What says something does so each time.
      if said == session.variables.notices.count { known.answers.value[value] = answer }
      return answer
    }
  }

  /// Also `= ANY (ARRAY(query))`, which says the same.
  func inQuery(
    _ operand: @escaping Evaluator, _ query: BoundQuery, _ type: DataType, negated: Bool,
    isHashed: Bool = true
  ) throws(EngineFailure) -> Evaluator {
    let compiled = try inner.compile(query)
    let (cell, session) = (RunCell<Members>(), session)
    let dependence = dependence(of: query)
    let changes = dependence == .parameters
    guard dependence != .rowsAround else {
      return { (frame) throws(EngineFailure) in
        let found = try Self.finds(operand, in: compiled, type, frame)
        return SQLValue(found.map { $0 != negated })
      }
    }
    return { (frame) throws(EngineFailure) in
      let members = try cell.value(in: session, isPerRun: changes) { () throws(EngineFailure) in
        guard !isHashed else { return Members(try compiled.rows(in: frame), type) }
        let said = session.variables.notices.count
        let found = try compiled.prefix(in: frame)
        if found.rows.isEmpty, let failure = found.failure { throw failure }
        let isSilent = found.rows.count < 2 || said == session.variables.notices.count
        guard found.failure == nil, isSilent else {
          throw .undecided(Undecided("what functions say of rows that are not asked"))
        }
        return Members(found.rows, type)
      }
      let found = members.contains(try operand(frame))
      return SQLValue(found.map { $0 != negated })
    }
  }
}

extension ExpressionCompiler {
  /// Row by row, up to the first that is equal; nil: NULL.
  ///
  /// Source: `ExecScanSubPlan()` in `src/backend/executor/nodeSubplan.c`.
  private static func finds(
    _ operand: Evaluator, in query: CompiledQuery, _ type: DataType, _ frame: Frame
  ) throws(EngineFailure) -> Bool? {
    var value: SQLValue?
    var (isFound, sawNull) = (false, false)
    _ = try query.forEachRow(in: frame) { (row) throws(EngineFailure) in
      let asked = if let value { value } else { try operand(frame) }
      value = asked
      switch Members.isEqual(asked, row.first ?? .null, type) {
      case nil: sawNull = true
      case let isEqual?: isFound = isEqual
      }
      return !isFound
    }
    return isFound ? true : sawNull ? nil : false
  }

  /// `(a, b) = ANY (SELECT …)` and its kin, row by row; NULL where nothing decides but a NULL.
  fileprivate func quantified(
    _ comparison: BoundQuantifiedQuery
  ) throws(EngineFailure) -> Evaluator {
    let compiled = try QueryCompiler(session, commonTables).compile(comparison.query)
    let operands = try compile(comparison.operands)
    let dependence = dependence(of: comparison.query)
    let (cell, session) = (RunCell<MaterializedRows.Prefix>(), session)
    let (symbol, isAll) = (comparison.symbol, comparison.isAll)
    let isOfOneRow = comparison.isOfOneRow
    // Of a hash table all rows are read before the first is looked for.
    let isHashed = dependence != .rowsAround && symbol == .equal && !isAll
    return { (frame) throws(EngineFailure) in
      let said = session.variables.notices.count
      let found: MaterializedRows.Prefix
      if dependence == .rowsAround {
        found = try compiled.prefix(in: frame)
      } else {
        let isPerRun = dependence == .parameters
        found = try cell.value(in: session, isPerRun: isPerRun) { () throws(EngineFailure) in
          try compiled.prefix(in: nil)
        }
      }
      if isHashed || isOfOneRow || found.rows.isEmpty, let failure = found.failure { throw failure }
      let values = try Self.values(operands, frame)
      if isOfOneRow { return try Self.compare(values, symbol, toOneOf: found.rows) }
      var sawNull = false
      for (index, row) in found.rows.enumerated() {
        let holds = try Self.holds(symbol, values, row)
        guard let holds, holds != isAll else {
          sawNull = sawNull || holds == nil
          continue
        }
        // What other rows have said is not said then.
        let isLast = index == found.rows.count - 1 && found.failure == nil
        guard isHashed || isLast || said == session.variables.notices.count else {
          throw .undecided(Undecided("what functions say of rows that are not asked"))
        }
        return .boolean(holds)
      }
      if let failure = found.failure { throw failure }
      return sawNull ? .null : .boolean(isAll)
    }
  }

  fileprivate static func requireOneRow(_ rows: [Row]) throws(EngineFailure) {
    guard rows.count > 1 else { return }
    throw .postgres(
      PostgresError(
        .cardinalityViolation, "more than one row returned by a subquery used as an expression"))
  }

  /// Source: `ROWCOMPARE_SUBLINK` in `nodeSubplan.c`.
  private static func compare(
    _ values: [SQLValue], _ symbol: ComparisonOperator, toOneOf rows: [Row]
  ) throws(EngineFailure) -> SQLValue {
    try requireOneRow(rows)
    guard let row = rows.first else { return .null }
    guard symbol == .equal || symbol == .notEqual else {
      return try ordered(values, symbol, row)
    }
    return SQLValue(try holds(symbol, values, row))
  }

  /// The first pair that differs decides; a NULL in it, or before it, leaves no answer.
  private static func ordered(
    _ left: [SQLValue], _ symbol: ComparisonOperator, _ right: Row
  ) throws(EngineFailure) -> SQLValue {
    for (a, b) in zip(left, right) {
      if a.isNull || b.isNull { return .null }
      guard let order = SQLValue.compare(a, b) else {
        throw .undecided(Undecided("comparing values of a subquery"))
      }
      if order != 0 { return .boolean(symbol.holds(order)) }
    }
    return .boolean(symbol.holds(0))
  }

  /// Rows are equal where all columns are, and differ where one does.
  private static func holds(
    _ symbol: ComparisonOperator, _ left: [SQLValue], _ right: Row
  ) throws(EngineFailure) -> Bool? {
    var sawNull = false
    let isDifference = symbol == .notEqual
    for (a, b) in zip(left, right) {
      if a.isNull || b.isNull {
        sawNull = true
        continue
      }
      guard let order = SQLValue.compare(a, b) else {
        throw .undecided(Undecided("comparing values of a subquery"))
      }
      if symbol.holds(order) == isDifference { return isDifference }
    }
    return sawNull ? nil : !isDifference
  }
}

/// Answers of a subquery by the value they depend on.
private final class ValueCells {
  var answers = Remembered<[SQLValue: SQLValue]>([:])
}

extension SQLValue {
  /// Whether equal values are the same in every respect: `1.0` and `1.00` are not.
  fileprivate var isIdentifiedByEquality: Bool {
    switch self {
    case .null, .boolean, .integer, .text, .uuid, .date, .time, .timestamp, .bytes, .enumeration,
      .undetermined, .object, .place:
      true
    case .double, .numeric, .json, .interval, .network, .array, .record, .range: false
    }
  }
}

/// The values of an IN subquery, with SQL's notion of membership.
struct Members {
  private var values: Set<SQLValue> = []
  private var hasNull = false
  private var isEmpty: Bool { values.isEmpty && !hasNull }
  /// Of `character(n)`, whose blanks at the end do not count.
  private let isPadded: Bool

  /// `type`: what values are compared as.
  init(_ rows: [Row], _ type: DataType) {
    isPadded = type.base == .character
    values.reserveCapacity(rows.count)
    for row in rows {
      guard let value = row.first, !value.isNull else {
        hasNull = true
        continue
      }
      values.insert(key(value))
    }
  }

  /// Nil where the answer is NULL.
  static func isEqual(_ one: SQLValue, _ other: SQLValue, _ type: DataType) -> Bool? {
    if one.isNull || other.isNull { return nil }
    let isPadded = type.base == .character
    return key(one, isPadded: isPadded) == key(other, isPadded: isPadded)
  }

  private func key(_ value: SQLValue) -> SQLValue { Self.key(value, isPadded: isPadded) }

  private static func key(_ value: SQLValue, isPadded: Bool) -> SQLValue {
    guard isPadded, case .text(let text) = value else { return value }
    return .text(Text(text.string.withoutTrailingSpaces))
  }

  /// Nil where the answer is NULL.
  func contains(_ value: SQLValue) -> Bool? {
    if isEmpty { return false }
    if value.isNull { return nil }
    return values.contains(key(value)) ? true : hasNull ? nil : false
  }
}

extension BoundQuery {
  /// Several sources, or one that is a join.
  fileprivate var joinsSeveral: Bool {
    sources.count > 1 || sources.contains { $0.innerQuery?.joinsSeveral == true }
  }
}
