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
  ///
  /// `columns`: those assigned, by position in the view.
  func refusal(
    of verb: Verb, view index: Int, columns: [Int]
  ) throws(EngineFailure) -> EngineFailure {
    guard let (refused, reason) = try obstacle(index, to: verb, columns) else {
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
    _ view: Int, to verb: Verb, _ columns: [Int], depth: Int = 0
  ) throws(EngineFailure) -> (view: Int, reason: String)? {
    let query = try catalog.views[view].query.get()
    if let reason = Self.obstacle(query) { return (view, reason) }
    let base = query.targets.map(\.expression.plainColumn)
    if verb != .delete, base.allSatisfy({ $0 == nil }) {
      return (view, "Views that have no updatable columns are not automatically updatable.")
    }
    if let refused = columns.sorted().first(where: { base[$0] == nil }) {
      let name = catalog.catalog.views[view].name.name
      let action = verb == .insert ? "insert into" : "update"
      throw .postgres(
        PostgresError(
          .featureNotSupported,
          "cannot \(action) column \"\(catalog.catalog.views[view].columns[refused].name)\" of view "
            + "\"\(name)\""))
    }
    let inner = columns.compactMap { base[$0] }
    try requireDifferent(inner, of: query)
    return try obstacleBelow(query, to: verb, inner, depth: depth)
  }

  private func requireDifferent(_ columns: [Int], of query: BoundQuery) throws(EngineFailure) {
    var seen: Set<Int> = []
    for column in columns where !seen.insert(column).inserted {
      let name = query.sources[0].columnNames[column]
      throw .undecided(Undecided("a view with `\(name)` twice, both of them assigned"))
    }
  }

  private func obstacleBelow(
    _ query: BoundQuery, to verb: Verb, _ columns: [Int], depth: Int
  ) throws(EngineFailure) -> (view: Int, reason: String)? {
    guard case .relation(let base) = query.sources[0].kind, case .view(let inner) = base.id else {
      return nil
    }
    guard depth < catalog.views.count else {
      throw .undecided(Undecided("views that are defined by each other"))
    }
    return try obstacle(inner, to: verb, columns, depth: depth + 1)
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

extension BoundExpression {
  /// The column of the only source that this is, unchanged.
  fileprivate var plainColumn: Int? {
    guard case .column(let position, _) = self, position.level == 0 else { return nil }
    return position.column
  }
}
