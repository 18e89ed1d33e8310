import AccessModel
import SQLBinding

/// What becomes of INSERT, UPDATE and DELETE on a view. RULES 55, 62.
///
/// Source: `view_query_is_auto_updatable()` in `src/backend/rewrite/rewriteHandler.c`.
struct ViewUpdatability {
  enum Verb: String {
    case insert, update, delete
  }

  let catalog: BoundCatalog

  init(_ catalog: BoundCatalog) { self.catalog = catalog }

  /// Why the statement does not run: 55000 for views PostgreSQL can't change, and undecided for
  /// those it can, which are not modelled yet.
  func refusal(of verb: Verb, view index: Int) throws(EngineFailure) -> EngineFailure {
    guard let (refused, reason) = try obstacle(index) else {
      let name = catalog.catalog.views[index].name.name
      return .undecided(Undecided("\(verb.rawValue.uppercased()) through the view `\(name)`"))
    }
    let name = catalog.catalog.views[refused].name.name
    let (action, doing) =
      switch verb {
      case .insert: ("insert into", "inserting into")
      case .update: ("update", "updating")
      case .delete: ("delete from", "deleting from")
      }
    let keyword = verb.rawValue.uppercased()
    return .postgres(
      PostgresError(
        .notInPrerequisiteState, "cannot \(action) view \"\(name)\"", detail: reason,
        hint: "To enable \(doing) the view, provide an INSTEAD OF \(keyword) trigger or an "
          + "unconditional ON \(keyword) DO INSTEAD rule."))
  }

  /// The view in the chain that can't be changed, and why. `depth` bounds the walk where views are
  /// declared in a circle.
  private func obstacle(
    _ view: Int, depth: Int = 0
  ) throws(EngineFailure) -> (view: Int, reason: String)? {
    let query = try catalog.views[view].query.get()
    if let reason = Self.obstacle(query) { return (view, reason) }
    guard case .relation(let base) = query.sources[0].kind, case .view(let inner) = base.id else {
      return nil
    }
    guard depth < catalog.views.count else {
      throw .undecided(Undecided("views that are defined by each other"))
    }
    return try obstacle(inner, depth: depth + 1)
  }

  private static func obstacle(_ query: BoundQuery) -> String? {
    if query.isDistinct { return "Views containing DISTINCT are not automatically updatable." }
    if let grouping = query.grouping {
      if !grouping.keys.isEmpty {
        return "Views containing GROUP BY are not automatically updatable."
      }
      if grouping.having != nil {
        return "Views containing HAVING are not automatically updatable."
      }
    }
    if query.limit != nil || query.offset != nil {
      return "Views containing LIMIT or OFFSET are not automatically updatable."
    }
    if query.grouping != nil {
      return "Views that return aggregate functions are not automatically updatable."
    }
    let notSingle =
      "Views that do not select from a single table or view are not automatically updatable."
    guard query.sources.count == 1, case .relation = query.sources[0].kind else {
      return notSingle
    }
    return nil
  }
}
