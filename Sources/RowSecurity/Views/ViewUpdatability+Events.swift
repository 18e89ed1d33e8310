public import AccessModel
public import SQLBinding

/// What `pg_relation_is_updatable()` says of a relation.
public enum UpdateEvent: Hashable, Sendable, CaseIterable {
  case insert, update, delete

  /// Nil for TRUNCATE.
  public init?(_ event: Catalog.Trigger.Event) {
    switch event {
    case .insert: self = .insert
    case .update: self = .update
    case .delete: self = .delete
    case .truncate: return nil
    }
  }
}

extension RowSecurityEngine {
  /// Which changes a relation supports by itself, by rules, and if asked for by triggers.
  ///
  /// `columns`: those that an UPDATE or INSERT would assign; nil: any.
  /// Source: `relation_is_updatable()` in `src/backend/rewrite/rewriteHandler.c`.
  public func updatability(
    of id: RelationID, columns: Set<Int>? = nil, includingTriggers: Bool
  ) throws(EngineFailure) -> Set<UpdateEvent> {
    var (id, columns) = (id, columns)
    var result: Set<UpdateEvent> = []
    var allowed = Set(UpdateEvent.allCases)
    for _ in 0...catalog.catalog.views.count {
      if case .sequence = id { return result }
      guard case .view(let index) = id else {
        if case .table(let table) = id, catalog.catalog.tables[table].kind == .foreign {
          throw .undecided(Undecided("what a foreign table supports"))
        }
        return result.union(allowed)
      }
      let view = catalog.catalog.views[index]
      guard !view.isMaterialized else { return result }
      var byRules: Set<UpdateEvent> = []
      for rule in view.rules where rule.isInstead && rule.condition == nil {
        switch rule.event {
        case .insert: byRules.insert(.insert)
        case .update: byRules.insert(.update)
        case .delete: byRules.insert(.delete)
        case .select: break
        }
      }
      if includingTriggers {
        for trigger in view.triggers where trigger.timing == .insteadOf {
          byRules.formUnion(trigger.events.compactMap(UpdateEvent.init))
        }
      }
      result.formUnion(byRules.intersection(allowed))
      let query = try catalog.views[index].query.get()
      guard ViewUpdatability.obstacle(query) == nil,
        case .relation(let base)? = query.sources.first?.kind
      else { return result }
      let below = query.targets.map(\.expression.plainColumn)
      let updatable = below.indices.filter {
        below[$0] != nil && columns?.contains($0) != false
      }
      // Only rows can go where no column can be changed.
      if updatable.isEmpty { allowed.formIntersection([.delete]) }
      columns = updatable.isEmpty ? nil : Set(updatable.compactMap { below[$0] })
      id = base.id
    }
    throw .undecided(Undecided("views that are defined by each other"))
  }
}
