import AccessModel
public import SQLBinding

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
    if let reason = obstacle(query, changesColumns: verb != .delete) {
      throw .postgres(refusal(of: verb, view, reason))
    }
    try requireColumns(columns, verb, of: view, query)
  }

  /// The same for MERGE, of which nothing may be left to the view that triggers don't take.
  ///
  /// `columns`: those that its actions assign.
  func require(
    merging verbs: [Verb], on index: Int, columns: [Verb: [Int]]
  ) throws(EngineFailure) {
    let view = catalog.catalog.views[index]
    let query = try catalog.views[index].query.get()
    let changesColumns = verbs.contains { $0 != .delete }
    if let reason = obstacle(query, changesColumns: changesColumns) {
      let triggered = view.triggers.filter { $0.timing == .insteadOf }.flatMap(\.events)
      let refused = verbs.first { verb in !triggered.contains { $0.verb == verb } }
      throw .postgres(refusal(of: refused ?? .update, view, reason, isMerge: true))
    }
    for verb in [Verb.insert, .update] {
      try requireColumns(columns[verb] ?? [], verb, of: view, query, isMerge: true)
    }
  }

  fileprivate func obstacle(_ query: BoundQuery, changesColumns: Bool) -> String? {
    if let reason = Self.obstacle(query) { return reason }
    if case .relation(let base)? = query.sources.first?.kind, case .view(let inner) = base.id,
      catalog.catalog.views[inner].isMaterialized
    {
      return Self.notSingle
    }
    guard changesColumns, query.targets.allSatisfy({ $0.expression.plainColumn == nil }) else {
      return nil
    }
    return "Views that have no updatable columns are not automatically updatable."
  }

  private func requireColumns(
    _ columns: [Int], _ verb: Verb, of view: Catalog.View, _ query: BoundQuery,
    isMerge: Bool = false
  ) throws(EngineFailure) {
    let base = query.targets.map(\.expression.plainColumn)
    guard let refused = columns.sorted().first(where: { base[$0] == nil }) else { return }
    throw .postgres(
      PostgresError(
        .featureNotSupported,
        "cannot \(isMerge ? "merge into" : verb == .insert ? "insert into" : "update") column "
          + "\"\(view.columns[refused].name)\" of view \"\(view.name.name)\"",
        detail: query.targets[refused].expression.isSystemColumn
          ? "View columns that refer to system columns are not updatable."
          : "View columns that are not columns of their base relation are not updatable."))
  }

  func refusal(
    of verb: Verb, _ view: Catalog.View, _ reason: String, isMerge: Bool = false
  ) -> PostgresError {
    let (action, doing) =
      switch verb {
      case .insert: ("insert into", "inserting into")
      case .update: ("update", "updating")
      case .delete: ("delete from", "deleting from")
      }
    let keyword = verb.rawValue.uppercased()
    return PostgresError(
      .notInPrerequisiteState, "cannot \(action) view \"\(view.name.name)\"", detail: reason,
      hint: isMerge
        ? "To enable \(doing) the view using MERGE, provide an INSTEAD OF \(keyword) trigger."
        : "To enable \(doing) the view, provide an INSTEAD OF \(keyword) trigger or an "
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
    guard query.sources.count == 1, case .relation(let base) = query.sources[0].kind else {
      return notSingle
    }
    if case .sequence = base.id { return notSingle }
    return nil
  }
}

extension BoundExpression {
  fileprivate var isSystemColumn: Bool {
    if case .column(let position, _) = self { position.column < 0 } else { false }
  }
}

extension Catalog.Trigger.Event {
  fileprivate var verb: ViewUpdatability.Verb? {
    switch self {
    case .insert: .insert
    case .update: .update
    case .delete: .delete
    case .truncate: nil
    }
  }
}

extension RowSecurityEngine {
  /// A check option needs a view that can be changed by itself (0A000).
  ///
  /// Source: `DefineView()` in `src/backend/commands/view.c`, `ATExecSetRelOptions()`.
  public func requireCheckable(view index: Int) throws(EngineFailure) {
    guard catalog.catalog.views[index].checkOption != nil,
      case .ready(let query) = catalog.views[index].query,
      let reason = ViewUpdatability(catalog).obstacle(query, changesColumns: true)
    else { return }
    throw .postgres(
      PostgresError(
        .featureNotSupported,
        "WITH CHECK OPTION is supported only on automatically updatable views", hint: reason))
  }
}
