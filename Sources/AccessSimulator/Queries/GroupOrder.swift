import AccessModel
import Foundation
import RowSecurity
import SQLBinding

/// In which order groups come where nothing else tells: those that tie in ORDER BY show it, and those
/// that LIMIT keeps.
enum GroupOrder {
  /// As they lie in a hash table made for so many, by the keys at these positions.
  case hashed(expecting: Int, by: [Int])
  /// By their keys, for which rows were sorted.
  case sorted(by: [BoundOrder])
}

/// Whether PostgreSQL sorts the rows of a query or hashes its groups, and how many it expects.
///
/// Source: `add_paths_to_grouping_rel()` in `src/backend/optimizer/plan/planner.c`,
/// `estimate_num_groups()` in `src/backend/utils/adt/selfuncs.c`, `cost_agg()` and `cost_sort()` in
/// `src/backend/optimizer/path/costsize.c`.
struct GroupEstimate {
  private let compiler: QueryCompiler
  private let query: BoundQuery
  private let grouping: BoundGrouping
  /// The groups are those of DISTINCT.
  private let isDistinct: Bool
  private var tables: [FilteredTable] = []
  private let conditions: [BoundExpression]
  /// Of each table, how many rows are expected.
  private var sides: [JoinCost.Side] = []
  /// Of each join, which part of the pairs it keeps.
  private var joined = 1.0

  // Parts of costs, in units of a page read in sequence.
  private static let tuple = 0.01
  private static let operation = 0.0025
  /// Of more groups PostgreSQL asks how much memory there is.
  private static let mostGroups = 10_000.0

  /// Nil where it is not known how the query is run.
  init?(_ written: BoundQuery, _ compiler: QueryCompiler) throws(EngineFailure) {
    let query = compiler.merged(written, isNeeded: true)
    isDistinct = written.isDistinct
    guard let grouping = query.groupsTold, let before = written.groupsTold, grouping.sets == nil,
      !grouping.keys.isEmpty, grouping.keys.count == before.keys.count, !query.sources.isEmpty
    else { return nil }
    (self.compiler, self.query, self.grouping) = (compiler, query, grouping)
    for source in query.sources {
      guard let table = try compiler.table(of: source), !table.isParent, !table.isDenied else {
        return nil
      }
      tables.append(table)
    }
    conditions =
      JoinPlanner.conjuncts(query.condition)
      + query.joins.flatMap(\.conditions).flatMap { JoinPlanner.conjuncts($0) }
  }

  /// What each table gives; false where that is not known.
  private mutating func noteSides() -> Bool {
    var own = [[BoundExpression]](repeating: [], count: tables.count)
    let session = compiler.session
    for condition in conditions {
      let mentioned = condition.sources(atLevel: 0)
      switch mentioned.count {
      case 0: continue
      case 1 where !session.catalog.isJoin(condition):
        own[mentioned[mentioned.startIndex]].append(condition)
      case 2:
        guard let part = part(joinedBy: condition) else { return false }
        joined *= part
      default: return false
      }
    }
    for (table, conditions) in zip(tables, own) {
      guard
        let side = JoinCost.Side(
          table, conditions, key: nil, session, countsValues: true)
      else { return false }
      guard tables.count == 1 || side.kept == side.rows...side.rows else { return false }
      sides.append(side)
    }
    return true
  }

  /// Source: `eqjoinsel()` in `src/backend/utils/adt/selfuncs.c`.
  private func part(joinedBy condition: BoundExpression) -> Double? {
    guard case .compare(.equal, .column(let left, _), .column(let right, _), _) = condition,
      left.level == 0, right.level == 0, left.column >= 0, right.column >= 0
    else { return nil }
    return 1 / max(distinct(left), distinct(right))
  }

  private func rows(_ number: Int) -> Double {
    (tables[number].countedRows ?? tables[number].expectedRows).map(Double.init) ?? 1
  }

  /// Source: `get_variable_numdistinct()` in `src/backend/utils/adt/selfuncs.c`.
  private func distinct(_ column: ColumnPosition) -> Double {
    let rows = rows(column.source)
    return tables[column.source].isUnique(column.column) ? rows : min(rows, RowEstimate.values)
  }

  // MARK: The order

  /// Nil: one or the other.
  mutating func order() -> GroupOrder? {
    guard let used = usedKeys else { return nil }
    let sorted = sorting(by: used)
    let keys = sorted.order.compactMap(\.groupKey)
    let isSorted = grouping.aggregates.contains { $0.isDistinct || !$0.orderBy.isEmpty }
    if isSorted || isReadInOrder(keys) { return .sorted(by: sorted.order) }
    guard noteSides() else { return nil }
    var found: Set<Int> = []
    for rows in [inputRows(\.lowerBound), inputRows(\.upperBound)] {
      guard let groups = groups(of: keys, rows), groups <= Self.mostGroups else { return nil }
      guard let isHashed = isHashed(rows, groups, keys.count, isOrdered: sorted.isAskedFor)
      else { return nil }
      found.insert(isHashed ? Int(groups) : 0)
    }
    guard found.count == 1, let count = found.first else { return nil }
    return count == 0 ? .sorted(by: sorted.order) : .hashed(expecting: count, by: keys)
  }

  /// Whether a few of many rows are read by an index on the first of the keys.
  private func isReadInOrder(_ keys: [Int]) -> Bool {
    let session = compiler.session
    guard isDistinct, query.limit != nil, tables.count == 1, tables[0].countedRows == nil,
      session.engine.version >= .v16 || keys.count == 1, let key = keys.first,
      case .column(let position, _) = grouping.keys[key], position.level == 0, position.column >= 0
    else { return false }
    return tables[0].isIndexed(position.column)
  }

  private func inputRows(_ end: (ClosedRange<Double>) -> Double) -> Double {
    max(1, (sides.reduce(joined) { $0 * end($1.kept) }).rounded()) * unnested
  }

  /// How many rows set-returning functions among the keys make of each.
  ///
  /// Source: `expression_returns_set_rows()` in `src/backend/optimizer/util/clauses.c`,
  /// `array_unnest_support()` in `src/backend/utils/adt/arrayfuncs.c`.
  private var unnested: Double {
    grouping.setFunctions.map {
      RowEstimate.rows(of: query.setFunctions[$0].call, compiler.session.catalog)
    }
    .max() ?? 1
  }

  /// Keys that ORDER BY begins with come first; before 17 only where it names no others, or they are
  /// all. `isAskedFor`: then rows may be sorted for both.
  ///
  /// Source: `preprocess_groupclause()` in `src/backend/optimizer/plan/planner.c`.
  private func sorting(by keys: [Int]) -> (order: [BoundOrder], isAskedFor: Bool) {
    let asked = query.orderBy.map { isDistinct ? $0.sorting(grouping.keys) : $0 }
    var first = Array(asked.prefix { $0.groupKey.map(keys.contains) == true })
    let others = keys.filter { key in !first.contains { $0.groupKey == key } }
    if compiler.session.engine.version < .v17, first.count < query.orderBy.count, !others.isEmpty {
      first = []
    }
    let rest = keys.filter { key in !first.contains { $0.groupKey == key } }.map { key in
      BoundOrder(
        .groupKey(key, grouping.keys[key].type), isDescending: false, nullsFirst: false)
    }
    return (first + rest, !first.isEmpty && first.count == query.orderBy.count)
  }

  /// Without columns that a primary key of their table decides; nil where it is not known which those
  /// are.
  ///
  /// Source: `remove_useless_groupby_columns()` in `src/backend/optimizer/plan/initsplan.c`.
  private var usedKeys: [Int]? {
    var plain: [Int: [(key: Int, column: Int)]] = [:]
    guard !isDistinct || Set(grouping.keys).count == grouping.keys.count else { return nil }
    for (place, key) in grouping.keys.enumerated() {
      guard case .column(let position, _) = key else { continue }
      guard position.level == 0, position.column >= 0 else { return nil }
      plain[position.source, default: []].append((place, position.column))
    }
    var useless: Set<Int> = []
    // From 16 on what must equal a constant tells no groups apart.
    if compiler.session.engine.version >= .v16 {
      for condition in conditions {
        for (source, columns) in plain {
          let fixed = JoinPlanner.lookup(condition, in: source, compiler.session.catalog.catalog)
          useless.formUnion(columns.filter { $0.column == fixed?.column }.map(\.key))
        }
      }
    }
    let isRepeated = conditions.contains { condition in
      guard case .compare(.equal, let left, let right, _) = condition else { return false }
      return grouping.keys.contains(left) && grouping.keys.contains(right)
    }
    guard !isRepeated else { return nil }
    for (source, columns) in plain where columns.count > 1 && !isDistinct {
      let model = compiler.session.catalog.catalog.tables[tables[source].table]
      let names = Set(columns.map { model.columns[$0.column].name })
      if let key = model.primaryKey, !key.isDeferrable, names.isSuperset(of: key.columns) {
        useless.formUnion(
          columns.filter { !key.columns.contains(model.columns[$0.column].name) }.map(\.key))
      } else if compiler.session.engine.version >= .v18,
        model.keys.contains(where: { names.isSuperset(of: $0.columns) })
          || model.indexes.contains(where: \.isUnique)
      {
        return nil
      }
    }
    let used = grouping.keys.indices.filter { !useless.contains($0) }
    return used.isEmpty ? nil : used
  }

  /// Source: `estimate_num_groups()`.
  private func groups(of keys: [Int], _ input: Double) -> Double? {
    var count = 1.0
    var columns: [Int: Set<ColumnPosition>] = [:]
    for key in keys.map({ grouping.keys[$0] }) {
      if key.type == .boolean {
        count *= 2
        continue
      }
      guard !key.hasSubquery, !key.isVolatile(compiler.session.catalog.catalog),
        !key.mentions(level: 1)
      else { return nil }
      var isKnown = true
      func note(_ part: BoundExpression) {
        switch part {
        case .column(let position, _):
          isKnown = isKnown && position.level == 0 && position.column >= 0
          columns[position.source, default: []].insert(position)
        case .setResult(let index, _):
          for argument in query.setFunctions[index].call.arguments { argument.forEach(note) }
        default: break
        }
      }
      key.forEach(note)
      guard isKnown else { return nil }
    }
    for (source, columns) in columns {
      let values = columns.map(distinct)
      let rows = rows(source)
      let most = values.max() ?? 1
      var limit = rows
      if values.count > 1 { limit = min(rows, max(most, rows * 0.1)) }
      var distinct = min(values.reduce(1, *), limit)
      let kept = tables.count == 1 ? input : rows
      if kept < rows { distinct *= 1 - pow((rows - kept) / rows, rows / distinct) }
      count *= max(1, distinct.rounded(.toNearestOrEven))
    }
    return max(1, min((count * unnested).rounded(.up), input))
  }

  /// Whether an index may find what is asked of the only table.
  private var mayFind: Bool {
    guard tables.count == 1 else { return false }
    let session = compiler.session
    let inliner = FunctionInliner(session: session)
    let asked =
      inliner.inlined(tables[0].filters).flatMap(\.conditions).map(\.expression)
      .flatMap { JoinPlanner.conjuncts($0) } + inliner.inlined(conditions)
    let indexed = IndexConditions(
      source: 0, table: tables[0], session: session, conditions: asked)
    return asked.contains(where: indexed.contains)
  }

  private static func sorting(_ rows: Double) -> Double {
    let rows = max(2, rows)
    return operation * rows * (2 * log2(rows) + 1)
  }

  /// What costs about the same leaves it to the rows' being sorted. Nil: too close to say.
  /// `isOrdered`: groups that are hashed are sorted afterwards.
  private func isHashed(
    _ rows: Double, _ groups: Double, _ keys: Int, isOrdered: Bool
  ) -> Bool? {
    var sorting = Self.sorting(rows) - (isOrdered ? Self.sorting(groups) : 0)
    // Sorted rows are told apart for nothing.
    if isDistinct { sorting -= Self.tuple * groups }
    var found: Set<Bool> = []
    let mayFind = mayFind
    for isMost in [false, true] {
      var scan = 0.0
      for side in sides {
        let asking = side.asking ?? (isMost ? 1 : 0)
        scan += isMost || !mayFind ? JoinCost.scan(of: side, asking) : min(side.pages, 8)
      }
      if tables.count > 1 {
        scan += Self.tuple * rows + sides.reduce(0) { $0 + 2 * Self.tuple * $1.rows }
      }
      let gathering =
        Self.operation * rows * Double(keys + grouping.aggregates.count) + Self.tuple * groups
      let ratio = sorting / (0.01 * (scan + gathering))
      if isDistinct, !isOrdered, ratio < 0.96 {
        // Neither costs clearly less: what begins earlier is kept beside what is sorted, and chosen
        // where it costs less at all.
        let earlier = sorting + Self.tuple * groups - Self.operation * rows * Double(1 + keys)
        found.insert(ratio > 0 && earlier > 0.01 * (scan + gathering))
        continue
      }
      guard !(0.96...1.04).contains(ratio) else { return nil }
      found.insert(ratio > 1)
    }
    return found.count == 1 ? found.first : nil
  }
}

extension BoundQuery {
  /// What it groups its rows by, or tells them apart by.
  fileprivate var groupsTold: BoundGrouping? {
    guard isDistinct else { return grouping }
    guard grouping == nil, windows.isEmpty, setFunctions.isEmpty else { return nil }
    return BoundGrouping(keys: targets.map(\.expression), aggregates: [])
  }
}

extension BoundOrder {
  /// By the key that it is.
  fileprivate func sorting(_ keys: [BoundExpression]) -> BoundOrder {
    guard let key = keys.firstIndex(of: expression) else { return self }
    var result = self
    result.expression = .groupKey(key, expression.type)
    return result
  }

  /// The key that it sorts groups by; nil: something else.
  var groupKey: Int? { if case .groupKey(let key, _) = expression { key } else { nil } }
}
