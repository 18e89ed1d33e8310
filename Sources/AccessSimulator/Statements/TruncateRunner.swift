import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// TRUNCATE. RULES 20.
///
/// Source: `ExecuteTruncate()` in `src/backend/commands/tablecmds.c`.
struct TruncateRunner {
  private let truncation: BoundTruncate
  private let writes: StatementWrites

  init(
    _ truncation: BoundTruncate, _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    self.truncation = truncation
    writes = StatementWrites(session, database)
  }

  /// Source: `truncate_check_activity()` in `src/backend/commands/tablecmds.c`.
  private func requireUnused(_ table: Int) throws(EngineFailure) {
    let name = writes.session.catalog.catalog.tables[table].name
    try writes.session.variables.openPlans.requireUnused("TRUNCATE") { $0 == name }
    guard writes.session.variables.deferred.contains(where: { $0.relation == name }) else { return }
    throw .postgres(.pendingEvents("TRUNCATE", name))
  }

  func run() throws(EngineFailure) -> Completion {
    if let failure = truncation.failure { throw .postgres(failure) }
    writes.begin()
    var tables: [Int] = []
    for case .table(let table) in truncation.relations {
      guard
        !truncation.onlyRelations.contains(.table(table))
          || writes.session.catalog.catalog.tables[table].kind != .partitioned
      else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42809"), "cannot truncate only a partitioned table",
            hint: "Do not specify the ONLY keyword, or use TRUNCATE ONLY on the partitions "
              + "directly."))
      }
      // The tables below need no privilege of their own. RULES 81.
      tables.append(table)
      try requireUnused(table)
      guard !truncation.onlyRelations.contains(.table(table)) else { continue }
      for member in writes.database.inheritance.members(below: table)
      where !tables.contains(member.table) {
        tables.append(member.table)
        try requireUnused(member.table)
      }
    }
    try addReferring(to: &tables)
    if truncation.restartsIdentity { try requireSequences(of: tables) }
    for table in tables { try writes.fireBefore(.table(table), .truncate) }
    for table in tables {
      for position in writes.database.tables[table].rows.indices
      where !writes.changes.isRemoved(table, position) {
        writes.changes.remove(table, position)
      }
      writes.changes.empty(table, into: writes.session.variables.heaps.create())
      if truncation.restartsIdentity { restart(table) }
    }
    try writes.finish(tables.map { (.table($0), .truncate) })
    return Completion(tag: "TRUNCATE TABLE", count: 0)
  }

  /// Tables with foreign keys to those named are emptied too, or stop the statement.
  private func addReferring(to tables: inout [Int]) throws(EngineFailure) {
    let session = writes.session
    let catalog = session.catalog.catalog
    var next = 0
    while next < tables.count {
      let table = tables[next]
      next += 1
      for constraint in references(to: table) where !tables.contains(constraint.table) {
        let referring = catalog.tables[constraint.table].name.name
        guard truncation.isCascading else {
          throw .postgres(
            PostgresError(
              .featureNotSupported,
              "cannot truncate a table referenced in a foreign key constraint",
              detail: "Table \"\(referring)\" references \"\(catalog.tables[table].name.name)\".",
              hint: "Truncate table \"\(referring)\" at the same time, or use TRUNCATE ... CASCADE."
            ))
        }
        session.variables.notices.append(
          Notice("NOTICE", "truncate cascades to table \"\(referring)\""))
        let check = PrivilegeCheck(
          .truncate, on: .relation(.table(constraint.table)), as: session.role)
        try session.requireHeld([check])
        tables.append(constraint.table)
      }
    }
  }

  /// Foreign keys to a table, and to those that it is a partition of.
  ///
  /// Source: `heap_truncate_find_FKs()` in `src/backend/catalog/heap.c`.
  private func references(to table: Int) -> [ForeignKeyList.Constraint] {
    let catalog = writes.session.catalog.catalog
    let own = writes.database.foreignKeys.referencing[table]
    guard catalog.tables[table].partitionBound != nil else { return own }
    let parents = catalog.tables.indices.filter {
      catalog.tables[table].parents.contains(catalog.tables[$0].name)
    }
    return own + parents.flatMap(references)
  }

  /// RESTART IDENTITY is for the owners of the sequences.
  private func requireSequences(of tables: [Int]) throws(EngineFailure) {
    let session = writes.session
    let catalog = session.catalog.catalog
    let authority = DefinitionAuthority(catalog, as: session.role)
    for table in tables {
      let model = catalog.tables[table]
      for (column, id) in ownSequences(table) {
        let (name, owner) =
          switch id {
          case .named(let name): (name.name, catalog.sequence(name)?.owner ?? model.owner)
          case .identity:
            (model.name.sequence(of: model.columns[column].name).name, model.owner)
          }
        do throws(PostgresError) {
          try authority.require(.ownership(what: "sequence \(name)", owner: owner))
        } catch {
          throw .postgres(error)
        }
      }
    }
  }

  private func restart(_ table: Int) {
    for (_, sequence) in ownSequences(table) {
      writes.session.variables.sequences.restart(sequence, at: nil)
    }
  }

  /// The sequences that belong to columns, whatever the defaults are; a child's default only uses
  /// its parent's. Source: `getOwnedSequences()` in `src/backend/catalog/pg_depend.c`.
  private func ownSequences(_ table: Int) -> [(column: Int, id: SequenceStore.ID)] {
    let catalog = writes.session.catalog
    let model = catalog.catalog.tables[table]
    return model.columns.indices.flatMap { column in
      let place = Catalog.Sequence.Owner(model.name, model.columns[column].name)
      var own = catalog.catalog.sequences.filter { $0.ownedBy == place }.map {
        SequenceStore.ID.named($0.name)
      }
      if let used = catalog.sequence(table: table, column: column), !own.contains(used),
        !isDeclared(used)
      {
        own.append(used)
      }
      return own.map { (column, $0) }
    }
  }

  private func isDeclared(_ id: SequenceStore.ID) -> Bool {
    guard case .named(let name) = id else { return false }
    return writes.session.catalog.catalog.sequence(name) != nil
  }
}

extension PostgresError {
  /// Source: `CheckTableNotInUse()` in `src/backend/commands/tablecmds.c`.
  static func pendingEvents(_ command: String, _ table: QualifiedName) -> PostgresError {
    PostgresError(
      SQLState(rawValue: "55006"),
      "cannot \(command) \"\(table.name)\" because it has pending trigger events")
  }
}
