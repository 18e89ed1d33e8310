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

  /// EXISTS that is joined to one side of an outer join: other sources come after that.
  mutating func append(existenceOfSide inner: RangeTable) {
    direct += inner.direct
    ofSources += inner.contents
  }

  /// IN and its kin, which are joined as subqueries in FROM.
  mutating func append(membership inner: RangeTable) { ofConditions += inner.all }
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
      guard isMerged(source, in: query) else { continue }
      var content = rangeTable(of: inner, as: innerRole)
      if !areViewsInPlace { content.prepend(found) }
      merged[number] = content
    }
    // What is below the target was added in rewriting.
    result.append(target?.below ?? [])
    let ofSides = queriesJoinedToOptional(in: query)
    for number in query.sources.indices {
      if let content = merged[number] { result.append(merged: content) }
      for conjunct in ofSides where conjunct.sources(atLevel: 0).max() == number {
        if let inner = conjunct.withoutNegation.subquery, conjunct.isExistence {
          result.append(existenceOfSide: rangeTable(of: inner, as: role))
        }
      }
    }
    for conjunct in ofSides + queriesJoined(in: query) {
      guard let inner = conjunct.withoutNegation.subquery else { continue }
      if !conjunct.isExistence {
        if isMembershipMerged(inner) {
          result.append(membership: rangeTable(of: inner, as: role))
        }
      } else if !ofSides.contains(conjunct) {
        result.append(existence: rangeTable(of: inner, as: role))
      }
    }
    return result
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
