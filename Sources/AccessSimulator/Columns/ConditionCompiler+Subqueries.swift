import AccessModel
import SQLBinding

/// Semi-joins: the subquery runs once, and its values are looked up.
extension ConditionCompiler {
  func membership(_ expression: BoundExpression) throws(EngineFailure) -> ColumnCondition? {
    switch expression {
    case .inQuery(let operand, let query, _, let negated):
      guard let found = try members(operand, query) else { return nil }
      return negated ? .not(found) : found
    case .quantifiedQuery(let comparison):
      guard comparison.symbol == .equal, !comparison.isAll, comparison.operands.count == 1 else {
        return nil
      }
      return try members(comparison.operands[0], comparison.query)
    case .exists(let query):
      guard let semiJoin = SemiJoin(query), isWorthwhile(semiJoin.query), isTotal(query) else {
        return nil
      }
      let index = index(semiJoin.column)
      guard index.isExact, let values = self.values(of: semiJoin.query) else { return nil }
      // Whether there is a row is never unknown.
      return .codes(
        index, .chosen(index.codes(of: values), null: Truth.no, others: Truth.no))
    default: return nil
    }
  }

  /// `operand IN (query)`; nil where the query depends on the row, or fails.
  private func members(
    _ operand: BoundExpression, _ query: BoundQuery
  ) throws(EngineFailure) -> ColumnCondition? {
    guard let column = JoinPlanner.plainColumn(operand, of: 0), !query.isCorrelated,
      query.outerCommonTables.isEmpty
    else { return nil }
    let index = index(column)
    guard index.isExact, let values = self.values(of: query) else { return nil }
    let hasNull = values.contains(where: \.isNull)
    return .codes(
      index,
      .chosen(
        index.codes(of: values), null: values.isEmpty ? Truth.no : Truth.unknown,
        others: hasNull ? Truth.unknown : Truth.no))
  }

  /// The first column of a query's rows; nil where it fails, or a comparison with one might: the
  /// rows that ask it then find out.
  private func values(of query: BoundQuery) -> [SQLValue]? {
    do throws(EngineFailure) {
      let rows = try QueryCompiler(session).compile(query).rows(in: nil)
      let values = rows.map { $0.first ?? .null }
      return values.allSatisfy { $0.isNull || $0.isExactlyComparable } ? values : nil
    } catch {
      return nil
    }
  }

  /// A query without its correlation may read much more than a few rows ask of it, unless it finds
  /// its rows by another value.
  private func isWorthwhile(_ query: BoundQuery) -> Bool {
    guard let database = session.database else { return false }
    var count = 0
    for source in query.sources {
      guard case .relation(let relation) = source.kind, case .table(let table) = relation.id else {
        return false
      }
      count += database.tables[table].rows.count
    }
    return count <= rows.count * 4 || query.isFoundByValue
  }
}

/// `EXISTS (… WHERE inner = outer.column …)` as a query of the values of `inner`.
struct SemiJoin {
  /// Of the table around.
  let column: Int
  /// Refers to nothing around it.
  let query: BoundQuery

  /// Nil where the query is of another shape.
  init?(_ query: BoundQuery) {
    guard query.isPlain else { return nil }
    let conditions = JoinPlanner.conjuncts(query.condition)
    guard let place = conditions.firstIndex(where: { $0.mentions(level: 1) }),
      case .compare(.equal, let left, let right, let type) = conditions[place], type != .json,
      type != .jsonb
    else { return nil }
    let (inner, outer) = right.mentions(level: 1) ? (left, right) : (right, left)
    guard !inner.mentions(level: 1), let column = Self.outerColumn(outer) else { return nil }
    var rest = conditions
    rest.remove(at: place)
    var result = query
    result.condition = rest.isEmpty ? nil : rest.count == 1 ? rest[0] : .and(rest)
    result.targets = [BoundTarget("", inner)]
    result.orderBy = []
    guard !result.isCorrelated, result.outerCommonTables.isEmpty else { return nil }
    (self.column, self.query) = (column, result)
  }

  /// A column of the row around, under conversions that leave it as it is stored.
  private static func outerColumn(_ expression: BoundExpression) -> Int? {
    expression.hasSubquery ? nil : JoinPlanner.plainColumn(expression.shifted(by: -1), of: 0)
  }
}

extension BoundQuery {
  /// A column of a source equals what depends on no source.
  fileprivate var isFoundByValue: Bool {
    JoinPlanner.conjuncts(condition).contains {
      guard case .compare(.equal, let left, let right, _) = $0 else { return false }
      return [(left, right), (right, left)].contains { column, value in
        value.sources(atLevel: 0).isEmpty
          && sources.indices.contains { JoinPlanner.plainColumn(column, of: $0) != nil }
      }
    }
  }

  /// Only FROM and WHERE decide whether it has rows.
  fileprivate var isPlain: Bool {
    commonTables.isEmpty && !sources.isEmpty && grouping == nil && windows.isEmpty
      && setFunctions.isEmpty && distinctOn == nil && limit == nil && offset == nil
      && values == nil && setOperation == nil && lockedSources.isEmpty
  }
}

extension RowIndex {
  /// The codes of those values that the column holds, in order.
  fileprivate func codes(of values: [SQLValue]) -> [UInt32] {
    var codes: Set<UInt32> = []
    for value in values { codes.insert(code(of: value)) }
    codes.remove(0)
    return codes.sorted()
  }
}
