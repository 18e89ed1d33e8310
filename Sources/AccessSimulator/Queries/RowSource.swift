import AccessModel
import SQLBinding

/// Where a source's rows come from: a filtered table, or rows computed once.
enum RowSource {
  case table(FilteredTable)
  case rows(MaterializedRows)
  /// Rows of a system catalog; those of what is not modelled hold what is known of them.
  case system(SystemRows.Found)
  /// Rows that depend on what is in the frame.
  case derived(DerivedRows)
  /// Rows computed as they are asked for, each time anew, with what is in the frame.
  case streamed(RowStream)

  /// Known to be empty before anything is evaluated.
  var isDenied: Bool {
    if case .table(let table) = self { table.isDenied } else { false }
  }

  /// Calls `body` with each row and its position until it returns false; false if it did.
  func scan(
    _ frame: Frame, _ body: (Row, Int) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    switch self {
    case .table(let table): return try table.forEachVisible(frame, body)
    case .rows(let materialized): return try materialized.scan(body)
    case .system(let found):
      for (position, row) in found.rows.enumerated() {
        guard try body(row, position) else { return false }
      }
    case .derived(let derived):
      return try derived.rows(in: frame).scan(body)
    case .streamed(let stream):
      var position = -1
      return try stream(frame) { (row) throws(EngineFailure) in
        position += 1
        return try body(row, position)
      }
    }
    return true
  }

  /// As `scan`, for the rows whose `column` equals `value`. `passed`: those that were asked before,
  /// and are not asked again.
  func lookUp(
    _ column: Int, equal value: SQLValue, among passed: Set<Int>? = nil, _ frame: Frame,
    _ body: (Row, Int) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    let found: MaterializedRows
    switch self {
    case .table(let table):
      for position in table.positions(column: column, equal: value) {
        if let passed {
          guard passed.contains(Int(position)) else { continue }
        } else {
          guard try table.isVisible(Int(position)) else { continue }
        }
        guard try body(table.rows[Int(position)], Int(position)) else { return false }
      }
      return true
    case .rows(let materialized): found = materialized
    case .derived(let derived): found = try derived.rows(in: frame)
    case .system: throw .undecided(Undecided("a system catalog by a key"))
    case .streamed: throw .undecided(Undecided("rows that are computed once by a key"))
    }
    let rows = try found.rows()
    for position in try found.positions(column: column, equal: value)
    where passed?.contains(Int(position)) ?? true {
      guard try body(rows[Int(position)], Int(position)) else { return false }
    }
    return true
  }
}

/// Calls a body with each row until it returns false; false if it did.
typealias RowStream = (
  Frame, (Row) throws(EngineFailure) -> Bool
) throws(EngineFailure) -> Bool

/// Rows that depend on the rows of queries around, or, if lateral, on sources before it.
final class DerivedRows {
  private let number: Int
  private let isLateral: Bool
  private let compute: (Frame) throws(EngineFailure) -> MaterializedRows.Prefix

  init(
    _ number: Int, isLateral: Bool,
    prefix compute: @escaping (Frame) throws(EngineFailure) -> MaterializedRows.Prefix
  ) {
    self.number = number
    self.isLateral = isLateral
    self.compute = compute
  }

  convenience init(
    _ number: Int, isLateral: Bool, _ compute: @escaping (Frame) throws(EngineFailure) -> [Row]
  ) {
    self.init(
      number, isLateral: isLateral,
      prefix: { (frame) throws(EngineFailure) in
        MaterializedRows.Prefix(rows: try compute(frame))
      })
  }

  /// The same for as long as a frame lasts, unless lateral.
  func rows(in frame: Frame) throws(EngineFailure) -> MaterializedRows {
    if !isLateral, let known = frame.derived?[number] { return known }
    let prefix = try compute(frame)
    let materialized = MaterializedRows(in: nil, prefix: { () throws(EngineFailure) in prefix })
    if !isLateral { frame.derived = (frame.derived ?? [:]).merging([number: materialized]) { $1 } }
    return materialized
  }
}
