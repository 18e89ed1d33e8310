import AccessModel
import SQLBinding
import SQLText

/// A PRIMARY KEY, UNIQUE or EXCLUDE constraint, or a unique index.
struct UniqueKey {
  /// The list of its table in which it stands.
  enum Kind {
    case key, exclusion, index
  }

  let name: String
  let kind: Kind
  /// Nil: it has expressions.
  let columns: [Int]?
  let isDeferrable: Bool
  let isInitiallyDeferred: Bool
  /// What DETAIL calls its parts, and of what types they are, where it has expressions; nil: not
  /// known.
  let labels: [(text: String, type: DataType)]?
  /// What holds of two rows that EXCLUDE does not allow together; nil: they have the same values.
  let clash: Evaluator?
  /// Among those made before it is one of another kind that is listed behind it.
  let isLate: Bool
  /// Columns that must be the same in both of them, by which rows are looked up.
  private let matched: [Int]
  private let nullsAreEqual: Bool
  private let parts: [Evaluator]
  private let condition: Evaluator?
  /// What is computed of each row; nil: it has columns alone.
  private let computed: CompiledIndex?

  /// Constraints first, in their order; then indexes, at last exclusions: `uniqueParts`.
  static func keys(of table: Int, _ session: Session) throws(EngineFailure) -> [UniqueKey] {
    let model = session.catalog.catalog.tables[table]
    var result = model.keys.map { UniqueKey($0, of: model) }
    for index in model.indexes where index.isUnique {
      result.append(try UniqueKey(index, of: table, session))
    }
    for exclusion in model.exclusions {
      result.append(try UniqueKey(exclusion, of: table, session))
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
    kind = .key
    columns = key.columns.compactMap { names.firstIndex(of: $0) }
    isDeferrable = key.isDeferrable
    isInitiallyDeferred = key.isInitiallyDeferred
    nullsAreEqual = key.nullsAreEqual
    labels = nil
    parts = []
    clash = nil
    matched = []
    isLate = key.isLate
    condition = nil
    computed = nil
  }

  private init(
    _ index: Catalog.Index, of table: Int, _ session: Session
  ) throws(EngineFailure) {
    let kept = try KeptParts(index.parts, of: table, session)
    name = index.name
    kind = .index
    columns = kept.columns
    isDeferrable = false
    isInitiallyDeferred = false
    nullsAreEqual = index.nullsAreEqual
    labels = kept.labels
    parts = kept.values
    clash = nil
    matched = []
    isLate = false
    condition = try KeptParts.condition(index.condition, of: table, session)
    computed =
      index.isComputed ? try CompiledIndex(index.parts, index.condition, of: table, session) : nil
  }

  init(
    _ exclusion: Catalog.Exclusion, of table: Int, _ session: Session
  ) throws(EngineFailure) {
    let kept = try KeptParts(exclusion.elements.map(\.expression), of: table, session)
    name = exclusion.name
    kind = .exclusion
    columns = kept.columns
    isDeferrable = exclusion.isDeferrable
    isInitiallyDeferred = exclusion.isInitiallyDeferred
    nullsAreEqual = false
    labels = kept.labels
    parts = kept.values
    clash = try ExpressionCompiler(session).compile(
      try session.catalog.conflictCondition(of: exclusion, onTable: table))
    matched = Self.matched(exclusion, of: table, session)
    isLate = exclusion.isLate
    condition = try KeptParts.condition(exclusion.condition, of: table, session)
    computed = try exclusion.compiled(of: table, session)
  }

  /// Throws that what it computes of a row may not be called. RULES 18.
  func requireExecutable(for row: Row, _ session: Session) throws(EngineFailure) {
    _ = try computed?.isMet(by: row, session)
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

  /// Of types of which no two values are equal that are not the same.
  private static func matched(
    _ exclusion: Catalog.Exclusion, of table: Int, _ session: Session
  ) -> [Int] {
    let model = session.catalog.catalog.tables[table]
    return exclusion.elements.compactMap { element in
      guard element.symbol == "=", let name = element.column,
        let place = model.columns.firstIndex(where: { $0.name == name })
      else { return nil }
      switch session.catalog.tables[table].columns[place]?.type {
      case .boolean, .smallint, .integer, .bigint, .uuid, .date, .timestamp, .timestamptz:
        return place
      case .text: return model.columns[place].collation == nil ? place : nil
      default: return nil
      }
    }
  }

  /// What rows that clash have in common.
  func matchedValues(_ row: Row) -> [SQLValue] { matched.map { row[$0] } }

  /// The rows in the way of a new one, which may replace another.
  func rivals(
    of row: Row, replacing old: Row?, _ table: Int, in changes: Changes, _ session: Session
  ) throws(EngineFailure) -> [Changes.RowReference] {
    guard let values = try values(row) else { return [] }
    let oldValues = try old.flatMap { (old) throws(EngineFailure) in try self.values(old) }
    if values == oldValues { return [] }
    if clash == nil { return try found(values, table, in: changes) }
    return try clashing(row, leavingOut: oldValues, table, in: changes, session).rows
  }

  /// The rows in the way of one that is stored, where it still is.
  func rivals(
    ofStored row: Row, _ table: Int, in changes: Changes, _ session: Session
  ) throws(EngineFailure) -> [Changes.RowReference] {
    guard let values = try values(row) else { return [] }
    guard clash != nil else {
      let found = try found(values, table, in: changes)
      return found.count > 1 ? found : []
    }
    let found = try clashing(row, leavingOut: values, table, in: changes, session)
    return found.isOneLeftOut ? found.rows : []
  }

  /// One row of the values that are left out is the one that is asked about.
  private func clashing(
    _ row: Row, leavingOut own: [SQLValue]?, _ table: Int, in changes: Changes, _ session: Session
  ) throws(EngineFailure) -> (rows: [Changes.RowReference], isOneLeftOut: Bool) {
    let all =
      matched.isEmpty
      ? changes.references(of: table) : changes.find(table, matched, matchedValues(row))
    try session.variables.limits.step(all.count)
    var (rows, isOneLeftOut): ([Changes.RowReference], Bool) = ([], false)
    for reference in all {
      let other = changes.row(table, reference)
      guard let values = try self.values(other) else { continue }
      if !isOneLeftOut, values == own {
        isOneLeftOut = true
      } else if try clashes(other, row) {
        rows.append(reference)
      }
    }
    return (rows, isOneLeftOut)
  }

  /// Whether the operators of EXCLUDE hold of two rows that the constraint is about.
  func clashes(_ row: Row, _ other: Row) throws(EngineFailure) -> Bool {
    guard let clash else { return false }
    let frame = Frame(sources: 2, parent: nil)
    frame.rows = [row, other]
    return try clash(frame).truth == true
  }

  /// The rows that hold the same.
  private func found(
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

/// The columns or expressions of an index, compiled.
private struct KeptParts {
  /// Nil: it has expressions.
  let columns: [Int]?
  /// Empty where all are columns.
  let values: [Evaluator]
  /// Nil: what some are called is not known.
  let labels: [(text: String, type: DataType)]?

  init(_ written: [SQLExpression], of table: Int, _ session: Session) throws(EngineFailure) {
    let names = session.catalog.catalog.tables[table].columns.map(\.name)
    let columns = written.compactMap { part -> Int? in
      if case .column(_, let name) = part { names.firstIndex(of: name) } else { nil }
    }
    guard columns.count != written.count else {
      (self.columns, values, labels) = (columns, [], nil)
      return
    }
    let compiler = ExpressionCompiler(session)
    var values: [Evaluator] = []
    var labels: [(text: String, type: DataType)] = []
    let shown = ConditionText(
      session.catalog, table: table, searchPath: session.names.searchPath + ["pg_catalog"])
    for part in written {
      let bound = try session.catalog.bind(part, overTable: table)
      values.append(try compiler.compile(bound))
      if case .column(_, let name) = part {
        labels.append((quoteIdentifier(name), bound.type))
      } else if let text = shown.indexPart(part) {
        labels.append((text, bound.type))
      }
    }
    self.columns = nil
    self.values = values
    self.labels = labels.count == written.count ? labels : nil
  }

  static func condition(
    _ written: SQLExpression?, of table: Int, _ session: Session
  ) throws(EngineFailure) -> Evaluator? {
    try written.map { (written) throws(EngineFailure) in
      try ExpressionCompiler(session).compile(try session.catalog.bind(written, overTable: table))
    }
  }
}
