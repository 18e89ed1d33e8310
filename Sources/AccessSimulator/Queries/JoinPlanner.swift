import AccessModel
import RowSecurity
import SQLBinding

/// Orders joins and puts each condition as early as its columns are known.
///
/// Equality with something already known becomes a look-up by hash; that is what keeps a policy
/// such as `EXISTS (… WHERE member.user_id = …)` linear in the rows.
struct JoinPlanner {
  let compiler: ExpressionCompiler
  let sources: [BoundSource]
  /// By source number.
  var rowSources: [RowSource]
  /// Conditions on source 0 of security_barrier views, the innermost first.
  var barriers: [BoundExpression] = []
  var planned: PlannedQuery?
  /// Whether a few of the rows may be enough.
  var mayStop = false
  /// Of an UPDATE or its kin, whose subqueries are not made a part of it here, as they are there.
  var isOfChange = false
  /// Whether it is a part of another join, which asks first what mentions no source.
  var isJoined = false
  /// What is asked once before any row, after what is written so.
  var gates: [BoundExpression] = []

  /// A join of everything, with `condition` on top; nil if there are no sources.
  func plan(
    _ joins: [BoundJoin], where condition: BoundExpression?
  ) throws(EngineFailure) -> any JoinNode {
    var units: [Unit] = []
    var lifted: [BoundExpression] = []
    var conditions = Self.conjuncts(condition).flatMap { withOuterParts($0, &lifted) }
    var narrower: [Set<Int>] = []
    for join in joins { try flatten(join, &units, &conditions, &narrower) }
    conditions = conditions.flatMap(withoutLostCases).flatMap(withoutEmptyExistence)
    if let planned { conditions = planned.asked(conditions) }
    if units.count > 1 {
      conditions += conditions.flatMap { condition in
        units.compactMap { part(of: condition, on: $0) }
      }
    }
    conditions = withConditionsImplied(byTests: conditions)
    var planner = self
    try planner.takeGates(of: units, &conditions)
    let result = ofFew(
      try settled(try planner.loop(units, conditions), lifted), units, conditions)
    narrower.removeAll { $0.count == units.flatMap(\.sources).count }
    guard !narrower.isEmpty, planned?.findsNothing != true else { return result }
    var parts: [any JoinNode] = []
    for sources in narrower {
      let inner = units.filter { $0.sources.isSubset(of: sources) && requirements(of: $0).isEmpty }
      var rows: [any JoinNode] = []
      for unit in inner { rows.append(try node(for: unit, key: nil, conditions: [])) }
      parts.append(LoopNode(rows))
    }
    return NarrowerCallNode(result, parts, compiler.session)
  }

  /// A CASE that constants decide speaks of what is left of it alone, as an OR does without what NULL
  /// loses.
  private func withoutLostCases(_ condition: BoundExpression) -> [BoundExpression] {
    switch condition {
    case .cases: break
    case .or(let parts) where parts.contains(where: { $0.isConstant || $0.mentionsNull }): break
    // So it is with what a function is given: that may be the same for all rows.
    case _ where condition.callsCatalog && condition.choosesValues: break
    default: return [condition]
    }
    guard let rest = try? ConstantFolder(session: compiler.session).fold(condition) else {
      return [condition]
    }
    return Self.conjuncts(rest.withoutLostAlternatives)
  }

  /// EXISTS of a query without FROM is joined with one row, and so becomes its condition.
  ///
  /// Source: `convert_EXISTS_sublink_to_join()` in `src/backend/optimizer/plan/subselect.c`.
  private func withoutEmptyExistence(_ condition: BoundExpression) -> [BoundExpression] {
    guard case .exists(let query) = condition, query.sources.isEmpty, query.values == nil,
      query.isOnlySelection, let asked = query.condition, asked.mentions(level: 1),
      !asked.hasSubquery, !isVolatile(asked)
    else { return [condition] }
    return Self.conjuncts(asked.shifted(by: -1))
  }

  /// A part of the nested loop: one source, or an outer join as a whole.
  struct Unit {
    let sources: Set<Int>
    let join: BoundJoin
  }

  /// What is asked of rows: TRUE is not.
  static func conjuncts(_ condition: BoundExpression?) -> [BoundExpression] {
    (condition?.conjuncts ?? []).filter { !$0.alwaysHolds }.flatMap(\.withCommonClauses.conjuncts)
      .map(\.withoutNegatedComparison)
  }

  private func flatten(
    _ join: BoundJoin, _ units: inout [Unit], _ conditions: inout [BoundExpression],
    _ narrower: inout [Set<Int>]
  ) throws(EngineFailure) {
    if case .join(.inner, let left, let right, let condition) = join {
      try flatten(left, &units, &conditions, &narrower)
      try flatten(right, &units, &conditions, &narrower)
      let own = Self.conjuncts(condition)
      conditions += own
      // What mentions no source is asked where it is written, if not once for all.
      if own.contains(where: {
        $0.sources(atLevel: 0).isEmpty && $0.callsCatalog && !isConstant($0)
      }) {
        narrower.append(Set(join.sources))
      }
    } else {
      units.append(Unit(sources: Set(join.sources), join: join))
    }
  }

  /// A subquery without sources runs once, whatever it calls.
  func isVolatile(_ expression: BoundExpression) -> Bool {
    expression.isVolatile(catalog, inQueries: false)
  }

  var catalog: Catalog { _read { yield compiler.session.catalog.catalog } }

  func lookup(
    _ condition: BoundExpression, in source: Int
  ) -> (column: Int, value: BoundExpression)? {
    Self.lookup(condition, in: source, catalog)
  }

  /// Sources outside of a unit that what is lateral in it refers to.
  func requirements(of unit: Unit) -> Set<Int> {
    var result: Set<Int> = []
    for source in unit.sources {
      switch sources[source].kind {
      case .query(let query) where sources[source].isLateral:
        result.formUnion(query.sources(atLevel: 1))
      case .function(let function):
        for argument in function.call.arguments {
          result.formUnion(argument.sources(atLevel: 0))
        }
      default: break
      }
    }
    return result.subtracting(unit.sources)
  }

  func isJoin(_ condition: BoundExpression) -> Bool {
    compiler.session.catalog.isJoin(condition)
  }

  /// Conditions on a unit alone, without subqueries that are joined to it.
  func own(
    of unit: Unit, _ pending: [(BoundExpression, Set<Int>)]
  ) -> [BoundExpression] {
    let all = pending.filter { $0.1 == unit.sources }.map(\.0)
    let order = QualOrder(compiler.session.catalog.catalog)
    guard all.count > 1, all.contains(where: { !isJoin($0) && order.mayMatter($0) }) else {
      return all
    }
    return all.filter { !isJoin($0) }
  }

  /// Whether there are rows that a condition joins; nil where that cannot be asked by the way.
  func rowsJoined(by condition: BoundExpression) -> BoundExpression? {
    subqueryRows(condition).flatMap { mayMatter($0) ? nil : .exists($0) }
  }

  /// The rows of the subquery that a condition joins.
  func subqueryRows(_ condition: BoundExpression) -> BoundQuery? {
    switch condition {
    case .inQuery(_, let query, _, negated: false) where !query.isCorrelated: query
    default: existence(in: condition).flatMap { HashedExistence.split($0)?.query }
    }
  }

  /// As `subqueryRows`, of NOT EXISTS.
  func subqueryMissing(_ condition: BoundExpression) -> BoundQuery? {
    guard case .not(let positive) = condition else { return nil }
    return existence(in: positive).flatMap { HashedExistence.split($0)?.query }
  }

  func mayMatter(_ query: BoundQuery) -> Bool {
    let order = QualOrder(catalog)
    return order.mayMatter(.exists(query)) || compiler.session.showsInside([.exists(query)], order)
  }

  /// The query of an EXISTS, or of an IN that speaks of the row around it, as if it were one.
  func existence(in condition: BoundExpression) -> BoundQuery? {
    switch condition {
    case .exists(let query): return query
    case .inQuery(_, let query, _, negated: false) where query.isCorrelated:
      return membership(in: condition)
    default: return nil
    }
  }

  /// The query of an IN that is joined, as that of an EXISTS.
  func membership(in condition: BoundExpression) -> BoundQuery? {
    guard let equality = condition.membershipEquality, var query = condition.subquery,
      query.isOnlySelection, isJoin(condition)
    else { return nil }
    query.condition = .and([query.condition, equality].compactMap { $0 })
    return query
  }

  func asked(
    _ conditions: [BoundExpression], among all: [BoundExpression]
  ) throws(EngineFailure) -> [Evaluator] {
    var result: [Evaluator] = []
    var asking = asking
    if sources.count == 1, case .table(let table) = rowSources[0] {
      asking = self.asking(of: table, all)
    }
    let isOfTable = rowSources.contains { if case .table = $0 { true } else { false } }
    // What becomes a join is asked of what passes the rest, whatever it costs.
    let ordered =
      isOfTable
      ? conditions
      : QualOrder(catalog).byCost(conditions.filter { !isJoin($0) }) + conditions.filter(isJoin)
    for condition in ordered {
      if isJoin(condition), let ofOne = ofOne(condition, all) {
        result.append(try compiler.compile(ofOne))
      } else if isJoin(condition) {
        result.append(try joined(condition, among: all))
      } else {
        result.append(try asking.compile(condition))
      }
    }
    return result
  }

  /// EXISTS, NOT EXISTS or IN as asked of one row after another, where what is joined must equal
  /// constants, as the row around does; nil elsewhere.
  private func ofOne(
    _ condition: BoundExpression, _ conditions: [BoundExpression]
  ) -> BoundExpression? {
    let isAnti = if case .not = condition { true } else { false }
    guard
      let query = isAnti
        ? existence(in: condition.withoutNegation)
        : existence(in: condition) ?? membership(in: condition),
      let split = HashedExistence.split(query)
    else { return nil }
    let isFixed = split.operands.contains { operand in
      guard case .column(let position, _) = operand, position.level == 0 else { return false }
      return conditions.contains {
        lookup($0, in: position.source).map { $0.column == position.column } == true
      }
    }
    return isFixed ? isAnti ? .not(.exists(query)) : .exists(query) : nil
  }

  /// A column that equals one of a known source, which a condition says is a constant, equals it
  /// too.
  ///
  /// Source: `generate_base_implied_equalities_const()` in `equivclass.c`.
  func implied(
    _ key: Key, of unit: Unit, _ conditions: [BoundExpression]
  ) -> BoundExpression? {
    guard case .source(let number) = unit.join,
      case .column(let position, let type) = key.value, position.level == 0,
      case .compare(_, let left, let right, let compared) = conditions.first(where: { condition in
        lookup(condition, in: position.source).map { $0.column == position.column } == true
      })
    else { return nil }
    let constant = left.sources(atLevel: 0).isEmpty ? left : right
    return .compare(
      .equal,
      .column(ColumnPosition(level: 0, source: number, column: key.column), type), constant,
      type: compared)
  }

  /// The rows of a source that meet its policies and the query's own conditions on it, where it
  /// matters which comes first, or of which rows they are asked. `key`: what a join finds them by.
  func orderedScan(
    of unit: Unit, _ conditions: [BoundExpression], _ key: Key?, _ search: RowSearch
  ) throws(EngineFailure) -> ScanNode? {
    guard case .source(let number) = unit.join else { return nil }
    if case .table(let table) = rowSources[number],
      let ordered = try orderedScan(number, table, conditions, key, search)
    {
      return ordered
    }
    guard search != .byKey else { return nil }
    let lookup = try key.map { (key) throws(EngineFailure) in
      EqualityLookup(column: key.column, key: try compiler.compile(key.value))
    }
    return ScanNode(
      number, rowSources[number], lookup: lookup, conditions: try asking.compile(conditions),
      search: search, in: compiler.session)
  }

  private func orderedScan(
    _ number: Int, _ table: FilteredTable, _ conditions: [BoundExpression], _ key: Key?,
    _ search: RowSearch
  ) throws(EngineFailure) -> ScanNode? {
    guard !table.isDenied || isReadForNothing(sources[number]) else { return nil }
    let levels = rowSources.enumerated().map { place, source in
      let policies = if case .table(let table) = source { table.filters.count } else { 0 }
      return place == 0 ? policies + barriers.count : policies
    }.max()
    let inliner = FunctionInliner(session: compiler.session)
    let inlined = inliner.inlined(conditions)
    let isReadWhole = key == nil ? JoinCost.isReadWhole(table, inlined, compiler.session) : false
    let search = isReadWhole == nil && search == .byKey ? RowSearch.unsure : search
    let asking = asking(of: table, conditions, key: search == .byKey ? key?.column : nil)
    let indexed = IndexConditions(
      source: number, table: table, session: compiler.session, conditions: inlined)
    guard
      let ordered = compiler.session.order(ofTable: table.table).ordered(
        inliner.inlined(table.filters), inlined,
        barriers: number == 0 ? barriers.map(inliner.inlined) : [], of: number,
        levels: levels ?? 0, isIndexed: { isReadWhole == false && indexed.contains($0) },
        raises: compiler.session.raises,
        isNeeded: table.isDenied
          || table.showsInside(conditions.filter { !isJoin($0) })
          || key != nil && search == .byKey && asksAgain(table))
    else { return nil }
    let rows = RowSource.table(try table.withoutFilters())
    // What is asked among all rows is asked in its turn.
    let byConstant =
      key == nil && search == .byKey && isReadWhole == false
      ? ordered.first.flatMap { self.lookup($0, in: number) } : nil
    let found = key.map { ($0.column, $0.value) } ?? byConstant
    let lookup = try found.map { (column, value) throws(EngineFailure) in
      EqualityLookup(column: column, key: try compiler.compile(value))
    }
    var asked: [Evaluator] = []
    for condition in byConstant == nil ? ordered : Array(ordered.dropFirst()) {
      // No row gets past that.
      if table.isDenied, compiler.session.isNeverMet(condition) {
        asked.append(try compiler.compile(condition))
        break
      }
      // Subqueries of policies are no joins.
      let isJoined = isJoin(condition) && inlined.contains(condition)
      asked.append(
        try isJoined ? joined(condition, among: inlined) : asking.compile(condition))
    }
    return ScanNode(
      number, rows, lookup: lookup, conditions: asked, search: search, in: compiler.session)
  }

  /// Whether it shows how often policies are asked of a row.
  private func asksAgain(_ table: FilteredTable) -> Bool {
    let order = QualOrder(catalog)
    return table.filters.flatMap(\.conditions).contains { order.mayMatter($0.expression) }
  }

  /// A column of the source that must equal what depends on no source, and is the same for each row.
  static func lookup(
    _ condition: BoundExpression, in source: Int, _ catalog: Catalog
  ) -> (column: Int, value: BoundExpression)? {
    guard case .compare(.equal, let left, let right, _) = condition else { return nil }
    for (side, other) in [(left, right), (right, left)] {
      guard let column = plainColumn(side, of: source), other.sources(atLevel: 0).isEmpty,
        !other.isVolatile(catalog, inQueries: false)
      else { continue }
      return (column, other)
    }
    return nil
  }

  struct Key {
    /// Position among the pending conditions.
    let condition: Int
    let column: Int
    let value: BoundExpression
  }

  func key(
    of unit: Unit, _ pending: [(BoundExpression, Set<Int>)], _ known: Set<Int>
  ) -> Key? {
    guard case .source(let source) = unit.join else { return nil }
    switch rowSources[source] {
    case .system, .streamed: return nil
    case .table, .rows, .derived: break
    }
    var constant: Key?
    for (index, (condition, mentioned)) in pending.enumerated() {
      guard case .compare(.equal, let left, let right, _) = condition else { continue }
      for (side, other) in [(left, right), (right, left)] {
        guard let column = Self.plainColumn(side, of: source),
          other.sources(atLevel: 0).isSubset(of: known), !isVolatile(other)
        else { continue }
        let key = Key(condition: index, column: column, value: other)
        // What joins it to others comes before what is the same for all of its rows.
        if mentioned.count > 1 { return key }
        constant = constant ?? key
      }
    }
    return constant
  }

  /// A column of the source, under conversions that leave the value as it is stored. Values of
  /// `character(n)` are equal whatever blanks pad them, so they are not found by their text.
  static func plainColumn(_ expression: BoundExpression, of source: Int) -> Int? {
    switch expression {
    case .column(let position, let type)
    where position.level == 0 && position.source == source && position.column >= 0
      && type != .json && type != .jsonb && type.base != .character:
      return position.column
    case .cast(let inner, let from, let to)
    where to.modifiers.isEmpty
      && (from.isInteger && to.type.isInteger
        // A conversion of `character` drops blanks.
        || from.isString && from.base != .character && to.type == .text):
      return plainColumn(inner, of: source)
    default: return nil
    }
  }

  func node(
    for unit: Unit, key: Key?, conditions: [BoundExpression], among all: [BoundExpression] = []
  ) throws(EngineFailure) -> any JoinNode {
    switch unit.join {
    case .source(let number):
      let compiled = try asked(conditions, among: all)
      let lookup = try key.map { (key) throws(EngineFailure) in
        EqualityLookup(column: key.column, key: try compiler.compile(key.value))
      }
      return ScanNode(
        number, rowSources[number], lookup: lookup, conditions: compiled, in: compiler.session)
    case .join(let kind, let left, let right, let condition):
      return try outerJoin(kind, left, right, condition, conditions)
    }
  }
}

extension [BoundExpression] {
  func without(_ others: [BoundExpression]) -> [BoundExpression] {
    filter { !others.contains($0) }
  }
}

extension Session {
  /// What the columns of a table stand for that are computed when they are read.
  func virtualColumns(of table: Int) -> [Int: BoundExpression] {
    var result: [Int: BoundExpression] = [:]
    for (index, column) in catalog.catalog.tables[table].columns.enumerated()
    where column.isVirtual {
      if case .ready(let value)? = catalog.tables[table].generated[index] { result[index] = value }
    }
    return result
  }
}

extension BoundExpression {
  /// TRUE by its form: what stands beside TRUE in an OR is not asked.
  fileprivate var alwaysHolds: Bool {
    guard case .or(let operands) = self else { return false }
    return operands.contains { operand in
      if case .constant(let value, _) = operand { value.truth == true } else { false }
    }
  }
}
