import AccessModel
import SQLBinding

/// What belongs to the range table of a query: what stands in it by itself, then what the subqueries
/// merged into it add to its end.
///
/// Source: `pull_up_sublinks()` and `pull_up_subqueries()` in `prepjointree.c`.
struct RangeTable<Entry> {
  private(set) var direct: [Entry] = []
  private var ofSources: [Entry] = []
  private var ofConditions: [Entry] = []

  init(_ direct: [Entry] = []) { self.direct = direct }

  private var contents: [Entry] { ofSources + ofConditions }
  var all: [Entry] { direct + contents }

  mutating func append(_ entries: [Entry]) { direct += entries }

  mutating func prepend(_ entries: [Entry]) { direct = entries + direct }

  /// A subquery in FROM.
  mutating func append(merged inner: RangeTable) { ofSources += inner.all }

  /// EXISTS, which is joined before any subquery is merged.
  mutating func append(existence inner: RangeTable) {
    direct += inner.direct
    ofConditions += inner.contents
  }

  /// IN and its kin, which are joined as subqueries in FROM.
  mutating func append(membership inner: RangeTable) { ofConditions += inner.all }

  /// EXISTS and IN that a query is joined with; what is in an EXISTS follows in the order in which
  /// subqueries are merged.
  mutating func append(_ joined: [(condition: BoundExpression, table: RangeTable)]) {
    let (own, contents) = Self.parts(of: joined)
    direct += own
    ofConditions += contents
  }

  /// As above, to one side of an outer join: other sources come after that.
  mutating func append(toSide joined: [(condition: BoundExpression, table: RangeTable)]) {
    let (own, contents) = Self.parts(of: joined)
    direct += own
    ofSources += contents
  }

  private static func parts(
    of joined: [(condition: BoundExpression, table: RangeTable)]
  ) -> (direct: [Entry], contents: [Entry]) {
    var rest = joined[...]
    /// What stood inside of an EXISTS is joined below it, and merged before.
    func contents() -> [Entry] {
      guard let (condition, table) = rest.popFirst() else { return [] }
      let end = rest.count - (condition.withoutNegation.subquery?.takenApart ?? 0)
      var result: [Entry] = []
      while rest.count > end, !rest.isEmpty { result += contents() }
      return result + (condition.isExistence ? table.contents : table.all)
    }
    var all: [Entry] = []
    while !rest.isEmpty { all += contents() }
    return (joined.filter(\.condition.isExistence).flatMap(\.table.direct), all)
  }
}

extension PrivilegeCollector {
  /// Whether a view is looked at with the query around it. 15 puts it with the view's own relations.
  ///
  /// Source: `ApplyRetrieveRule()` in `src/backend/rewrite/rewriteHandler.c`.
  var areViewsInPlace: Bool { engine.version >= .v16 }

  /// The relations of a query and of all that is merged into it. `target`: of the relation that it
  /// changes.
  func rangeTable(
    of query: BoundQuery, as role: String, target: TargetNeeds? = nil
  ) -> RangeTable<PrivilegeCheck> {
    var result = RangeTable<PrivilegeCheck>()
    var merged: [Int: RangeTable<PrivilegeCheck>] = [:]
    result.append(target?.named ?? [])
    for (number, source) in query.sources.enumerated() {
      var found: [PrivilegeCheck] = []
      if case .relation(let relation) = source.kind {
        found = relation.privileges(as: role, engine.catalog.catalog)
      }
      guard let (inner, innerRole) = content(of: source, as: role) else {
        result.append(found)
        continue
      }
      if areViewsInPlace { result.append(found) }
      guard isMerged(source, in: query) else {
        // What a UNION ALL stands for is appended to the query around it, though not merged into it.
        if !areViewsInPlace, query.setOperation == nil, inner.isMergedUnion {
          let views = (found + rangeTable(of: inner, as: innerRole).all).filter(\.isOnView)
          merged[number] = RangeTable(views)
        }
        continue
      }
      var content = rangeTable(of: inner, as: innerRole)
      if !areViewsInPlace { content.prepend(found) }
      merged[number] = content
    }
    // What is below the target was added in rewriting.
    result.append(target?.below ?? [])
    let ofSides = queriesJoinedToOptional(in: query)
    // MERGE joins its target first, and with it what ON asks of that.
    let early = ofSides.filter { $0.isExistence || target != nil && $0.sources(atLevel: 0) == [0] }
    for number in query.sources.indices {
      if let content = merged[number] { result.append(merged: content) }
      result.append(
        toSide: tables(
          early.filter { $0.sources(atLevel: 0).max() == number }, as: role))
    }
    let others = ofSides.filter { !early.contains($0) }
    result.append(
      tables(others + queriesJoined(in: query).filter { !ofSides.contains($0) }, as: role))
    return result
  }

  /// A view that 15 finds out of as it plans it, which it does before it looks at how many rows those
  /// behind it have.
  ///
  /// Source: `set_subquery_pathlist()` in `src/backend/optimizer/path/allpaths.c`.
  func viewPlannedFirst(in query: BoundQuery, _ rest: Rest, as role: String) -> [PrivilegeCheck] {
    guard !areViewsInPlace, !isLeftOut, !rest.isEmpty, query.setOperation == nil,
      let source = query.sources.first, case .relation = source.kind,
      content(of: source, as: role) != nil, !isMerged(source, in: query),
      let first = rest.subqueries.all.first, !first.isUnplanned, !first.isInEmpty
    else { return [] }
    return first.checks.filter(\.isOnView)
  }

  /// The relations of what is joined: of IN as far as it is merged.
  private func tables(
    _ conditions: [BoundExpression], as role: String
  ) -> [(condition: BoundExpression, table: RangeTable<PrivilegeCheck>)] {
    conditions.map { condition in
      guard let inner = condition.withoutNegation.subquery,
        condition.isExistence || isMembershipMerged(inner)
      else { return (condition, RangeTable()) }
      return (condition, rangeTable(of: inner, as: role))
    }
  }

  /// A lock on a view is one on what its query reads, which not every query has rows of.
  ///
  /// Source: `preprocess_rowmarks()` in `src/backend/optimizer/plan/planner.c`.
  func refusal(ofLocking view: BoundRelation, _ query: BoundQuery) -> PrivilegeCheck? {
    guard let lock = view.lock, query.locksSources else { return nil }
    do throws(EngineFailure) {
      try query.requireLockable(lock)
    } catch .postgres(let error) {
      return PrivilegeCheck(refusal: error, as: caller)
    } catch {}
    return nil
  }
}

extension BoundRelation {
  /// What reading it needs. RULES 15, 58: a lock needs UPDATE on some column beside SELECT.
  func privileges(as role: String, _ catalog: Catalog) -> [PrivilegeCheck] {
    if isUnchecked { return [] }
    var read = PrivilegeCheck(
      .select, on: .relation(id), columns: readColumns.isEmpty ? .any : .all(readColumns),
      as: security?.checkedAs ?? role)
    if case .view(let index) = id { read.isStoredView = catalog.views[index].isMaterialized }
    guard isLocked else { return [read] }
    var lock = PrivilegeCheck(.update, on: .relation(id), columns: .any, as: role)
    lock.isStoredView = read.isStoredView
    return [read, lock]
  }
}

extension BoundExpression {
  fileprivate var isExistence: Bool { if case .exists = withoutNegation { true } else { false } }
}
