import AccessModel
import RowSecurity
import SQLBinding

/// What has no row whatever the tables hold: default deny, and partitioned tables without
/// partitions. Joined to it, nothing is evaluated.
///
/// Source: `set_dummy_rel_pathlist()` in `src/backend/optimizer/path/allpaths.c`.
extension JoinPlanner {
  func findsNothing(_ units: [Unit]) -> Bool {
    units.contains { findsNothing($0.join) }
  }

  private func findsNothing(_ join: BoundJoin) -> Bool {
    switch join {
    case .source(let number): findsNothing(sources[number])
    case .join(.inner, let left, let right, _): findsNothing(left) || findsNothing(right)
    case .join(.left, let left, _, _): findsNothing(left)
    case .join(.right, _, let right, _): findsNothing(right)
    case .join(.full, let left, let right, _): findsNothing(left) && findsNothing(right)
    }
  }

  /// Whether a condition is an EXISTS or IN that is joined with what shows nothing.
  ///
  /// Source: `convert_EXISTS_sublink_to_join()` and `convert_ANY_sublink_to_join()` in
  /// `src/backend/optimizer/plan/subselect.c`.
  func joinsNothing(_ condition: BoundExpression) -> Bool {
    let version = compiler.session.catalog.names.version
    var joined: BoundQuery
    switch condition {
    case .exists(let query):
      guard let asked = query.condition, asked.mentions(level: 1), !isVolatile(asked) else {
        return false
      }
      joined = query
    case .inQuery(let operand, let query, _, negated: false):
      guard operand.mentions(level: 0) else { return false }
      joined = query
      if query.isCorrelated {
        guard version >= .v17 else { return false }
      } else {
        // Of nothing there are no groups.
        joined.isDistinct = false
        if query.grouping?.keys.isEmpty == false { joined.grouping = nil }
      }
    default: return false
    }
    guard joined.isOnlySelection else { return false }
    if case .exists = condition, let asked = joined.condition,
      compiler.session.isNeverMet(asked)
    {
      return true
    }
    return joined.joins.flatMap(\.innerSources).contains { number in
      guard findsNothing(joined.sources[number]) else { return false }
      // Before 17 another condition of the relation alone hides that.
      return version >= .v17
        || Self.conjuncts(joined.condition).allSatisfy {
          $0.mentions(level: 1) || $0.sources(atLevel: 0) != [number]
        }
    }
  }

  private func findsNothing(_ source: BoundSource) -> Bool {
    switch source.kind {
    case .query(let query): return findsNothing(query)
    case .commonTable, .function, .system: return false
    case .relation(let relation):
      switch relation.id {
      case .view(let index):
        guard !compiler.session.catalog.catalog.views[index].isMaterialized else { return false }
        return relation.security?.viewQuery.map(findsNothing) ?? false
      case .table(let table):
        let isDenied = compiler.session.isDenied(by: relation.security?.filters)
        return isDenied || !relation.isOnly && hasNoPartition(table)
      case .sequence: return false
      }
    }
  }

  private func findsNothing(_ query: BoundQuery) -> Bool {
    guard query.isOnlySelection else { return false }
    return query.joins.contains { join in
      if case .source(let number) = join { findsNothing(query.sources[number]) } else { false }
    }
  }

  /// Before 17 one relation alone that shows nothing is read all the same where the query says
  /// something else too.
  ///
  /// Source: `relation_excluded_by_constraints()` in `src/backend/optimizer/util/plancat.c`.
  func isReadForNothing(_ units: [Unit]) -> Bool {
    // A subquery that reads nothing leaves no relation behind.
    let units = units.filter { unit in
      guard case .source(let number) = unit.join, let query = sources[number].innerQuery else {
        return true
      }
      return !query.isOnlySelection || !query.joins.isEmpty
    }
    guard units.count == 1, case .source(let number) = units[0].join else { return false }
    return isReadForNothing(sources[number])
  }

  /// Whether policies may ask subqueries, which cost nothing where they depend on no row, before the
  /// one that shows no row.
  func isAskedBeforeDenial(_ units: [Unit], _ conditions: [BoundExpression]) -> Bool {
    guard units.count == 1, case .source(let number) = units[0].join,
      case .table(let table) = rowSources[number], table.isDenied,
      isReadForNothing(sources[number])
    else { return false }
    return table.filters.flatMap(\.conditions).contains(where: \.expression.hasSubquery)
      && !conditions.contains(where: compiler.session.isNeverMet)
  }

  /// As above, of what is joined, as the planner has found out.
  func isJoinedForNothing(_ units: [Unit], _ conditions: [BoundExpression]) -> Bool {
    guard compiler.session.catalog.names.version < .v17, let planned, !planned.findsNothing,
      !conditions.contains(where: compiler.session.isNeverMet)
    else { return false }
    return units.count > 1
      || conditions.contains(where: isJoin)
        && conditions.filter(joinsNothing).allSatisfy { $0.subquery?.isOnlySelection == true }
  }

  /// Whether rows of others are read before it shows that one has none: what equals something fixed is
  /// read first.
  func isReadInVain(_ units: [Unit], _ conditions: [BoundExpression]) -> Bool {
    guard isJoinedForNothing(units, conditions) else { return false }
    return !units.contains { unit in
      guard case .source(let number) = unit.join, rowSources[number].isDenied else { return false }
      return conditions.contains {
        lookup($0, in: number)?.value.sources(atLevel: 0).isEmpty == true
      }
        || key(of: unit, conditions.map { ($0, $0.sources(atLevel: 0)) }, Set(sources.indices))
          .flatMap { implied($0, of: unit, conditions) } != nil
    }
  }

  /// As above, of several relations: other conditions of each that shows nothing hide that, and other
  /// policies.
  func isDenialHidden(_ units: [Unit], by conditions: [BoundExpression]) -> Bool {
    guard compiler.session.catalog.names.version < .v17 else { return false }
    let denied = units.filter { unit in
      if case .source(let number) = unit.join { rowSources[number].isDenied } else { false }
    }
    return !denied.isEmpty
      && denied.allSatisfy { unit in
        guard case .source(let number) = unit.join, isReadForNothing(sources[number]) else {
          return false
        }
        return asksBesideDenial(rowSources[number])
          || conditions.contains { $0.sources(atLevel: 0) == [number] && !$0.hasSubquery }
      }
  }

  private func asksBesideDenial(_ source: RowSource) -> Bool {
    guard case .table(let table) = source else { return false }
    return table.filters.contains { filter in
      let folder = ConstantFolder(session: compiler.session)
      let asked = try? folder.fold(.or(filter.conditions.map(\.expression)))
      return asked.map { !$0.isNeverTrue && !$0.isConstant } ?? true
    }
  }

  func isReadForNothing(_ source: BoundSource) -> Bool {
    guard compiler.session.catalog.names.version < .v17 else { return false }
    let inner: BoundQuery
    switch source.kind {
    case .commonTable, .function, .system: return false
    case .query(let query): inner = query
    case .relation(let relation):
      switch relation.id {
      case .sequence: return false
      case .table(let table):
        guard compiler.session.catalog.catalog.tables[table].kind != .partitioned else {
          return false
        }
        return relation.isOnly
          || compiler.session.database?.inheritance.members(below: table).isEmpty == true
      case .view(let index):
        guard !compiler.session.catalog.catalog.views[index].securityBarrier,
          let query = relation.security?.viewQuery
        else { return false }
        inner = query
      }
    }
    guard inner.isOnlySelection, inner.joins.count == 1, case .source(let number) = inner.joins[0]
    else { return false }
    return isReadForNothing(inner.sources[number])
  }

  private func hasNoPartition(_ table: Int) -> Bool {
    guard let database = compiler.session.database,
      compiler.session.catalog.catalog.tables[table].kind == .partitioned
    else { return false }
    return database.inheritance.members(below: table).isEmpty
  }
}
