import AccessModel
import RowSecurity
import SQLBinding

/// What is asked once before any row, where policies and conditions say that something equals several
/// values: that those equal each other.
///
/// Source: `create_gating_plan()` in `src/backend/optimizer/plan/createplan.c`.
extension JoinPlanner {
  /// Finds the gates in front of a join. Of a table that others inherit from each of those is behind
  /// them by itself.
  mutating func takeGates(
    of units: [Unit], _ conditions: inout [BoundExpression]
  ) throws(EngineFailure) {
    let tables = units.compactMap { unit -> (number: Int, table: FilteredTable)? in
      guard case .source(let number) = unit.join, let table = table(of: unit) else { return nil }
      return (number, table)
    }
    let session = compiler.session
    for (number, table) in tables where table.hasTablesBelow {
      if let pruned = try pruned(table, of: number, conditions) {
        rowSources[number] = .table(pruned)
      }
    }
    guard !tables.contains(where: \.table.isDenied),
      !conditions.contains(where: session.isNeverMet)
    else { return }
    if units.count == 1, let number = tables.first?.number {
      try gateTables(of: number, conditions.filter(mentionsNoRow), &conditions)
    } else if !barriers.isEmpty {
      let ofTarget = conditions.filter { isOfBarrier($0) && mentionsNoRow($0) }
      try gateTables(of: 0, ofTarget, &conditions)
    }
    guard mayHaveGates(tables.map(\.table), conditions) else { return }
    let inliner = FunctionInliner(session: session)
    var clauses: [EquivalenceClasses.Clause] = []
    for (number, table) in tables {
      for (level, filter) in inliner.inlined(table.filters).enumerated() {
        clauses += policies(filter, of: number).map { (folded($0), level) }
      }
    }
    let levels = tables.map { $0.table.filters.count }.max() ?? 0
    clauses += inliner.inlined(conditions).map { condition in
      let barrier = barriers.firstIndex { $0.conjuncts.contains(condition) }
      return (folded(condition), levels + (barrier ?? barriers.count))
    }
    let classes = EquivalenceClasses(clauses, QualOrder(catalog))
    let found = classes.gates
    guard !found.isEmpty else { return }
    if found.contains(where: \.callsCatalog) {
      // Those are called there, and not again for each row.
      conditions = conditions.map(classes.asked)
      for (number, table) in tables {
        let filters = inliner.inlined(table.filters).map { asked($0, of: number, classes) }
        // Policies ask the same then.
        conditions = conditions.without(filters.flatMap { policies($0, of: number) })
        if case .table(let table) = rowSources[number] {
          rowSources[number] = .table(try table.asking(filters))
        }
      }
    }
    if units.count == 1, let number = tables.first?.number,
      case .table(let table) = rowSources[number], table.hasTablesBelow
    {
      rowSources[number] = .table(try table.behind(found))
    } else {
      gates = found
    }
  }

  /// What mentions no source is asked of each table below a parent, behind its policies.
  ///
  /// Source: `apply_child_basequals()` in `src/backend/optimizer/util/inherit.c`.
  private mutating func gateTables(
    of number: Int, _ constant: [BoundExpression], _ conditions: inout [BoundExpression]
  ) throws(EngineFailure) {
    guard !constant.isEmpty, !isJoined, case .table(let table) = rowSources[number],
      table.hasTablesBelow
    else { return }
    conditions.removeAll(where: constant.contains)
    rowSources[number] = .table(try table.behind(constant))
  }

  /// A partitioned table by what its partitions are told apart by, where it shows of which rows
  /// something is asked; nil: it is read as it is.
  private func pruned(
    _ table: FilteredTable, of number: Int, _ conditions: [BoundExpression]
  ) throws(EngineFailure) -> FilteredTable? {
    guard let key = catalog.tables[table.table].partitionKey else { return nil }
    let inliner = FunctionInliner(session: compiler.session)
    let clauses =
      inliner.inlined(table.filters).flatMap { policies($0, of: number) }
      + inliner.inlined(conditions)
    let order = QualOrder(catalog)
    guard
      !table.gates.isEmpty
        || clauses.contains(where: {
          order.mayMatterBesideOthers($0, raises: compiler.session.raises)
        })
    else { return nil }
    let names = catalog.tables[table.table].columns.map(\.name)
    var values: [Int: BoundExpression] = [:]
    for clause in clauses {
      guard let (column, value) = lookup(clause, in: number), names.indices.contains(column),
        key.columnNames.contains(names[column]), !value.reachesOut
      else { continue }
      values[column] = value
    }
    return values.isEmpty ? nil : try table.pruned(by: values)
  }

  private func mayHaveGates(
    _ tables: [FilteredTable], _ conditions: [BoundExpression]
  ) -> Bool {
    var equalities = conditions.filter(\.equalsFixed)
    for filter in tables.flatMap(\.filters) where filter.conditions.count == 1 {
      equalities += Self.conjuncts(filter.conditions[0].expression).filter(\.equalsFixed)
    }
    return Set(equalities.map(\.fixedSide)).count > 1
  }

  private func policies(_ filter: SecurityFilter, of number: Int) -> [BoundExpression] {
    let condition = BoundExpression.or(filter.conditions.map(\.expression)).onlyOperand
    return Self.conjuncts(condition.atSource(number))
  }

  private func asked(
    _ filter: SecurityFilter, of number: Int, _ classes: EquivalenceClasses
  ) -> SecurityFilter {
    guard filter.conditions.count == 1, let only = filter.conditions.first else { return filter }
    let asked = policies(filter, of: number).map { classes.asked(folded($0)).atSource(0) }
    return .restrictive(PolicyCondition(policy: only.policy, .and(asked)))
  }

  private func folded(_ clause: BoundExpression) -> BoundExpression {
    guard clause.isEquality else { return clause }
    return (try? ConstantFolder(session: compiler.session).fold(clause)) ?? clause
  }
}

extension BoundExpression {
  /// Of an equality of what changes from row to row with something else: that.
  fileprivate var fixedSide: BoundExpression? {
    guard case .compare(.equal, let left, let right, _) = self else { return nil }
    switch (left.sources(atLevel: 0).isEmpty, right.sources(atLevel: 0).isEmpty) {
    case (true, false): return left
    case (false, true): return right
    default: return nil
    }
  }

  /// Whether something in it equals what is the same for each row.
  var equalsFixed: Bool { fixedSide != nil }

  /// As above, where that has to be computed.
  var equalsComputed: Bool {
    guard let fixedSide else { return false }
    return !fixedSide.isConstant
  }
}
