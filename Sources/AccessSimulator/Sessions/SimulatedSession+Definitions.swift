public import AccessModel
import RowSecurity
public import SQLBinding

/// What a definition leaves: its catalog, looked at, and what it does to rows.
extension SimulatedSession {
  /// Takes the catalog that a definition has left, and does to the rows what it does. How many
  /// rows it gave, where it filled a new table with them.
  @discardableResult
  public func define(
    _ catalog: Catalog, _ effects: [RowEffect] = []
  ) throws(EngineFailure) -> Int? {
    let bound = BoundCatalog(CatalogNames(catalog, after: engine.catalog.names))
    var work = RowEffects(self, after: bound, before: store.database)
    try requireBinding(of: bound)
    var unknown: Undecided?
    let hadWritten = variables.limits.mayHaveWritten
    for effect in effects {
      if let reason = work.doubt(about: effect) { unknown = unknown ?? reason }
      do throws(EngineFailure) {
        try work.apply(effect)
      } catch .undecided(let construct) where construct.isRefusal != true {
        unknown = unknown ?? construct
        if let name = effect.relation { work.forgetRows(of: name) }
      } catch {
        throw error
      }
    }
    let fills = effects.contains { if case .fill = $0 { true } else { false } }
    if !fills, variables.limits.mayHaveWritten, !hadWritten {
      unknown = unknown ?? Undecided("what functions write in a definition")
    }
    engine = RowSecurityEngine(bound, after: engine)
    store.database = work.database
    if let unknown { throw .undecided(unknown) }
    return work.filled
  }

  /// Whether a catalog says the same as the session's own, if in other words.
  public func takes(_ catalog: Catalog) -> Bool {
    BoundCatalog(CatalogNames(catalog, after: engine.catalog.names))
      .meansTheSame(as: engine.catalog)
  }

  /// Throws what is wrong with the expressions and queries that a definition has made or changed.
  private func requireBinding(of bound: BoundCatalog) throws(EngineFailure) {
    let before = engine.catalog
    let (tables, views) = (bound.catalog.tables, bound.catalog.views)
    let (oldTables, oldViews) = (before.catalog.tables, before.catalog.views)
    for index in tables.positions(notSharedWith: oldTables)
    where !oldTables.indices.contains(index) || oldTables[index] != tables[index] {
      let table = tables[index]
      var place: Int?
      if case .table(let found)? = before.names.relation(table.name) { place = found }
      let old = place.map { oldTables[$0] }
      let isNew =
        table.policies != old?.policies || table.checks != old?.checks
        || table.columns != old?.columns
      guard isNew, !bound.tables.errors(index).isEmpty else { continue }
      // What was wrong before is not of this definition.
      let known = place.map { before.tables.errors($0) } ?? []
      if let error = bound.tables.errors(index).first(where: { !known.contains($0) }) {
        throw error
      }
    }
    try requireBodies(of: bound, before: before.catalog)
    try requireRules(of: bound, before: before.catalog)
    try requireTriggers(of: bound, before: before.catalog)
    for index in views.positions(notSharedWith: oldViews)
    where !oldViews.indices.contains(index) || oldViews[index] != views[index] {
      var old: Catalog.View?
      if case .view(let place)? = before.names.relation(views[index].name) {
        old = oldViews[place]
      }
      let isNew = views[index].query != old?.query
      if isNew, let error = bound.views.errors(index).first { throw error }
      guard isNew || views[index].checkOption != old?.checkOption else { continue }
      try RowSecurityEngine(bound, after: engine).requireCheckable(view: index)
    }
  }

  /// Throws what is wrong with the names and types of rules that a definition has made.
  private func requireRules(
    of bound: BoundCatalog, before: Catalog
  ) throws(EngineFailure) {
    let (tables, views) = (bound.catalog.tables, bound.catalog.views)
    var relations: [(RelationID, [Catalog.Rule], old: [Catalog.Rule]?)] = []
    for index in tables.positions(notSharedWith: before.tables) where !tables[index].rules.isEmpty {
      relations.append(
        (.table(index), tables[index].rules, before.table(tables[index].name)?.rules))
    }
    for index in views.positions(notSharedWith: before.views) where !views[index].rules.isEmpty {
      relations.append((.view(index), views[index].rules, before.view(views[index].name)?.rules))
    }
    for (id, rules, old) in relations {
      for rule in rules where old?.contains(rule) != true {
        do throws(EngineFailure) {
          _ = try bound.bind(rule, of: id)
        } catch {
          // What is not modelled is undecided where the rule is met.
          guard case .postgres = error else { continue }
          throw error
        }
      }
    }
  }

  /// Throws what is wrong with the conditions of triggers that a definition has made.
  private func requireTriggers(
    of bound: BoundCatalog, before: Catalog
  ) throws(EngineFailure) {
    let (tables, views) = (bound.catalog.tables, bound.catalog.views)
    for index in tables.positions(notSharedWith: before.tables)
    where tables[index].triggers.contains(where: { $0.condition != nil }) {
      let old = before.table(tables[index].name)?.triggers ?? []
      try requireConditions(of: tables[index].triggers, before: old, on: .table(index), bound)
    }
    for index in views.positions(notSharedWith: before.views)
    where views[index].triggers.contains(where: { $0.condition != nil }) {
      let old = before.view(views[index].name)?.triggers ?? []
      try requireConditions(of: views[index].triggers, before: old, on: .view(index), bound)
    }
  }

  private func requireConditions(
    of triggers: [Catalog.Trigger], before old: [Catalog.Trigger], on id: RelationID,
    _ bound: BoundCatalog
  ) throws(EngineFailure) {
    for trigger in triggers where trigger.condition != nil && !old.contains(trigger) {
      do throws(EngineFailure) {
        try bound.check(trigger, of: id)
      } catch {
        // What is not modelled is undecided where the trigger fires.
        guard case .postgres = error else { continue }
        throw error
      }
    }
  }
}
