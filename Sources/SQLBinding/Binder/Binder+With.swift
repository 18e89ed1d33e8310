import AccessModel

/// A table of WITH, bound; references to it are counted until the query around it is finished.
struct DefinedTable {
  let table: CommonTable
  let statement: BoundStatement
  let isMaterialized: Bool?

  var finished: BoundCommonTable {
    BoundCommonTable(
      id: table.id, name: table.name, columnNames: table.columnNames,
      columnTypes: table.columnTypes, statement: statement, isMaterialized: isMaterialized,
      isRecursive: table.isRecursive, references: table.references)
  }
}

extension Binder {
  /// Defines the tables of a WITH in a scope. Source: `transformWithClause()` in `parse_cte.c`.
  mutating func with(
    _ clause: SQLWith?, in scope: Scope, isOutermost: Bool = false
  ) throws(EngineFailure) -> [DefinedTable] {
    guard let clause else { return [] }
    var seen: Set<String> = []
    for table in clause.tables where !seen.insert(table.name).inserted {
      throw .postgres(
        PostgresError(
          .duplicateAlias, "WITH query name \"\(table.name)\" specified more than once"))
    }
    let mayChange = scope.parent == nil || isOutermost
    for table in clause.tables where table.statement.changesRows && !mayChange {
      throw .postgres(
        PostgresError(
          .featureNotSupported,
          "WITH clause containing a data-modifying statement must be at the top level"))
    }
    let usedOutside = scope.parent?.used ?? []
    var result: [DefinedTable] = []
    let tables = clause.isRecursive ? try inOrderOfNeed(clause.tables) : clause.tables
    scope.futureCommonTables = tables.map(\.name)
    for written in tables {
      if !clause.isRecursive { scope.futureCommonTables.removeFirst() }
      let isRecursive =
        clause.isRecursive && written.statement.mentionsTable(written.name)
      // Its own name means something around it, unless it is recursive.
      let defined = try commonTable(written, isRecursive: isRecursive, in: scope)
      result.append(defined)
      if clause.isRecursive { scope.futureCommonTables.removeAll { $0 == written.name } }
    }
    if let rows = scope.parent, rows.isOfRule {
      try Self.requireUnused(rows, since: usedOutside)
    }
    return result
  }

  private mutating func commonTable(
    _ written: SQLCommonTable, isRecursive: Bool, in scope: Scope
  ) throws(EngineFailure) -> DefinedTable {
    let table = CommonTable(id: nextCommonTable, name: written.name)
    nextCommonTable += 1
    let statement: BoundStatement
    switch written.statement {
    case .query(let query):
      if isRecursive {
        try RecursionCheck(name: written.name).check(query)
        guard query.with == nil else { throw undecided("WITH inside of a recursive query") }
        table.columnNames = written.columns
        openTable = table
      }
      let bound = try self.query(query, inside: scope)
      openTable = nil
      if isRecursive {
        try requireDeclaredTypes(bound, table)
        try requireDeclaredModifiers(query, table)
      }
      statement = .query(bound)
      table.isOpen = false
      (table.columnNames, table.columnTypes) = (
        bound.targets.map(\.name), bound.targets.map(\.expression.type)
      )
    default:
      if isRecursive {
        throw .postgres(
          PostgresError(
            RecursionCheck.state,
            "recursive query \"\(written.name)\" must not contain data-modifying statements"))
      }
      (statement, table.columnNames, table.columnTypes) = try changingTable(written, in: scope)
      table.hasRows = !table.columnNames.isEmpty
    }
    guard written.columns.count <= table.columnNames.count else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P10"),
          "WITH query \"\(written.name)\" has \(table.columnNames.count) columns available but "
            + "\(written.columns.count) columns specified"))
    }
    for (index, name) in written.columns.enumerated() { table.columnNames[index] = name }
    if !isRecursive || scope.commonTables.last !== table { scope.commonTables.append(table) }
    return DefinedTable(
      table: table, statement: statement, isMaterialized: written.isMaterialized)
  }

  /// The columns of a recursive table are those of its first part, known before the second.
  func declare(
    _ table: CommonTable, _ types: [DataType?], in scope: Scope
  ) throws(EngineFailure) {
    let names = scope.sources.first?.columnNames ?? []
    let written = table.columnNames
    guard written.count <= names.count else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P10"),
          "WITH query \"\(table.name)\" has \(names.count) columns available but "
            + "\(written.count) columns specified"))
    }
    table.columnNames = written + names.dropFirst(written.count)
    table.columnTypes = types.map { $0 ?? .text }
    table.isOpen = true
    scope.parent?.commonTables.append(table)
  }

  private func requireDeclaredTypes(
    _ query: BoundQuery, _ table: CommonTable
  ) throws(EngineFailure) {
    for (index, (declared, target)) in zip(table.columnTypes, query.targets).enumerated() {
      let (first, overall) = (declared ?? .text, target.expression.type)
      guard first != overall else { continue }
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "recursive query \"\(table.name)\" column \(index + 1) has type \(first) in "
            + "non-recursive term but type \(overall) overall",
          hint: "Cast the output of the non-recursive term to the correct type."))
    }
  }

  /// The length or precision that a cast of the first part says is that of all, or of none.
  ///
  /// Source: `analyzeCTE()` in `parse_cte.c`; `select_common_typmod()`.
  private func requireDeclaredModifiers(
    _ query: SQLQuery, _ table: CommonTable
  ) throws(EngineFailure) {
    guard case .setOperation(let operation) = query.body,
      case .select(let first) = operation.left.body, case .select(let other) = operation.right.body
    else { return }
    for (index, (target, later)) in zip(first.targets, other.targets).enumerated() {
      guard case .expression(.cast(_, let type), _) = target, !type.modifiers.isEmpty,
        let declared = names.columnType(type)
      else {
        if case .expression = target { continue }
        return
      }
      switch later {
      case .star: return
      case .expression(.cast(_, type), _), .expression(.column, _): continue
      case .expression: break
      }
      guard let text = declared.text else { throw undecided("a recursive query's modifiers") }
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "recursive query \"\(table.name)\" column \(index + 1) has type \(text) in "
            + "non-recursive term but type \(declared.type) overall",
          hint: "Cast the output of the non-recursive term to the correct type."))
    }
  }

  /// Data-modifying statements in WITH.
  private mutating func changingTable(
    _ written: SQLCommonTable, in scope: Scope
  ) throws(EngineFailure) -> (BoundStatement, [String], [DataType?]) {
    let outer = statementScope
    statementScope = scope
    defer { statementScope = outer }
    let returning: [BoundTarget]
    let statement: BoundStatement
    switch written.statement {
    case .insert(let insert) where insert.with == nil:
      let bound = try self.insert(insert)
      (statement, returning) = (.insert(bound), bound.returning)
    case .update(let update) where update.with == nil:
      let bound = try self.update(update)
      (statement, returning) = (.update(bound), bound.returning)
    case .delete(let delete) where delete.with == nil:
      let bound = try self.delete(delete)
      (statement, returning) = (.delete(bound), bound.returning)
    case .merge where names.version < .v17:
      throw .postgres(
        PostgresError(.featureNotSupported, "MERGE not supported in WITH query"))
    case .merge(let merge) where merge.with == nil:
      let bound = try self.merge(merge)
      (statement, returning) = (.merge(bound), bound.returning)
    default: throw undecided("a statement of this form in WITH")
    }
    return (statement, returning.map(\.name), returning.map(\.expression.type))
  }

  /// Tables of WITH RECURSIVE so that each comes after those it refers to.
  ///
  /// Source: `makeDependencyGraph()` and `TopologicalSort()`.
  private func inOrderOfNeed(
    _ tables: [SQLCommonTable]
  ) throws(EngineFailure) -> [SQLCommonTable] {
    var rest = tables
    var result: [SQLCommonTable] = []
    while !rest.isEmpty {
      let next = rest.indices.first { index in
        !rest.contains {
          $0.name != rest[index].name
            && rest[index].statement.mentionsTable($0.name)
        }
      }
      guard let next else {
        throw .postgres(
          PostgresError(
            .featureNotSupported, "mutual recursion between WITH items is not implemented"))
      }
      result.append(rest.remove(at: next))
    }
    return result
  }
}

extension SQLStatement {
  var changesRows: Bool { if case .query = self { false } else { true } }
  var query: SQLQuery? { if case .query(let query) = self { query } else { nil } }

  /// The WITH that stands before the statement and not within it: that of a query only if it changes
  /// rows.
  var outerWith: SQLWith? {
    switch self {
    case .query(let query):
      query.with?.tables.contains { $0.statement.changesRows } == true ? query.with : nil
    case .insert(let insert): insert.with
    case .update(let update): update.with
    case .delete(let delete): delete.with
    case .merge(let merge): merge.with
    case .truncate: nil
    }
  }

  var withoutWith: SQLStatement {
    switch self {
    case .query(var query):
      query.with = nil
      return .query(query)
    case .insert(var insert):
      insert.with = nil
      return .insert(insert)
    case .update(var update):
      update.with = nil
      return .update(update)
    case .delete(var delete):
      delete.with = nil
      return .delete(delete)
    case .merge(var merge):
      merge.with = nil
      return .merge(merge)
    case .truncate: return self
    }
  }
}

extension ColumnType {
  /// With its modifiers, of the few types that are told of here.
  fileprivate var text: String? {
    switch type {
    case .numeric: "numeric(\(modifiers[0]),\(modifiers.count > 1 ? modifiers[1] : 0))"
    case .varchar: "character varying(\(modifiers[0]))"
    default: nil
    }
  }
}
