import AccessModel
import SQLBinding

/// Which views can be changed as if they were tables. RULES 55, 62.
///
/// Source: `view_query_is_auto_updatable()` in `src/backend/rewrite/rewriteHandler.c`.
struct ViewUpdatability {
  enum Verb: String {
    case insert, update, delete
  }

  let catalog: BoundCatalog

  init(_ catalog: BoundCatalog) { self.catalog = catalog }

  /// 55000 for a view that PostgreSQL can't change, 0A000 for a column of it: both before any
  /// privilege is looked at. RULES 62.
  ///
  /// `columns`: those assigned, by position in the view.
  func require(
    _ verb: Verb, on index: Int, columns: [Int]
  ) throws(EngineFailure) {
    let view = catalog.catalog.views[index]
    let query = try catalog.views[index].query.get()
    var reason = Self.obstacle(query)
    if reason == nil, case .relation(let base)? = query.sources.first?.kind,
      case .view(let inner) = base.id, catalog.catalog.views[inner].isMaterialized
    {
      reason = Self.notSingle
    }
    let base = query.targets.map(\.expression.plainColumn)
    if reason == nil, verb != .delete, base.allSatisfy({ $0 == nil }) {
      reason = "Views that have no updatable columns are not automatically updatable."
    }
    if let reason { throw .postgres(refusal(of: verb, view, reason)) }
    if let refused = columns.sorted().first(where: { base[$0] == nil }) {
      throw .postgres(
        PostgresError(
          .featureNotSupported,
          "cannot \(verb == .insert ? "insert into" : "update") column "
            + "\"\(view.columns[refused].name)\" of view \"\(view.name.name)\"",
          detail: query.targets[refused].expression.isSystemColumn
            ? "View columns that refer to system columns are not updatable."
            : "View columns that are not columns of their base relation are not updatable."))
    }
  }

  func refusal(of verb: Verb, _ view: Catalog.View, _ reason: String) -> PostgresError {
    let (action, doing) =
      switch verb {
      case .insert: ("insert into", "inserting into")
      case .update: ("update", "updating")
      case .delete: ("delete from", "deleting from")
      }
    let keyword = verb.rawValue.uppercased()
    return PostgresError(
      .notInPrerequisiteState, "cannot \(action) view \"\(view.name.name)\"", detail: reason,
      hint: "To enable \(doing) the view, provide an INSTEAD OF \(keyword) trigger or an "
        + "unconditional ON \(keyword) DO INSTEAD rule.")
  }

  private static let notSingle =
    "Views that do not select from a single table or view are not automatically updatable."

  static func obstacle(_ query: BoundQuery) -> String? {
    if query.isDistinct || query.distinctOn != nil {
      return "Views containing DISTINCT are not automatically updatable."
    }
    if let grouping = query.grouping {
      if !grouping.keys.isEmpty {
        return "Views containing GROUP BY are not automatically updatable."
      }
      if grouping.having != nil {
        return "Views containing HAVING are not automatically updatable."
      }
    }
    if query.setOperation != nil {
      return "Views containing UNION, INTERSECT, or EXCEPT are not automatically updatable."
    }
    if !query.commonTables.isEmpty {
      return "Views containing WITH are not automatically updatable."
    }
    if query.limit != nil || query.offset != nil {
      return "Views containing LIMIT or OFFSET are not automatically updatable."
    }
    if query.grouping != nil {
      return "Views that return aggregate functions are not automatically updatable."
    }
    if !query.windows.isEmpty {
      return "Views that return window functions are not automatically updatable."
    }
    if !query.setFunctions.isEmpty {
      return "Views that return set-returning functions are not automatically updatable."
    }
    guard query.sources.count == 1, case .relation = query.sources[0].kind else {
      return notSingle
    }
    return nil
  }
}

extension BoundExpression {
  fileprivate var isSystemColumn: Bool {
    if case .column(let position, _) = self { position.column < 0 } else { false }
  }
}
