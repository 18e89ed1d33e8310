import AccessModel
import SQLBinding

/// The columns of what a statement changes, as far as their values matter.
protocol AssignableColumns {
  func isGenerated(_ column: Int) -> Bool
  func defaultValue(_ column: Int) throws(EngineFailure) -> SQLValue
  /// A value as its column stores it.
  func fitted(_ value: SQLValue, _ column: Int) throws(EngineFailure) -> SQLValue
}

extension RowWriter: AssignableColumns {}

/// The columns of a view whose triggers take its rows.
struct ViewColumns: AssignableColumns {
  let session: Session
  let view: Int

  func isGenerated(_ column: Int) -> Bool { false }

  func defaultValue(_ column: Int) throws(EngineFailure) -> SQLValue {
    guard let value = session.catalog.views[view].defaults[column] else { return .null }
    return try session.evaluateConstant(try value.get())
  }

  func fitted(_ value: SQLValue, _ column: Int) throws(EngineFailure) -> SQLValue {
    let model = session.catalog.catalog.views[view].columns[column]
    guard let type = ColumnType(model.type) else {
      throw .undecided(Undecided("the type of column `\(model.name)`"))
    }
    return try value.fitted(to: type)
  }

  /// Nil, or no value at all: the view's default.
  func newRow(_ values: [(column: Int, value: SQLValue?)]) throws(EngineFailure) -> Row {
    let width = session.catalog.catalog.views[view].columns.count
    var given = [SQLValue?](repeating: nil, count: width)
    for (column, value) in values { given[column] = value }
    var row = Row(repeating: .null, count: max(1, width))
    for column in 0..<width {
      let value = if let value = given[column] { value } else { try defaultValue(column) }
      row[column] = try fitted(value, column)
    }
    return row
  }
}

/// SET, compiled: values are computed in the order of the columns.
///
/// Source: `rewriteTargetListIU()` in `src/backend/rewrite/rewriteHandler.c`.
struct AssignmentList {
  private let assignments: [(column: Int, value: Evaluator?)]

  init(
    _ list: [BoundAssignment], _ session: Session, compiler: ExpressionCompiler? = nil
  ) throws(EngineFailure) {
    let compiler = compiler ?? ExpressionCompiler(session)
    var compiled: [(column: Int, value: Evaluator?)] = []
    let places = list.indices.sorted { (list[$0].column, $0) < (list[$1].column, $1) }
    for assignment in places.map({ list[$0] }) {
      guard let value = assignment.value else {
        compiled.append((assignment.column, nil))
        continue
      }
      compiled.append((assignment.column, try compiler.compile(value)))
    }
    assignments = compiled
  }

  /// `layout`: where `old` has the columns, which are otherwise those of the target.
  func apply(
    to old: Row, _ frame: Frame, _ columns: any AssignableColumns, layout: [Int]? = nil
  ) throws(EngineFailure) -> Row {
    var new = old
    for (column, value) in assignments {
      let place = layout?[column] ?? column
      if let value {
        new[place] = try columns.fitted(try value(frame), column)
      } else if !columns.isGenerated(column) {
        new[place] = try columns.fitted(try columns.defaultValue(column), column)
      }
    }
    return new
  }
}
