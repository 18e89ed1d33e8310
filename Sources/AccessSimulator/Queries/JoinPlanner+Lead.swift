import AccessModel
import RowSecurity
import SQLBinding

/// Which source of a join is read first, which is seen where one has no rows and conditions of
/// another raise an error: PostgreSQL reads first what costs least so.
///
/// Source: `hash_inner_and_outer()` and `sort_inner_and_outer()` in
/// `src/backend/optimizer/path/joinpath.c`.
extension JoinPlanner {
  /// Other units that PostgreSQL may read before one, with the conditions on them alone.
  ///
  /// Of two tables joined by what is no key the one of which fewer rows are left is read second.
  func rivals(
    of lead: Reading, _ others: [Unit], _ pending: [(BoundExpression, Set<Int>)],
    _ conditions: [BoundExpression]
  ) throws(EngineFailure) -> [any JoinNode] {
    guard !others.isEmpty, case .source(let number) = lead.unit.join, !isFew(number, conditions)
    else { return [] }
    if others.count == 1 {
      let other = reading(others[0], pending)
      if other.asks, let key = key(of: other.unit, pending, lead.unit.sources),
        search(of: other, by: key, lead.unit.sources, conditions) == .byKey
      {
        return []
      }
    }
    let leadRaises =
      lead.asks || raises(lead.unit)
      || lead.own.contains {
        raisesOfAnyRow($0) || $0.hasSubquery && QualOrder(catalog).mayMatterInside($0)
      }
    var result: [any JoinNode] = []
    for unit in others where requirements(of: unit).isEmpty {
      let other = reading(unit, pending)
      guard case .source(let number) = unit.join,
        leadRaises || other.asks || raises(unit) || mayBeCalledFirst(unit)
          || compiler.session.showsInside(sources[number]),
        leadRaises || !isSurelyFirst(lead, before: other, pending)
      else { continue }
      if let rows = try rows(of: other, among: conditions) { result.append(rows) }
    }
    return result
  }

  /// Whether PostgreSQL may read another unit before one that tells of which rows it is asked, and
  /// find by an index those that are joined to it.
  func mayBeFound(
    _ lead: Reading, by others: [Unit], _ pending: [(BoundExpression, Set<Int>)]
  ) -> Bool {
    guard !others.isEmpty, lead.asks, case .source(let number) = lead.unit.join,
      !isFew(number, lead.own)
    else { return false }
    let table = table(of: lead.unit)
    guard table != nil || isOfChange && isMergedThere(sources[number]) else { return false }
    return others.contains { unit in
      guard requirements(of: unit).isEmpty, let key = key(of: lead.unit, pending, unit.sources)
      else { return false }
      return table?.isIndexed(key.column) ?? (pending[key.condition].1.count > 1)
    }
  }

  /// Whether PostgreSQL may read another unit before one, and call volatile functions for its rows.
  func mayCallOthersFirst(
    _ lead: Reading, _ others: [Unit], _ pending: [(BoundExpression, Set<Int>)],
    _ conditions: [BoundExpression]
  ) -> Bool {
    guard case .source(let number) = lead.unit.join, !isFew(number, conditions) else {
      return false
    }
    return others.contains { unit in
      let other = reading(unit, pending)
      let mayCall =
        if let table = table(of: unit) {
          !table.isEmpty && other.own.contains(where: isVolatile)
        } else if case .source(let number) = unit.join {
          // Cheaper conditions of the query come before its own.
          other.own.contains(where: isVolatile)
            || other.own.isEmpty && callsVolatile(sources[number])
            || isVolatileCall(sources[number])
        } else {
          false
        }
      return mayCall && !isSurelyFirst(lead, before: other, pending)
    }
  }

  /// Whether it is a function that may raise an error: it may be called, once, before others are
  /// read.
  private func mayBeCalledFirst(_ unit: Unit) -> Bool {
    guard case .source(let number) = unit.join else { return false }
    let calls: [BoundSetCall] =
      switch sources[number].kind {
      case .function(let function): [function.call]
      case .query(let query) where query.sources.isEmpty: query.setFunctions.map(\.call)
      // What gives one row is read before tables.
      case .query(let query) where query.grouping?.keys.isEmpty == true: query.calledSources
      default: []
      }
    return calls.contains { call in
      if case .function = call { return true }
      return call.arguments.contains { $0.hasSubquery || compiler.session.raises($0) }
    }
  }

  private func isVolatileCall(_ source: BoundSource) -> Bool {
    guard case .function(let function) = source.kind, case .function(let index, _) = function.call
    else { return false }
    return catalog.functions[index].volatility == .volatile
  }

  /// Whether a view or subquery calls volatile functions of the catalog for rows of its own.
  private func callsVolatile(_ source: BoundSource) -> Bool {
    guard let query = source.innerQuery else { return false }
    let conditions = Self.conjuncts(query.condition) + query.joins.flatMap(\.conditions)
    // Cheaper conditions, its own or moved into it, come before.
    return conditions.allSatisfy { $0.callsCatalog && isVolatile($0) } && !conditions.isEmpty
      || query.sources.contains(where: callsVolatile)
  }

  /// Whether what a join asks of tables calls no volatile functions but those that only speak.
  func onlySpeak(_ conditions: [BoundExpression], _ units: [Unit]) -> Bool {
    conditions.allSatisfy { $0.onlySpeaks(catalog) }
      && units.allSatisfy { unit in
        table(of: unit)?.filters.allSatisfy { filter in
          filter.conditions.allSatisfy { $0.expression.onlySpeaks(catalog) }
        } == true
      }
  }

  /// All units of a join of more than two, with subqueries, or with a table whose rows are counted,
  /// where one of them may raise an error: PostgreSQL may read another before it.
  func rivals(
    _ units: [Unit], _ conditions: [BoundExpression]
  ) throws(EngineFailure) -> [any JoinNode] {
    guard let first = units.first else { return [] }
    var joined = conditions.filter(isJoin)
    if units.count == 1 {
      // Without rows that are asked for it is read first, but where an index finds those of each row of
      // a subquery.
      joined = joined.filter { lookup(by: $0, in: first)?.columns.isEmpty == false }
      if table(of: first)?.isEmpty != true {
        let own = conditions.filter { !isJoin($0) && !$0.sources(atLevel: 0).isEmpty }
        joined = own.isEmpty ? [] : try finding(in: first, own, by: joined)
      }
      guard !joined.isEmpty else { return [] }
    } else if units.count + joined.count <= 2, !readsCounted(conditions) {
      return []
    }
    let pending = conditions.map { ($0, $0.sources(atLevel: 0)) }
    let readings = units.map { reading($0, pending) }
    let subqueries = joined.compactMap(subqueryRows).filter(mayMatter)
    guard readings.contains(where: \.asks) || !subqueries.isEmpty else { return [] }
    var result = try scans(of: subqueries, in: first)
    for reading in readings where requirements(of: reading.unit).isEmpty {
      guard case .source = reading.unit.join else { continue }
      let others = units.reduce(into: Set()) { $0.formUnion($1.sources) }
        .subtracting(reading.unit.sources)
      var reading = reading
      if let key = key(of: reading.unit, pending, others),
        let implied = implied(key, of: reading.unit, conditions)
      {
        reading = Reading(reading.unit, reading.own + [implied], self)
      }
      if let rows = try rows(of: reading, among: conditions) { result.append(rows) }
    }
    return result
  }

  /// The conditions whose subqueries may find rows of a table before anything else is asked of them:
  /// by an index, or as rows of the one that is there.
  func finding(
    in unit: Unit, _ own: [BoundExpression], by joined: [BoundExpression]
  ) throws(EngineFailure) -> [BoundExpression] {
    guard let table = table(of: unit), !table.isEmpty else { return [] }
    var finding: [BoundExpression] = []
    for condition in joined {
      guard let (operands, columns, query) = lookup(by: condition, in: unit) else { continue }
      let isFinding =
        if isOfOneRow(query) {
          true
        } else if columns.count == 1, operands.count == 1 {
          try searchJoined(in: table, by: columns[0], own, query) != .amongAll
        } else {
          !columns.isEmpty
        }
      if isFinding { finding.append(condition) }
    }
    return finding
  }

  /// What IN or EXISTS compares with rows of a table, and the columns among it that have an index.
  private func lookup(
    by condition: BoundExpression, in unit: Unit
  ) -> (operands: [BoundExpression], columns: [Int], query: BoundQuery)? {
    guard case .source(let number) = unit.join, let table = table(of: unit) else { return nil }
    let (operands, query): ([BoundExpression], BoundQuery)
    switch condition {
    case .inQuery(let operand, let rows, _, negated: false) where !rows.isCorrelated:
      (operands, query) = ([operand], rows)
    default:
      guard let split = existence(in: condition).flatMap(HashedExistence.split) else { return nil }
      (operands, query) = (split.operands, split.query)
    }
    let columns = operands.compactMap { Self.plainColumn($0, of: number) }.filter(table.isIndexed)
    return (operands, columns, query)
  }

  /// The rows of a table that subqueries find.
  func rowsFound(
    in unit: Unit, by finding: [BoundExpression]
  ) throws(EngineFailure) -> (any JoinNode)? {
    guard !finding.isEmpty, case .source(let number) = unit.join, let table = table(of: unit) else {
      return nil
    }
    return try compiler.session.compilingLook { () throws(EngineFailure) in
      ScanNode(
        number, .table(try table.withoutFilters()), lookup: nil,
        conditions: try compiler.compile(finding), in: compiler.session)
    }
  }

  /// Whether a key of the one table that it reads must equal constants.
  private func isOfOneRow(_ query: BoundQuery) -> Bool {
    guard query.sources.count == 1, case .relation(let relation) = query.sources[0].kind,
      case .table(let table) = relation.id
    else { return false }
    let model = catalog.tables[table]
    let fixed = Self.conjuncts(query.condition).compactMap {
      Self.lookup($0, in: 0, catalog)?.column
    }
    let names = fixed.filter(model.columns.indices.contains).map { model.columns[$0].name }
    return model.keys.contains { Set(names).isSuperset(of: $0.columns) }
  }

  private func rows(
    of reading: Reading, among conditions: [BoundExpression]
  ) throws(EngineFailure) -> (any JoinNode)? {
    try compiler.session.compilingLook { () throws(EngineFailure) -> any JoinNode in
      if let rows = try orderedScan(of: reading.unit, reading.own, nil, .byKey) {
        return rows
      }
      return try node(for: reading.unit, key: nil, conditions: reading.own, among: conditions)
    }
  }

  /// What an OR that speaks of several sources asks of one, if each alternative does, and that not
  /// nearly all rows are expected to meet.
  ///
  /// Source: `consider_new_or_clause()` in `src/backend/optimizer/util/orclauses.c`.
  func part(of condition: BoundExpression, on unit: Unit) -> BoundExpression? {
    guard case .or(let alternatives) = condition,
      !condition.sources(atLevel: 0).isSubset(of: unit.sources)
    else { return nil }
    var parts: [BoundExpression] = []
    for alternative in alternatives {
      let own = Self.conjuncts(alternative).filter {
        let sources = $0.sources(atLevel: 0)
        return !sources.isEmpty && sources.isSubset(of: unit.sources) && !isVolatile($0)
          && !$0.hasSubquery
      }
      guard !own.isEmpty else { return nil }
      parts.append(own.count == 1 ? own[0] : .and(own))
    }
    let part = BoundExpression.or(parts)
    return RowEstimate.part(meeting: [part]).upperBound <= 0.9 ? part : nil
  }

  /// Whether a function in it, of what is the same for each row, raises an error.
  private func raisesOfAnyRow(_ condition: BoundExpression) -> Bool {
    var isFound = false
    condition.forEach { part in
      guard !isFound, mayRaise(part), !part.mentions(level: 0), !part.mentions(level: 1),
        !part.hasSubquery
      else { return }
      isFound = compiler.session.raises(part)
    }
    return isFound
  }

  private func mayRaise(_ call: BoundExpression) -> Bool {
    switch call {
    case .builtin(let builtin, _): !builtin.isLeakproof
    case .function: !isVolatile(call)
    default: false
    }
  }

  /// Whether a policy raises an error of whichever row it is asked, or may where it calls a function.
  private func raises(_ unit: Unit) -> Bool {
    guard let table = table(of: unit) else { return false }
    if table.gates.contains(where: { !$0.callsCatalog && compiler.session.raises($0) }) {
      return true
    }
    return table.filters.contains { filter in
      filter.conditions.contains { condition in
        let isConstant =
          !condition.expression.mentions(level: 0) && !condition.expression.hasSubquery
        return condition.expression.callsCatalog
          || isConstant && compiler.session.raises(condition.expression)
          || raisesOfAnyRow(condition.expression)
      }
    }
  }

  /// Whether more of its rows are left than of another's, so that those are hashed, or kept.
  private func isSurelyFirst(
    _ lead: Reading, before other: Reading, _ pending: [(BoundExpression, Set<Int>)]
  ) -> Bool {
    guard lead.own.isEmpty, let first = table(of: lead.unit), first.filters.isEmpty,
      let second = table(of: other.unit), let all = first.expectedRows,
      let some = second.expectedRows
    else { return false }
    let asked = other.own + second.policyConjuncts
    let fewer = Double(all) - Double(some) * RowEstimate.part(meeting: asked).upperBound
    let order = compiler.session.order(ofTable: second.table)
    guard
      JoinCost.decides(
        fewer: fewer, rows: Double(all + some), asking: order.cost(of: asked) * Double(some))
    else { return false }
    let together = lead.unit.sources.union(other.unit.sources)
    let joining = pending.filter { $0.1.count > 1 && !$0.1.isDisjoint(with: together) }
    let keys = [(lead.unit, first, other.unit), (other.unit, second, lead.unit)].flatMap {
      (unit, table, another) in
      joining.compactMap { condition in
        key(of: unit, [condition], another.sources).map { table.isUnique($0.column) }
      }
    }
    return keys.isEmpty ? joining.isEmpty : !keys.contains(true)
  }

  func table(of unit: Unit) -> FilteredTable? {
    guard case .source(let number) = unit.join, case .table(let table) = rowSources[number] else {
      return nil
    }
    return table
  }
}

extension FilteredTable {
  /// What policies ask of each row, without alternatives.
  var policyConjuncts: [BoundExpression] {
    filters.flatMap { filter in
      filter.conditions.count == 1 ? JoinPlanner.conjuncts(filter.conditions[0].expression) : []
    }
  }
}

extension BoundQuery {
  /// The functions in its FROM, and in that of its subqueries.
  fileprivate var calledSources: [BoundSetCall] {
    sources.flatMap { source -> [BoundSetCall] in
      if case .function(let function) = source.kind { return [function.call] }
      return source.innerQuery?.calledSources ?? []
    }
  }
}
