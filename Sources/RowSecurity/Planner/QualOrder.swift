public import AccessModel
public import SQLBinding

/// In which order the policies of a table and the conditions of a query are asked of a row: it
/// decides which of them meet a row at all, and so which errors and effects they have. RULES 35, 36.
///
/// First by level, then by cost. A policy's clauses have levels of their own, before that of what the
/// query says, but a cheap leakproof clause of the query comes among the first.
///
/// Source: `order_qual_clauses()` in `createplan.c`, `process_security_barrier_quals()` in
/// `initsplan.c`, `cost_qual_eval()` in `costsize.c`.
public struct QualOrder {
  let catalog: Catalog
  /// What virtual columns of the relation stand for.
  private let virtual: [Int: BoundExpression]
  /// Whether a subquery is known to give no row: asking it costs nothing.
  private let findsNothing: (BoundQuery) -> Bool
  /// Whether the rows of a subquery are expected to fit a hash, in which a value is looked up.
  private let isHashed: (BoundQuery) -> Bool

  public init(
    _ catalog: Catalog, virtual: [Int: BoundExpression] = [:],
    findsNothing: @escaping (BoundQuery) -> Bool = { _ in false },
    isHashed: @escaping (BoundQuery) -> Bool = { _ in true }
  ) {
    (self.catalog, self.virtual, self.findsNothing) = (catalog, virtual, findsNothing)
    self.isHashed = isHashed
  }

  private struct Clause {
    var expression: BoundExpression
    var level: Int
    var cost: Double
    /// Equalities come last among equals: the planner makes them anew.
    var isEquality: Bool
  }

  /// The clauses in order; nil where each gives the same answer whichever others come before it, and
  /// the order `isNeeded` for nothing else.
  ///
  /// `barriers`: those of the conditions that stand for security_barrier views, the innermost first.
  /// `levels`: how many levels the policies of the query's tables have, the most of any.
  /// `isIndexed`: whether an index finds the rows that meet one. `raises`: whether what
  /// mentions no column raises an error; nil: none does.
  ///
  /// ```swift
  /// QualOrder(catalog).ordered(filters, conditions, of: 0, levels: 1) { _ in false }
  /// ```
  public func ordered(
    _ filters: [SecurityFilter], _ conditions: [BoundExpression],
    barriers: [BoundExpression] = [], of source: Int, levels: Int,
    isIndexed: (BoundExpression) -> Bool, raises: ((BoundExpression) -> Bool)? = nil,
    isNeeded: Bool = false
  ) -> [BoundExpression]? {
    var written: [(expression: BoundExpression, level: Int)] = []
    for (level, filter) in filters.askedOfExistingRows.enumerated() {
      let policies = BoundExpression.or(filter.conditions.map(\.expression)).atSource(source)
      written += policies.clauses.map { ($0, level) }
    }
    let own = max(levels, filters.count + barriers.count)
    written += conditions.map { condition in
      let barrier = barriers.firstIndex { $0.conjuncts.contains(condition) }
      return (condition, barrier.map { filters.count + $0 } ?? own)
    }
    let isOrdered =
      written.count > 1
      && written.contains { clause in
        let expression = expanded(clause.expression, of: source)
        return mayMatterBesideOthers(expression, raises: raises)
          || (clause.level < filters.count || !clause.expression.mayBeJoin)
            && mayMatter(expression, inside: 0)
      }
    guard isOrdered || isNeeded else { return nil }
    let clauses = written.map { clause($0.expression, level: $0.level, of: source) }
    let sorted = clauses.enumerated().sorted { first, second in
      let (a, b) = (first.element, second.element)
      if a.level != b.level { return a.level < b.level }
      if a.cost != b.cost { return a.cost < b.cost }
      if a.isEquality != b.isEquality { return b.isEquality }
      return first.offset < second.offset
    }.map(\.element)
    // What an index finds is asked first, by one equality or by all that it answers.
    var found = sorted.indices.filter { index in
      (sorted[index].level == 0 || filters.isEmpty && barriers.isEmpty)
        && isIndexed(sorted[index].expression)
    }
    if let equality = found.first(where: { sorted[$0].isEquality }) { found = [equality] }
    let others = sorted.indices.filter { !found.contains($0) }
    return (found + others).map { sorted[$0].expression }
  }

  private func clause(_ expression: BoundExpression, level: Int, of source: Int) -> Clause {
    let expanded = expanded(expression, of: source)
    let cost = cost(of: expanded)
    let comesFirst = cost < 10 * Self.operatorCost && isLeakproof(expanded)
    return Clause(
      expression: expression, level: comesFirst ? 0 : level, cost: cost,
      isEquality: expression.isEquality && !expression.isBooleanTest)
  }

  /// With what virtual columns stand for.
  private func expanded(_ expression: BoundExpression, of source: Int) -> BoundExpression {
    guard !virtual.isEmpty else { return expression }
    return expression.mapColumns { position, type, depth in
      guard position.level == depth, position.source == source,
        let value = virtual[position.column]
      else { return .column(position, type) }
      return value.mapColumns { inner, type, _ in
        .column(ColumnPosition(level: depth, source: source, column: inner.column), type)
      }
    }
  }

  // MARK: Cost

  /// Whether it costs more than the planner computes for rows that may not be wanted.
  public func isExpensive(_ expression: BoundExpression) -> Bool {
    cost(of: expression) > 10 * Self.operatorCost
  }

  /// `cpu_operator_cost`.
  private static let operatorCost = 0.0025

  /// Conditions without policies among them, the cheaper ones first, as far as that shows.
  public func byCost(_ conditions: [BoundExpression]) -> [BoundExpression] {
    guard conditions.count > 1, conditions.contains(where: { $0.hasSubquery || mayMatter($0) })
    else { return conditions }
    let costs = conditions.map { cost(of: [$0]) }
    return conditions.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }.map { conditions[$0] }
  }

  /// What the planner expects it to cost to ask all of some conditions of one row, in units of a
  /// page read in sequence: subqueries count as more than anything else.
  public func cost(of conditions: [BoundExpression]) -> Double {
    conditions.reduce(0) { $0 + cost(of: $1) }
  }

  private func cost(of expression: BoundExpression) -> Double {
    if expression.isComputedAtOnce { return 0 }
    let inside = expression.operands.reduce(0) { $0 + cost(of: $1) }
    let unit = Self.operatorCost
    switch expression {
    case .compare where expression.isBooleanTest: return inside
    case .compare(_, let a, let b, let type):
      // Integers of other widths have operators of their own, and so have names beside texts.
      guard type.isInteger || type == .text else { return inside + unit }
      return unit + cost(of: a.comparedOperand) + cost(of: b.comparedOperand)
    case .arithmetic, .negate, .builtin, .distinct, .extremum, .valueFunction: return inside + unit
    case .or(let operands) where expression.isList:
      return inside - Double(operands.count) * unit / 2
    case .nullIf(let value, let equality, _): return cost(of: value) + cost(of: equality)
    case .function(let index, let arguments, _):
      let function = catalog.functions[index]
      if function.volatility == .immutable, arguments.allSatisfy(\.isComputedAtOnce) { return 0 }
      return inside + unit * function.plannedCost
    case .cast(let operand, let source, let target):
      if case .constant = operand { return 0 }
      return inside + castCost(from: source, to: target)
    case .quantified(_, let value, let array, _):
      return cost(of: value) + cost(of: array) + unit * 0.5 * Double(array.plannedCount)
    case .compareRows(_, let fields, _): return inside + unit * Double(fields.count)
    case .exists(let query), .scalarQuery(let query, _), .arrayQuery(let query, _):
      return cost(ofAsking: query)
    case .inQuery(let operand, let query, _, _):
      // What is NULL before any row is looked up nowhere.
      let isLookedUp = !operand.isNull && isHashed(query)
      let asking = isLookedUp ? cost(ofAsking: query) : Self.subplanCost
      return max(asking, cost(of: operand) + unit)
    case .quantifiedQuery(let comparison):
      // It is asked anew of each row.
      guard comparison.query.sources.isEmpty else { return Self.subplanCost }
      return max(cost(ofAsking: comparison.query), inside + unit)
    default: return inside
    }
  }

  /// More than any expression without a query.
  private static let subplanCost = 1_000.0

  private func cost(ofAsking query: BoundQuery) -> Double {
    guard query.isCorrelated, !findsNothing(query) else { return 0 }
    // Source: `create_group_result_path()` in `src/backend/optimizer/util/pathnode.c`.
    var selection = query
    if query.limit?.isComputedAtOnce == true { selection.limit = nil }
    guard selection.isOnlySelection, query.sources.isEmpty else { return Self.subplanCost }
    return Self.rowCost + cost(of: query.targets.map(\.expression))
      + cost(of: query.condition?.conjuncts ?? [])
  }

  /// `cpu_tuple_cost`.
  private static let rowCost = 0.01

  private func castCost(from source: DataType, to target: ColumnType) -> Double {
    let unit = Self.operatorCost
    if source.isStored(as: target.type) { return 0 }
    if case .domain = target.type { return unit }
    return source.isString || target.type.isString ? 2 * unit : unit
  }

  // MARK: Leaks

  /// Whether it tells nothing of a row but its own answer.
  ///
  /// Source: `contain_leaked_vars()` in `src/backend/optimizer/util/clauses.c`.
  public func isLeakproof(_ expression: BoundExpression) -> Bool {
    switch expression {
    case .column, .constant, .parameter, .valueFunction: return true
    case .exists(let query), .scalarQuery(let query, _), .arrayQuery(let query, _):
      return !query.isCorrelated
    case .inQuery, .quantifiedQuery: return false
    // Nobody has said that it does not leak, whatever it reads.
    case .coalesce(let values, _): return values.allSatisfy(\.isComputedAtOnce)
    default: break
    }
    let isComparison = if case .compare = expression { true } else { false }
    let leaks = expression.hasOperand { !isLeakproof(isComparison ? $0.comparedOperand : $0) }
    guard !leaks else { return false }
    guard expression.mentions(level: 0) else { return true }
    switch expression {
    case .and, .or, .not, .test, .cases, .array, .row, .field, .subscripted: return true
    case .compare(_, _, _, let type), .distinct(_, _, let type, _):
      return Self.comparesLeakproof(type)
    case .nullIf(_, let equality, _): return isLeakproof(equality)
    case .quantified(.compare(_, let type), _, _, _): return Self.comparesLeakproof(type)
    case .quantified(.builtin(let builtin), _, _, _): return builtin.isLeakproof
    case .extremum(let values, _, _):
      return Self.comparesLeakproof(values.first?.type ?? .unknown)
    case .compareRows(_, let fields, _):
      return fields.allSatisfy { Self.comparesLeakproof($0.type) }
    case .builtin(let builtin, _): return builtin.isLeakproof
    case .function(let index, _, _): return catalog.functions[index].isLeakproof
    case .cast(_, let source, let target):
      return source.isStored(as: target.type) || source.isNarrower(than: target.type)
    default: return false
    }
  }

  /// Whether the comparisons of a type are leakproof. Source: `pg_operator` and `pg_proc`.
  private static func comparesLeakproof(_ type: DataType) -> Bool {
    if type.isInteger { return true }
    switch type {
    case .text, .varchar, .character, .byte, .name, .oid, .boolean, .uuid, .date, .time, .timestamp,
      .timestamptz, .interval, .bytea, .real,
      .double, .inet, .tid:
      return true
    default: return false
    }
  }

  /// Whether it may give something else each time that it is asked; a subquery that mentions no row
  /// is asked once.
  func isVolatile(_ expression: BoundExpression) -> Bool {
    expression.isVolatile(catalog, inQueries: false)
  }

  // MARK: Whether it matters

  /// Whether what a clause computes without any column raises, wherever that stands in it.
  public func isRaised(in clause: BoundExpression, _ raises: (BoundExpression) -> Bool) -> Bool {
    switch clause {
    case .and, .or, .not: clause.hasOperand { isRaised(in: $0, raises) }
    default:
      callsWithoutColumns(clause) ? raises(clause) : clause.hasOperand { isRaised(in: $0, raises) }
    }
  }

  /// What built-in functions alone give that mentions no column and is asked of each row all the
  /// same: policies are never looked at before there is one.
  ///
  /// Source: `distribute_qual_to_rels()` in `initsplan.c`.
  private func callsWithoutColumns(_ clause: BoundExpression) -> Bool {
    guard isWithoutColumns(clause) else { return false }
    var (callsBuiltin, callsOther) = (false, false)
    clause.forEach { part in
      switch part {
      case .builtin: callsBuiltin = true
      case .function, .parameter: callsOther = true
      default: break
      }
    }
    return callsBuiltin && !callsOther
  }

  /// As `mayMatter`; functions of the catalog may raise anything of any row. `raises`: as for
  /// `ordered`.
  public func mayMatterBesideOthers(
    _ clause: BoundExpression, raises: ((BoundExpression) -> Bool)? = nil
  ) -> Bool {
    mayMatter(clause) || callsFunction(clause) || raises.map { isRaised(in: clause, $0) } == true
  }

  func callsFunction(_ clause: BoundExpression) -> Bool {
    guard clause.mentions(level: 0) || isWithoutColumns(clause) else { return false }
    var calls = false
    clause.forEach { if case .function = $0 { calls = true } }
    return calls
  }

  private func isWithoutColumns(_ clause: BoundExpression) -> Bool {
    !clause.mentions(level: 0) && !clause.mentions(level: 1) && !clause.hasSubquery
  }

  /// Whether it may raise an error or have an effect that depends on the row it is asked of.
  public func mayMatter(_ expression: BoundExpression) -> Bool {
    mayMatter(expression, inside: nil)
  }

  /// As `mayMatter`, of a policy, whose subqueries are no joins.
  public func mayMatterInPolicy(_ expression: BoundExpression) -> Bool {
    mayMatter(expression, inside: 0)
  }

  /// As `mayMatter`, of the rows of the query that it stands in or of the one around that.
  public func mayMatterInside(_ expression: BoundExpression) -> Bool {
    mayMatter(expression, inside: 1)
  }

  /// `depth`: how many queries stand between it and the row that it is asked of, where subqueries
  /// are no joins and so asked with it; nil: what they ask of that row is looked at elsewhere.
  private func mayMatter(_ expression: BoundExpression, inside depth: Int?) -> Bool {
    lazy var mentionsRow = (0...(depth ?? 0)).contains { expression.mentions(level: $0) }
    var mayRaise = false
    switch expression {
    case .column, .constant, .parameter: return false
    case .function(let index, _, _):
      if catalog.functions[index].volatility == .volatile { return true }
      mayRaise = true
    case .builtin(let builtin, _):
      if builtin.volatility == .volatile { return true }
      mayRaise = !builtin.isLeakproof
    case .arithmetic, .negate, .subscripted, .assigned: mayRaise = true
    case .cast(_, let source, let target):
      mayRaise = !source.isShown(as: target.type)
    // It is computed for the first row that asks for it.
    case .scalarQuery(let query, _) where mayHaveSeveralRows(query): return true
    default: break
    }
    if mayRaise, mentionsRow { return true }
    if expression.hasOperand(where: { mayMatter($0, inside: depth) }) { return true }
    guard let query = expression.subquery else { return false }
    guard mentionsRow else { return mayRaiseOnce(query) }
    if depth != nil, !query.isCorrelated, mayRaiseOnce(query) { return true }
    let inner = depth.map { $0 + 1 }
    return query.expressions.contains {
      mayMatter($0, inside: inner)
        || $0.conjuncts.contains { isWithoutColumns($0) && callsFunction($0) }
    } || depth != nil && query.sources.contains { mayRaiseOnce($0) }
  }
}

extension BoundExpression {
  /// EXISTS, NOT EXISTS or IN by themselves.
  fileprivate var mayBeJoin: Bool {
    switch self {
    case .exists, .inQuery: true
    case .not(let operand): operand.mayBeJoin
    default: false
    }
  }
}

extension DataType {
  /// Whether a conversion leaves the value as it is.
  fileprivate func isStored(as other: DataType) -> Bool {
    let strings: [DataType] = [.text, .varchar, .character]
    return self == other || strings.contains(self) && strings.contains(other)
  }

  /// Of integers: whether each value is one of the other type.
  fileprivate func isNarrower(than other: DataType) -> Bool {
    switch (self, other) {
    case (.smallint, .integer), (.smallint, .bigint), (.integer, .bigint): true
    default: false
    }
  }

  /// Whether a conversion takes any value.
  fileprivate func isShown(as other: DataType) -> Bool {
    self == other || isString && other.isString || !isString && other == .text
      || isInteger && other == .bigint
  }
}

extension Catalog.Function {
  /// In units of an operator's.
  fileprivate var plannedCost: Double { cost ?? 100 }
}

extension BoundExpression {
  /// What AND joins, constants that hold left out.
  fileprivate var clauses: [BoundExpression] {
    switch self {
    case .and(let operands): operands.flatMap(\.clauses)
    case .or(let operands) where operands.count == 1: operands[0].clauses
    case .constant(let value, _) where value.truth == true: []
    default: [self]
    }
  }

  /// Equalities of one thing with constants, as IN of a list is.
  fileprivate var isList: Bool {
    guard case .or(let operands) = self, operands.count > 1 else { return false }
    var known: BoundExpression?
    for operand in operands {
      guard case .compare(.equal, let left, .constant, _) = operand, known == nil || known == left
      else { return false }
      known = left
    }
    return true
  }

  /// `x = true` and the like: planned as `x` or its negation.
  ///
  /// Source: `simplify_boolean_equality()` in `src/backend/optimizer/util/clauses.c`.
  fileprivate var isBooleanTest: Bool {
    switch self {
    case .compare(.equal, let left, let right, .boolean),
      .compare(.notEqual, let left, let right, .boolean):
      left.isComputedAtOnce || right.isComputedAtOnce
    default: false
    }
  }

  public var isEquality: Bool {
    if case .compare(.equal, _, _, _) = self { true } else { false }
  }

  /// Elements that the planner counts with.
  public var plannedCount: Int {
    switch self {
    case .array(let elements, _): elements.count
    case .constant(.array(let array), _): array.elements.count
    case .cast(let operand, _, _): operand.plannedCount
    default: 10
    }
  }

  /// Without a cast that the operator itself spares, as of integers of two widths.
  public var comparedOperand: BoundExpression {
    if case .cast(let operand, let source, let target) = self,
      source.isInteger && target.type.isInteger && target.type != .smallint && source != .bigint
        || source == .name && target.type == .text
    {
      operand
    } else {
      self
    }
  }
}
