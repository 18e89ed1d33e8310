import AccessModel
import CPgQuery
import RowSecurity
import SQLBinding

extension CatalogBuilder {
  /// CREATE [OR REPLACE] TRIGGER. Source: `CreateTriggerFiringOn()` in `trigger.c`.
  mutating func createTrigger(
    _ node: UnsafeMutablePointer<PgQuery__CreateTrigStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    guard let range = statement.relation else { throw .unsupported("a trigger on nothing") }
    try requireListed(reader.relation(range), for: .attachment)
    let relation = try state.relation(reader.relation(range))
    var trigger = Catalog.Trigger(
      text(statement.trigname), Self.timing(statement.timing),
      Self.events(statement), isForEachRow: statement.row != 0,
      function: QualifiedName("", ""),
      arguments: strings(list(statement.n_args, statement.args)), place: place)
    trigger.isConstraint = statement.isconstraint != 0
    trigger.isDeferrable = statement.deferrable != 0
    trigger.isInitiallyDeferred = statement.initdeferred != 0
    let transitions = list(statement.n_transition_rels, statement.transition_rels)
      .filter { $0.kind == PG_QUERY__NODE__NODE_TRIGGER_TRANSITION }
      .map { $0.pointee.trigger_transition.pointee }
    try requireTriggers(trigger, on: relation, hasTransitions: !transitions.isEmpty)
    try require(.privilege(.trigger, on: relation))
    try requireTiming(trigger, hasCondition: statement.when_clause != nil)
    for transition in transitions { try add(transition, to: &trigger, on: relation) }
    if let name = trigger.oldTable, name == trigger.newTable {
      throw .refused(
        .invalidObjectDefinition, "OLD TABLE name and NEW TABLE name cannot be the same")
    }
    if let condition = statement.when_clause {
      var resolver = NameResolver(state)
      trigger.condition = try resolver.condition(
        try reader.lenientExpression(condition), ofTriggerOn: relation)
    }
    trigger.function = try triggerFunction(
      strings(list(statement.n_funcname, statement.funcname)))
    try requireName(of: trigger, on: relation, isReplacing: statement.replace != 0)
    try checkColumns(of: trigger, on: relation)
    try add(trigger, to: relation, isReplacing: statement.replace != 0)
    return .applied
  }

  /// Source: `TRIGGER_TYPE_BEFORE`, `TRIGGER_TYPE_INSTEAD` in `pg_trigger.h`.
  private static func timing(_ bits: Int32) -> Catalog.Trigger.Timing {
    if bits & 2 != 0 { return .before }
    return bits & 64 != 0 ? .insteadOf : .after
  }

  private static func events(_ statement: PgQuery__CreateTrigStmt) -> [Catalog.Trigger.Event] {
    var events: [Catalog.Trigger.Event] = []
    if statement.events & 4 != 0 { events.append(.insert) }
    if statement.events & 8 != 0 { events.append(.delete) }
    if statement.events & 16 != 0 {
      events.append(.update(of: strings(list(statement.n_columns, statement.columns))))
    }
    if statement.events & 32 != 0 { events.append(.truncate) }
    return events
  }

  /// What a relation can have triggers of a kind on.
  private func requireTriggers(
    _ trigger: Catalog.Trigger, on relation: QualifiedName, hasTransitions: Bool
  ) throws(ReadFailure) {
    func wrong(
      _ kind: String, _ detail: String, _ state: SQLState = SQLState(rawValue: "42809")
    ) -> ReadFailure {
      .refused(
        PostgresError(
          state, "\"\(relation.name)\" is a \(kind)", detail: detail),
        location: nil)
    }
    switch state.slot(relation) {
    case .table(let index):
      try requireOwnRows(relation, "a trigger")
      let kind = state.catalog.tables[index].kind
      if trigger.timing == .insteadOf {
        throw wrong("table", "Tables cannot have INSTEAD OF triggers.")
      }
      if kind == .partitioned, trigger.isForEachRow, hasTransitions {
        throw wrong(
          "partitioned table",
          "ROW triggers with transition tables are not supported on partitioned tables.",
          .featureNotSupported)
      }
    case .view(let index) where !state.catalog.views[index].isMaterialized:
      if trigger.timing != .insteadOf, trigger.isForEachRow {
        throw wrong("view", "Views cannot have row-level BEFORE or AFTER triggers.")
      }
      if trigger.events.contains(.truncate) {
        throw wrong("view", "Views cannot have TRUNCATE triggers.")
      }
    case .opaque(let what): throw .unsupported("\(what) `\(relation)`")
    case .index:
      throw .refused(
        .unreadable(relation.name, "an index", state.kinds(relation), state.postgresVersion),
        location: nil)
    default:
      throw .refused(
        state.wrongKind("relation \"\(relation.name)\" cannot have triggers", relation),
        location: nil)
    }
  }

  private func requireTiming(
    _ trigger: Catalog.Trigger, hasCondition: Bool
  ) throws(ReadFailure) {
    guard trigger.timing == .insteadOf else {
      if trigger.events.contains(.truncate), trigger.isForEachRow {
        throw .refused(.featureNotSupported, "TRUNCATE FOR EACH ROW triggers are not supported")
      }
      return
    }
    guard trigger.isForEachRow else {
      throw .refused(.featureNotSupported, "INSTEAD OF triggers must be FOR EACH ROW")
    }
    guard !hasCondition else {
      throw .refused(.featureNotSupported, "INSTEAD OF triggers cannot have WHEN conditions")
    }
    for case .update(let columns) in trigger.events where !columns.isEmpty {
      throw .refused(.featureNotSupported, "INSTEAD OF triggers cannot have column lists")
    }
  }

  /// A table of REFERENCING.
  private func add(
    _ transition: PgQuery__TriggerTransition, to trigger: inout Catalog.Trigger,
    on relation: QualifiedName
  ) throws(ReadFailure) {
    func unsupported(_ message: String, hint: String? = nil) -> ReadFailure {
      .refused(.featureNotSupported, message, hint: hint)
    }
    func wrong(_ message: String) -> ReadFailure { .refused(.invalidObjectDefinition, message) }
    guard transition.is_table != 0 else {
      throw unsupported(
        "ROW variable naming in the REFERENCING clause is not supported",
        hint: "Use OLD TABLE or NEW TABLE for naming transition tables.")
    }
    if case .view = state.slot(relation) {
      throw .refused(
        PostgresError(
          SQLState(rawValue: "42809"), "\"\(relation.name)\" is a view",
          detail: "Triggers on views cannot have transition tables."), location: nil)
    }
    if trigger.isForEachRow, let table = state.catalog.table(relation), !table.parents.isEmpty {
      throw unsupported(
        "ROW triggers with transition tables are not supported on "
          + (table.partitionBound != nil ? "partitions" : "inheritance children"))
    }
    guard trigger.timing == .after else {
      throw wrong("transition table name can only be specified for an AFTER trigger")
    }
    guard !trigger.events.contains(.truncate) else {
      throw unsupported("TRUNCATE triggers with transition tables are not supported")
    }
    guard trigger.events.count == 1 else {
      throw unsupported(
        "transition tables cannot be specified for triggers with more than one event")
    }
    if case .update(let columns) = trigger.events[0], !columns.isEmpty {
      throw unsupported(
        "transition tables cannot be specified for triggers with column lists")
    }
    let isNew = transition.is_new != 0
    guard trigger.events[0] != (isNew ? .delete : .insert) else {
      throw wrong(
        isNew
          ? "NEW TABLE can only be specified for an INSERT or UPDATE trigger"
          : "OLD TABLE can only be specified for a DELETE or UPDATE trigger")
    }
    guard (isNew ? trigger.newTable : trigger.oldTable) == nil else {
      throw wrong("\(isNew ? "NEW" : "OLD") TABLE cannot be specified multiple times")
    }
    if isNew {
      trigger.newTable = text(transition.name)
    } else {
      trigger.oldTable = text(transition.name)
    }
  }

  private func checkColumns(
    of trigger: Catalog.Trigger, on relation: QualifiedName
  ) throws(ReadFailure) {
    let known = state.columns(of: relation)?.map(\.name) ?? []
    for case .update(let columns) in trigger.events {
      for (number, column) in columns.enumerated() {
        guard known.contains(column) else {
          throw .refused(
            .undefinedColumn,
            "column \"\(column)\" of relation \"\(relation.name)\" does not exist")
        }
        guard !columns[..<number].contains(column) else {
          throw .refused(
            SQLState(rawValue: "42701"), "column \"\(column)\" specified more than once")
        }
      }
    }
  }

  private func triggerFunction(_ names: [String]) throws(ReadFailure) -> QualifiedName {
    let name = names.last ?? ""
    let schemas = names.count > 1 ? [names[names.count - 2]] : state.functionPath
    if names.count > 1 {
      try state.requireFunctionSchema(names[names.count - 2])
      if isSession { try require(.usage(schema: names[names.count - 2])) }
    }
    for schema in schemas {
      guard
        let index = state.catalog.functions.firstIndex(where: {
          $0.name == QualifiedName(schema, name) && $0.arguments.isEmpty
        })
      else { continue }
      try require(.execute(function: index, named: names.joined(separator: ".")))
      guard state.catalog.functions[index].returns.name == "trigger" else {
        throw .refused(
          .invalidObjectDefinition,
          "function \(names.joined(separator: ".")) must return type trigger")
      }
      return QualifiedName(schema, name)
    }
    if names.count == 1 || names[names.count - 2] == "pg_catalog" {
      if ["suppress_redundant_updates_trigger", "tsvector_update_trigger"].contains(name) {
        return QualifiedName("pg_catalog", name)
      }
      let written = names.joined(separator: ".")
      if Builtin.functions(named: name).contains(where: \.arguments.isEmpty) {
        throw .refused(.invalidObjectDefinition, "function \(written) must return type trigger")
      }
      // Those of foreign keys are PostgreSQL's own.
      if names.count > 1, !name.hasPrefix("RI_"), !name.hasPrefix("unique_key_") {
        throw .refused(.undefinedFunction, "function \(written)() does not exist")
      }
    }
    if schemas.contains(where: state.opaqueSchemas.contains) {
      return QualifiedName(schemas.first ?? "", name)
    }
    throw .refused(
      .undefinedFunction, "function \(names.joined(separator: "."))() does not exist")
  }

  private func requireName(
    of trigger: Catalog.Trigger, on relation: QualifiedName, isReplacing: Bool
  ) throws(ReadFailure) {
    guard let known = state.triggers(of: relation).first(where: { $0.name == trigger.name })
    else { return }
    guard isReplacing else {
      throw .refused(
        SQLState(rawValue: "42710"),
        "trigger \"\(trigger.name)\" for relation \"\(relation.name)\" already exists")
    }
    guard !known.isInherited, !known.isConstraint, !trigger.isConstraint else {
      throw .refused(
        SQLState(rawValue: "42710"),
        "trigger \"\(trigger.name)\" for relation \"\(relation.name)\" is "
          + (known.isInherited ? "an internal or a child trigger" : "a constraint trigger"))
    }
  }

  private mutating func add(
    _ trigger: Catalog.Trigger, to relation: QualifiedName, isReplacing: Bool
  ) throws(ReadFailure) {
    func put(_ list: inout [Catalog.Trigger]) {
      if let index = list.firstIndex(where: { $0.name == trigger.name }) {
        list[index] = trigger
      } else {
        list.append(trigger)
      }
    }
    state.change(relation) { put(&$0.triggers) }
    state.changeView(relation) { put(&$0.triggers) }
    state.stamp(.trigger(trigger.name, on: relation))
    guard trigger.isForEachRow, case .table(let index) = state.slot(relation),
      state.catalog.tables[index].kind == .partitioned
    else { return }
    try copy(trigger, to: state.partitions(below: relation), isReplacing: isReplacing)
  }

  /// CREATE [OR REPLACE] RULE. Source: `DefineRule()`, `DefineQueryRewrite()` in `rewriteDefine.c`.
  mutating func createRule(
    _ node: UnsafeMutablePointer<PgQuery__RuleStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    guard let range = statement.relation else { throw .unsupported("a rule on nothing") }
    try requireListed(reader.relation(range), for: .attachment)
    let relation = try state.relation(reader.relation(range))
    let event: Catalog.Rule.Event
    switch statement.event {
    case PG_QUERY__CMD_TYPE__CMD_INSERT: event = .insert
    case PG_QUERY__CMD_TYPE__CMD_UPDATE: event = .update
    case PG_QUERY__CMD_TYPE__CMD_DELETE: event = .delete
    default: return try createSelectRule(statement, on: relation)
    }
    var rule = Catalog.Rule(
      text(statement.rulename), on: event, isInstead: statement.instead != 0,
      condition: try statement.where_clause.map { (node) throws(ReadFailure) in
        try reader.expression(node)
      }, actions: [], place: place)
    for action in list(statement.n_actions, statement.actions) {
      guard let read = try reader.statement(action) else {
        throw .unsupported("a rule with an action of this kind")
      }
      rule.actions.append(read)
    }
    var resolver = NameResolver(state)
    rule = try resolver.resolve(rule, of: relation)
    noteBareNames(resolver)
    try requireRules(of: relation)
    try requireOwner(of: relation)
    let known = state.rules(of: relation).contains { $0.name == rule.name }
    if known, statement.replace == 0 {
      throw .refused(
        SQLState(rawValue: "42710"),
        "rule \"\(rule.name)\" for relation \"\(relation.name)\" already exists")
    }
    let final = rule
    func put(_ list: inout [Catalog.Rule]) {
      if let index = list.firstIndex(where: { $0.name == final.name }) {
        list[index] = final
      } else {
        list.append(final)
      }
    }
    state.change(relation) { put(&$0.rules) }
    state.changeView(relation) { put(&$0.rules) }
    state.stamp(.rule(rule.name, on: relation))
    return .applied
  }

  /// Source: `DefineQueryRewrite()` in `src/backend/rewrite/rewriteDefine.c`.
  private func requireRules(of relation: QualifiedName) throws(ReadFailure) {
    switch state.slot(relation) {
    case .view(let view) where state.catalog.views[view].isMaterialized:
      throw .refused(.featureNotSupported, "rules on materialized views are not supported")
    case .table where !isForeign(relation): break
    case .view, .opaque, nil: break
    case .index:
      throw .refused(
        .unreadable(relation.name, "an index", state.kinds(relation), state.postgresVersion),
        location: nil)
    case .table, .sequence:
      throw .refused(
        state.wrongKind("relation \"\(relation.name)\" cannot have rules", relation),
        location: nil)
    }
  }

  /// Source: `FindTriggerIncompatibleWithInheritance()` in `src/backend/commands/trigger.c`.
  func requireNoTransitions(_ table: Int, isPartition: Bool) throws(ReadFailure) {
    let model = state.catalog.tables[table]
    let found = model.triggers.first {
      $0.isForEachRow && ($0.oldTable != nil || $0.newTable != nil)
    }
    guard let found else { return }
    throw .refused(
      PostgresError(
        .featureNotSupported,
        "trigger \"\(found.name)\" prevents table \"\(model.name.name)\" from becoming "
          + (isPartition ? "a partition" : "an inheritance child"),
        detail: "ROW triggers with transition tables are not supported "
          + (isPartition ? "on partitions." : "in inheritance hierarchies.")), location: nil)
  }
}
