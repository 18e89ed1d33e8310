import AccessModel
import RowSecurity
import SQLBinding

/// Which way a join of two takes, where that decides of which rows the policies are asked: an index
/// finds the rows for each of a few, a hash is made of all.
///
/// Source: `match_unsorted_outer()`, `hash_inner_and_outer()` in
/// `src/backend/optimizer/path/joinpath.c`.
extension JoinPlanner {
  /// As many rows of VALUES cost less to look up than a table without statistics to read.
  private static let fewRows = 4

  /// How the rows of a unit are looked for that a key joins to those of `known`, where its policies
  /// and its own conditions tell of which rows they are asked.
  func search(
    of reading: Reading, by key: Key, _ known: Set<Int>, _ conditions: [BoundExpression]
  ) -> RowSearch {
    guard reading.asks else { return .byKey }
    guard case .source(let number) = reading.unit.join else { return .amongAll }
    guard case .table(let table) = rowSources[number] else {
      let source = sources[number]
      return joinsOthers(source) || isOfChange && isMergedThere(source) ? .unsure : .amongAll
    }
    guard table.isIndexed(key.column) else { return .amongAll }
    if table.countedRows == nil, known.allSatisfy({ isFew($0, conditions) }) { return .byKey }
    guard known.count == 1, let other = known.first, sources.count == 2, !mayStop,
      !(reading.own + conditions).contains(where: isJoin),
      let inner = JoinCost.Side(table, reading.own, key: key.column, compiler.session),
      let outer = side(other, asking: conditions, joinedBy: key.value)
    else { return .unsure }
    // An index may find few of its rows by its own condition too.
    let indexed = IndexConditions(
      source: number, table: table, session: compiler.session, conditions: reading.own)
    guard !reading.own.contains(where: indexed.contains) else { return .unsure }
    return JoinCost(outer: outer, inner: inner).search
  }

  /// Whether PostgreSQL makes a subquery or view a part of the join.
  func isMergedThere(_ source: BoundSource) -> Bool {
    source.innerQuery != nil && source.isMerged(catalog)
  }

  /// Whether it is a subquery of several sources that becomes a part of the join: they may be joined in
  /// another order.
  private func joinsOthers(_ source: BoundSource) -> Bool {
    source.innerQuery.map { $0.sources.count > 1 } == true && source.isMerged(catalog)
  }

  /// EXISTS, NOT EXISTS and IN that are joins. Where the query reads one table, an index may find their rows.
  func joined(
    _ condition: BoundExpression, among conditions: [BoundExpression]
  ) throws(EngineFailure) -> Evaluator {
    if let apart = withoutFixedParts(condition) {
      let (isMissing, fixed) = (
        try joined(apart.rest, among: conditions), try compiler.compile(apart.fixed)
      )
      let isOfEach = apart.rest.withoutNegation.subquery.flatMap(HashedExistence.split) == nil
      let session = compiler.session
      return { (frame) throws(EngineFailure) in
        let before = FunctionEffects(session)
        if try isMissing(frame).truth == true { return .boolean(true) }
        // The first row is enough only if those hold.
        guard !isOfEach || before == FunctionEffects(session) else { throw FirstRowNode.undecided }
        for condition in fixed where try frame.fails(condition) { return .boolean(true) }
        return .boolean(false)
      }
    }
    var joining = asking
    // What an outer join adds keeps its conditions.
    if case .not = condition {} else { joining.isJoined = true }
    let evaluator = try joining.compile(condition)
    guard let existence = joinedQuery(in: condition),
      let search = try searchJoined(by: existence.query, among: conditions)
    else { return evaluator }
    switch search {
    case .amongAll: return evaluator
    case .byKey:
      let exists = BoundExpression.exists(existence.query)
      return try compiler.compile(existence.isAnti ? .not(exists) : exists)
    case .unsure:
      let session = compiler.session
      return { (frame) throws(EngineFailure) in
        var found = SQLValue.null
        try session.askAll(.unsure) { () throws(EngineFailure) in found = try evaluator(frame) }
        return found
      }
    }
  }

  /// NOT EXISTS without what is asked whatever the row of its query is, which is asked where such a
  /// row is joined, after its policies; nil: there is nothing of the kind, or it does not show.
  ///
  /// Source: `distribute_qual_to_rels()` in `src/backend/optimizer/plan/initsplan.c`.
  private func withoutFixedParts(
    _ condition: BoundExpression
  ) -> (rest: BoundExpression, fixed: [BoundExpression])? {
    guard case .not(.exists(var query)) = condition else { return nil }
    let parts = Self.conjuncts(query.condition)
    let fixed = parts.filter {
      ($0.callsCatalog || $0.mentions(level: 1)) && !$0.mentions(level: 0) && !isVolatile($0)
        && !$0.hasSubquery
    }
    let rest = parts.without(fixed)
    guard !fixed.isEmpty, fixed.contains(where: \.callsCatalog) || mayMatter(query) else {
      return nil
    }
    query.condition = rest.isEmpty ? nil : .and(rest)
    return (.not(.exists(query)), fixed.map { $0.shifted(by: -1) })
  }

  /// Whether PostgreSQL may read the rows of a subquery before those of the source it is joined to:
  /// unless those are more, or looked for by an index.
  func mayReadFirst(
    _ condition: BoundExpression, among conditions: [BoundExpression]
  ) throws(EngineFailure) -> Bool {
    guard let existence = joinedQuery(in: condition), !existence.isAnti else { return false }
    guard sources.count == 1 else { return true }
    guard let search = try searchJoined(by: existence.query, among: conditions) else {
      return false
    }
    guard let hashed = HashedExistence(existence.query, compiler.session),
      let inner = try self.inner(of: hashed)
    else { return search != .byKey }
    // To read it for the only row costs no more than to look for that row first, which takes telling
    // rows apart.
    if case .table(let table) = rowSources[0], table.isOneRow(meeting: conditions),
      !hashed.keyColumns.contains(where: { $0.map(inner.table.isUnique) == true })
    {
      return false
    }
    guard search == .amongAll,
      let rows = JoinCost.Side(
        inner.table, Self.conjuncts(inner.query.condition), key: nil, compiler.session),
      case .table(let table) = rowSources[0],
      let own = JoinCost.Side(
        table, conditions.filter { !isJoin($0) }, key: nil, compiler.session)
    else { return search != .byKey }
    return own.kept.lowerBound < rows.grouped.kept.upperBound
  }

  /// The query of EXISTS, or of IN as if it were one.
  private func joinedQuery(
    in condition: BoundExpression
  ) -> (query: BoundQuery, isAnti: Bool)? {
    if case .not = condition {
      return existence(in: condition.withoutNegation).map { ($0, true) }
    }
    return (existence(in: condition) ?? membership(in: condition)).map { ($0, false) }
  }

  /// How rows of a subquery are looked for that are joined to the only source by what they equal. Nil:
  /// there is no such join.
  private func searchJoined(
    by query: BoundQuery, among conditions: [BoundExpression]
  ) throws(EngineFailure) -> RowSearch? {
    guard var hashed = HashedExistence(query, compiler.session) else { return nil }
    guard sources.count == 1 else { return .unsure }
    // Without a hash it is read for each row, up to the first one that is joined.
    guard let inner = try inner(of: hashed) else { return .unsure }
    hashed.query = inner.query
    return search(in: inner.table, by: hashed, conditions.filter { !isJoin($0) })
  }

  /// The table that a subquery reads, with what it asks of it; nil: it reads something else.
  private func inner(
    of hashed: HashedExistence
  ) throws(EngineFailure) -> (query: BoundQuery, table: FilteredTable)? {
    let compiler = QueryCompiler(compiler.session, compiler.commonTables)
    let query = compiler.merged(hashed.query, isNeeded: true)
    guard query.sources.count == 1 else { return nil }
    return try compiler.table(of: query.sources[0]).map { (query, $0) }
  }

  /// How the rows of a table are looked for that those of a subquery join, each value of them once.
  func searchJoined(
    in table: FilteredTable, by column: Int, _ own: [BoundExpression], _ query: BoundQuery
  ) throws(EngineFailure) -> RowSearch {
    let compiler = QueryCompiler(compiler.session, compiler.commonTables)
    let query = compiler.merged(query, isNeeded: true)
    guard sources.count == 1, !mayStop, query.isOnlySelection, query.sources.count == 1,
      let read = try compiler.table(of: query.sources[0]),
      let inner = JoinCost.Side(table, own, key: column, self.compiler.session),
      let outer = JoinCost.Side(
        read, Self.conjuncts(query.condition),
        key: query.targets.first.flatMap { Self.plainColumn($0.expression, of: 0) },
        self.compiler.session)
    else { return .unsure }
    return JoinCost(outer: outer.grouped, inner: inner).search
  }

  private func search(
    in table: FilteredTable, by hashed: HashedExistence, _ conditions: [BoundExpression]
  ) -> RowSearch {
    let columns = hashed.keyColumns
    guard columns.contains(where: { $0.map(table.isIndexed) == true }) else {
      // For a few rows it is read up to the first that is joined to each.
      return isOfFewRows(conditions) ? .unsure : .amongAll
    }
    guard columns.count == 1, !mayStop,
      let inner = JoinCost.Side(
        table, Self.conjuncts(hashed.query.condition), key: columns[0], compiler.session),
      let outer = side(0, asking: conditions, joinedBy: hashed.operands[0])
    else { return .unsure }
    return JoinCost(outer: outer, inner: inner).search
  }

  /// Whether but a few rows may be expected of the only source.
  private func isOfFewRows(_ conditions: [BoundExpression]) -> Bool {
    guard case .table(let table) = rowSources[0],
      let side = JoinCost.Side(table, conditions, key: nil, compiler.session)
    else { return true }
    return side.kept.lowerBound < Double(2 * Self.fewRows)
  }

  /// The other side of a join; nil: not known, as where its own policies tell of which rows they are
  /// asked.
  private func side(
    _ number: Int, asking conditions: [BoundExpression], joinedBy key: BoundExpression
  ) -> JoinCost.Side? {
    guard case .table(let table) = rowSources[number] else {
      guard case .query(let query) = sources[number].kind, let rows = query.values?.count else {
        return nil
      }
      return JoinCost.Side(
        pages: 0, rows: Double(rows), kept: Double(rows)...Double(rows), asking: 0, key: nil)
    }
    let own = conditions.filter { $0.sources(atLevel: 0) == [number] }
    guard !asks(Unit(sources: [number], join: .source(number)), own) else { return nil }
    return JoinCost.Side(table, own, key: Self.plainColumn(key, of: number), compiler.session)
  }

  /// Whether a short list leads, so that an index finds the rows of another.
  func leads(
    _ unit: Unit, _ others: [Unit], _ pending: [(BoundExpression, Set<Int>)], _ known: Set<Int>
  ) -> Bool {
    guard case .source(let number) = unit.join, isFew(number, []) else { return false }
    return others.contains { other in
      guard other.sources != unit.sources, case .source(let place) = other.join,
        case .table(let table) = rowSources[place], !table.isDenied,
        let key = key(of: other, pending, known.union([number]))
      else { return false }
      return table.isIndexed(key.column)
    }
  }

  /// Whether policies or own conditions of a source tell the row that they are asked of. There are
  /// fewer rows that meet them, so that another source is read first.
  func asks(_ unit: Unit, _ own: [BoundExpression]) -> Bool {
    guard case .source(let number) = unit.join, requirements(of: unit).isEmpty else { return false }
    let order = QualOrder(compiler.session.catalog.catalog)
    let matters = own.contains { !isJoin($0) && order.mayMatter($0) }
    switch rowSources[number] {
    case .system, .streamed: return false
    case .rows, .derived:
      let own = sources[number].ownConditions
      return matters || own.contains { order.mayMatterBesideOthers($0) }
        || compiler.session.showsInside(own, order)
    case .table(let table):
      return !table.isDenied && (matters || table.policiesShowInside || table.policiesMatter)
    }
  }

  func isFew(_ number: Int, _ conditions: [BoundExpression]) -> Bool {
    switch rowSources[number] {
    case .table(let table):
      return conditions.contains { condition in
        lookup(condition, in: number).map { table.isUnique($0.column) } == true
      }
    case .rows, .derived, .streamed, .system: break
    }
    guard case .query(let query) = sources[number].kind, query.condition == nil else {
      return false
    }
    return query.values.map { $0.count <= Self.fewRows } ?? query.sources.isEmpty
  }
}

extension Session {
  /// Whether subqueries of conditions may raise or say something of their own rows.
  func showsInside(_ conditions: [BoundExpression], _ order: QualOrder) -> Bool {
    let inliner = FunctionInliner(session: self)
    func shows(_ condition: BoundExpression) -> Bool {
      var isFound = false
      condition.forEach { part in
        guard !isFound, let query = part.subquery else { return }
        let asked =
          JoinPlanner.conjuncts(query.condition) + query.joins.flatMap(\.conditions)
          + query.sources.flatMap(\.ownConditions)
        isFound = inliner.inlined(asked).contains {
          order.mayMatterInside($0) || order.isRaised(in: $0, raises) || shows($0)
        }
      }
      return isFound
    }
    return conditions.contains(where: shows)
  }

  /// Whether subqueries in what is asked of its rows tell of theirs.
  func showsInside(_ source: BoundSource) -> Bool {
    let conditions = source.ownConditions.filter(\.hasSubquery)
    return !conditions.isEmpty && showsInside(conditions, QualOrder(catalog.catalog))
  }
}

extension BoundSource {
  /// What its policies ask of its rows, and what a view or subquery asks of the rows in it.
  var ownConditions: [BoundExpression] {
    var policies: [BoundExpression] = []
    if case .relation(let relation) = kind {
      policies = (relation.security?.filters ?? []).flatMap { $0.conditions.map(\.expression) }
    }
    let inner = innerQuery
    return policies + JoinPlanner.conjuncts(inner?.condition)
      + (inner?.joins.flatMap(\.conditions).flatMap { JoinPlanner.conjuncts($0) } ?? [])
      + (inner?.sources.flatMap(\.ownConditions) ?? [])
  }
}
