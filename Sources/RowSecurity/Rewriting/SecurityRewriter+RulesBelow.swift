import AccessModel
import SQLBinding

/// Rules of relations below automatically updatable views.
///
/// Source: `RewriteQuery()` and `rewriteTargetView()` in `src/backend/rewrite/rewriteHandler.c`.
extension SecurityRewriter {
  /// Whether a relation below the view that a command names has rules for it.
  func hasRulesBelow(_ command: RuledCommand) -> Bool {
    var id = command.relation
    for _ in 0...catalog.views.count {
      guard case .view(let index) = id, !isTriggered(index, command.verb),
        rules(on: id, for: command.verb).isEmpty,
        case .ready(let query) = engine.catalog.views[index].query,
        ViewUpdatability.obstacle(query) == nil,
        case .relation(let base)? = query.sources.first?.kind
      else { return false }
      id = base.id
      if !rules(on: id, for: command.verb).isEmpty { return true }
    }
    return false
  }

  /// A statement on a view with such rules below, as one on the relation that the view reads, and
  /// what the view itself needs.
  func descended(
    _ statement: BoundStatement, _ command: RuledCommand
  ) throws(EngineFailure) -> RulePart {
    guard case .view(let index) = command.relation else {
      throw .undecided(Undecided("a rule below what is not a view"))
    }
    let view = catalog.views[index]
    try ViewUpdatability(engine.catalog).require(
      command.verb, on: index, columns: statement.assignedColumns)
    try requireNoCheck(of: view, command)
    let layer = try writtenLayer(of: index)
    let inner = view.securityInvoker ? caller : view.owner
    var part = RulePart(statement: statement, origin: .original)
    func below(_ target: BoundTargetRelation) -> BoundTargetRelation {
      var result = target
      result.id = layer.base
      result.isOnly = layer.isOnly
      result.checkedAs = inner
      result.readColumns = target.readColumns.isEmpty ? [] : layer.readColumns
      return result
    }
    switch statement {
    case .insert(let insert):
      var result = layer.replacing(insert)
      if let conflict = insert.conflict { result.conflict = try layer.replacing(conflict) }
      result.returning = layer.replacing(insert.returning, insert.returnedRows)
      result.target = below(insert.target)
      part.privileges = named(insert.target, privileges(of: insert))
      part.statement = .insert(result)
    case .update(let update):
      var result = update
      result.assignments = layer.replacing(update.assignments)
      result.condition = layer.condition(update.condition)
      result.joins = update.joins.map { $0.mapConditions(layer.replacing) }
      result.returning = layer.replacing(update.returning, update.returnedRows)
      result.sources[0] = layer.source
      result.target = below(update.target)
      part.privileges = named(update.target, privileges(of: update))
      part.statement = .update(result)
    case .delete(let delete):
      var result = delete
      result.condition = layer.condition(delete.condition)
      result.joins = delete.joins.map { $0.mapConditions(layer.replacing) }
      result.returning = layer.replacing(delete.returning, delete.returnedRows)
      result.sources[0] = layer.source
      result.target = below(delete.target)
      part.privileges = named(delete.target, [.init(.delete, nil)])
      part.statement = .delete(result)
    case .query, .merge, .truncate, .with:
      throw .undecided(Undecided("a rule for a statement of another kind"))
    }
    return part
  }

  /// What a check option says of the statement goes with it where a rule takes it over as a whole; else
  /// it is not looked at yet.
  private func requireNoCheck(
    of view: Catalog.View, _ command: RuledCommand
  ) throws(EngineFailure) {
    guard command.verb != .delete, view.checkOption != nil else { return }
    var id = command.relation
    while rules(on: id, for: command.verb).isEmpty, case .view(let index) = id {
      let query = try engine.catalog.views[index].query.get()
      guard case .relation(let base)? = query.sources.first?.kind else { return }
      id = base.id
    }
    let isReplaced = rules(on: id, for: command.verb).contains {
      $0.isInstead && $0.condition == nil
    }
    guard isReplaced else {
      throw .undecided(
        Undecided("the check option of `\(view.name.name)`, with rules below that add to it"))
    }
  }

  private func named(
    _ target: BoundTargetRelation, _ needs: [TargetPath.Need]
  ) -> [PrivilegeCheck] {
    TargetPath(target, needs, as: target.checkedAs ?? caller).named
  }

  /// A view as it is written: what it reads is checked as whoever it is read as.
  private func writtenLayer(of index: Int) throws(EngineFailure) -> ViewLayer {
    let view = catalog.views[index]
    let inner = view.securityInvoker ? caller : view.owner
    let query = try engine.catalog.views[index].query.get()
    guard var source = query.sources.first, case .relation(var relation) = source.kind else {
      throw .undecided(Undecided("a change through the view `\(view.name.name)`"))
    }
    guard !view.securityBarrier || query.condition == nil else {
      throw .undecided(
        Undecided("rules below the security barrier view `\(view.name.name)`"))
    }
    relation.checkedAs = relation.checkedAs ?? inner
    source.kind = .relation(relation)
    var defaults: [BoundExpression?] = []
    for value in engine.catalog.views[index].defaults { defaults.append(try value?.get()) }
    return ViewLayer(
      view: view.name, columns: query.targets.map { $0.expression.checked(as: inner) },
      condition: query.condition?.checked(as: inner), base: relation.id, source: source,
      readColumns: relation.readColumns, isBarrier: view.securityBarrier, defaults: defaults)
  }
}

extension BoundStatement {
  fileprivate var assignedColumns: [Int] {
    switch self {
    case .insert(let insert): insert.columns
    case .update(let update): update.assignments.map(\.column)
    case .delete, .query, .merge, .truncate, .with: []
    }
  }
}
