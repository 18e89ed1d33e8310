import AccessModel
import RowSecurity
import SQLBinding

/// When a cursor's rows are computed, which matters where roles or settings change between two
/// FETCH: what is not planned any more is evaluated as whoever fetches. RULES 26.
enum CursorReading {
  /// All of them when the first is fetched: they are sorted.
  case gathered
  /// Each when it is fetched: a table is read from its start.
  case oneByOne
  /// Only a plan would tell.
  case unknown

  init(_ query: BoundQuery, in database: Database) {
    guard let (model, filters) = query.scan(in: database) else {
      self = .unknown
      return
    }
    let catalog = database.catalog.catalog
    let conditions = (query.condition.map { [$0] } ?? []) + filters
    let targets = query.targets.map(\.expression)
    if query.sorts(model, beside: conditions) {
      let isGathered =
        query.condition?.hasSubquery != true
        && targets.allSatisfy { $0.isComputedBelowSort(catalog) }
      self = isGathered ? .gathered : .unknown
      return
    }
    // Of several values that something must equal some are computed once.
    let isGated =
      conditions.flatMap(\.conjuncts).count(where: \.equalsFixed) > 1
      && conditions.flatMap(\.conjuncts).contains(where: \.equalsComputed)
    let isPlain =
      query.orderBy.isEmpty && !isGated
      && (conditions + targets).allSatisfy { $0.isComputedForEachRow(catalog) }
      && conditions.allSatisfy { $0.isAskedOfEachRow(model, catalog) }
    self = isPlain ? .oneByOne : .unknown
  }
}

extension BoundQuery {
  /// The one table that it reads, and what its policies ask: nothing but reading it whole can be
  /// planned.
  fileprivate func scan(in database: Database) -> (Catalog.Table, [BoundExpression])? {
    guard sources.count == 1, case .relation(let relation) = sources[0].kind,
      case .table(let index) = relation.id, grouping == nil, windows.isEmpty,
      setFunctions.isEmpty, !isDistinct, distinctOn == nil, limit == nil, offset == nil,
      setOperation == nil, values == nil, commonTables.isEmpty, lockedSources.isEmpty,
      database.inheritance.members(below: index).isEmpty
    else { return nil }
    let model = database.catalog.catalog.tables[index]
    guard model.kind == .ordinary, model.keys.isEmpty, model.indexes.isEmpty,
      model.exclusions.isEmpty
    else { return nil }
    let filters = relation.security?.filters ?? []
    return (model, filters.flatMap { $0.conditions.map(\.expression) })
  }

  /// Whether ORDER BY needs a sort: some column of it is not known to be the same for all rows.
  fileprivate func sorts(
    _ model: Catalog.Table, beside conditions: [BoundExpression]
  ) -> Bool {
    orderBy.contains { order in
      guard case .column(let position, _) = order.expression, position.level == 0,
        model.columns.indices.contains(position.column),
        model.columns[position.column].generated == nil
      else { return false }
      return !conditions.contains { $0.mentions { $0 == position } }
    }
  }
}

extension BoundExpression {
  fileprivate func mentions(_ isMeant: (ColumnPosition) -> Bool) -> Bool {
    var result = false
    forEach { part in
      if case .column(let position, _) = part, isMeant(position) { result = true }
      // Positions in a subquery count from another level.
      if part.subquery != nil { result = true }
    }
    return result
  }

  /// Costly parts of a select list wait for the rows that are fetched.
  ///
  /// Source: `make_sort_input_target()` in `src/backend/optimizer/plan/planner.c`.
  fileprivate func isComputedBelowSort(_ catalog: Catalog) -> Bool {
    guard !hasSubquery, !isVolatile(catalog) else { return false }
    if isMutable(catalog) == false { return true }
    var (isCheap, count) = (true, 0)
    forEach { part in
      switch part {
      case .column, .constant: break
      case .valueFunction, .compare, .and, .or, .not, .test, .cast: count += 1
      case .builtin(let builtin, _) where Self.settings.contains(builtin.id): count += 1
      default: isCheap = false
      }
    }
    return isCheap && count < 6
  }

  private static let settings: Set = ["current_setting(text)", "current_setting(text,boolean)"]

  /// It is computed anew, from nothing that was kept.
  fileprivate func isComputedForEachRow(_ catalog: Catalog) -> Bool {
    var isPlain = !hasSubquery && !isVolatile(catalog)
    forEach { part in
      if case .function(let index, _, _) = part,
        catalog.functions[index].volatility != .immutable
      {
        isPlain = false
      }
    }
    return isPlain
  }

  /// What is asked of no column is asked once, before the first row.
  fileprivate func isAskedOfEachRow(_ model: Catalog.Table, _ catalog: Catalog) -> Bool {
    switch self {
    case .and(let operands): operands.allSatisfy { $0.isAskedOfEachRow(model, catalog) }
    case .not(let operand): operand.isAskedOfEachRow(model, catalog)
    default:
      isMutable(catalog) == false
        || mentions { $0.level == 0 && model.columns.indices.contains($0.column) }
    }
  }
}
