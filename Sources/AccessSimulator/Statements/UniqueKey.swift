import AccessModel
import SQLBinding
import SQLText

/// A PRIMARY KEY or UNIQUE constraint, or a unique index.
struct UniqueKey {
  let name: String
  /// Nil: it has expressions.
  let columns: [Int]?
  let isDeferrable: Bool
  let isInitiallyDeferred: Bool
  /// What DETAIL calls its parts, and of what types they are, where it has expressions; nil: not
  /// known.
  let labels: [(text: String, type: DataType)]?
  private let nullsAreEqual: Bool
  private let parts: [Evaluator]
  private let condition: Evaluator?

  /// Constraints first, in their order; then indexes.
  static func keys(of table: Int, _ session: Session) throws(EngineFailure) -> [UniqueKey] {
    let model = session.catalog.catalog.tables[table]
    var result = model.keys.map { UniqueKey($0, of: model) }
    for index in model.indexes where index.isUnique {
      result.append(try UniqueKey(index, of: table, session))
    }
    if !model.exclusions.isEmpty {
      throw .undecided(Undecided("the exclusion constraint `\(model.exclusions[0].name)`"))
    }
    return result
  }

  /// The one of a name.
  static func key(
    _ name: String, of table: Int, _ session: Session
  ) throws(EngineFailure) -> UniqueKey? {
    let model = session.catalog.catalog.tables[table]
    if let key = model.keys.first(where: { $0.name == name }) { return UniqueKey(key, of: model) }
    return try model.indexes.first { $0.name == name }.map { (index) throws(EngineFailure) in
      try UniqueKey(index, of: table, session)
    }
  }

  private init(_ key: Catalog.Key, of model: Catalog.Table) {
    let names = model.columns.map(\.name)
    name = key.name
    columns = key.columns.compactMap { names.firstIndex(of: $0) }
    isDeferrable = key.isDeferrable
    isInitiallyDeferred = key.isInitiallyDeferred
    nullsAreEqual = key.nullsAreEqual
    labels = nil
    parts = []
    condition = nil
  }

  private init(
    _ index: Catalog.Index, of table: Int, _ session: Session
  ) throws(EngineFailure) {
    let names = session.catalog.catalog.tables[table].columns.map(\.name)
    let columns = index.parts.compactMap { part -> Int? in
      if case .column(_, let name) = part { names.firstIndex(of: name) } else { nil }
    }
    let compiler = ExpressionCompiler(session)
    var parts: [Evaluator] = []
    var labels: [(text: String, type: DataType)] = []
    if columns.count != index.parts.count {
      let shown = ConditionText(
        session.catalog, table: table, searchPath: session.names.searchPath + ["pg_catalog"])
      for part in index.parts {
        let bound = try session.catalog.bind(part, overTable: table)
        parts.append(try compiler.compile(bound))
        if case .column(_, let name) = part {
          labels.append((quoteIdentifier(name), bound.type))
        } else if let text = shown.indexPart(part) {
          labels.append((text, bound.type))
        }
      }
    }
    name = index.name
    self.columns = parts.isEmpty ? columns : nil
    isDeferrable = false
    isInitiallyDeferred = false
    nullsAreEqual = index.nullsAreEqual
    self.labels = labels.count == index.parts.count ? labels : nil
    self.parts = parts
    condition = try index.condition.map { (written) throws(EngineFailure) in
      try compiler.compile(try session.catalog.bind(written, overTable: table))
    }
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
