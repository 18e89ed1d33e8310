import AccessModel
import SQLBinding

extension SecurityRewriter {
  /// RULES 40, 55, 56, 77: UPDATE policies filter and check; where columns are read, SELECT policies
  /// do too.
  mutating func update(
    _ update: BoundUpdate
  ) throws(EngineFailure) -> (BoundStatement, SecuredTarget) {
    try requireWritable(update.assignments, of: update.target.id)
    var result = update
    result.sources = try subqueries(update.sources, [.update], of: update.target)
    let way = try way(from: update.target, .update)
    try expandTriggered(way)
    result.assignments = try assignments(update.assignments)
    try expandChecks(of: way)
    result.returning = try returning(update.returning)
    result.joins = try joins(update.joins, as: caller).map { join in
      join.mapConditions {
        $0.withTestsApart(catalog, engine.version, isOptional: !join.isInner)
      }
    }
    result.condition = try condition(update.condition, .update, of: update.target, update.returning)
    try expandConditions(of: way)
    var path = TargetPath(
      update.target, privileges(of: update), as: update.target.checkedAs ?? caller)
    while let layer = try nextLayer(&path, .update) {
      try requireNoCursor(update.cursor)
      result.assignments = layer.replacing(result.assignments)
      result.condition = layer.condition(result.condition)
      result.returning = layer.replacing(result.returning, result.returnedRows)
      result.sources[0] = layer.source
    }
    result.target.id = path.id
    result.target.isOnly = path.isOnly
    result.sources.markTarget(path)
    try expandTriggered(&result.sources, at: path)
    let isRead = path.isRead
    // What lies below a view was added to the end of the range table.
    if !path.views.isEmpty { result.sources = try policies(ofOthers: result.sources) }
    var target = try securedTarget(path, sharedAs: .update) { (policies) throws(EngineFailure) in
      var selected = PolicyUse()
      selected.filters = try policies.filters(for: .update)
      selected.checks = try policies.checks(for: .update)
      if isRead {
        selected.filters?.append(try policies.filters(for: .select))
        selected.checks?.append(try policies.checks(for: .select, usingOnly: true))
      }
      return selected
    }
    path.finish(&target)
    if path.views.isEmpty { result.sources = try policies(ofOthers: result.sources) }
    return (.update(result), target)
  }

  /// WHERE, after what RETURNING takes of the views that are passed on the way to the target.
  ///
  /// Source: `query_tree_walker()` in `src/backend/nodes/nodeFuncs.c`.
  private mutating func condition(
    _ written: BoundExpression?, _ verb: ViewUpdatability.Verb, of target: BoundTargetRelation,
    _ returning: [BoundTarget]
  ) throws(EngineFailure) -> BoundExpression? {
    do throws(EngineFailure) {
      return try optional(written, as: caller)?.withTestsApart(catalog, engine.version)
    } catch {
      var path = TargetPath(target, [], as: target.checkedAs ?? caller)
      if !returning.isEmpty { while try nextLayer(&path, verb, readsRows: false) != nil {} }
      throw error
    }
  }

  func privileges(of update: BoundUpdate) -> [TargetPath.Need] {
    [.init(.update, Set(update.assignments.map(\.column)))]
  }

  /// RULES 41, 55, 56.
  mutating func delete(
    _ delete: BoundDelete
  ) throws(EngineFailure) -> (BoundStatement, SecuredTarget) {
    _ = try chain(from: delete.target.id, .delete, [], [])
    var result = delete
    result.sources = try subqueries(delete.sources, [.delete], of: delete.target)
    let way = try way(from: delete.target, .delete)
    try expandTriggered(way)
    result.returning = try returning(delete.returning)
    result.joins = try joins(delete.joins, as: caller).map { join in
      join.mapConditions {
        $0.withTestsApart(catalog, engine.version, isOptional: !join.isInner)
      }
    }
    result.condition = try condition(delete.condition, .delete, of: delete.target, delete.returning)
    try expandConditions(of: way)
    var path = TargetPath(
      delete.target, [.init(.delete, nil)], as: delete.target.checkedAs ?? caller)
    while let layer = try nextLayer(&path, .delete) {
      try requireNoCursor(delete.cursor)
      result.condition = layer.condition(result.condition)
      result.returning = layer.replacing(result.returning, result.returnedRows)
      result.sources[0] = layer.source
    }
    result.target.id = path.id
    result.target.isOnly = path.isOnly
    result.sources.markTarget(path)
    try expandTriggered(&result.sources, at: path)
    let isRead = path.isRead
    // What lies below a view was added to the end of the range table.
    if !path.views.isEmpty { result.sources = try policies(ofOthers: result.sources) }
    var target = try securedTarget(path, sharedAs: .delete) { (policies) throws(EngineFailure) in
      var selected = PolicyUse()
      selected.filters = try policies.filters(for: .delete)
      if isRead { selected.filters?.append(try policies.filters(for: .select)) }
      return selected
    }
    path.finish(&target)
    if path.views.isEmpty { result.sources = try policies(ofOthers: result.sources) }
    return (.delete(result), target)
  }

  /// Source: `replace_rte_variables_mutator()` in `src/backend/rewrite/rewriteManip.c`.
  private func requireNoCursor(_ cursor: String?) throws(EngineFailure) {
    guard cursor != nil else { return }
    throw .postgres(
      PostgresError(.featureNotSupported, "WHERE CURRENT OF on a view is not implemented"))
  }

  /// The subqueries in FROM of a statement that changes rows. A view whose INSTEAD OF triggers take
  /// them is one of those.
  mutating func subqueries(
    _ sources: [BoundSource], _ verbs: [ViewUpdatability.Verb], of target: BoundTargetRelation
  ) throws(EngineFailure) -> [BoundSource] {
    guard case .view(let index) = target.id, isTriggered(index, verbs), let named = sources.first
    else { return try subqueries(ofOthers: sources) }
    return try subqueries(of: [named], as: target.checkedAs ?? caller)
      + subqueries(of: Array(sources.dropFirst()), as: caller)
  }

  /// The views that a statement changes rows through, by where it comes to.
  struct Way {
    var layers: [(query: BoundQuery, role: String, isChecked: Bool, isBarrier: Bool)] = []
    var end: RelationID
    var role: String
  }

  func way(
    from target: BoundTargetRelation, _ verb: ViewUpdatability.Verb
  ) throws(EngineFailure) -> Way { try way(from: target, [verb]) }

  /// `verbs`: all that MERGE does.
  func way(
    from target: BoundTargetRelation, _ verbs: [ViewUpdatability.Verb]
  ) throws(EngineFailure) -> Way {
    var way = Way(end: target.id, role: target.checkedAs ?? caller)
    var isCascaded = false
    while case .view(let index) = way.end, !isTriggered(index, verbs) {
      let view = catalog.views[index]
      let query = try engine.catalog.views[index].query.get()
      guard case .relation(let relation)? = query.sources.first?.kind else { break }
      isCascaded = isCascaded || view.checkOption == .cascaded
      way.role = view.securityInvoker ? caller : view.owner
      way.layers.append(
        (query, way.role, isCascaded || view.checkOption != nil, view.securityBarrier))
      way.end = relation.id
    }
    return way
  }

  /// What WITH CHECK OPTION asks is expanded before what the statement asks; this only finds out
  /// whether it can be.
  ///
  /// Source: `query_tree_walker()` in `src/backend/nodes/nodeFuncs.c`.
  mutating func expandChecks(of way: Way) throws(EngineFailure) {
    for layer in way.layers.reversed() where layer.isChecked {
      guard let condition = layer.query.condition, condition.hasSubquery else { continue }
      _ = try expression(condition, as: layer.role)
    }
  }

  /// What views ask of rows is a part of WHERE, the outermost first; after it comes what barriers ask,
  /// the innermost first. This only finds out whether it can be expanded.
  ///
  /// Source: `rewriteTargetView()` in `src/backend/rewrite/rewriteHandler.c`.
  mutating func expandConditions(of way: Way) throws(EngineFailure) {
    let asking = way.layers.filter { $0.query.condition?.hasSubquery == true }
    guard asking.count > 1, asking.contains(where: \.isBarrier) else { return }
    for layer in asking.filter({ !$0.isBarrier }) + asking.filter(\.isBarrier).reversed() {
      _ = try optional(layer.query.condition, as: layer.role)
    }
  }

  /// A view at the end of the way is expanded with what stands in FROM, before all expressions; this
  /// only finds out whether it can be.
  mutating func expandTriggered(_ way: Way) throws(EngineFailure) {
    guard case .view = way.end, let layer = way.layers.last else { return }
    _ = try subqueries(of: Array(layer.query.sources.prefix(1)), as: layer.role)
  }

  /// The rows that an INSTEAD OF trigger is called for are read as those of any view.
  mutating func expandTriggered(
    _ sources: inout [BoundSource], at path: TargetPath
  ) throws(EngineFailure) {
    guard case .view = path.id, !path.views.isEmpty else { return }
    let expanded = try subqueries(of: Array(sources.prefix(1)), as: path.role)
    sources.replaceSubrange(0..<1, with: expanded)
  }
}

extension BoundUpdate {
  fileprivate var expressions: [BoundExpression] {
    joins.flatMap(\.conditions) + [condition].compactMap { $0 } + returning.map(\.expression)
      + assignments.compactMap(\.value)
  }
}

extension BoundDelete {
  fileprivate var expressions: [BoundExpression] {
    joins.flatMap(\.conditions) + [condition].compactMap { $0 } + returning.map(\.expression)
  }
}

extension [BoundSource] {
  /// The first is read as the relation that the way comes to.
  fileprivate mutating func markTarget(_ path: TargetPath) {
    guard case .relation(var relation)? = first?.kind, relation.id == path.id else { return }
    relation.isOnly = path.isOnly
    self[0].kind = .relation(relation)
  }
}
