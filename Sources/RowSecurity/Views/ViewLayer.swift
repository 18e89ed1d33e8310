import AccessModel
import SQLBinding

/// An automatically updatable view, as what stands between a statement and the relation below.
///
/// Source: `rewriteTargetView()` in `src/backend/rewrite/rewriteHandler.c`.
struct ViewLayer {
  let view: QualifiedName
  /// What each of its columns is, over the relation below.
  let columns: [BoundExpression]
  /// Its WHERE; nil: none, or it is lost.
  var condition: BoundExpression?
  let base: RelationID
  /// The relation below, as the view mentions it.
  let source: BoundSource
  /// All columns of it that the view uses.
  let readColumns: Set<Int>
  let isBarrier: Bool
  /// The view's own defaults, by column.
  let defaults: [BoundExpression?]

  /// The view reads ONLY the table below.
  var isOnly: Bool {
    if case .relation(let relation) = source.kind { relation.isOnly } else { false }
  }

  func base(of columns: Set<Int>) -> Set<Int> {
    Set(columns.compactMap { self.columns[$0].plainColumn })
  }

  /// The columns below.
  func base(of columns: [Int]) -> [Int] { columns.compactMap { self.columns[$0].plainColumn } }

  /// An expression over the view, as one over the relation below.
  func replacing(_ expression: BoundExpression) -> BoundExpression {
    expression.replacing(source: 0, by: columns)
  }

  /// RETURNING, with what its OLD and NEW stand for. RULES 51.
  func replacing(_ targets: [BoundTarget], _ rows: BoundReturnedRows?) -> [BoundTarget] {
    targets.map { target in
      var expression = replacing(target.expression)
      if let rows {
        expression = replacing(expression, row: rows.old, if: rows, .hasOld)
        expression = replacing(expression, row: rows.new, if: rows, .hasNew)
      }
      return BoundTarget(target.name, expression)
    }
  }

  /// Where there is no such row, what the view computes is NULL too.
  ///
  /// Source: `ReturningExpr`, made by `ReplaceVarFromTargetList()` in `rewriteManip.c`.
  private func replacing(
    _ expression: BoundExpression, row: Int, if rows: BoundReturnedRows,
    _ fact: BoundReturnedRows.Fact
  ) -> BoundExpression {
    expression.mapColumns { position, type, depth in
      guard position.level == depth, position.source == row,
        columns.indices.contains(position.column)
      else { return .column(position, type) }
      let own = BoundExpression.column(
        ColumnPosition(level: 0, source: row, column: position.column), type)
      let below = own.replacing(source: row, by: columns).mapColumns { inner, type, innerDepth in
        guard inner.level >= innerDepth else { return .column(inner, type) }
        return .column(
          ColumnPosition(level: inner.level + depth, source: inner.source, column: inner.column),
          type)
      }
      guard columns[position.column].plainColumn == nil else { return below }
      return .cases(
        [BoundCaseBranch(condition: rows.fact(fact, level: depth), result: below)],
        otherwise: .constant(.null, type), type: type)
    }
  }

  func replacing(_ list: [BoundAssignment]) -> [BoundAssignment] {
    zip(base(of: list.map(\.column)), list).map {
      BoundAssignment(column: $0, value: replacing(value(of: $1)))
    }
  }

  /// What SET column = DEFAULT of the view means: the view's default, and never the table's.
  ///
  /// Source: `rewriteTargetListIU()` in `src/backend/rewrite/rewriteHandler.c`.
  private func value(of assignment: BoundAssignment) -> BoundExpression {
    if let value = assignment.value { return value }
    let column = assignment.column
    return defaults[column] ?? .constant(.null, columns[column].type)
  }

  /// An INSERT into the view as one into the relation below: columns that have a default of the
  /// view's own get it where nothing else is given.
  func replacing(_ insert: BoundInsert) -> BoundInsert {
    var result = insert
    let added = addedColumns(to: insert.columns)
    result.columns = base(of: insert.columns + added)
    let values = added.map { defaults[$0] }
    switch insert.source {
    case .values(let rows) where rows.count == 1:
      let row = assigning(rows[0], to: insert.columns)
      result.columns = row.columns
      result.source = .values([row.values])
    case .values(let rows):
      result.source = .values(
        rows.map { row in
          zip(insert.columns, row).map { column, value in value ?? defaults[column] } + values
        })
    case .query(let query) where !added.isEmpty:
      result.source = .query(query.adding(values.compactMap { $0 }))
    case .query: break
    }
    return result
  }

  /// The view's own defaults that an INSERT of these columns gets.
  private func addedColumns(to columns: [Int]) -> [Int] {
    defaults.indices.filter { defaults[$0] != nil && !columns.contains($0) }
  }

  /// A row alone, in the columns below: DEFAULT of a view that has none assigns nothing, so that
  /// another column of the view may stand for the same one.
  ///
  /// Source: `rewriteTargetListIU()` in `src/backend/rewrite/rewriteHandler.c`.
  func assigning(
    _ row: [BoundExpression?], to columns: [Int]
  ) -> (columns: [Int], values: [BoundExpression?]) {
    let added = addedColumns(to: columns)
    let bases = base(of: columns + added)
    let values = zip(columns, row).map { $1 ?? defaults[$0] } + added.map { defaults[$0] }
    let assigned = Set(zip(bases, values).filter { $0.1 != nil }.map(\.0))
    let kept = bases.indices.filter { index in
      values[index] != nil
        || !assigned.contains(bases[index]) && bases.firstIndex(of: bases[index]) == index
    }
    return (kept.map { bases[$0] }, kept.map { values[$0] })
  }

  /// WHERE of statement and view. A security barrier's comes first. RULES 56, 61.
  func condition(_ written: BoundExpression?) -> BoundExpression? {
    let outer = written.map(replacing)
    guard let condition else { return outer }
    guard let outer else { return condition }
    return .and(isBarrier ? [condition, outer] : [outer, condition])
  }

  /// EXCLUDED has the view's columns too; what is proposed is a row of the relation below.
  func replacing(_ conflict: BoundConflict) throws(EngineFailure) -> BoundConflict {
    var result = conflict
    if case .inferred(let wanted) = conflict.arbiter {
      var inference = BoundConflict.Inference(columns: base(of: wanted.columns))
      inference.expressions =
        wanted.expressions.map(replacing)
        + wanted.columns.sorted().map { columns[$0] }.filter { $0.plainColumn == nil }
      inference.condition = wanted.condition.map(replacing)
      result.arbiter = .inferred(inference)
    }
    guard case .update(let assignments, let condition) = conflict.action else { return result }
    let both = { (expression: BoundExpression) in
      replacing(expression.replacing(source: 1, by: columns))
    }
    let below = base(of: assignments.map(\.column))
    result.action = .update(
      zip(below, assignments).map {
        BoundAssignment(column: $0, value: both(value(of: $1)))
      },
      condition: condition.map(both))
    return result
  }
}

extension BoundExpression {
  /// The column of the only source that this is, unchanged.
  var plainColumn: Int? {
    guard case .column(let position, _) = self, position.level == 0, position.column >= 0 else {
      return nil
    }
    return position.column
  }
}

extension BoundQuery {
  /// The query's rows with constants after them.
  fileprivate func adding(_ values: [BoundExpression]) -> BoundQuery {
    let types = self.values?.first?.map(\.type) ?? targets.map(\.expression.type)
    let source = BoundSource(
      alias: "", kind: .query(self), columnNames: targets.map(\.name), columnTypes: types)
    let columns = types.enumerated().map { index, type in
      BoundTarget(
        targets[index].name,
        .column(ColumnPosition(level: 0, source: 0, column: index), type))
    }
    return BoundQuery(
      sources: [source], joins: [.source(0)],
      targets: columns + values.map { BoundTarget("", $0) })
  }
}

extension SecurityRewriter {
  /// The view that the path has reached; nil at what is changed in the end: a table, or a view with
  /// an INSTEAD OF trigger. RULES 52, 55, 60, 62.
  mutating func nextLayer(
    _ path: inout TargetPath, _ verb: ViewUpdatability.Verb, readsRows: Bool = true
  ) throws(EngineFailure) -> ViewLayer? { try nextLayer(&path, [verb], readsRows: readsRows) }

  /// `verbs`: all that MERGE does. `readsRows`: rows are looked for, which the view must show.
  mutating func nextLayer(
    _ path: inout TargetPath, _ verbs: [ViewUpdatability.Verb], readsRows: Bool = true
  ) throws(EngineFailure) -> ViewLayer? {
    guard case .view(let index) = path.id, !isTriggered(index, verbs) else { return nil }
    let view = catalog.views[index]
    let inner = view.securityInvoker ? caller : view.owner
    let writes = verbs.contains { $0 != .delete }
    let isChecked =
      writes && (view.checkOption != nil || path.viewChecks.first?.isCascaded == true)
    var layer = try layer(
      of: index, as: inner, usesCondition: readsRows || isChecked, path.usedColumns)
    if writes { path.addCheck(of: view, layer) }
    if layer.isBarrier, try losesBarriers(layer.base, verbs) { layer.condition = nil }
    path.descend(through: layer, as: inner)
    return layer
  }

  /// Whether what security_barrier views ask of the rows of a relation is lost: it is noted at the
  /// view whose triggers take the rows, and goes with that where its query is merged into the
  /// statement.
  ///
  /// Source: `rewriteTargetView()` in `src/backend/rewrite/rewriteHandler.c`,
  /// `pull_up_simple_subquery()` in `src/backend/optimizer/prep/prepjointree.c`.
  private func losesBarriers(
    _ relation: RelationID, _ verbs: [ViewUpdatability.Verb]
  ) throws(EngineFailure) -> Bool {
    var relation = relation
    for _ in catalog.views.indices {
      guard case .view(let index) = relation else { return false }
      let query = try engine.catalog.views[index].query.get()
      guard !isTriggered(index, verbs) else {
        return !catalog.views[index].securityBarrier && query.isMergeable(catalog)
      }
      guard case .relation(let base)? = query.sources.first?.kind else { return false }
      relation = base.id
    }
    return false
  }

  /// Whether INSTEAD OF triggers take over all that MERGE does.
  ///
  /// Source: `view_has_instead_trigger()` in `src/backend/rewrite/rewriteHandler.c`.
  func isTriggered(_ view: Int, _ verbs: [ViewUpdatability.Verb]) -> Bool {
    verbs.allSatisfy { isTriggered(view, $0) }
  }

  /// Whether an INSTEAD OF trigger takes the statement over. RULES 60.
  ///
  /// A materialized view ends the way too: it can't be changed, but privileges are looked at first.
  func isTriggered(_ view: Int, _ verb: ViewUpdatability.Verb) -> Bool {
    catalog.views[view].isMaterialized
      || catalog.views[view].triggers.contains { trigger in
        trigger.timing == .insteadOf && trigger.enabled != .disabled && trigger.enabled != .replica
          && trigger.events.contains { event in
            switch (event, verb) {
            case (.insert, .insert), (.update, .update), (.delete, .delete): true
            default: false
            }
          }
      }
  }

  /// `used`: columns of the view that something refers to; nil: any may be.
  private mutating func layer(
    of index: Int, as role: String, usesCondition: Bool, _ used: Set<Int>?
  ) throws(EngineFailure) -> ViewLayer {
    let view = catalog.views[index]
    let query = try engine.catalog.views[index].query.get()
    guard let source = query.sources.first, case .relation(let relation) = source.kind else {
      throw .undecided(Undecided("a change through the view `\(view.name.name)`"))
    }
    var columns: [BoundExpression] = []
    for (column, target) in query.targets.enumerated() {
      // A column that nothing reads is left out, with the query in it.
      let isUnread = used?.contains(column) == false && target.expression.hasSubquery
      columns.append(
        isUnread ? target.expression : try expression(target.expression, as: role))
    }
    var defaults: [BoundExpression?] = []
    for value in engine.catalog.views[index].defaults {
      defaults.append(try optional(try value?.get(), as: caller))
    }
    let condition = usesCondition ? try optional(query.condition, as: role) : nil
    return ViewLayer(
      view: view.name, columns: columns, condition: condition,
      base: relation.id, source: source, readColumns: relation.readColumns,
      isBarrier: view.securityBarrier, defaults: defaults)
  }
}
