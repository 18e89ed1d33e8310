import AccessModel

/// Statements of rules, and conditions over `old` and `new`.
extension NameResolver {
  /// A rule with its names written out; `old` and `new` are rows of its relation.
  mutating func resolve(
    _ rule: Catalog.Rule, of relation: QualifiedName
  ) throws(ReadFailure) -> Catalog.Rule {
    var result = rule
    enterRows(of: rule.event, relation)
    do throws(ReadFailure) {
      result.condition = try optional(rule.condition)
    } catch {
      throw Self.isMissing(rule.event.missingRow, error)
        ? .refused(
          .undefinedTable,
          "invalid reference to FROM-clause entry for table \"\(rule.event.missingRow)\"") : error
    }
    for index in rule.actions.indices {
      enterRows(of: rule.event, relation)
      for row in scopes[0].indices { scopes[0][row].needsQualifier = true }
      do throws(ReadFailure) {
        result.actions[index] = try resolve(rule.actions[index])
      } catch {
        throw Self.isMissing(rule.event.missingRow, error)
          ? .refused(
            .invalidObjectDefinition,
            "ON \(rule.event.rawValue) rule cannot use \(rule.event.missingRow.uppercased())")
          : error
      }
    }
    return result
  }

  private static func isMissing(_ row: String, _ failure: ReadFailure) -> Bool {
    guard case .refused(let error, _) = failure else { return false }
    return error.message == "missing FROM-clause entry for table \"\(row)\""
  }

  /// WHEN of a trigger.
  mutating func condition(
    _ condition: SQLExpression, ofTriggerOn relation: QualifiedName
  ) throws(ReadFailure) -> SQLExpression {
    enterOldAndNew(relation)
    return try resolve(condition)
  }

  /// What an event has no row for can't be referred to. Source: `transformRuleStmt()`.
  private mutating func enterRows(of event: Catalog.Rule.Event, _ relation: QualifiedName) {
    switch event {
    case .insert: scopes = [[source(relation, alias: "new")]]
    case .delete, .select: scopes = [[source(relation, alias: "old")]]
    case .update: enterOldAndNew(relation)
    }
  }

  private mutating func enterOldAndNew(_ relation: QualifiedName) {
    scopes = [[source(relation, alias: "old"), source(relation, alias: "new")]]
  }

  mutating func resolve(_ statement: SQLStatement) throws(ReadFailure) -> SQLStatement {
    switch statement {
    case .query(let query): return .query(try resolve(query))
    case .insert(let insert): return .insert(try resolve(insert))
    case .update(let update): return .update(try resolve(update))
    case .delete(let delete): return .delete(try resolve(delete))
    case .merge(let merge): return .merge(try resolve(merge))
    default: throw .unsupported("a statement of this kind in a rule")
    }
  }

  /// The target's full name; its columns become names of the innermost scope.
  private mutating func target(
    _ name: SQLRelationName, isVisible: Bool = true
  ) throws(ReadFailure) -> SQLRelationName {
    let found = try state.relation(name, isInQuery: true)
    relations.insert(found)
    var source = source(found, alias: name.alias ?? name.name)
    source.hasAlias = name.alias != nil
    scopes.append(isVisible ? [source] : [])
    var result = SQLRelationName(newName(of: found))
    (result.alias, result.isOnly) = (name.alias, name.isOnly)
    return result
  }

  /// A column of a statement's target, as it is called from now on.
  private func renamed(_ column: String, of relation: QualifiedName) -> String {
    guard let renamedColumn, renamedColumn.column == Column(relation: relation, name: column)
    else { return column }
    return renamedColumn.to
  }

  private func requireColumn(_ name: String, of relation: QualifiedName) throws(ReadFailure) {
    guard isStrict, state.columns(of: relation)?.contains(where: { $0.name == name }) == false
    else { return }
    throw .refused(
      .undefinedColumn, "column \"\(name)\" of relation \"\(relation.name)\" does not exist")
  }

  /// How many columns what is inserted has; none where that is not known.
  private func width(of source: SQLInsert.Source) -> Int {
    switch source {
    case .defaultValues: 0
    case .values(let rows): rows.first?.count ?? 0
    case .query(let query): outputs(of: query)?.count ?? 0
    }
  }

  private mutating func assignments(
    _ list: [SQLUpdate.Assignment], to relation: QualifiedName
  ) throws(ReadFailure) -> [SQLUpdate.Assignment] {
    var result = list
    for index in list.indices {
      try requireColumn(list[index].column, of: relation)
      result[index].value = try optional(list[index].value)
      result[index].part = try parts(list[index].part)
      if let row = list[index].row { result[index].row?.query = try resolve(row.query) }
      result[index].column = renamed(list[index].column, of: relation)
      used.insert(Column(relation: relation, name: list[index].column))
    }
    return result
  }

  private mutating func parts(_ list: [SQLPartStep]) throws(ReadFailure) -> [SQLPartStep] {
    var result = list
    for (index, step) in list.enumerated() {
      guard case .elements(let lower, let upper, let isSlice) = step else { continue }
      result[index] = .elements(
        lower: try optional(lower), upper: try optional(upper), isSlice: isSlice)
    }
    return result
  }

  private mutating func resolve(_ insert: SQLInsert) throws(ReadFailure) -> SQLInsert {
    var result = insert
    let depth = scopes.count
    defer { scopes.removeSubrange(depth...) }
    result.with = try resolve(insert.with)
    result.relation = try target(insert.relation, isVisible: false)
    let relation = try state.relation(insert.relation, isInQuery: true)
    let all = state.columns(of: relation)?.map(\.name) ?? []
    for name in insert.columns ?? [] { try requireColumn(name, of: relation) }
    result.columns = insert.columns.map { columns in
      columns.map { renamed($0, of: relation) }
    }
    switch insert.source {
    case .defaultValues: break
    case .query(let query): result.source = .query(try resolve(query))
    case .values(let rows):
      var resolved: [[SQLExpression?]] = []
      for row in rows {
        var cells: [SQLExpression?] = []
        for cell in row { cells.append(try optional(cell)) }
        resolved.append(cells)
      }
      result.source = .values(rows: resolved)
    }
    for name in insert.columns ?? Array(all.prefix(width(of: result.source))) {
      used.insert(Column(relation: relation, name: name))
    }
    scopes.removeLast()
    _ = try target(insert.relation)
    result.returning = try resolve(insert.returning)
    guard var conflict = insert.onConflict else { return result }
    conflict.arbiter = try arbiter(conflict.arbiter, of: relation)
    conflict.arbiterCondition = try arbiter(
      [conflict.arbiterCondition].compactMap { $0 }, of: relation
    ).first
    if case .update(let set, let condition) = conflict.action {
      scopes[scopes.count - 1].append(source(relation, alias: "excluded"))
      conflict.action = .update(
        set: try assignments(set, to: relation), condition: try optional(condition))
    }
    result.onConflict = conflict
    return result
  }

  /// Of ON CONFLICT: its columns stand alone.
  private mutating func arbiter(
    _ parts: [SQLExpression], of relation: QualifiedName
  ) throws(ReadFailure) -> [SQLExpression] {
    let around = scopes
    defer { scopes = around }
    scopes = [[source(relation, alias: "")]]
    return try resolve(parts)
  }

  private mutating func resolve(_ merge: SQLMerge) throws(ReadFailure) -> SQLMerge {
    var result = merge
    let depth = scopes.count
    defer { scopes.removeSubrange(depth...) }
    result.with = try resolve(merge.with)
    let relation = try state.relation(merge.relation, isInQuery: true)
    result.relation = try target(merge.relation)
    result.source = try enter(merge.source)
    result.condition = try resolve(merge.condition)
    for (index, branch) in merge.branches.enumerated() {
      let all = scopes[depth]
      defer { scopes[depth] = all }
      switch branch.match {
      case .matched: break
      case .notMatched: scopes[depth].removeFirst()
      case .notMatchedBySource: scopes[depth].removeSubrange(1...)
      }
      result.branches[index].condition = try optional(branch.condition)
      switch branch.action {
      case .nothing, .delete: break
      case .update(let set):
        result.branches[index].action = .update(set: try assignments(set, to: relation))
      case .insert(var insertion):
        insertion.columns = insertion.columns.map { $0.map { renamed($0, of: relation) } }
        if let values = insertion.values {
          var cells: [SQLExpression?] = []
          for value in values { cells.append(try optional(value)) }
          insertion.values = cells
          let columns = state.columns(of: relation)?.map(\.name) ?? []
          for name in branch.insertion?.columns ?? Array(columns.prefix(values.count)) {
            used.insert(Column(relation: relation, name: name))
          }
        }
        result.branches[index].action = .insert(insertion)
      }
    }
    result.returning = try resolve(
      merge.returning, over: [result.source, item(result.relation)])
    return result
  }

  /// A target as a star has it.
  private func item(_ relation: SQLRelationName) -> SQLFromItem {
    .relation(schema: relation.schema, name: relation.name, alias: relation.alias)
  }

  private mutating func resolve(_ update: SQLUpdate) throws(ReadFailure) -> SQLUpdate {
    var result = update
    let depth = scopes.count
    defer { scopes.removeSubrange(depth...) }
    result.with = try resolve(update.with)
    result.relation = try target(update.relation)
    result.from = try enterItems(update.from)
    result.assignments = try assignments(
      update.assignments, to: try state.relation(update.relation, isInQuery: true))
    result.condition = try optional(update.condition)
    result.returning = try resolve(
      update.returning, over: [item(result.relation)] + result.from)
    return result
  }

  private mutating func resolve(_ delete: SQLDelete) throws(ReadFailure) -> SQLDelete {
    var result = delete
    let depth = scopes.count
    defer { scopes.removeSubrange(depth...) }
    result.with = try resolve(delete.with)
    result.relation = try target(delete.relation)
    result.using = try enterItems(delete.using)
    result.condition = try optional(delete.condition)
    result.returning = try resolve(
      delete.returning, over: [item(result.relation)] + result.using)
    return result
  }

  private mutating func enterItems(_ items: [SQLFromItem]) throws(ReadFailure) -> [SQLFromItem] {
    var result: [SQLFromItem] = []
    for item in items { result.append(try enter(item)) }
    return result
  }
}

extension SQLMerge.Branch {
  fileprivate var insertion: SQLMerge.Insertion? {
    if case .insert(let insertion) = action { insertion } else { nil }
  }
}

extension Catalog.Rule.Event {
  /// The row that a rule for it can't refer to.
  fileprivate var missingRow: String {
    switch self {
    case .insert: "old"
    case .delete: "new"
    case .select, .update: ""
    }
  }
}
