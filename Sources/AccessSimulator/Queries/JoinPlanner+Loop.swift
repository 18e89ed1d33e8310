import AccessModel
import RowSecurity
import SQLBinding

/// The nested loop: what decides before any row, then unit after unit with the conditions that are
/// known with it.
extension JoinPlanner {
  /// Whether it is asked once, before any row. What a barrier view asks is not: it is of the rows of
  /// the table that is changed through it.
  ///
  /// Source: `process_security_barrier_quals()` in `src/backend/optimizer/plan/initsplan.c`.
  func isConstant(_ condition: BoundExpression) -> Bool {
    !isOfBarrier(condition) && mentionsNoRow(condition)
  }

  func isOfBarrier(_ condition: BoundExpression) -> Bool {
    barriers.contains { $0.conjuncts.contains(condition) }
  }

  /// A function that only computes an expression is as volatile as that.
  func mentionsNoRow(_ condition: BoundExpression) -> Bool {
    guard condition.sources(atLevel: 0).isEmpty else { return false }
    guard isVolatile(condition) else { return true }
    let folded = try? ConstantFolder(session: compiler.session).fold(condition)
    return folded.map { !isVolatile($0) } ?? false
  }

  /// What stands behind FALSE is not computed. Source: `simplify_and_arguments()` in `clauses.c`.
  private func upToFalse(
    _ conditions: [BoundExpression]
  ) throws(EngineFailure) -> [BoundExpression] {
    guard conditions.count > 1 else { return conditions }
    let folder = ConstantFolder(session: compiler.session)
    for (place, condition) in conditions.enumerated() {
      if case .constant(.boolean(false), _) = try folder.fold(condition) {
        return conditions[..<place].filter { !$0.hasSubquery } + [condition]
      }
    }
    return conditions
  }

  func loop(
    _ units: [Unit], _ conditions: [BoundExpression]
  ) throws(EngineFailure) -> any JoinNode {
    if let nothing = try nothing(units, conditions) { return nothing }
    var pending = conditions.map { condition in
      let sources = condition.sources(atLevel: 0)
      return (condition, sources.isEmpty && isOfBarrier(condition) ? [0] : sources)
    }
    if units.count == 1, case .source = units[0].join {
      // Of the one relation there is, asked among its other conditions.
      for index in pending.indices where pending[index].1.isEmpty && !isConstant(pending[index].0) {
        pending[index].1 = units[0].sources
      }
    }
    let volatile = pending.filter { $0.1.isEmpty && !isConstant($0.0) }.map(\.0)
    pending.removeAll { $0.1.isEmpty }
    var parts = try constantParts(units, conditions)
    if !gates.isEmpty { parts.append(FilterNode(LoopNode([]), try compiler.compile(gates))) }
    if units.isEmpty, !volatile.isEmpty {
      parts.append(FilterNode(LoopNode([]), try compiler.compile(volatile)))
    }
    var progress = Progress(
      remaining: units.map { ($0, requirements(of: $0)) }, pending: pending)
    while !progress.remaining.isEmpty { parts += try nextParts(&progress, conditions) }
    var join = parts.count == 1 ? parts[0] : LoopNode(parts)
    let rivals = try rivals(units, conditions)
    if !rivals.isEmpty {
      join = UnsureOrderNode(
        join, rivals, isLead: true, isOfErrors: !readsCounted(conditions),
        onlySpeaks: onlySpeak(conditions, units), compiler.session)
    }
    // Asked again for each row, and not at all without one.
    guard !units.isEmpty, !volatile.isEmpty else { return join }
    return FilterNode(join, try compiler.compile(volatile))
  }

  func emptyNode() throws(EngineFailure) -> any JoinNode {
    FilterNode(LoopNode([]), try compiler.compile([.constant(.null, .boolean)]))
  }

  /// PostgreSQL evaluates no condition of a join with nothing; nil: it is none.
  private func nothing(
    _ units: [Unit], _ conditions: [BoundExpression]
  ) throws(EngineFailure) -> (any JoinNode)? {
    if !units.isEmpty, planned?.findsNothing == true { return try emptyNode() }
    if isReadInVain(units, conditions) || isAskedBeforeDenial(units, conditions) { return nil }
    let isDenied = units.contains {
      if case .source(let number) = $0.join { rowSources[number].isDenied } else { false }
    }
    guard isDenied || conditions.contains(where: joinsNothing) else {
      // Nothing is left of the others then.
      guard !units.isEmpty, conditions.contains(where: compiler.session.isNeverMet) else {
        return nil
      }
      return FilterNode(LoopNode([]), try compiler.compile([.constant(.null, .boolean)]))
    }
    let isRead =
      isDenied
      && (isReadForNothing(units) || isDenialHidden(units, by: conditions)
        || isJoinedForNothing(units, conditions))
      && !conditions.contains(where: compiler.session.isNeverMet)
    let asked = isRead ? conditions.filter(isConstant) : []
    return FilterNode(LoopNode([]), try compiler.compile(asked + [.constant(.null, .boolean)]))
  }

  /// What mentions no source is decided once, before any row, where rows are looked for.
  private func constantParts(
    _ units: [Unit], _ conditions: [BoundExpression]
  ) throws(EngineFailure) -> [any JoinNode] {
    var constant = try upToFalse(conditions.filter(isConstant))
    guard !constant.isEmpty else { return [] }
    if findsNothing(units), !isAskedBeforeDenial(units, conditions) {
      let isRead = isReadForNothing(units) || isJoinedForNothing(units, conditions)
      constant = (isRead ? constant : []) + [.constant(.null, .boolean)]
    }
    return [FilterNode(LoopNode([]), try compiler.compile(constant))]
  }

  /// How far the nested loop is made.
  private struct Progress {
    /// `needed`: the sources outside of a unit that it refers to.
    var remaining: [(unit: Unit, needed: Set<Int>)]
    /// Conditions, with the sources that they mention.
    var pending: [(BoundExpression, Set<Int>)]
    var known: Set<Int> = []
  }

  /// A unit with the conditions on it alone.
  final class Reading {
    let unit: Unit
    let own: [BoundExpression]
    private let planner: JoinPlanner

    init(_ unit: Unit, _ own: [BoundExpression], _ planner: JoinPlanner) {
      (self.unit, self.own, self.planner) = (unit, own, planner)
    }

    /// Whether its policies or those conditions tell the row that they are asked of.
    private(set) lazy var asks = planner.asks(unit, own)
  }

  func reading(
    _ unit: Unit, _ pending: [(BoundExpression, Set<Int>)]
  ) -> Reading {
    Reading(unit, own(of: unit, pending), self)
  }

  /// Takes the unit that is read next: one found by a key, then a short list, then one that asks
  /// nothing of its rows.
  private func takeNext(_ progress: inout Progress) -> Reading {
    let (remaining, pending) = (progress.remaining, progress.pending)
    guard remaining.count > 1 else {
      return reading(progress.remaining.removeLast().unit, pending)
    }
    let units = remaining.map(\.unit)
    // What is lateral comes after what it refers to.
    let ready = remaining.indices.filter { index in
      remaining.indices.allSatisfy {
        $0 == index || remaining[index].needed.isDisjoint(with: units[$0].sources)
      }
    }
    let leading =
      ready.first { key(of: units[$0], pending, progress.known) != nil }
      ?? ready.first { leads(units[$0], units, pending, progress.known) }
      ?? (progress.known.isEmpty ? ready.first { drives(units[$0], units, pending) } : nil)
    if let leading {
      return reading(progress.remaining.remove(at: leading).unit, pending)
    }
    var first: (place: Int, reading: Reading)?
    for place in ready {
      let reading = reading(units[place], pending)
      guard first == nil || !reading.asks else { continue }
      first = (place, reading)
      if !reading.asks { break }
    }
    let chosen = first ?? (0, reading(units[0], pending))
    progress.remaining.remove(at: chosen.place)
    return chosen.reading
  }

  /// Whether all rows of tables are read for each row of a function or a WITH query, beside which
  /// nothing must be equal: reading its rows again costs more than reading theirs.
  ///
  /// Source: `cost_rescan()` and `final_cost_nestloop()` in `src/backend/optimizer/path/costsize.c`.
  private func drives(
    _ unit: Unit, _ units: [Unit], _ pending: [(BoundExpression, Set<Int>)]
  ) -> Bool {
    guard case .source(let number) = unit.join else { return false }
    switch sources[number].kind {
    case .function, .commonTable: break
    case .query: guard isOneRow(unit) else { return false }
    case .relation, .system: return false
    }
    let isEquated = pending.contains { $0.1.count > 1 && $0.1.contains(number) && $0.0.isEquality }
    return !isEquated
      && units.allSatisfy { other in
        guard other.sources != unit.sources, !isOneRow(other) else { return true }
        guard case .source(let place) = other.join, case .table(let table) = rowSources[place],
          let side = JoinCost.Side(
            table, own(of: other, pending).filter { !isJoin($0) }, key: nil, compiler.session)
        else { return false }
        return side.kept.lowerBound > 2
      }
  }

  /// Whether it is a subquery without FROM.
  private func isOneRow(_ unit: Unit) -> Bool {
    guard case .source(let number) = unit.join, case .query(let query) = sources[number].kind
    else { return false }
    return query.values == nil && query.sources.isEmpty && query.setOperation == nil
      && query.setFunctions.isEmpty
  }

  /// The rows of the next unit, and the conditions that are known with them.
  private func nextParts(
    _ progress: inout Progress, _ conditions: [BoundExpression]
  ) throws(EngineFailure) -> [any JoinNode] {
    let isLead = progress.known.isEmpty
    let reading = takeNext(&progress)
    let unit = reading.unit
    let (remaining, pending) = (progress.remaining.map(\.unit), progress.pending)
    let rivals = isLead ? try rivals(of: reading, remaining, pending, conditions) : []
    let key = key(of: unit, progress.pending, progress.known)
    let looking = progress.pending.map(\.0).filter {
      isJoin($0) && $0.sources(atLevel: 0) == unit.sources
    }
    let finding = try finding(
      in: unit, reading.own, by: !looking.isEmpty && reading.asks ? looking : [])
    let ordered = try orderedScan(
      of: reading, key, &progress, conditions, mayBeFound: !finding.isEmpty)
    progress.known.formUnion(unit.sources)
    let known = progress.known
    let all = progress.pending.filter { $0.1.isSubset(of: known) }.map(\.0)
    progress.pending.removeAll { $0.1.isSubset(of: known) }
    // What becomes a join is asked of what passes the rest.
    let joins = all.filter { isJoin($0) }
    let complete = all.without(joins) + joins
    // Their rows are looked for when there is a first one to join them to.
    let joined = !joins.isEmpty && reading.asks ? joins : []
    let scan: any JoinNode =
      if let ordered {
        ordered
      } else {
        try node(for: unit, key: key, conditions: complete.without(joined), among: conditions)
      }
    let needed = try compiler.compile(joined.compactMap(rowsJoined))
    var rows: any JoinNode = needed.isEmpty ? scan : NeedingNode(scan, needed)
    if let found = try rowsFound(in: unit, by: finding) {
      rows = UnsureOrderNode(
        rows, [found], isLead: false, isVolatile: reading.own.contains(where: isVolatile),
        compiler.session)
    }
    var (first, others): ([BoundExpression], [BoundExpression]) = ([], [])
    for condition in joins {
      let isFirst = try mayReadFirst(condition, among: conditions)
      if !finding.isEmpty || isFirst {
        first.append(condition)
      } else if reading.asks {
        others.append(condition)
      }
    }
    for (queries, isLead) in [(others, false), (first, true)] {
      let subqueries = try scans(
        of: queries.compactMap(subqueryRows).filter { isLead && reading.asks || mayMatter($0) },
        in: unit)
      if !subqueries.isEmpty {
        rows = UnsureOrderNode(rows, subqueries, isLead: isLead, compiler.session)
      }
    }
    // Where both fail one of the two is met first; nothing is joined here but to what asks.
    let missing = joined.compactMap(subqueryMissing).filter(mayMatter)
    if !missing.isEmpty {
      rows = UnsureOrderNode(
        rows, try scans(of: missing, in: unit), isLead: false, readsAll: true, compiler.session)
    }
    let mayCallOthers = isLead && mayCallOthersFirst(reading, remaining, pending, conditions)
    if !rivals.isEmpty || mayCallOthers {
      rows = UnsureOrderNode(
        rows, rivals, isLead: true, isVolatile: mayCallOthers,
        onlySpeaks: onlySpeak(conditions, progress.remaining.map(\.unit) + [unit]), compiler.session
      )
    }
    // Read again for each row, or kept.
    if !isLead, table(of: unit)?.hasTablesBelow == true, reading.own.contains(where: isVolatile) {
      let onlySpeaks = onlySpeak(conditions, remaining + [unit])
      rows = RepeatedCallNode(rows, onlySpeaks: onlySpeaks, compiler.session)
    }
    let rest = ordered == nil ? joined : complete.without(reading.own)
    guard !rest.isEmpty else { return [rows] }
    return [rows, FilterNode(LoopNode([]), try asked(rest, among: conditions))]
  }

  /// All rows of subqueries, in the place of those of a unit.
  func scans(
    of queries: [BoundQuery], in unit: Unit
  ) throws(EngineFailure) -> [any JoinNode] {
    guard case .source(let number) = unit.join, !queries.isEmpty else { return [] }
    let sources = queries.map { query in
      BoundSource(alias: "", kind: .query(query), columnNames: [], columnTypes: [])
    }
    let rows = try compiler.session.compilingLook { () throws(EngineFailure) in
      try QueryCompiler(compiler.session, compiler.commonTables).rowSources(sources)
    }
    return (rows ?? []).map {
      ScanNode(number, $0, lookup: nil, conditions: [], in: compiler.session)
    }
  }

  /// The rows of the next unit, where it matters how they are found. A condition that finds them is
  /// pending no more.
  private func orderedScan(
    of reading: Reading, _ key: Key?, _ progress: inout Progress, _ conditions: [BoundExpression],
    mayBeFound: Bool
  ) throws(EngineFailure) -> ScanNode? {
    let (unit, own) = (reading.unit, reading.own)
    let joining = key.flatMap { progress.pending[$0.condition].1 == unit.sources ? nil : $0 }
    if let joining, reading.asks, table(of: unit) != nil,
      let implied = implied(joining, of: unit, conditions)
    {
      return try orderedScan(of: unit, own + [implied], nil, .byKey)
    }
    // Without a key its rows are kept for all that come from the others.
    let search: RowSearch
    if let joining {
      search = self.search(of: reading, by: joining, progress.known, conditions)
    } else if mayBeFound
      || self.mayBeFound(reading, by: progress.remaining.map(\.unit), progress.pending)
    {
      search = .unsure
    } else {
      search =
        !progress.known.isEmpty && key == nil && reading.asks ? .amongAll : .byKey
    }
    let ordered = try orderedScan(of: unit, own, joining, search)
    if let key, ordered == nil || joining != nil { progress.pending.remove(at: key.condition) }
    return ordered
  }
}
