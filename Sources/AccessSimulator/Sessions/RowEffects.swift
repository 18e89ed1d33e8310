import AccessModel
import RowSecurity
import SQLBinding

/// Carries out what a definition does to rows, on the way from one catalog to the next.
struct RowEffects {
  let session: SimulatedSession
  /// The catalog after the definition.
  let after: BoundCatalog
  /// The version before.
  let before: Database
  private(set) var rows: RowsByName
  /// Tables that VACUUM or ANALYZE has looked at, in order.
  private var counts: [(table: QualifiedName, isSampled: Bool, isCleaned: Bool)] = []
  /// How many rows a query gave that fills a new table.
  private(set) var filled: Int?

  /// `holding`: rows that a relation is to have.
  init(
    _ session: SimulatedSession, after: BoundCatalog, before: Database,
    holding list: (name: QualifiedName, rows: [Row])? = nil
  ) {
    self.session = session
    self.after = after
    self.before = before
    rows = RowsByName(before)
    if let list { rows[list.name] = list.rows }
  }

  /// The version after all effects.
  var database: Database {
    var materialized: [Int: [Row]] = [:]
    for (index, view) in after.catalog.views.enumerated() where view.isMaterialized {
      materialized[index] = rows[view.name]
    }
    return Database(after, tables: tables, materialized: materialized)
  }

  private var tables: SharedList<StoredRows> {
    let (models, old) = (after.catalog.tables, before.catalog.catalog.tables)
    var tables = SharedList<StoredRows>()
    // All tables are where they were, but for new ones at the end.
    if models.keepsPlaces(of: old, by: \.name) {
      tables = before.tables
      for (name, list) in rows.changed {
        guard case .table(let index)? = after.names.relation(name), tables.indices.contains(index)
        else { continue }
        let earlier = tables[index]
        tables[index] = stored(list ?? [], name)
        tables[index].takeOrder(of: earlier)
        if earlier.counted != nil { tables[index].noteCount() }
      }
    }
    for table in models[tables.count...] {
      tables.append(rows.stored(table.name) ?? stored(rows[table.name] ?? [], table.name))
    }
    // Making an index counts the rows.
    for index in models.positions(notSharedWith: old) where old.indices.contains(index) {
      let (new, old) = (models[index], old[index])
      let isIndexed = new.indexes.count > old.indexes.count || new.keys.count > old.keys.count
      if isIndexed, new.name == old.name, tables[index].count > 0 { tables[index].noteCount() }
    }
    for count in counts {
      guard case .table(let index)? = after.names.relation(count.table),
        models[index].kind == .ordinary
      else { continue }
      if count.isCleaned {
        tables[index].noteCleaning(session.variables.heaps.items(of: tables[index].heap))
      }
      if count.isSampled { tables[index].noteSample() }
    }
    return tables
  }

  private func stored(_ list: [Row], _ name: QualifiedName) -> StoredRows {
    guard list.isEmpty, rows.created.contains(name) else { return StoredRows(list) }
    return StoredRows(heap: session.variables.heaps.create())
  }

  mutating func apply(_ effect: RowEffect) throws(EngineFailure) {
    switch effect {
    case .createdTable(let name):
      rows[name] = []
      rows.created.insert(name)
      defineIdentities(of: name)
      try computeGenerated(of: name)
    case .movedRows(let name):
      guard rows.created.remove(name) == nil, rows.stored(name)?.heap != nil else { return }
      rows[name] = rows[name]
    case .countedRows(let name, let isSampled, let isCleaned):
      counts.append((name, isSampled, isCleaned))
    case .deletedRows(let name): rows[name] = []
    case .droppedTable(let name): rows[name] = nil
    case .becameView(let name, let obstacle):
      guard rows[name]?.isEmpty != false else {
        throw .postgres(
          PostgresError(
            .notInPrerequisiteState,
            "could not convert table \"\(name.name)\" to a view because it is not empty"))
      }
      if let obstacle { throw .postgres(obstacle) }
      rows[name] = nil
    case .renamedTable(let old, let new):
      if session.variables.renumbered.contains(old) { session.variables.renumbered.insert(new) }
      rows[new] = rows[old]
      rows[old] = nil
      renameIdentities(old, new)
    case .addedColumn(let name, let position, let value, let identity):
      if identity { defineIdentities(of: name, at: position) }
      try add(name, position, value, identity: identity)
    case .droppedColumn(let name, let position):
      session.variables.renumbered.insert(name)
      try change(name) { (row) throws(EngineFailure) in
        guard row.indices.contains(position) else { return }
        row.remove(at: position)
        if row.isEmpty { row = [.null] }
      }
    case .retypedColumn(let name, let position, let old, let using):
      try retype(name, position, from: old, using)
    case .renamedLabel(let type, let old, let new): renameLabel(old, to: new, of: type)
    case .placedLabels(let type): placeLabels(of: type)
    case .addedField(let type): changeFields(of: type) { $0.append(.null) }
    case .droppedField(let type, let position):
      changeFields(of: type) { if $0.indices.contains(position) { $0.remove(at: position) } }
    case .validateDomain(let domain, let check): try validate(domain: domain, check)
    case .validate(let name, let requirement): try validate(name, requirement)
    case .fill(let name, let query, let role, let filling):
      // `SetMatViewPopulatedState()` comes before the query, which may lead back to the view.
      if filling != .creation, rows[name] == nil { rows[name] = [] }
      let store = DataStore(database)
      let before = store.database
      let isStored = after.catalog.views.contains { $0.name == name && $0.isMaterialized }
      var completion = try session.rows(of: query, as: role, store, isMaintained: isStored)
      // Functions of the query may have written.
      if store.database !== before {
        for (index, table) in after.catalog.tables.enumerated() {
          rows[table.name] = store.database.tables[index].kept
        }
      }
      switch filling {
      case .creation: filled = completion.count
      case .refresh: try makeIndexes(of: name, on: completion)
      case .concurrentRefresh: completion = try merged(completion, into: name)
      }
      rows[name] = completion
    case .refused(let error, let query, let role, let runs):
      try session.check(query, as: role, runs: runs)
      throw .postgres(error)
    case .refusedOnceBound(let error): throw .postgres(error)
    case .analyzed(let query, let role): try session.check(query, as: role, runs: false)
    case .emptied(let name): rows[name] = nil
    case .requirePopulated(let name):
      guard rows[name] != nil else {
        throw .postgres(
          PostgresError(
            .featureNotSupported,
            "CONCURRENTLY cannot be used when the materialized view is not populated"))
      }
    case .partitionKey(let name): try requireSoundPartitionKey(of: name)
    case .domain(let name): try requireSound(domain: name)
    case .namedSetting(let name, let value):
      guard Settings.isCustom(name) || ServerSettings.isKnown(name, session.version) else {
        throw .postgres(
          PostgresError(.undefinedObject, "unrecognized configuration parameter \"\(name)\""))
      }
      try session.requireSettable(name, value)
      guard Settings.isCustom(name) else { return }
      guard session.variables.settings[name] == nil else { return }
      session.variables.settings.set(name, "", isLocal: false)
    case .compiled(let name, let types): session.noteCompiled(name, types, in: after.catalog)
    case .createdSequence(let name):
      if let model = after.catalog.sequence(name) {
        session.variables.sequences.define(.named(name), .init(model))
      }
    case .droppedSequence(let name): session.variables.sequences.remove(.named(name))
    case .renamedSequence(let old, let new):
      session.variables.sequences.rename(.named(old), to: .named(new))
    case .alteredSequence(let name, let restart, let keepsLog):
      guard let model = after.catalog.sequence(name) else { return }
      try session.variables.sequences.alter(
        .named(name), .init(model), restart: restart, keepsLog: keepsLog)
    case .renamedIdentity(let name, let old, let new):
      session.variables.sequences.rename(
        .identity(table: name, column: old), to: .identity(table: name, column: new))
    case .grantedOnSequences(let schema): session.variables.sequences.noteGrants(in: schema)
    case .alteredIdentity(let name, let column, let restart, let keepsLog):
      try alter(identity: column, of: name, restart: restart, keepsLog: keepsLog)
    case .restartedIdentity(let name, let column, let value):
      try alter(
        identity: column, of: name, restart: value.map { .at($0) } ?? .atStart, keepsLog: false)
    }
  }

  private func alter(
    identity column: String, of name: QualifiedName, restart: RowEffect.Restart?, keepsLog: Bool
  ) throws(EngineFailure) {
    guard let model = after.catalog.table(name)?.columns.first(where: { $0.name == column })
    else { return }
    try session.variables.sequences.alter(
      .identity(table: name, column: column), .init(identity: model), restart: restart,
      keepsLog: keepsLog)
  }

  /// `place`: of the only column; nil: of all.
  private func defineIdentities(of name: QualifiedName, at place: Int? = nil) {
    guard let table = after.catalog.table(name) else { return }
    for (position, column) in table.columns.enumerated() where column.identity != nil {
      guard place == nil || place == position,
        after.owner(ofIdentity: column.name, of: table) == name
      else { continue }
      let called = identityName(of: column.name, in: name)
      var options = SequenceFile.Options(identity: column)
      if let called { options.name = called.name }
      session.variables.sequences.define(
        .identity(table: name, column: column.name), options, called: called)
      if after.catalog.defaultPrivileges.contains(where: { $0.object == .sequences }) {
        session.variables.sequences.noteGrants(on: .identity(table: name, column: column.name))
      }
    }
  }

  /// What the sequence of a new identity column is called; nil: not known.
  ///
  /// Source: `ChooseRelationName()` in `src/backend/commands/indexcmds.c`.
  private func identityName(of column: String, in table: QualifiedName) -> QualifiedName? {
    let catalog = after.catalog
    let model = catalog.table(table)?.columns.first { $0.name == column }
    let name =
      model?.identitySequence?.name ?? table.sequence(of: column)
    let isTaken =
      after.names.hasIndex(name) || after.names.relation(name) != nil
      || catalog.types.contains { $0.name == name }
      || isTaken(name, byOtherThan: .identity(table: table, column: column))
    // Longer names are cut.
    return isTaken || name.name.utf8.count > 63 ? nil : name
  }

  /// Whether the sequence of another identity column is called so.
  private func isTaken(
    _ name: QualifiedName, byOtherThan id: SequenceStore.ID
  ) -> Bool {
    guard let other = session.variables.sequences.identity(called: name), other != id,
      case .identity(let table, let column) = other
    else { return false }
    // Those of tables that were dropped are still kept.
    return after.catalog.table(table)?.columns.contains {
      $0.name == column && $0.identity != nil
    } ?? false
  }

  /// What its checks and its default are, and not only what they name.
  ///
  /// Source: `DefineDomain()`, `domainAddCheckConstraint()` in `src/backend/commands/typecmds.c`.
  private func requireSound(domain name: QualifiedName) throws(EngineFailure) {
    guard let model = after.catalog.types.first(where: { $0.name == name }),
      case .domain(let base, _) = model.kind, let type = after.names.columnType(base)
    else { return }
    if let value = model.defaultValue {
      _ = try Binder.domainDefault(value, of: type, in: after.names)
    }
    for check in model.checks {
      _ = try Binder.domainCheck(check.expression, over: type, in: after.names)
    }
  }

  private func renameIdentities(_ old: QualifiedName, _ new: QualifiedName) {
    for column in after.catalog.table(new)?.columns ?? [] where column.identity != nil {
      let id = SequenceStore.ID.identity(table: new, column: column.name)
      session.variables.sequences.rename(.identity(table: old, column: column.name), to: id)
      if old.schema != new.schema { session.variables.sequences.forgetName(of: id) }
    }
  }

  mutating func forgetRows(of name: QualifiedName) {
    if rows[name]?.isEmpty == false { rows[name] = [] }
  }

  mutating func changeEach(_ name: QualifiedName, _ body: (inout Row) -> Void) {
    guard var list = rows[name] else { return }
    for index in list.indices { body(&list[index]) }
    rows[name] = list
  }

  private mutating func change(
    _ name: QualifiedName, _ body: (inout Row) throws(EngineFailure) -> Void
  ) throws(EngineFailure) {
    guard var list = rows[name] else { return }
    for index in list.indices { try body(&list[index]) }
    rows[name] = list
  }

  private mutating func add(
    _ name: QualifiedName, _ position: Int, _ value: SQLExpression?, identity: Bool
  ) throws(EngineFailure) {
    let isFilled = rows[name]?.isEmpty == false
    guard isFilled || value != nil else { return }
    guard case .table(let table)? = after.names.relation(name),
      after.catalog.tables[table].columns.indices.contains(position)
    else { throw .undecided(Undecided("a column added and moved by one statement")) }
    let evaluation = session.evaluation(after, database)
    defer { evaluation.close() }
    let width = after.catalog.tables[table].columns.count
    // What the same statement makes of the column later is not for rows that are there.
    let becomesIdentity =
      !identity && after.catalog.tables[table].columns[position].identity != nil
    let sequence = becomesIdentity ? nil : after.sequence(table: table, column: position)
    let hasValue =
      value != nil || after.tables[table].defaults[position] != nil
    // A serial column's default is its sequence.
    let evaluator =
      !hasValue || sequence != nil
      ? nil : try self.value(ofAdded: position, to: table, evaluation)
    guard isFilled else { return }
    let variables = session.variables
    let type = after.tables[table].columns[position]
    try change(name) { (row) throws(EngineFailure) in
      // A table without columns holds one NULL.
      if position == 0 { row = [] }
      var added = SQLValue.null
      if let sequence {
        added = .integer(try variables.sequences.advance(sequence))
      } else if let evaluator {
        let padded = row + Row(repeating: .null, count: max(0, width - row.count))
        added = try evaluator(Frame(row: padded))
        if let type { added = try added.fitted(to: type) }
      }
      row.insert(added, at: min(position, row.count))
    }
    let isStored =
      after.tables[table].generated[position] != nil
      && !after.catalog.tables[table].columns[position].isVirtual
    let isVolatile =
      try after.tables[table].defaults[position]?.get().isVolatile(after.catalog) ?? false
    if sequence != nil || isStored || isVolatile { try buildIndexes(of: table, isCertain: true) }
  }

  /// Indexes of rows that are written anew compute theirs again. Unless it `isCertain` that they are,
  /// nobody knows what becomes of what they find wrong.
  ///
  /// Source: `ATRewriteTables()` in `src/backend/commands/tablecmds.c`.
  private func buildIndexes(of table: Int, isCertain: Bool) throws(EngineFailure) {
    let model = after.catalog.tables[table]
    for index in model.indexes where index.isComputed {
      do throws(EngineFailure) {
        try validate(index: index.name, of: table, rows[model.name] ?? [])
      } catch {
        guard isCertain else {
          throw .undecided(Undecided("whether the index `\(index.name)` is built anew"))
        }
        throw error
      }
    }
  }

  /// A default that is the same for all rows is computed once, be there rows or not. RULES 18.
  ///
  /// Source: `StoreAttrDefault()` in `heap.c`, `ATRewriteTable()` in `tablecmds.c`.
  private func value(
    ofAdded column: Int, to table: Int, _ evaluation: Session
  ) throws(EngineFailure) -> Evaluator? {
    guard after.catalog.tables[table].kind == .ordinary else { return nil }
    let generated = after.tables[table].generated[column]
    guard let bound = try (generated ?? after.tables[table].defaults[column])?.get() else {
      throw .undecided(Undecided("a default"))
    }
    try evaluation.requireExecute(in: bound)
    let evaluator = try ExpressionCompiler(evaluation).compile(bound)
    guard generated == nil, !bound.isVolatile(after.catalog) else { return evaluator }
    let type = after.tables[table].columns[column]
    do throws(EngineFailure) {
      var value = try evaluator(Frame(row: []))
      if let type { value = try value.fitted(to: type) }
      return { _ in value }
    } catch .postgres(let error) where error.isOfConstraint {
      // A domain's, which holds for rows.
      return evaluator
    }
  }

  /// What generated columns depend on is looked at in their plans.
  ///
  /// Source: `cookDefault()` in `src/backend/catalog/heap.c`.
  private func computeGenerated(of name: QualifiedName) throws(EngineFailure) {
    guard case .table(let table)? = after.names.relation(name) else { return }
    let generated = after.tables[table].generated.compactMap(\.self)
    guard !generated.isEmpty else { return }
    let evaluation = session.evaluation(after, database)
    defer { evaluation.close() }
    for case .ready(let value) in generated {
      _ = try ConstantFolder(session: evaluation).fold(value)
    }
  }

  private mutating func retype(
    _ name: QualifiedName, _ position: Int, from old: TypeName, _ using: SQLExpression?
  ) throws(EngineFailure) {
    guard rows[name]?.isEmpty == false || using != nil else { return }
    guard let index = after.catalog.tables.firstIndex(where: { $0.name == name }),
      after.tables[index].columns.indices.contains(position),
      let target = after.tables[index].columns[position]
    else { throw .undecided(Undecided("a column's change of type")) }
    let expression: SQLExpression
    if let using {
      expression = using
    } else {
      expression = .column(
        qualifier: nil, name: after.catalog.tables[index].columns[position].name)
    }
    // The expression is over the row as it was.
    guard case .table(let oldIndex)? = before.catalog.names.relation(name) else {
      throw .undecided(Undecided("a column's change of type after another change"))
    }
    let evaluation = session.evaluation(before.catalog, before)
    defer { evaluation.close() }
    let bound = try Binder.rowExpression(
      expression, over: oldIndex, in: before.catalog.names, assignedTo: target,
      usingFor: using == nil ? nil : after.catalog.tables[index].columns[position].name)
    if after.catalog.tables[index].kind == .ordinary { try evaluation.requireExecute(in: bound) }
    guard rows[name]?.isEmpty == false else {
      if case .constant(let value, _) = try ConstantFolder(session: evaluation).fold(bound) {
        _ = try value.fitted(to: target)
      }
      return
    }
    let evaluator = try ExpressionCompiler(evaluation).compile(bound)
    let width = before.catalog.catalog.tables[oldIndex].columns.count
    var isChanged = bound.isConversionOfNumbers
    // Where others have come or gone it may speak of this one alone.
    let column = after.catalog.tables[index].columns[position].name
    let oldPosition = before.catalog.catalog.tables[oldIndex].columns.firstIndex {
      $0.name == column
    }
    let isAlone =
      !bound.hasSubquery
      && bound.columns(ofSource: 0, atLevel: 0).allSatisfy { $0 == oldPosition }
    try change(name) { (row) throws(EngineFailure) in
      guard row.indices.contains(position) else {
        throw .undecided(Undecided("a column's change of type after another change"))
      }
      let old = row[position]
      var whole = row
      if row.count != max(1, width) {
        guard isAlone, let oldPosition else {
          throw .undecided(Undecided("a column's change of type after another change"))
        }
        whole = [SQLValue](repeating: .null, count: width)
        whole[oldPosition] = old
      }
      row[position] = try evaluator(Frame(row: whole)).fitted(to: target)
      isChanged = isChanged || row[position] != old
    }
    try buildIndexes(of: index, isCertain: isChanged)
  }
}

extension BoundExpression {
  fileprivate var isConversionOfNumbers: Bool {
    guard case .cast(_, let from, let to) = self else { return false }
    return from != to.type && from.isArithmetic && to.type.isArithmetic
  }
}

/// Rows of tables and materialized views by name, those of a version and what has become of them.
struct RowsByName {
  private let before: Database
  /// Nil: they are no more.
  private(set) var changed: [QualifiedName: [Row]?] = [:]

  init(_ before: Database) { self.before = before }

  subscript(name: QualifiedName) -> [Row]? {
    get {
      if let change = changed[name] { return change }
      switch before.catalog.names.relation(name) {
      case .table(let index): return before.tables[index].kept
      case .view(let index): return before.materialized[index]
      case .sequence, nil: return nil
      }
    }
    set { changed[name] = .some(newValue) }
  }

  /// Tables that were made, and nothing is known to be in.
  var created: Set<QualifiedName> = []

  /// The rows of a table, indexes and all; nil: something has changed.
  func stored(_ name: QualifiedName) -> StoredRows? {
    guard case .table(let index)? = before.catalog.names.relation(name), changed[name] == nil
    else { return nil }
    return before.tables[index]
  }
}

extension PostgresError {
  fileprivate var isOfConstraint: Bool {
    sqlState == .checkViolation || sqlState == .notNullViolation
  }
}
