import AccessModel
import RowSecurity
import SQLBinding

/// How many rows PostgreSQL expects of tables that nothing has analyzed, as those of a script.
enum RowEstimate {
  /// Ten pages of rows of the width of their types; nil: the width is not known here.
  ///
  /// Source: `estimate_rel_size()` in `src/backend/optimizer/util/plancat.c`,
  /// `table_block_relation_estimate_size()` in `src/backend/access/table/tableam.c`.
  static func rows(of columns: [ColumnType]) -> Int? {
    var width = 0
    for column in columns {
      guard let own = self.width(of: column) else { return nil }
      width += own
    }
    return 10 * (8168 / (width + 28))
  }

  /// Source: `get_typavgwidth()` in `src/backend/utils/cache/lsyscache.c`.
  private static func width(of column: ColumnType) -> Int? {
    switch column.type {
    case .boolean, .byte: 1
    case .smallint: 2
    case .integer, .real, .date, .oid, .enumeration: 4
    case .bigint, .double, .time, .timestamp, .timestamptz: 8
    case .uuid, .interval: 16
    case .name: 64
    case .text, .bytea, .inet, .cidr, .json, .jsonb, .array: 32
    case .varchar, .numeric: column.modifiers.isEmpty ? 32 : nil
    default: nil
    }
  }

  /// How many values a column of many rows is expected to have.
  static let values = 200.0
  /// One of those; one of two.
  static let equal = 1 / values
  private static let oneOfTwo = 0.5
  private static let unequal = 1.0 / 3

  /// Which part of the rows may be expected to meet all of some conditions.
  ///
  /// Source: `clauselist_selectivity()` in `src/backend/optimizer/path/clausesel.c`,
  /// `DEFAULT_EQ_SEL`, `DEFAULT_INEQ_SEL` in `src/include/utils/selfuncs.h`.
  static func part(
    meeting conditions: [BoundExpression], ofValues values: Double = values
  ) -> ClosedRange<Double> {
    var (least, most) = (1.0, 1.0)
    // Both ends of a range are expected to leave as much as an equality.
    var ends: [BoundExpression: Set<Bool>] = [:]
    for condition in conditions {
      if let end = rangeEnd(condition) {
        ends[end.value.comparedOperand, default: []].insert(end.isUpper)
        continue
      }
      let part = part(meeting: condition, ofValues: values)
      least *= part.lowerBound
      most *= part.upperBound
    }
    for sides in ends.values {
      let part = sides.count == 2 ? equal : unequal
      least *= part
      most *= part
    }
    return least...most
  }

  /// Whether a hash may hold the rows that are expected of a subquery, if there are not too many tables
  /// to say.
  ///
  /// Source: `subplan_is_hashable()` in `src/backend/optimizer/plan/subselect.c`.
  static func fitsHash(_ query: BoundQuery, _ catalog: BoundCatalog) -> Bool {
    guard let rows = rows(of: query, catalog) else { return true }
    let width = query.targets.reduce(0) { sum, target in
      sum + (self.width(of: ColumnType(target.expression.type)) ?? 32)
    }
    let entry = (width + 7) / 8 * 8 + 24
    return rows * Double(entry) <= hashMemory
  }

  /// Of columns whose width is not known.
  private static let unknownRows = 1_000

  /// `work_mem` by `hash_mem_multiplier`.
  private static let hashMemory = Double(8 << 20)

  /// Nil: not expected to be many.
  private static func rows(of query: BoundQuery, _ catalog: BoundCatalog) -> Double? {
    guard !query.isDistinct, query.distinctOn == nil, query.grouping == nil, query.limit == nil,
      query.values == nil
    else { return nil }
    var counts: [Double] = []
    for source in query.sources {
      switch source.kind {
      case .relation(let relation):
        if let inner = relation.security?.viewQuery {
          counts.append(rows(of: inner, catalog) ?? 1)
        } else if case .table(let table) = relation.id {
          let columns = catalog.tables[table].columns.compactMap { $0 }
          counts.append(Double(rows(of: columns) ?? unknownRows))
        } else {
          counts.append(1)
        }
      case .query(let inner): counts.append(rows(of: inner, catalog) ?? 1)
      case .function(let function): counts.append(rows(of: function.call, catalog))
      case .commonTable, .system: counts.append(1)
      }
    }
    if let most = query.setFunctions.map({ rows(of: $0.call, catalog) }).max() {
      counts.append(most)
    }
    guard query.setOperation == nil else { return counts.reduce(0, +) }
    let conditions =
      JoinPlanner.conjuncts(query.condition)
      + query.joins.flatMap(\.conditions).flatMap { JoinPlanner.conjuncts($0) }
    return conditions.reduce(counts.reduce(1, *)) { $0 * guessedPart(meeting: $1) }
  }

  /// Source: `get_function_rows()` in `src/backend/optimizer/util/plancat.c`, `pg_proc.prorows`.
  static func rows(of call: BoundSetCall, _ catalog: BoundCatalog) -> Double {
    switch call {
    case .function(let index, _):
      catalog.catalog.functions[index].returnsSet
        ? catalog.catalog.functions[index].rows ?? Double(unknownRows) : 1
    case .builtin(let builtin, _): builtin.returnsSet ? 10 : 1
    case .scalar: 1
    }
  }

  private static func guessedPart(meeting condition: BoundExpression) -> Double {
    if case .compare(let symbol, _, _, _) = condition {
      return symbol == .equal ? equal : symbol == .notEqual ? 1 : unequal
    }
    let part = part(meeting: condition)
    return part == 0...1 ? oneOfTwo : part.upperBound
  }

  private static func rangeEnd(
    _ condition: BoundExpression
  ) -> (value: BoundExpression, isUpper: Bool)? {
    guard case .compare(let symbol, let left, let right, _) = condition else { return nil }
    let isUpper = symbol == .less || symbol == .lessOrEqual
    guard isUpper || symbol == .greater || symbol == .greaterOrEqual else { return nil }
    switch (left.sources(atLevel: 0).isEmpty, right.sources(atLevel: 0).isEmpty) {
    case (false, true): return (left, isUpper)
    case (true, false): return (right, !isUpper)
    default: return nil
    }
  }

  private static func part(
    meeting condition: BoundExpression, ofValues values: Double = values
  ) -> ClosedRange<Double> {
    let one = 1 / values
    switch condition {
    case .constant(let value, _): return value.truth == true ? 1...1 : 0...0
    case .compare(let symbol, let left, let right, let type):
      let (isLeft, isRight) = (
        !left.sources(atLevel: 0).isEmpty, !right.sources(atLevel: 0).isEmpty
      )
      guard isLeft || isRight else { return 0...1 }
      // Of what speaks of the row on both sides nothing is known.
      let same = isLeft && isRight ? equal : type == .boolean ? oneOfTwo : one
      switch symbol {
      case .equal: return same...same
      case .notEqual: return (1 - same)...(1 - same)
      case .less, .lessOrEqual, .greater, .greaterOrEqual: return unequal...unequal
      }
    case .quantified(.compare(.equal, _), _, let list, isAll: false):
      let part = min(1, one * Double(list.plannedCount))
      return part...part
    case .test(.column, .isNull): return equal...equal
    case .test(.column, .isNotNull): return (1 - equal)...(1 - equal)
    // Subqueries that are no joins.
    case .column, .exists, .inQuery: return oneOfTwo...oneOfTwo
    case .function: return unequal...unequal
    case .not(let inner):
      let part = part(meeting: inner, ofValues: values)
      return (1 - part.upperBound)...(1 - part.lowerBound)
    case .and(let operands): return part(meeting: operands, ofValues: values)
    case .or(let operands):
      let parts = operands.map { part(meeting: $0, ofValues: values) }
      // Equalities with one column exclude each other.
      let most =
        operands.allSatisfy(\.isEquality)
        ? min(1, parts.reduce(0) { $0 + $1.upperBound })
        : 1 - parts.reduce(1) { $0 * (1 - $1.upperBound) }
      let least = 1 - parts.reduce(1) { $0 * (1 - $1.lowerBound) }
      return min(least, most)...most
    default: return 0...1
    }
  }
}
