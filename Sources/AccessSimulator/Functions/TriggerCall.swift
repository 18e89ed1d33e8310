import AccessModel
import SQLBinding

/// One call of a trigger function in PL/pgSQL. Source: `plpgsql_exec_trigger()`.
struct TriggerCall {
  let session: Session
  let trigger: Catalog.Trigger
  let row: TriggerRow
  let transition: TransitionNames?

  /// The row that the function returns; nil for NULL. What an AFTER or a statement trigger returns
  /// means nothing.
  func run(_ index: Int, _ body: PLBody) throws(EngineFailure) -> Row? {
    let function = session.catalog.catalog.functions[index]
    let variables = session.variables
    try variables.limits.enter(cost: function.stackCost)
    defer { variables.limits.leave(cost: function.stackCost) }
    if function.isSecurityDefiner { variables.definerCalls += 1 }
    defer { if function.isSecurityDefiner { variables.definerCalls -= 1 } }
    let before = variables.settings
    try FunctionRun(session, index).apply(function.settings)
    let applied = variables.settings
    let owner = function.isSecurityDefiner ? function.owner : nil
    let role = owner ?? session.role
    let inner = FunctionSession(
      caller: session, owner: owner,
      isReadOnly: function.volatility != .volatile, setsRole: function.setsIdentity)
    inner.keepsPlans = true
    let name = session.catalog.names.name(of: row.relation)
    inner.plans = variables.plans.body(
      FunctionPlans.Key(function: function.name, variant: ["\(name)", "\(trigger.isForEachRow)"]),
      body.text)
    try FunctionRun.requireCompiled(
      function, FunctionPlans.Key(function: function.name, variant: ["\(name)", trigger.name]),
      as: role, session)
    let machine = PLMachine(
      inner, body, PLOutput(shape: .trigger, isSet: false),
      signature: function.signature(in: session))
    machine.transition = transition
    let scope = PLScope(label: function.name.name)
    scope.slots["found"] = machine.found
    try declare(in: scope)
    machine.scopes.scopes.append(scope)
    let values = try session.inStyle(of: function, as: role) { () throws(EngineFailure) in
      try machine.called { () throws(EngineFailure) in try result(of: machine) }
    }
    try FunctionRun(session, index).putBack(function.settings, from: before, since: applied)
    return values
  }

  private func result(of machine: PLMachine) throws(EngineFailure) -> Row? {
    guard try machine.run() else {
      machine.phase = ""
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "2F005"),
          "control reached end of trigger procedure without RETURN"))
    }
    guard trigger.isForEachRow, let values = machine.output.rows.first else { return nil }
    machine.phase = "during function exit"
    return try converted(values, machine.output.types)
  }

  /// The returned row as the relation's. Source: `convert_tuples_by_position()`.
  private func converted(_ values: Row, _ types: [DataType]) throws(EngineFailure) -> Row {
    let fields = PLMachine.record(of: row.relation, session.names).fields
    guard values.count == fields.count else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "returned row structure does not match the structure of the triggering table",
          detail: "Number of returned columns (\(values.count)) does not match expected column "
            + "count (\(fields.count))."))
    }
    var result: Row = []
    for (index, field) in fields.enumerated() {
      guard let target = field.type else {
        guard values[index].isNull else {
          throw .undecided(Undecided("the type of column `\(field.name)`"))
        }
        result.append(.null)
        continue
      }
      guard types[index].base == target.type.base else {
        throw .postgres(
          PostgresError(
            .datatypeMismatch,
            "returned row structure does not match the structure of the triggering table",
            detail: "Returned type \(types[index]) does not match expected type \(target.type) in "
              + "column \(index + 1)."))
      }
      result.append(try values[index].assigned(from: types[index], to: target))
    }
    return result
  }

  /// NEW, OLD and the TG variables.
  private func declare(in scope: PLScope) throws(EngineFailure) {
    let name = session.catalog.names.name(of: row.relation)
    var old = PLMachine.record(of: row.relation, session.names)
    var new = old
    (old.values, new.values) = (row.old, row.new)
    // A trigger for the statement has neither: both have the table's columns, and are NULL.
    scope.slots["old"] = PLSlot("old", .record(old))
    scope.slots["new"] = PLSlot("new", .record(new))
    let texts = [
      ("tg_name", trigger.name), ("tg_when", trigger.timing.rawValue),
      ("tg_level", trigger.isForEachRow ? "ROW" : "STATEMENT"), ("tg_op", row.event.word),
      ("tg_relname", name.name), ("tg_table_name", name.name), ("tg_table_schema", name.schema),
    ]
    for (variable, text) in texts {
      let type: DataType = ["tg_when", "tg_level", "tg_op"].contains(variable) ? .text : .name
      scope.slots[variable] = PLSlot(variable, .scalar(ColumnType(type), .text(Text(text))))
    }
    scope.slots["tg_nargs"] = PLSlot(
      "tg_nargs",
      .scalar(ColumnType(DataType.integer), .integer(Int64(trigger.arguments.count))))
    let arguments = trigger.arguments.map { SQLValue.text(Text($0)) }
    // Subscripts of TG_ARGV start at 0.
    let array = SQLArray(arguments, dimensions: [.init(lower: 0, length: arguments.count)])
    scope.slots["tg_argv"] = PLSlot(
      "tg_argv", .scalar(ColumnType(.array(.text)), arguments.isEmpty ? .null : .array(array)))
    scope.slots["tg_relid"] = PLSlot(
      "tg_relid", .scalar(ColumnType(DataType.oid), .object(.relation(name))))
  }
}

extension TriggerEvent {
  /// TG_OP.
  var word: String {
    switch self {
    case .insert: "INSERT"
    case .update: "UPDATE"
    case .delete: "DELETE"
    case .truncate: "TRUNCATE"
    }
  }
}
