import AccessModel
import SQLBinding

/// The rows that a statement on a relation with rules is about: each with OLD, what is there, and
/// NEW, what takes its place.
struct RuleRows {
  private let statement: BoundStatement
  /// Where the rows come from: the statement's sources, joins and condition.
  private let query: BoundQuery
  /// Over the sources of the query, by column of the relation; empty where there is none.
  private let old: [BoundExpression]
  private let new: [BoundExpression]
  /// Columns of NEW of which it is not known what they stand for, and why.
  private var unknown: [Int: EngineFailure] = [:]

  init(_ statement: BoundStatement, _ catalog: BoundCatalog) throws(EngineFailure) {
    self.statement = statement
    switch statement {
    case .insert(let insert):
      let source = try Self.source(of: insert, catalog)
      query = BoundQuery(sources: [source], joins: [.source(0)], targets: [])
      let types = catalog.names.columnTypes(of: insert.target.id)
      var values: [BoundExpression] = []
      for (column, type) in types.enumerated() {
        guard let type else { throw .undecided(Undecided("a rule on a column of an unknown type")) }
        if let place = insert.columns.firstIndex(of: column) {
          values.append(.column(ColumnPosition(level: 0, source: 0, column: place), type))
        } else {
          do throws(EngineFailure) {
            values.append(try Self.defaultValue(column, type, of: insert.target.id, catalog))
          } catch {
            unknown[column] = error
            values.append(.constant(.null, type))
          }
        }
      }
      (old, new) = ([], values)
    case .update(let update):
      guard update.cursor == nil else { throw .undecided(Undecided("CURRENT OF with a rule")) }
      query = BoundQuery(
        sources: Self.targetFirst(update.sources, isOnly: update.target.isOnly, locks: true),
        joins: [.source(0)] + update.joins, condition: update.condition, targets: [])
      old = try Self.columns(of: update.sources[0])
      var values = old
      for assignment in update.assignments {
        if let value = assignment.value {
          values[assignment.column] = value
        } else {
          values[assignment.column] = try Self.defaultValue(
            assignment.column, values[assignment.column].type, of: update.target.id, catalog)
        }
      }
      new = values
    case .delete(let delete):
      guard delete.cursor == nil else { throw .undecided(Undecided("CURRENT OF with a rule")) }
      query = BoundQuery(
        sources: Self.targetFirst(delete.sources, isOnly: delete.target.isOnly, locks: false),
        joins: [.source(0)] + delete.joins, condition: delete.condition, targets: [])
      (old, new) = (try Self.columns(of: delete.sources[0]), [])
    case .query, .merge, .truncate, .with:
      throw .undecided(Undecided("a rule for a statement of another kind"))
    }
  }

  private static func columns(of source: BoundSource) throws(EngineFailure) -> [BoundExpression] {
    var result: [BoundExpression] = []
    for (column, type) in source.columnTypes.enumerated() {
      guard let type else { throw .undecided(Undecided("a rule on a column of an unknown type")) }
      result.append(.column(ColumnPosition(level: 0, source: 0, column: column), type))
    }
    return result
  }

  /// The target is read like others; its privileges are looked at by themselves. Its rows are those
  /// that the statement reaches: as if locked, for UPDATE.
  private static func targetFirst(
    _ sources: [BoundSource], isOnly: Bool, locks: Bool
  ) -> [BoundSource] {
    var result = sources
    guard case .relation(var relation)? = result.first?.kind else { return result }
    (relation.isUnchecked, relation.isOnly) = (true, isOnly)
    if case .table = relation.id { relation.lock = locks ? .noKeyUpdate : nil }
    result[0].kind = .relation(relation)
    return result
  }

  /// The rows of an INSERT, with a column for each that is assigned.
  private static func source(
    of insert: BoundInsert, _ catalog: BoundCatalog
  ) throws(EngineFailure) -> BoundSource {
    let names = insert.columns.map { catalog.names.columnNames(of: insert.target.id)[$0] }
    var types: [DataType?] = []
    let query: BoundQuery
    switch insert.source {
    case .query(let given):
      types = given.targets.map(\.expression.type)
      query = given
    case .values(let rows):
      var filled: [[BoundExpression]] = []
      for row in rows {
        var cells: [BoundExpression] = []
        for (place, cell) in row.enumerated() {
          let column = insert.columns[place]
          let type = catalog.names.columnTypes(of: insert.target.id)[column]
          if let cell {
            cells.append(cell)
          } else {
            cells.append(
              try defaultValue(column, type ?? .unknown, of: insert.target.id, catalog))
          }
        }
        filled.append(cells)
      }
      types = filled.first?.map(\.type) ?? []
      let targets = zip(names, filled.first ?? []).map { BoundTarget($0, $1) }
      query =
        filled.count == 1
        ? BoundQuery(targets: targets)
        : BoundQuery(
          targets: targets.map { BoundTarget($0.name, .constant(.null, $0.expression.type)) },
          values: filled)
    }
    return BoundSource(
      alias: "", kind: .query(query), columnNames: names, columnTypes: types)
  }

  /// What a column takes that is given no value. Source: `build_column_default()`.
  private static func defaultValue(
    _ column: Int, _ type: DataType, of id: RelationID, _ catalog: BoundCatalog
  ) throws(EngineFailure) -> BoundExpression {
    let value: Bound<BoundExpression>?
    switch id {
    case .table(let index):
      let model = catalog.catalog.tables[index].columns[column]
      let isNumbered = catalog.tables[index].sequences.contains { $0.column == column }
      guard !isNumbered, model.identity == nil, model.generated == nil else {
        throw .undecided(Undecided("a rule's NEW of a column that is numbered or generated"))
      }
      value = catalog.tables[index].defaults[column]
    case .view(let index): value = catalog.views[index].defaults[column]
    case .sequence: value = nil
    }
    return try value?.get() ?? .constant(.null, type)
  }

  /// The statement itself, for rows that meet none of the conditions.
  func original(except conditions: [BoundExpression]) throws(EngineFailure) -> BoundStatement {
    var list: [BoundExpression] = []
    for condition in conditions {
      try requireStable(condition, level: 0)
      list.append(.test(substituted(condition, level: 0), .isNotTrue))
    }
    switch statement {
    case .insert(var insert):
      var rows = query
      rows.condition = .and(list)
      rows.targets = insert.columns.indices.map { place in
        BoundTarget(
          rows.sources[0].columnNames[place],
          .column(
            ColumnPosition(level: 0, source: 0, column: place),
            rows.sources[0].columnTypes[place] ?? .unknown))
      }
      insert.source = .query(rows)
      return .insert(insert)
    case .update(var update):
      update.condition = .and([update.condition].compactMap { $0 } + list)
      return .update(update)
    case .delete(var delete):
      delete.condition = .and([delete.condition].compactMap { $0 } + list)
      return .delete(delete)
    case .query, .merge, .truncate, .with: return statement
    }
  }

  /// A rule's action for each of the rows that meet the rule's condition.
  func joined(
    with action: BoundStatement, where condition: BoundExpression?
  ) throws(EngineFailure) -> BoundStatement {
    let used = action.ruleColumns
    for column in used.keys.sorted() where !column.isOld {
      if let failure = unknown[column.number] { throw failure }
    }
    var rows = query
    if let condition {
      try requireStable(condition, level: 0)
      rows.condition = .and(
        [rows.condition].compactMap { $0 } + [substituted(condition, level: 0)])
    }
    try requireStable(used, isAlone: condition == nil)
    if case .insert = statement {
    } else if !needsTarget(used, condition) {
      // Nothing of the target is asked for: the action is done once, whatever rows there are.
      guard rows.sources.count == 1 else {
        throw .undecided(Undecided("a rule that needs FROM but not the target"))
      }
      rows = BoundQuery(condition: rows.condition, targets: [])
    }
    var places: [RuleColumn: Int] = [:]
    for column in used.keys.sorted() {
      places[column] = rows.targets.count
      rows.targets.append(
        BoundTarget("", column.isOld ? old[column.number] : new[column.number]))
    }
    let source = BoundSource(
      alias: "", kind: .query(rows), columnNames: rows.targets.map(\.name),
      columnTypes: rows.targets.map(\.expression.type))
    return try action.joined(with: source, places)
  }

  /// Source: `keeporig` in `rewriteRuleAction()`.
  private func needsTarget(
    _ used: [RuleColumn: Int], _ condition: BoundExpression?
  ) -> Bool {
    var isUpdate = false
    if case .update = statement { isUpdate = true }
    if used.keys.contains(where: { $0.isOld || isUpdate }) { return true }
    if condition?.mentions(level: 0) == true { return true }
    return query.condition?.sources(atLevel: 0).contains(0) == true
  }

  /// A condition over OLD and NEW as one over the rows.
  private func substituted(_ expression: BoundExpression, level: Int) -> BoundExpression {
    expression.mapColumns { position, type, depth in
      guard position.level == depth + level else { return .column(position, type) }
      let values = position.source == 0 ? old : new
      guard values.indices.contains(position.column) else { return .column(position, type) }
      return values[position.column].shifted(by: depth)
    }
  }

  /// PostgreSQL computes what NEW stands for wherever it is written; here it is computed once.
  private func requireStable(
    _ used: [RuleColumn: Int], isAlone: Bool
  ) throws(EngineFailure) {
    let written: [BoundExpression]
    if case .insert(let insert) = statement {
      switch insert.source {
      case .values(let rows): written = rows.flatMap { $0.compactMap { $0 } } + new
      case .query(let query): written = query.targets.map(\.expression) + new
      }
    } else {
      written = new
    }
    guard written.contains(where: \.isVolatile) else { return }
    throw .undecided(Undecided("a rule on a statement with volatile functions"))
  }

  private func requireStable(
    _ condition: BoundExpression, level: Int
  ) throws(EngineFailure) {
    if !unknown.isEmpty {
      var failure: EngineFailure?
      _ = condition.mapColumns { position, type, depth in
        if position.level == depth + level, position.source == 1 || old.isEmpty {
          failure = failure ?? unknown[position.column]
        }
        return .column(position, type)
      }
      if let failure { throw failure }
    }
    guard condition.isVolatile else { return }
    throw .undecided(Undecided("a rule with a volatile condition"))
  }
}

/// A column of OLD or NEW.
struct RuleColumn: Hashable, Comparable {
  let isOld: Bool
  let number: Int

  static func < (a: RuleColumn, b: RuleColumn) -> Bool {
    a.isOld == b.isOld ? a.number < b.number : a.isOld
  }
}
