import AccessModel
import SQLBinding

extension SecurityRewriter {
  /// RULES 46–49.
  mutating func merge(
    _ merge: BoundMerge
  ) throws(EngineFailure) -> (BoundStatement, SecuredTarget) {
    try requireMergeable(merge.target.id)
    let verbs = merge.verbs
    try requireChangeable(merge.target.id, verbs, columns: merge.assignedColumns)
    for branch in merge.branches { try requireWritable(branch.action, of: merge.target.id) }
    var result = merge
    result.sources = try subqueries(merge.sources, verbs, of: merge.target)
    let way = try way(from: merge.target, verbs)
    try expandTriggered(way)
    for index in result.branches.indices {
      result.branches[index].condition = try optional(merge.branches[index].condition, as: caller)
      result.branches[index].action = try secured(merge.branches[index].action)
    }
    result.condition = try expression(merge.condition, as: caller)
    result.returning = try returning(merge.returning)
    result.joins = try joins(merge.joins, as: caller)
    try expandConditions(of: way)
    var path = TargetPath(
      merge.target, merge.needs, as: caller, readsWhole: merge.doesNothing)
    while let layer = try nextLayer(&path, verbs) {
      guard layer.defaultsAreOfColumns else {
        throw .undecided(Undecided("MERGE into a view with defaults of columns that can't change"))
      }
      // Rows that the view hides are not matched.
      result.condition = layer.condition(result.condition) ?? result.condition
      result.targetCondition = layer.condition(result.targetCondition)
      result.branches = result.branches.map(layer.replacing)
      result.returning = layer.replacing(result.returning, result.returnedRows)
      result.sources[0] = layer.source
    }
    result.target.id = path.id
    result.target.isOnly = path.isOnly
    try expandTriggered(&result.sources, at: path)
    let isRead = path.isRead
    // What lies below a view was added to the end of the range table.
    if !path.views.isEmpty { result.sources = try policies(ofOthers: result.sources) }
    var target = try securedTarget(path) { (policies) throws(EngineFailure) in
      var selected = PolicyUse()
      // RULES 46: the target is filtered only if it is read; other rows count as not matched.
      selected.filters = isRead ? try policies.filters(for: .select) : nil
      selected.existing = try policies.checks(for: .update, usingOnly: true)
      selected.updated = try policies.checks(for: .update)
      if isRead { selected.updated?.append(try policies.checks(for: .select, usingOnly: true)) }
      selected.deletable = try policies.checks(for: .delete, usingOnly: true)
      selected.checks = try policies.checks(for: .insert)
      // RULES 48: what is returned must be visible.
      if isRead, !merge.returning.isEmpty {
        selected.checks?.append(try policies.checks(for: .select, usingOnly: true))
      }
      return selected
    }
    path.finish(&target)
    if path.views.isEmpty { result.sources = try policies(ofOthers: result.sources) }
    return (.merge(result), target)
  }

  /// RULES 49. Source: `matchLocks()` in `rewriteHandler.c`.
  private func requireMergeable(_ id: RelationID) throws(EngineFailure) {
    let name = engine.catalog.names.name(of: id).name
    let stands = catalog.rules(of: id).contains {
      $0.event != .select && $0.enabled.fires(isReplica: engine.isReplica)
    }
    guard !stands else {
      throw .postgres(
        PostgresError(
          .featureNotSupported, "cannot execute MERGE on relation \"\(name)\"",
          detail: "MERGE is not supported for relations with rules."))
    }
  }

  /// The way ends at a view whose INSTEAD OF triggers take every action; above it, none may take
  /// one. RULES 49, 60, 62.
  ///
  /// Source: `RewriteQuery()` and `rewriteTargetView()` in `rewriteHandler.c`.
  private func requireChangeable(
    _ id: RelationID, _ verbs: [ViewUpdatability.Verb], columns: [ViewUpdatability.Verb: [Int]]
  ) throws(EngineFailure) {
    var (id, columns, steps) = (id, columns, 0)
    while case .view(let index) = id, !isTriggered(index, verbs) {
      guard steps <= catalog.views.count else {
        throw .undecided(Undecided("views that are defined by each other"))
      }
      steps += 1
      try ViewUpdatability(engine.catalog).require(merging: verbs, on: index, columns: columns)
      guard !verbs.contains(where: { isTriggered(index, $0) }) else {
        throw .postgres(.partlyTriggered(catalog.views[index]))
      }
      let query = try engine.catalog.views[index].query.get()
      guard case .relation(let base)? = query.sources.first?.kind else { return }
      columns = columns.mapValues { list in
        list.compactMap { query.targets[$0].expression.plainColumn }
      }
      id = base.id
      try requireMergeable(id)
    }
  }

  private func requireWritable(
    _ action: BoundMerge.Action, of id: RelationID
  ) throws(EngineFailure) {
    switch action {
    case .nothing: break
    case .delete: _ = try chain(from: id, .delete, [], [])
    case .update(let assignments): try requireWritable(assignments, of: id)
    case .insert(let columns, let values, let overriding):
      let given = zip(columns, values).filter { $0.1 != nil }.map(\.0)
      let end = try chain(from: id, .insert, columns, [], given: Set(given))
      guard let table = end.table else { return }
      try requireWritable(Array(end.given), in: table, overriding)
    }
  }

  private mutating func secured(
    _ action: BoundMerge.Action
  ) throws(EngineFailure) -> BoundMerge.Action {
    switch action {
    case .nothing, .delete: return action
    case .update(let list): return .update(try assignments(list))
    case .insert(let columns, let values, let overriding):
      var rewritten: [BoundExpression?] = []
      for value in values { rewritten.append(try optional(value, as: caller)) }
      return .insert(columns: columns, values: rewritten, overriding)
    }
  }
}

extension ViewLayer {
  fileprivate func replacing(_ branch: BoundMerge.Branch) -> BoundMerge.Branch {
    var result = branch
    result.condition = branch.condition.map(replacing)
    switch branch.action {
    case .nothing, .delete: break
    case .update(let list): result.action = .update(replacing(list))
    case .insert(let columns, let values, let overriding):
      // As those of INSERT are.
      let row = assigning(values.map { $0.map(replacing) }, to: columns)
      result.action = .insert(columns: row.columns, values: row.values, overriding)
    }
    return result
  }

  /// Whether no default is of a column that stands for none below.
  fileprivate var defaultsAreOfColumns: Bool {
    defaults.indices.allSatisfy { defaults[$0] == nil || columns[$0].plainColumn != nil }
  }
}

extension BoundMerge {
  /// RULES 49: what each action needs, though it may never be taken.
  fileprivate var needs: [TargetPath.Need] {
    var (inserts, updates, deletes) = (Set<Int>?.none, Set<Int>?.none, false)
    for branch in branches {
      switch branch.action {
      case .nothing: break
      case .delete: deletes = true
      case .update(let list): updates = (updates ?? []).union(list.map(\.column))
      case .insert(let columns, _, _): inserts = (inserts ?? []).union(columns)
      }
    }
    return [
      inserts.map { TargetPath.Need(.insert, $0) }, updates.map { TargetPath.Need(.update, $0) },
      deletes ? TargetPath.Need(.delete, nil) : nil,
    ].compactMap { $0 }
  }

  /// What is done to rows: each kind once, in the order of the actions.
  fileprivate var verbs: [ViewUpdatability.Verb] {
    var result: [ViewUpdatability.Verb] = []
    for branch in branches {
      guard let verb = branch.action.verb, !result.contains(verb) else { continue }
      result.append(verb)
    }
    return result
  }

  fileprivate var assignedColumns: [ViewUpdatability.Verb: [Int]] {
    var result: [ViewUpdatability.Verb: [Int]] = [:]
    for branch in branches {
      switch branch.action {
      case .nothing, .delete: break
      case .update(let list): result[.update, default: []] += list.map(\.column)
      case .insert(let columns, _, _): result[.insert, default: []] += columns
      }
    }
    return result
  }

  /// DO NOTHING counts as reading. RULES 10.
  fileprivate var doesNothing: Bool { branches.contains { $0.action == .nothing } }
}

extension BoundMerge.Action {
  fileprivate var verb: ViewUpdatability.Verb? {
    switch self {
    case .nothing: nil
    case .delete: .delete
    case .update: .update
    case .insert: .insert
    }
  }
}

extension PostgresError {
  fileprivate static func partlyTriggered(_ view: Catalog.View) -> PostgresError {
    PostgresError(
      .featureNotSupported, "cannot merge into view \"\(view.name.name)\"",
      detail: "MERGE is not supported for views with INSTEAD OF triggers for some actions but not "
        + "all.",
      hint: "To enable merging into the view, either provide a full set of INSTEAD OF triggers or "
        + "drop the existing INSTEAD OF triggers.")
  }
}
