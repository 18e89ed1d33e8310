import AccessModel
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

  /// The largest part of the rows that may be expected to meet conditions.
  ///
  /// Source: `DEFAULT_EQ_SEL`, `DEFAULT_INEQ_SEL` in `src/include/utils/selfuncs.h`.
  static func part(meeting conditions: [BoundExpression]) -> Double {
    conditions.reduce(1) { part, condition in
      switch condition {
      case .compare(.equal, _, _, _): part * 0.005
      case .compare(.less, _, _, _), .compare(.lessOrEqual, _, _, _),
        .compare(.greater, _, _, _), .compare(.greaterOrEqual, _, _, _):
        part / 3
      default: part
      }
    }
  }
}
