import AccessModel
import SQLBinding

/// A PRIMARY KEY or UNIQUE constraint, or a unique index.
struct UniqueKey {
  let name: String
  /// Nil: it has expressions.
  let columns: [Int]?
  let isDeferrable: Bool
  let isInitiallyDeferred: Bool
  private let nullsAreEqual: Bool
  private let parts: [Evaluator]
  private let condition: Evaluator?

  /// Constraints first, in their order; then indexes.
  static func keys(of table: Int, _ session: Session) throws(EngineFailure) -> [UniqueKey] {
    let model = session.catalog.catalog.tables[table]
    let names = model.columns.map(\.name)
    var result: [UniqueKey] = []
    for key in model.keys {
      result.append(
        UniqueKey(
          name: key.name, columns: key.columns.compactMap { names.firstIndex(of: $0) },
          isDeferrable: key.isDeferrable,
          isInitiallyDeferred: key.isInitiallyDeferred, nullsAreEqual: key.nullsAreEqual, parts: [],
          condition: nil))
    }
    for index in model.indexes where index.isUnique {
      let columns = index.parts.compactMap { part -> Int? in
        if case .column(_, let name) = part { names.firstIndex(of: name) } else { nil }
      }
      let compiler = ExpressionCompiler(session)
      var parts: [Evaluator] = []
      if columns.count != index.parts.count {
        for part in index.parts {
          parts.append(try compiler.compile(try session.catalog.bind(part, overTable: table)))
        }
      }
      let condition = try index.condition.map { (written) throws(EngineFailure) in
        try compiler.compile(try session.catalog.bind(written, overTable: table))
      }
      result.append(
        UniqueKey(
          name: index.name, columns: parts.isEmpty ? columns : nil, isDeferrable: false,
          isInitiallyDeferred: false,
          nullsAreEqual: index.nullsAreEqual, parts: parts, condition: condition))
    }
    if !model.exclusions.isEmpty {
      throw .undecided(Undecided("the exclusion constraint `\(model.exclusions[0].name)`"))
    }
    return result
  }

  /// What must be unique; nil: nothing of this row.
  func values(_ row: Row) throws(EngineFailure) -> [SQLValue]? {
    if let condition, try condition(Frame(row: row)).truth != true { return nil }
    let values: [SQLValue]
    if let columns {
      values = columns.map { row[$0] }
    } else {
      values = try ExpressionCompiler.values(parts, Frame(row: row))
    }
    return nullsAreEqual || !values.contains(where: \.isNull) ? values : nil
  }

  /// The rows that hold the same.
  func found(
    _ values: [SQLValue], _ table: Int, in changes: Changes
  ) throws(EngineFailure) -> [Changes.RowReference] {
    if let columns, condition == nil, !values.contains(where: \.isNull) {
      return changes.find(table, columns, values)
    }
    var result: [Changes.RowReference] = []
    for reference in changes.references(of: table)
    where try self.values(changes.row(table, reference)) == values {
      result.append(reference)
    }
    return result
  }
}
