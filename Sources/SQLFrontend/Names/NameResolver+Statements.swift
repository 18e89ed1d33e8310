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
    let isRenamed = renamedRelation?.old == found
    var result = SQLRelationName(isRenamed ? renamedRelation?.new ?? found : found)
    result.alias = name.alias
    return result
  }

  /// A column of a statement's target, as it is called from now on.
  private func renamed(_ column: String, of relation: SQLRelationName) -> String {
    guard let renamedColumn, renamedColumn.column.name == column,
      (try? state.relation(relation)) == renamedColumn.column.relation
    else { return column }
    return renamedColumn.to
  }

  private mutating func assignments(
    _ list: [SQLUpdate.Assignment], to relation: SQLRelationName
  ) throws(ReadFailure) -> [SQLUpdate.Assignment] {
    var result = list
    for index in list.indices {
      result[index].value = try optional(list[index].value)
      result[index].part = try parts(list[index].part)
      result[index].column = renamed(list[index].column, of: relation)
      if let schema = relation.schema {
        used.insert(
          Column(
            relation: QualifiedName(schema, relation.name), name: list[index].column))
      }
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
    result.columns = insert.columns.map { columns in
      columns.map { renamed($0, of: result.relation) }
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
    scopes.removeLast()
    _ = try target(insert.relation)
    result.returning = try resolve(insert.returning)
    if case .update(let set, let condition)? = insert.onConflict?.action,
      var conflict = insert.onConflict
    {
      scopes[scopes.count - 1].append(Source(alias: "excluded", columns: nil))
      conflict.action = .update(
        set: try assignments(set, to: result.relation), condition: try optional(condition))
      result.onConflict = conflict
    }
    return result
  }

  private mutating func resolve(_ update: SQLUpdate) throws(ReadFailure) -> SQLUpdate {
    var result = update
    let depth = scopes.count
    defer { scopes.removeSubrange(depth...) }
    result.with = try resolve(update.with)
    result.relation = try target(update.relation)
    result.from = try enterItems(update.from)
    result.assignments = try assignments(update.assignments, to: result.relation)
    result.condition = try optional(update.condition)
    result.returning = try resolve(update.returning)
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
    result.returning = try resolve(delete.returning)
    return result
  }

  private mutating func enterItems(_ items: [SQLFromItem]) throws(ReadFailure) -> [SQLFromItem] {
    var result: [SQLFromItem] = []
    for item in items { result.append(try enter(item)) }
    return result
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
