public import AccessModel
public import SQLBinding

extension SecurityRewriter {
  /// RULES 42–45, 55, 59.
  mutating func insert(
    _ insert: BoundInsert
  ) throws(EngineFailure) -> (BoundStatement, SecuredTarget) {
    try requireWritable(insert)
    let insert = insert.withoutUserValues(catalog)
    var result = insert
    if !insert.hasSeveralRows { result.source = try source(of: insert) }
    try expandChecks(of: way(from: insert.target, .insert))
    result.conflict = try insert.conflict.map { (conflict) throws(EngineFailure) in
      try self.conflict(conflict)
    }
    result.returning = try returning(insert.returning)
    // Several rows are a relation, which comes after all expressions.
    if insert.hasSeveralRows { result.source = try source(of: insert) }
    var path = TargetPath(
      insert.target, privileges(of: insert), as: insert.target.checkedAs ?? caller)
    path.requireExcluded(insert.conflict)
    let updates = if case .update? = insert.conflict?.action { true } else { false }
    while let layer = try nextLayer(&path, .insert, readsRows: updates) {
      result = layer.replacing(result)
      if let conflict = result.conflict { result.conflict = try layer.replacing(conflict) }
      result.returning = layer.replacing(result.returning, result.returnedRows)
    }
    try requireNoConflict(in: insert, on: path.id)
    result.target.id = path.id
    result.target.isOnly = path.isOnly
    result = result.withoutUserValues(catalog).withoutUnusedUserValues(catalog, isPlanned: true)
    if let conflict = result.conflict {
      result.conflict?.arbiter = planning.isToCome ? .any : try arbiter(of: conflict, path)
    }
    let isRead = path.isRead
    var target = try securedTarget(path) { (policies) throws(EngineFailure) in
      var selected = PolicyUse()
      selected.checks = try policies.checks(for: .insert)
      if isRead { selected.checks?.append(try policies.checks(for: .select, usingOnly: true)) }
      guard updates else { return selected }
      selected.existing = try policies.checks(for: .update, usingOnly: true)
      selected.updated = try policies.checks(for: .update)
      if isRead {
        selected.existing?.append(try policies.checks(for: .select, usingOnly: true))
        selected.updated?.append(try policies.checks(for: .select, usingOnly: true))
      }
      return selected
    }
    path.finish(&target)
    return (.insert(result), target)
  }

  private mutating func source(
    of insert: BoundInsert
  ) throws(EngineFailure) -> BoundInsert.Source {
    switch insert.source {
    case .query(let query): return .query(try self.query(query, as: caller))
    case .values(let rows):
      var rewritten: [[BoundExpression?]] = []
      for row in rows {
        var cells: [BoundExpression?] = []
        for cell in row { cells.append(try optional(cell, as: caller)) }
        rewritten.append(cells)
      }
      return .values(rewritten)
    }
  }

  /// RULES 13, 45: columns assigned explicitly, DEFAULT VALUES any one; UPDATE though nothing may
  /// come to conflict.
  func privileges(of insert: BoundInsert) -> [TargetPath.Need] {
    var result: [TargetPath.Need] = [.init(.insert, Set(insert.columns))]
    if case .update(let assignments, _)? = insert.conflict?.action {
      result.append(.init(.update, Set(assignments.map(\.column))))
    }
    return result
  }

  private mutating func conflict(
    _ conflict: BoundConflict
  ) throws(EngineFailure) -> BoundConflict {
    guard case .update(let assignments, let condition) = conflict.action else { return conflict }
    var result = conflict
    result.action = .update(
      try self.assignments(assignments), condition: try optional(condition, as: caller))
    return result
  }

  mutating func assignments(
    _ list: [BoundAssignment]
  ) throws(EngineFailure) -> [BoundAssignment] {
    var result = list
    for index in result.indices {
      result[index].value = try optional(result[index].value, as: caller)
    }
    return result
  }

  /// The unique constraints that ON CONFLICT looks at: that there is none is told once all else is
  /// planned.
  private mutating func arbiter(
    of conflict: BoundConflict, _ path: TargetPath
  ) throws(EngineFailure) -> BoundConflict.Arbiter {
    do throws(EngineFailure) {
      if case .table(let table) = path.id { return try arbiter(of: conflict, in: table) }
      if conflict.arbiter != .any { try requireArbiter(conflict.arbiter, path) }
    } catch {
      guard case .postgres = error else { throw error }
      missingArbiter = error
    }
    return .any
  }

  /// Source: `infer_arbiter_indexes()` in `src/backend/optimizer/util/plancat.c`.
  private func arbiter(
    of conflict: BoundConflict, in table: Int
  ) throws(EngineFailure) -> BoundConflict.Arbiter {
    let model = catalog.tables[table]
    switch conflict.arbiter {
    case .any: return .any
    case .keys(let keys): return .keys(keys)
    case .exclusion(let number):
      if case .update = conflict.action {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42809"),
            "ON CONFLICT DO UPDATE not supported with exclusion constraints"))
      }
      let parts = model.uniqueParts
      return .keys([parts.count - model.exclusions.count + number])
    case .inferred(let wanted):
      // No index has a system column.
      guard wanted.columns.allSatisfy(model.columns.indices.contains) else { throw Self.noArbiter }
      let names = Set(wanted.columns.map { model.columns[$0].name })
      // A deferrable one is an error only when a row is proposed.
      var keys: [Int] = []
      for (number, unique) in model.uniqueParts.enumerated()
      where unique.columns == names && unique.operators.isEmpty && isValid(number, of: model) {
        if try isInferred(unique, by: wanted, table) { keys.append(number) }
      }
      guard keys.isEmpty else { return .keys(keys) }
      throw Self.noArbiter
    }
  }

  /// Whether a unique constraint, by its number, has its part in each partition.
  private func isValid(_ number: Int, of table: Catalog.Table) -> Bool {
    guard table.kind == .partitioned else { return true }
    if number < table.keys.count { return catalog.isValid(table.keys[number], of: table) }
    let indexes = table.indexes.filter(\.isUnique)
    let place = number - table.keys.count
    return !indexes.indices.contains(place) || catalog.isValid(indexes[place], of: table)
  }

  /// A view with triggers has no index at all; that it may be used is found out before. A
  /// materialized view may have one, and is not changed all the same.
  private func requireArbiter(
    _ arbiter: BoundConflict.Arbiter, _ path: TargetPath
  ) throws(EngineFailure) {
    let early = path.named.filter { $0.isOnView && !catalog.isMaterialized($0.object) }
    if let error = try engine.privileges.firstFailure(of: early) { throw .postgres(error) }
    guard case .view(let index) = path.id, case .inferred(let wanted) = arbiter else {
      throw Self.noArbiter
    }
    let view = catalog.views[index]
    let unique = view.indexes.filter(\.isUnique)
    guard !unique.isEmpty else { throw Self.noArbiter }
    let isPlain = unique.allSatisfy { $0.condition == nil && $0.columns != nil }
    guard isPlain, wanted.expressions.isEmpty, wanted.condition == nil else {
      throw .undecided(Undecided("ON CONFLICT with a target in a materialized view"))
    }
    guard wanted.columns.allSatisfy(view.columns.indices.contains) else { throw Self.noArbiter }
    let names = Set(wanted.columns.map { view.columns[$0].name })
    guard unique.contains(where: { $0.columns == names }) else { throw Self.noArbiter }
  }

  private static let noArbiter = EngineFailure.postgres(
    PostgresError(
      SQLState(rawValue: "42P10"),
      "there is no unique or exclusion constraint matching the ON CONFLICT specification"))

  /// The same expressions, and a condition that the one written implies.
  private func isInferred(
    _ unique: Catalog.UniqueParts, by wanted: BoundConflict.Inference, _ table: Int
  ) throws(EngineFailure) -> Bool {
    var own: [BoundExpression] = []
    for expression in unique.expressions {
      own.append(try engine.catalog.bind(expression, overTable: table))
    }
    guard own.allSatisfy(wanted.expressions.contains), wanted.expressions.allSatisfy(own.contains)
    else { return false }
    guard let condition = unique.condition else { return true }
    guard let given = wanted.condition else { return false }
    let known = given.conjuncts
    let open = try engine.catalog.bind(condition, overTable: table).conjuncts
      .filter { !known.contains($0) }
    // Nothing is implied of columns that the other condition does not speak of.
    if open.isEmpty { return true }
    guard open.allSatisfy({ $0.ownColumns.isSubset(of: given.ownColumns) }) else { return false }
    throw .undecided(Undecided("whether the WHERE of ON CONFLICT implies that of an index"))
  }
}

extension BoundExpression {
  fileprivate var ownColumns: Set<Int> {
    var columns: Set<Int> = []
    forEach { part in
      if case .column(let position, _) = part, position.level == 0 {
        columns.insert(position.column)
      }
    }
    return columns
  }
}

extension Catalog {
  func isMaterialized(_ object: PrivilegeCheck.Object) -> Bool {
    if case .relation(.view(let index)) = object { views[index].isMaterialized } else { false }
  }

  /// What a unique constraint or index is over.
  public struct UniqueParts: Hashable, Sendable {
    public var columns: Set<String>
    public var expressions: Set<SQLExpression> = []
    public var condition: SQLExpression?
    /// Of an exclusion, with what they compare.
    public var operators: Set<Catalog.Exclusion.Element> = []
  }
}

extension Catalog.Index {
  /// Those that it is over; nil: it is over expressions too.
  fileprivate var columns: Set<String>? {
    var result: Set<String> = []
    for part in parts {
      guard case .column(_, let name) = part else { return nil }
      result.insert(name)
    }
    return result
  }
}

extension Catalog.Table {
  /// Of each unique constraint, then of each unique index, then of each exclusion.
  public var uniqueParts: [Catalog.UniqueParts] {
    keys.map { Catalog.UniqueParts(columns: Set($0.columns)) }
      + indexes.filter(\.isUnique).map { index in
        var parts = Catalog.UniqueParts(columns: [], condition: index.condition)
        for part in index.parts {
          if case .column(_, let name) = part {
            parts.columns.insert(name)
          } else {
            parts.expressions.insert(part)
          }
        }
        return parts
      }
      + exclusions.map {
        Catalog.UniqueParts(
          columns: [], condition: $0.condition, operators: Set($0.elements))
      }
  }

  /// The columns of each, but nil for an index that no list of columns can name.
  public var uniqueColumns: [Set<String>?] {
    uniqueParts.map {
      $0.expressions.isEmpty && $0.condition == nil && $0.operators.isEmpty ? $0.columns : nil
    }
  }
}

extension BoundInsert {
  fileprivate var expressions: [BoundExpression] {
    let values: [BoundExpression] =
      if case .values(let rows) = source { rows.flatMap { $0.compactMap { $0 } } } else { [] }
    return values + returning.map(\.expression) + (conflict?.expressions ?? [])
  }
}

extension BoundConflict {
  /// What DO UPDATE computes.
  var expressions: [BoundExpression] {
    guard case .update(let assignments, let condition) = action else { return [] }
    return assignments.compactMap(\.value) + [condition].compactMap { $0 }
  }
}

extension BoundInsert {
  /// OVERRIDING USER VALUE leaves nothing of what one row gives for an identity column.
  ///
  /// Source: `rewriteTargetListIU()` in `src/backend/rewrite/rewriteHandler.c`.
  fileprivate func withoutUserValues(_ catalog: Catalog) -> BoundInsert {
    guard overriding == .user, case .table(let table) = target.id,
      case .values(let rows) = source, rows.count == 1
    else { return self }
    var result = self
    let models = catalog.tables[table].columns
    result.source = .values([
      zip(columns, rows[0]).map { column, value in
        models[column].identity == nil ? value : nil
      }
    ])
    return result
  }

  /// Nothing uses what a query gives for an identity column then.
  public func withoutUnusedUserValues(_ catalog: Catalog, isPlanned: Bool = false) -> BoundInsert {
    guard overriding == .user, case .table(let table) = target.id, case .query(let query) = source
    else { return self }
    let models = catalog.tables[table].columns
    let used = columns.indices.filter { models[columns[$0]].identity == nil }
    var result = self
    result.source = .query(query.keepingInParts(Set(used), catalog, isPlanned: isPlanned))
    return result
  }
}
