import AccessModel
import RowSecurity
import SQLBinding

/// Makes new rows of one table and takes them through what PostgreSQL does with them, in its order:
/// defaults, BEFORE triggers, generated columns, row security, NOT NULL and CHECK, unique keys, and
/// at last the check options of views. RULES 75.
///
/// Source: `ExecInsert()`, `ExecUpdate()`, `ExecDelete()` in `nodeModifyTable.c`.
final class RowWriter {
  let table: Int
  private let root: Int?
  let writes: StatementWrites
  let model: Catalog.Table
  private let session: Session
  private let bound: BoundTable
  private let checks: RowFilter
  private let viewChecks: [(view: QualifiedName, condition: Evaluator)]
  private let constraints: TableConstraints
  private let sequences: [SequenceStore.ID?]
  /// For each column of the statement's target, this table's. RULES 81.
  let layout: [Int]?
  private let partition: PartitionCheck?
  private let description: RowDescription
  private var defaults: [Int: Evaluator] = [:]

  /// `assigned`: columns that the statement gives values, which errors may show. RULES 80.
  /// `actor`: who writes, if not whoever runs the statement.
  /// `root`: the table that the statement changes, if it is one above, whose checks are `target`'s.
  init(
    _ writes: StatementWrites, table: Int, target: SecuredTarget, assigned: Set<Int>,
    below root: Int? = nil, as actor: Session? = nil
  ) throws(EngineFailure) {
    self.writes = writes
    self.table = table
    self.root = root
    session = actor ?? writes.session
    try session.requireKnown(table)
    for constraint in writes.database.foreignKeys.of[table] {
      try session.requireKnown(constraint.referenced)
    }
    model = session.catalog.catalog.tables[table]
    bound = session.catalog.tables[table]
    checks = try session.checks(of: target)
    var viewChecks: [(view: QualifiedName, condition: Evaluator)] = []
    for check in target.viewChecks {
      guard let condition = check.condition else { continue }
      let compiler = ExpressionCompiler(session)
      viewChecks.append(
        (check.view, try RowFilter.qual(condition.conjuncts, session, compiler.compile)))
    }
    self.viewChecks = viewChecks
    layout = root.flatMap { writes.database.inheritance.layout(of: table, below: $0) }
    partition = try PartitionCheck(writes, table: table)
    description = RowDescription(
      session, table: root ?? table, assigned: assigned, layout: layout)
    constraints = try TableConstraints(table, session, description)
    sequences = constraints.sequences
    if constraints.hasDeferrableKeys { writes.deferredKeys[table] = constraints }
  }

  /// A column's default; identity and serial columns count on from the rows loaded.
  func defaultValue(_ column: Int) throws(EngineFailure) -> SQLValue {
    if let sequence = sequences[column] {
      try requireSequence(of: column)
      try session.requireWritable(sequence, "nextval()")
      writes.drawn += 1
      return .integer(try session.variables.sequences.advance(sequence))
    }
    guard let value = bound.defaults[column] else { return .null }
    if defaults[column] == nil {
      defaults[column] = try ExpressionCompiler(session).compile(try value.get())
    }
    return try defaults[column]?(Frame(sources: 0, parent: nil)) ?? .null
  }

  /// The values of columns before one whose own is computed after them.
  func defaults(
    before last: Int, otherThan given: [Int]
  ) throws(EngineFailure) -> [Int: SQLValue] {
    var result: [Int: SQLValue] = [:]
    for column in 0..<last where !given.contains(column) && !isGenerated(column) {
      result[column] = try fitted(try defaultValue(column), column)
    }
    return result
  }

  /// EXECUTE on what a column's default calls, where it stands in one of several rows. RULES 18.
  func requireExecutableDefault(_ column: Int) throws(EngineFailure) {
    guard sequences[column] == nil, let value = bound.defaults[column] else { return }
    try session.requireExecute(in: try value.get())
  }

  /// nextval() looks at its privilege when it is called, so only where there is a row. RULES 19.
  private func requireSequence(of column: Int) throws(EngineFailure) {
    guard let owned = bound.sequences.first(where: { $0.column == column }) else { return }
    let check = PrivilegeCheck(.usage, on: .sequence(owned.sequence), as: session.role)
    try session.requireHeld([check])
  }

  func isGenerated(_ column: Int) -> Bool { bound.generated[column] != nil }

  /// A value as its column stores it.
  func fitted(_ value: SQLValue, _ column: Int) throws(EngineFailure) -> SQLValue {
    guard let type = bound.columns[column] else {
      throw .undecided(Undecided("the type of column `\(model.columns[column].name)`"))
    }
    return try value.fitted(to: type)
  }

  /// A row to be inserted: `values` by column, nil where none is given.
  func newRow(
    _ values: [SQLValue?], _ overriding: SQLOverriding?
  ) throws(EngineFailure) -> Row {
    var row = Row(repeating: .null, count: max(1, model.columns.count))
    for column in model.columns.indices where !isGenerated(column) {
      let isPassedOver = overriding == .user && model.columns[column].identity != nil
      if let value = values[column], !isPassedOver {
        row[column] = try fitted(value, column)
      } else {
        row[column] = try fitted(try defaultValue(column), column)
      }
    }
    return row
  }

  /// A row ready to be stored, or nil where a trigger drops it. `checks`: other policies' than those
  /// of the statement itself.
  func prepared(
    _ new: Row, replacing old: Row?, _ event: TriggerEvent, checks: RowFilter? = nil
  ) throws(EngineFailure) -> Row? {
    guard let row = try changed(new, replacing: old, event) else { return nil }
    try requireAcceptable(row, replacing: old, checks: checks)
    return row
  }

  /// A row as BEFORE triggers and generated columns leave it, or nil where a trigger drops it.
  /// `place`: of the old row, unless a referential action changes it.
  func changed(
    _ new: Row, replacing old: Row?, _ event: TriggerEvent, at place: FilteredTable.Place? = nil
  ) throws(EngineFailure) -> Row? {
    var row = new
    let event = own(event)
    let triggers = writes.triggers(of: .table(table), event)
    if let place, !triggers.beforeRow.isEmpty {
      try writes.requireUnchangedBeside(place, "updated")
    }
    try requireGeneratedExecutable(event)
    if old != nil, !triggers.beforeRow.isEmpty { hideGenerated(&row) }
    for trigger in triggers.beforeRow {
      let proposed = TriggerRow(relation: .table(table), event: event, old: old, new: row)
      guard let kept = try writes.before([trigger], proposed, as: session) else { return nil }
      if old == nil { try requireStays(kept, from: row, after: trigger) }
      row = kept
    }
    try generate(&row, event)
    return row
  }

  /// From 16 on all generated columns are made ready before a trigger, whatever it is for, may fire.
  ///
  /// Source: `ExecGetAllUpdatedCols()` in `execUtils.c`, called by `ExecBRUpdateTriggers()`.
  private func requireGeneratedExecutable(_ event: TriggerEvent) throws(EngineFailure) {
    guard case .update = event, session.engine.version >= .v16,
      model.hasTriggerBeforeUpdatedRows
    else { return }
    for (column, generated) in bound.generated.enumerated() {
      guard let generated, !model.columns[column].isVirtual else { continue }
      try session.requireExecute(in: try generated.get())
    }
  }

  /// What is not computed yet is NULL to PL/pgSQL.
  ///
  /// Source: `plpgsql_exec_trigger()` in `src/pl/plpgsql/src/pl_exec.c`.
  private func hideGenerated(_ row: inout Row) {
    for (column, generated) in bound.generated.enumerated()
    where generated != nil && !model.columns[column].isVirtual {
      row[column] = .null
    }
  }

  /// An UPDATE looks first whether the row stays in its partition, an INSERT last.
  ///
  /// Source: `ExecInsert()` in `src/backend/executor/nodeModifyTable.c`.
  func requireAcceptable(
    _ row: Row, replacing old: Row?, checks: RowFilter? = nil
  ) throws(EngineFailure) {
    if old != nil, root == nil { try partition?.require(row, description) }
    try requireAllowed(row, checks, old == nil ? .insert : .update(columns: []))
    try noting(row, .constraint) { () throws(EngineFailure) in try constraints.requireValid(row) }
    // What was routed here stays here, unless a trigger has changed it.
    let mayLeave =
      old == nil && !writes.triggers(of: .table(table), .insert).beforeRow.isEmpty
    if root == nil || mayLeave { try partition?.require(row, description) }
  }

  /// Source: `ExecFindPartition()`.
  func requireBounds(_ row: Row) throws(EngineFailure) {
    try partition?.require(row, description)
  }

  /// A trigger that the tables above have given to a partition may not change a row into one of
  /// another's.
  ///
  /// Source: `ExecBRInsertTriggers()` in `src/backend/commands/trigger.c`.
  private func requireStays(
    _ row: Row, from proposed: Row, after trigger: Int
  ) throws(EngineFailure) {
    let name = model.triggers[trigger].name
    guard partition?.inherits(trigger: name) == true, try leavesPartition(row) else { return }
    // A row that was set to what it was is another too.
    guard row != proposed else {
      if keepsRow(model.triggers[trigger]) { return }
      throw .undecided(Undecided("a trigger that leaves a row outside of its partition"))
    }
    throw .postgres(
      PostgresError(
        .featureNotSupported,
        "moving row to another partition during a BEFORE FOR EACH ROW trigger is not supported",
        detail: "Before executing trigger \"\(name)\", the row was to be in partition "
          + "\"\(model.name.schema).\(model.name.name)\"."))
  }

  private func keepsRow(_ trigger: Catalog.Trigger) -> Bool {
    session.catalog.catalog.functions.contains { function in
      guard function.name == trigger.function, function.arguments.isEmpty,
        case .block(let body) = function.body
      else { return false }
      return body.assignsNothingToNew
    }
  }

  func leavesPartition(_ row: Row) throws(EngineFailure) -> Bool {
    guard let partition else { return false }
    return try !partition.isMet(by: row)
  }

  /// Row security's checks, which are those of the statement's target.
  private func requireAllowed(
    _ row: Row, _ other: RowFilter?, _ event: TriggerEvent
  ) throws(EngineFailure) {
    let isUnstored =
      other == nil && writes.showsUnstoredRows
      && writes.triggers(of: .table(table), event).beforeRow.isEmpty
    guard
      let failed = try (other ?? checks).firstFailure(
        row.laidOut(layout), of: table, isUnstored: isUnstored)
    else {
      if let observed = session.variables.observed, observed.count < Explainer.maxRows {
        session.variables.observed?.append(
          ObservedRow(
            table: root ?? table, row: row.laidOut(layout), isOther: other != nil))
      }
      return
    }
    note(row, .new(failed))
    throw .postgres(failed.violation(of: session.catalog.catalog.tables[root ?? table]))
  }

  /// For explanations: which row it was.
  func note(_ row: Row, _ reason: RowRefusal.Reason) {
    session.variables.refusal = RowRefusal(
      table: root ?? table, row: row.laidOut(layout), reason: reason)
  }

  private func noting<Result>(
    _ row: Row, _ reason: RowRefusal.Reason, _ body: () throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    do throws(EngineFailure) {
      return try body()
    } catch {
      note(row, reason)
      throw error
    }
  }

  private func generate(_ row: inout Row, _ event: TriggerEvent) throws(EngineFailure) {
    for (column, generated) in bound.generated.enumerated() {
      guard let generated else { continue }
      let expression = try generated.get()
      guard isComputed(expression, by: event) else { continue }
      if !model.columns[column].isVirtual {
        try session.requireExecute(in: expression)
      }
      do throws(EngineFailure) {
        let value = try ExpressionCompiler(session).compile(expression)(
          Frame(row: row, of: table))
        row[column] = try fitted(value, column)
      } catch {
        // A virtual column is computed when it is read.
        guard case .postgres = error, model.columns[column].isVirtual else { throw error }
        throw .undecided(Undecided("a virtual column whose value is an error"))
      }
    }
  }

  /// With the columns of an UPDATE as the table has them.
  private func own(_ event: TriggerEvent) -> TriggerEvent {
    guard case .update(let named) = event, let layout else { return event }
    return .update(columns: Set(named.map { $0 < 0 ? $0 : layout[$0] }))
  }

  /// UPDATE computes what depends on columns that it sets, or all that a trigger may have changed.
  ///
  /// Source: `ExecInitStoredGenerated()` in `nodeModifyTable.c`.
  private func isComputed(_ expression: BoundExpression, by event: TriggerEvent) -> Bool {
    guard case .update(let named) = event, !model.hasTriggerBeforeUpdatedRows else { return true }
    var isTouched = false
    expression.forEach { part in
      guard case .column(let position, _) = part else { return }
      isTouched = isTouched || position.column < 0 || named.contains(position.column)
    }
    return isTouched
  }

  func add(_ row: Row) throws(EngineFailure) {
    // Rows are stored before keys are looked at.
    let item = writes.item(for: row, in: table)
    let suspects = try noting(row, .constraint) { () throws(EngineFailure) in
      try constraints.requireUnique(row, replacing: nil, in: writes.changes)
    }
    writes.changes.add(table, row, item: item)
    try writes.queue(
      .init(
        row: TriggerRow(relation: .table(table), event: .insert, old: nil, new: row), table: table,
        session: session, suspects: suspects))
    try requireShown(row)
  }

  func replace(
    _ position: Int, _ old: Row, with row: Row, _ event: TriggerEvent
  ) throws(EngineFailure) {
    let item = writes.item(for: row, in: table)
    let suspects = try noting(row, .constraint) { () throws(EngineFailure) in
      try constraints.requireUnique(row, replacing: old, in: writes.changes)
    }
    let event = own(event)
    let isOwn = writes.changes.isOwn(table, position)
    writes.changes.replace(table, position, with: row, item: item)
    try writes.queue(
      .init(
        row: TriggerRow(relation: .table(table), event: event, old: old, new: row), table: table,
        session: session, isOwn: isOwn, suspects: suspects))
    try requireShown(row)
  }

  /// False where a trigger keeps the row. `change`: the word for it in errors; nil for a referential
  /// action.
  func remove(
    _ position: Int, _ old: Row, _ change: String? = nil, isMoved: Bool = false
  ) throws(EngineFailure) -> Bool {
    let triggers = writes.triggers(of: .table(table), .delete)
    let row = TriggerRow(relation: .table(table), event: .delete, old: old, new: nil)
    let place = FilteredTable.Place(table: table, position: position)
    if change != nil, !triggers.beforeRow.isEmpty {
      try writes.requireUnchangedBeside(place, "updated")
    }
    if !triggers.beforeRow.isEmpty, try writes.before(triggers.beforeRow, row, as: session) == nil {
      return false
    }
    if let change { try writes.requireUnchangedBeside(place, change) }
    writes.changes.remove(table, position)
    try writes.queue(.init(row: row, table: table, session: session, isMoved: isMoved))
    return true
  }

  /// The row that stands in the way of another, by the keys asked about; nil: by any.
  func conflicting(
    with row: Row, keys: [Int]?
  ) throws(EngineFailure) -> Changes.RowReference? {
    try constraints.conflict(with: row, keys: keys, in: writes.changes)
  }

  /// Check options of views, met by a row once stored. NULL fails. RULES 57.
  private func requireShown(_ row: Row) throws(EngineFailure) {
    for (view, condition) in viewChecks
    where try condition(Frame(row: row.laidOut(layout), of: table)).truth != true {
      note(row, .viewCheck(view))
      throw .postgres(
        PostgresError(
          .withCheckOptionViolation,
          "new row violates check option for view \"\(view.name)\"",
          detail: description.failingRow(row)))
    }
  }
}
