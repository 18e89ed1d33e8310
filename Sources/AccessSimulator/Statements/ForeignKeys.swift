import AccessModel
import RowSecurity
import SQLBinding
import SQLText

/// What foreign keys do after a row has changed, without row security. RULES 79, 80.
///
/// Source: `src/backend/utils/adt/ri_triggers.c`.
struct ForeignKeys {
  typealias Constraint = ForeignKeyList.Constraint

  let writes: StatementWrites
  /// Who is told of rows; nil: whoever the statement runs as.
  var role: String?

  var session: Session { writes.session }
  var database: Database { writes.database }
  var changes: Changes { writes.changes }

  /// A row that is new or has changed must find what it refers to; one that the transaction itself
  /// has written, though it refers to the same.
  ///
  /// Source: `RI_FKey_fk_upd_check_required()` in `ri_triggers.c`.
  func check(_ event: StatementWrites.Event) throws(EngineFailure) {
    guard let new = event.row.new else { return }
    for constraint in database.foreignKeys.of[event.table] {
      let isSame =
        event.row.old.map { old in constraint.columns.allSatisfy { old[$0] == new[$0] } } ?? false
      if isSame, !event.isOwn { continue }
      if isPutOff(constraint) {
        let isNull = constraint.columns.contains { new[$0].isNull }
        if event.row.old != nil, isNull, !constraint.isMatchFull { continue }
        session.variables.deferred.append(
          .key(DeferredCheck(constraint, new, isReferring: true, session.catalog)))
        continue
      }
      try check(new, constraint)
    }
  }

  func check(_ row: Row, _ constraint: Constraint) throws(EngineFailure) {
    let values = constraint.columns.map { row[$0] }
    if values.contains(where: \.isNull) {
      guard constraint.isMatchFull, !values.allSatisfy(\.isNull) else { return }
      throw .postgres(
        missing(
          constraint, "MATCH FULL does not allow mixing of null and nonnull key values."))
    }
    // A row that a cascade has changed since is looked at for that change.
    guard !changes.find(constraint.table, constraint.columns, values).isEmpty else { return }
    try require(referencedRows: constraint)
    guard !isThere(try constraint.asReferenced(values), constraint) else { return }
    let key = description(constraint.table).key(constraint.columns, row) ?? "Key"
    session.variables.refusal = RowRefusal(
      table: constraint.table, row: row, reason: .missingReference(constraint))
    throw .postgres(
      missing(
        constraint, "\(key) is not present in table \"\(name(constraint.referenced))\"."))
  }

  private func missing(_ constraint: Constraint, _ detail: String) -> PostgresError {
    PostgresError(
      .foreignKeyViolation,
      "insert or update on table \"\(name(constraint.table))\" violates foreign key "
        + "constraint \"\(constraint.name)\"", detail: detail
    ).about(objects(constraint))
  }

  /// Whichever table was changed, the error is about the one that refers.
  private func objects(_ constraint: Constraint) -> ErrorObjects {
    ErrorObjects(
      session.catalog.catalog.tables[constraint.table].name, constraint: constraint.name)
  }

  /// Whether a key is in the table referred to, or in a partition of it.
  func isThere(_ values: [SQLValue], _ constraint: Constraint) -> Bool {
    !found(values, constraint.referencedColumns, in: constraint.referenced).isEmpty
  }

  /// Rows of the table that refers, or of a partition of it.
  func references(_ values: [SQLValue], _ constraint: Constraint) -> [Found] {
    found(values, constraint.columns, in: constraint.table)
  }

  /// A row, and where it is stored. `layout`: for each column of the table that was asked, this one's;
  /// nil: they are laid out alike.
  typealias Found = (table: Int, layout: [Int]?, row: Changes.RowReference)

  private func found(_ values: [SQLValue], _ columns: [Int], in table: Int) -> [Found] {
    guard session.catalog.catalog.tables[table].kind == .partitioned else {
      return changes.find(table, columns, values).map { (table, nil, $0) }
    }
    return database.inheritance.members(below: table).flatMap { member in
      let places = member.layout.map { layout in columns.map { layout[$0] } } ?? columns
      return changes.find(member.table, places, values).map { (member.table, member.layout, $0) }
    }
  }

  /// What refers to a row that is no more, or whose key has changed, follows it or stops the
  /// statement: key by key, in the order of their making.
  func follow(_ event: StatementWrites.Event) throws(EngineFailure) {
    guard let old = event.row.old else { return }
    var (table, layout) = (event.table, [Int]?.none)
    var steps = 0
    while steps <= database.tables.count {
      steps += 1
      let (before, after) = (old.laidOut(layout), event.row.new?.laidOut(layout))
      for constraint in database.foreignKeys.referencing[table] where !constraint.isInherited {
        if let after,
          constraint.referencedColumns.allSatisfy({
            before[$0].isStored(as: after[$0])
          })
        {
          continue
        }
        try follow(constraint, before, after, of: event.table)
      }
      // Those above are told of the move.
      if event.isMoved { return try requireNoneBetween(event.table) }
      // A partition's rows are referred to as its parent's.
      guard let parent = database.inheritance.partitionedParent[table] else { return }
      layout = database.inheritance.layout(of: event.table, below: parent)
      table = parent
    }
  }

  /// Source: `ExecCrossPartitionUpdateForeignKey()`.
  private func requireNoneBetween(_ table: Int) throws(EngineFailure) {
    let parents = database.inheritance.partitionedParent
    var current = parents[table]
    while let next = current, let above = parents[next] {
      guard database.foreignKeys.referencing[next].isEmpty else {
        throw .undecided(Undecided("a row moved from below a table that foreign keys refer to"))
      }
      current = above
    }
  }

  /// `table`: the one that the event is of.
  private func follow(
    _ constraint: Constraint, _ old: Row, _ new: Row?, of table: Int
  ) throws(EngineFailure) {
    let values = constraint.referencedColumns.map { old[$0] }
    if values.contains(where: \.isNull) { return }
    try session.requireKnown(constraint.table)
    let action = new == nil ? constraint.onDelete : constraint.onUpdate
    if action == .noAction, isPutOff(constraint) {
      session.variables.deferred.append(
        .key(DeferredCheck(constraint, old, isReferring: false, session.catalog)))
      return
    }
    switch action {
    case .noAction, .restrict: try requireUnreferenced(old, constraint, action, of: table)
    case .cascade, .setNull, .setDefault:
      guard let own = constraint.asReferring(values) else { return }
      try requireNoRule(of: constraint, action == .cascade && new == nil ? .delete : .update)
      let newKey = new.map { row in constraint.referencedColumns.map { row[$0] } }
      guard newKey.map({ constraint.asReferring($0) != nil }) ?? true else {
        throw .undecided(Undecided("a key that a cascade can store only in part"))
      }
      try ReferentialAction(keys: self, constraint: constraint).apply(
        action, to: own, newKey: newKey.flatMap(constraint.asReferring))
      if action == .setDefault {
        try requireUnreferenced(old, constraint, .noAction, of: table)
      }
    }
  }

  /// What rules make of the action, PostgreSQL mostly refuses once it has run.
  ///
  /// Source: `ri_PerformCheck()` in `ri_triggers.c`.
  private func requireNoRule(
    of constraint: Constraint, _ event: Catalog.Rule.Event
  ) throws(EngineFailure) {
    let rules = session.catalog.catalog.tables[constraint.table].rules
    guard let rule = rules.first(where: { $0.event == event }) else { return }
    throw .undecided(Undecided("a foreign key's action with the rule `\(rule.name)`"))
  }

  /// Another row may have taken the old key meanwhile; NO ACTION then lets it be.
  ///
  /// `table`: the one that the event is of; nil: not known any more.
  func requireUnreferenced(
    _ old: Row, _ constraint: Constraint, _ action: Catalog.ForeignKey.Action, of table: Int?
  ) throws(EngineFailure) {
    let values = constraint.referencedColumns.map { old[$0] }
    if action == .noAction {
      // First whether the key is still there, as the owner of the table it was in.
      try require(referencedRows: constraint, storedIn: table)
    }
    let lookup = KeyLookup(
      of: constraint.columns, in: session.catalog.catalog.tables[constraint.table],
      isReferring: true)
    try require(
      [.select, .update], on: constraint.table, reading: constraint.columns,
      by: lookup.sqlText)
    guard let own = constraint.asReferring(values), !references(own, constraint).isEmpty else {
      return
    }
    if action == .noAction, isThere(values, constraint) { return }
    let key =
      description(constraint.referenced).key(constraint.referencedColumns, old) ?? "Key"
    let (referring, referred) = (name(constraint.table), name(constraint.referenced))
    session.variables.refusal = RowRefusal(
      table: constraint.referenced, row: old, reason: .stillReferenced(constraint))
    // Each partition has a copy of the constraint, which the error names.
    let isPartitioned =
      session.catalog.catalog.tables[constraint.referenced].kind == .partitioned
    guard !isPartitioned || table == constraint.referenced else {
      throw .undecided(
        Undecided("the name of a partition's copy of the foreign key `\(constraint.name)`"))
    }
    guard action == .restrict, session.engine.version >= .v18 else {
      throw .postgres(
        PostgresError(
          .foreignKeyViolation,
          "update or delete on table \"\(referred)\" violates foreign key constraint "
            + "\"\(constraint.name)\" on table \"\(referring)\"",
          detail: "\(key) is still referenced from table \"\(referring)\"."
        ).about(objects(constraint)))
    }
    throw .postgres(
      PostgresError(
        SQLState(rawValue: "23001"),
        "update or delete on table \"\(referred)\" violates RESTRICT setting of foreign key "
          + "constraint \"\(constraint.name)\" on table \"\(referring)\"",
        detail: "\(key) is referenced from table \"\(referring)\"."
      ).about(objects(constraint)))
  }

  /// `leaf`: the partition that held the row, which is asked alone.
  private func require(
    referencedRows constraint: Constraint, storedIn leaf: Int? = nil
  ) throws(EngineFailure) {
    let table = leaf ?? constraint.referenced
    let model = session.catalog.catalog.tables[table]
    var columns = constraint.referencedColumns
    if table != constraint.referenced {
      let above = session.catalog.catalog.tables[constraint.referenced].columns
      columns = columns.compactMap { column in
        model.columns.firstIndex { $0.name == above[column].name }
      }
    }
    try require(
      [.select, .update], on: table, reading: columns,
      by: KeyLookup(of: columns, in: model).sqlText)
  }

  /// Referential queries run as the owner of the table they touch, who needs privileges like
  /// anyone: SELECT on the key that rows are found by, UPDATE on the columns that are `assigned`, on
  /// any where rows are locked. RULES 79.
  ///
  /// Errors show the query: a schema is looked for in its text.
  func require(
    _ needed: [Privilege], on table: Int, reading columns: [Int], assigned: [Int]? = nil,
    by query: @autoclosure () -> String
  ) throws(EngineFailure) {
    let owner = session.catalog.catalog.tables[table].owner
    let checks = needed.map { privilege in
      let asked: PrivilegeCheck.Columns =
        switch privilege {
        case .select: .all(Set(columns))
        case .delete: .none
        default: assigned.map { .all(Set($0)) } ?? .any
        }
      return PrivilegeCheck(privilege, on: .relation(.table(table)), columns: asked, as: owner)
    }
    do throws(EngineFailure) {
      try session.requireHeld([usage(of: table)] + checks)
    } catch .postgres(var error) {
      guard session.holds([usage(of: table)]) else {
        error.origin.query = ErrorOrigin.Query(query(), context: "")
        throw .postgres(error)
      }
      throw .postgres(error.inside("SQL statement \"\(query())\""))
    }
  }

  private func usage(of table: Int) -> PrivilegeCheck {
    let model = session.catalog.catalog.tables[table]
    return PrivilegeCheck(.usage, on: .schema(model.name.schema), as: model.owner)
  }

  private func isPutOff(_ constraint: Constraint) -> Bool {
    session.variables.defers(
      constraint.name, of: session.catalog.catalog.tables[constraint.table].name,
      isDeferrable: constraint.isDeferrable, isInitiallyDeferred: constraint.isInitiallyDeferred)
  }

  private func description(_ table: Int) -> RowDescription {
    RowDescription(session, table: table, to: role)
  }

  private func name(_ table: Int) -> String { session.catalog.catalog.tables[table].name.name }
}

extension SQLValue {
  /// Whether two values are not only equal but have the same bytes: `-0` and `0` have not.
  ///
  /// Source: `ri_KeysEqual()` in `src/backend/utils/adt/ri_triggers.c`.
  fileprivate func isStored(as other: SQLValue) -> Bool {
    switch (self, other) {
    case (.double(let one), .double(let two)): one.bitPattern == two.bitPattern
    case (.numeric(let one), .numeric(let two)): one == two && one.description == two.description
    case (.interval(let one), .interval(let two)):
      one.months == two.months && one.days == two.days && one.microseconds == two.microseconds
    default: self == other
    }
  }
}
