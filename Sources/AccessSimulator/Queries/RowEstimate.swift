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

  /// One of 200 values that a column is expected to have; one of two.
  static let equal = 0.005
  private static let oneOfTwo = 0.5
  private static let unequal = 1.0 / 3

  /// Which part of the rows may be expected to meet all of some conditions.
  ///
  /// Source: `clauselist_selectivity()` in `src/backend/optimizer/path/clausesel.c`,
  /// `DEFAULT_EQ_SEL`, `DEFAULT_INEQ_SEL` in `src/include/utils/selfuncs.h`.
  static func part(meeting conditions: [BoundExpression]) -> ClosedRange<Double> {
    var (least, most) = (1.0, 1.0)
    // Both ends of a range are expected to leave as much as an equality.
    var ends: [BoundExpression: Set<Bool>] = [:]
    for condition in conditions {
      if let end = rangeEnd(condition) {
        ends[end.value, default: []].insert(end.isUpper)
        continue
      }
      let part = part(meeting: condition)
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

  private static func part(meeting condition: BoundExpression) -> ClosedRange<Double> {
    switch condition {
    case .constant(let value, _): return value.truth == true ? 1...1 : 0...0
    case .compare(let symbol, let left, let right, let type):
      guard left.sources(atLevel: 0).isEmpty != right.sources(atLevel: 0).isEmpty else {
        return 0...1
      }
      let same = type == .boolean ? oneOfTwo : equal
      switch symbol {
      case .equal: return same...same
      case .notEqual: return (1 - same)...(1 - same)
      case .less, .lessOrEqual, .greater, .greaterOrEqual: return unequal...unequal
      }
    case .quantified(.compare(.equal, _), _, let values, isAll: false):
      let part = min(1, equal * Double(values.plannedCount))
      return part...part
    case .test(.column, .isNull): return equal...equal
    case .test(.column, .isNotNull): return (1 - equal)...(1 - equal)
    // Subqueries that are no joins.
    case .column, .exists, .inQuery: return oneOfTwo...oneOfTwo
    case .function: return unequal...unequal
    case .not(let inner):
      let part = part(meeting: inner)
      return (1 - part.upperBound)...(1 - part.lowerBound)
    case .and(let operands): return part(meeting: operands)
    case .or(let operands):
      let parts = operands.map { part(meeting: $0) }
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
