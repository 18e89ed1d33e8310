import AccessModel
import SQLBinding

/// Calls the functions of triggers. RULES 60, 75.
final class FunctionTriggers: TriggerRunner {
  private let session: Session

  init(_ session: Session) { self.session = session }

  func before(
    _ triggers: [Int], _ row: TriggerRow, as role: String
  ) throws(EngineFailure) -> Row? {
    var current = row
    for index in triggers {
      let trigger = list(of: row.relation)[index]
      guard try holds(trigger, current) else { continue }
      let answer = try call(trigger, current, TransitionTables(), as: role)
      guard let answer else { return nil }
      if current.new != nil { current.new = answer }
    }
    return current.new ?? current.old
  }

  func fire(
    _ triggers: [Int], _ row: TriggerRow, transition: TransitionTables, as role: String
  ) throws(EngineFailure) {
    let isOfStatement = row.old == nil && row.new == nil
    for index in triggers {
      let trigger = list(of: row.relation)[index]
      if isOfStatement { guard try holds(trigger, row) else { continue } }
      _ = try call(trigger, row, transition, as: role)
    }
  }

  func due(_ triggers: [Int], _ row: TriggerRow) throws(EngineFailure) -> [Int] {
    var due: [Int] = []
    for index in triggers where try holds(list(of: row.relation)[index], row) { due.append(index) }
    return due
  }

  private func list(of relation: RelationID) -> [Catalog.Trigger] {
    let catalog = session.catalog.catalog
    return switch relation {
    case .table(let index): catalog.tables[index].triggers
    case .view(let index): catalog.views[index].triggers
    case .sequence: []
    }
  }

  /// WHEN, over the rows of the relation. Source: `TriggerEnabled()` in `trigger.c`.
  private func holds(
    _ trigger: Catalog.Trigger, _ row: TriggerRow
  ) throws(EngineFailure) -> Bool {
    guard let condition = trigger.condition else { return true }
    guard !condition.mentionsSystemColumn(session.catalog.names.columnNames(of: row.relation))
    else {
      throw .undecided(Undecided("a system column in the WHEN of a trigger"))
    }
    let scope = PLScope(label: nil)
    (scope.slots["old"], scope.slots["new"]) = (
      slot("old", row.old, row), slot("new", row.new, row)
    )
    let function = FunctionSession(caller: session, owner: nil, isReadOnly: true)
    function.plans = session.variables.plans.body(
      FunctionPlans.Key(
        function: session.catalog.names.name(of: row.relation), variant: ["WHEN", trigger.name]),
      String(condition.hashValue))
    let statement = FunctionStatement(
      statement: .query(SQLQuery(SQLSelect([.expression(condition, name: nil)]))), text: "",
      isExpression: true)
    let result: SQLResult
    do throws(EngineFailure) {
      result = try function.execute(
        statement, PLParameters(PLScopes(scopes: [scope]), .variable))
    } catch {
      throw error.withoutQuery
    }
    return result.rows.first?.first?.truth == true
  }

  private func slot(_ name: String, _ values: Row?, _ row: TriggerRow) -> PLSlot {
    var record = PLMachine.record(of: row.relation, session.names)
    record.values = values
    return PLSlot(name, .record(record))
  }

  /// The row that the function returns; nil for NULL.
  private func call(
    _ trigger: Catalog.Trigger, _ row: TriggerRow, _ transition: TransitionTables, as role: String
  ) throws(EngineFailure) -> Row? {
    if trigger.function.name == "suppress_redundant_updates_trigger",
      ["pg_catalog", ""].contains(trigger.function.schema)
    {
      // Source: `suppress_redundant_updates_trigger()` in `src/backend/utils/adt/trigfuncs.c`.
      guard row.old != nil, row.new != nil else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "39P01"),
            "suppress_redundant_updates_trigger: must be called on update"))
      }
      guard trigger.timing == .before else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "39P01"),
            "suppress_redundant_updates_trigger: must be called before update"))
      }
      return row.old == row.new ? nil : row.new
    }
    let catalog = session.catalog.catalog
    let found = catalog.functions.firstIndex {
      $0.name == trigger.function && $0.arguments.isEmpty && $0.returns.name == "trigger"
    }
    guard let found, case .block(let body) = catalog.functions[found].body else {
      throw .undecided(Undecided("the trigger function `\(trigger.function)`"))
    }
    let type = PLMachine.record(of: row.relation, session.names).type ?? .unknown
    if transition.isUncertain, trigger.oldTable != nil || trigger.newTable != nil {
      throw .undecided(Undecided("the transition tables of a relation with others below it"))
    }
    let call = TriggerCall(
      session: session, trigger: trigger, row: row.withoutVirtual(catalog),
      transition: TransitionNames(trigger, transition.withoutVirtual(row.relation, catalog), type))
    session.variables.triggerDepth += 1
    defer { session.variables.triggerDepth -= 1 }
    return try FunctionStack.run { () throws(EngineFailure) in try call.run(found, body) }
  }
}

/// Virtual columns are computed where a query reads them: a function that is handed rows finds NULL.
///
/// Source: `build_generation_expression()` in `src/backend/rewrite/rewriteHandler.c`, which no trigger
/// calls but for WHEN.
extension TriggerRow {
  fileprivate func withoutVirtual(_ catalog: Catalog) -> TriggerRow {
    let columns = relation.virtualColumns(catalog)
    guard !columns.isEmpty else { return self }
    var result = self
    result.old = old?.without(columns)
    result.new = new?.without(columns)
    return result
  }
}

extension TransitionTables {
  fileprivate func withoutVirtual(_ relation: RelationID, _ catalog: Catalog) -> TransitionTables {
    let columns = relation.virtualColumns(catalog)
    guard !columns.isEmpty else { return self }
    var result = self
    result.old = old.map { $0.without(columns) }
    result.new = new.map { $0.without(columns) }
    return result
  }
}

extension RelationID {
  fileprivate func virtualColumns(_ catalog: Catalog) -> [Int] {
    guard case .table(let table) = self else { return [] }
    let columns = catalog.tables[table].columns
    return columns.indices.filter { columns[$0].isVirtual }
  }
}

extension Row {
  fileprivate func without(_ columns: [Int]) -> Row {
    var result = self
    for column in columns where result.indices.contains(column) { result[column] = .null }
    return result
  }
}

extension SQLExpression {
  /// Of the rows that a trigger is about, whose columns have these names.
  fileprivate func mentionsSystemColumn(_ names: [String]) -> Bool {
    if case .column(let qualifier?, let name) = self, ["old", "new"].contains(qualifier) {
      return SystemColumn(name: name) != nil && !names.contains(name)
    }
    return children.contains { $0.mentionsSystemColumn(names) }
  }
}
