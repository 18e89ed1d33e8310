import AccessModel
import RowSecurity
import SQLBinding

/// Whether the rows that are there satisfy what a definition has made new.
///
/// Source: `ATRewriteTable()`, `validateForeignKeyConstraint()` in `tablecmds.c`; `index_build()`.
extension RowEffects {
  func validate(
    _ name: QualifiedName, _ requirement: RowEffect.Requirement
  ) throws(EngineFailure) {
    guard case .table(let table)? = after.names.relation(name) else {
      return try validate(view: name, requirement)
    }
    if case .index(let index) = requirement {
      try requireSound(index: index, of: table)
      try requirePlannable(index: index, of: table)
      try computeConstants(ofIndex: index, of: table)
    }
    if case .exclusion(let exclusion) = requirement {
      try requireSound(exclusion: exclusion, of: table)
    }
    if requirement == .partitionBound { try requireNoRowsBelow(name) }
    if case .detached(let parent) = requirement { return try requireUnreferenced(table, parent) }
    if case .check(let check) = requirement { try requireExecute(inCheck: check, of: table) }
    if case .foreignKey(let key) = requirement {
      return try validate(foreignKey: key, of: table, rows[name] ?? [])
    }
    guard let list = rows[name], !list.isEmpty else { return }
    let model = after.catalog.tables[table]
    switch requirement {
    case .notNull(let column):
      guard let position = model.columns.firstIndex(where: { $0.name == column }) else { return }
      guard list.contains(where: { $0[position].isNull }) else { return }
      throw .postgres(
        PostgresError(
          .notNullViolation,
          "column \"\(column)\" of relation \"\(name.name)\" contains null values"
        ).about(ErrorObjects(model.name, column: column)))
    case .check(let check): try validate(check, of: table, list)
    case .key(let key):
      guard model.keys.contains(where: { $0.name == key }) else { return }
      try requireUnique(list, of: table, index: key)
    case .index(let index): try validate(index: index, of: table, list)
    case .uniqueIndex(let index):
      guard model.indexes.contains(where: { $0.name == index }) else { return }
      try requireUnique(list, of: table, index: index)
    case .exclusion(let exclusion): try validate(exclusion: exclusion, of: table, list)
    case .detached, .foreignKey: return
    case .partitionBound, .defaultPartition:
      try validateBound(of: table, list, isDefault: requirement != .partitionBound)
    }
  }

  /// Source: `RI_PartitionRemove_Check()` in `src/backend/utils/adt/ri_triggers.c`.
  private func requireUnreferenced(
    _ partition: Int, _ parent: QualifiedName
  ) throws(EngineFailure) {
    var above = [parent]
    while let next = after.catalog.table(above[above.count - 1]), next.partitionBound != nil,
      let name = next.parents.first, !above.contains(name)
    {
      above.append(name)
    }
    let names = after.catalog.tables[partition].columns.map(\.name)
    let leaving = stored(in: partition)
    guard !leaving.isEmpty else { return }
    for table in after.catalog.tables.indices {
      let model = after.catalog.tables[table]
      for key in model.foreignKeys where above.contains(key.references) {
        let own = model.columns.map(\.name)
        let columns = key.columns.compactMap { own.firstIndex(of: $0) }
        let places = key.referencedColumns.compactMap { names.firstIndex(of: $0) }
        let referenced = Set(leaving.map { row in places.map { row[$0] } })
        for row in rows[model.name] ?? [] where referenced.contains(columns.map { row[$0] }) {
          throw .undecided(
            Undecided("how a foreign key is called for each partition", isRefusal: true))
        }
      }
    }
  }

  /// Rows of a table that is partitioned itself are further down.
  private func requireNoRowsBelow(_ name: QualifiedName) throws(EngineFailure) {
    for table in after.catalog.tables where table.parents.contains(name) {
      guard rows[table.name]?.isEmpty != false else {
        throw .undecided(Undecided("a partition's bound over rows of its partitions"))
      }
      try requireNoRowsBelow(table.name)
    }
  }

  /// Source: `ATExecAttachPartition()`, `check_default_partition_contents()`.
  private func validateBound(
    of table: Int, _ list: [Row], isDefault: Bool
  ) throws(EngineFailure) {
    let evaluation = session.evaluation(after, database)
    defer { evaluation.close() }
    let writes = evaluation.newWrites(database)
    guard let check = try PartitionCheck(writes, table: table) else { return }
    let name = after.catalog.tables[table].name.name
    for row in list where try !check.isMet(by: row) {
      throw .postgres(
        PostgresError(
          .checkViolation,
          isDefault
            ? "updated partition constraint for default partition \"\(name)\" would be violated by "
              + "some row"
            : "partition constraint of relation \"\(name)\" is violated by some row"))
    }
  }

  /// A table that was there is gone through, with or without rows. RULES 18.
  private func requireExecute(inCheck check: String, of table: Int) throws(EngineFailure) {
    let model = after.catalog.tables[table]
    guard model.kind == .ordinary, before.catalog.names.relation(model.name) != nil,
      let index = model.checks.firstIndex(where: { $0.name == check })
    else { return }
    let evaluation = session.evaluation(after, database)
    defer { evaluation.close() }
    try evaluation.requireExecute(in: try after.tables[table].checks[index].get())
  }

  private func validate(
    _ check: String, of table: Int, _ list: [Row]
  ) throws(EngineFailure) {
    let model = after.catalog.tables[table]
    guard let index = model.checks.firstIndex(where: { $0.name == check }) else { return }
    let evaluation = session.evaluation(after, database)
    defer { evaluation.close() }
    let condition = try ExpressionCompiler(evaluation).compile(
      try after.tables[table].checks[index].get())
    for row in list where try condition(Frame(row: row)).truth == false {
      throw .postgres(
        PostgresError(
          .checkViolation,
          "check constraint \"\(check)\" of relation \"\(model.name.name)\" is violated by some row"
        ).about(ErrorObjects(model.name, constraint: check)))
    }
  }

  private func requireSound(index name: String, of table: Int) throws(EngineFailure) {
    guard let index = after.catalog.tables[table].indexes.first(where: { $0.name == name }) else {
      return
    }
    try after.requireIndexable(parts: index.parts, condition: index.condition, ofTable: table)
  }

  /// From 17 on what functions in SQL name is looked for where PostgreSQL's own objects are, even
  /// without rows.
  private func requirePlannable(index name: String, of table: Int) throws(EngineFailure) {
    guard session.version >= .v17,
      let index = after.catalog.tables[table].indexes.first(where: { $0.name == name })
    else { return }
    var names = after.names
    names.searchPath = []
    for written in index.parts + [index.condition].compactMap({ $0 }) {
      var called: [Int] = []
      try after.bind(written, overTable: table).forEach { part in
        if case .function(let function, _, _) = part { called.append(function) }
      }
      for function in called {
        let model = after.catalog.functions[function]
        let types = after.functions[function].arguments.compactMap { $0 }
        guard model.language == "sql", !model.isAtomic, model.settings.isEmpty,
          case .query(let body) = model.body
        else { continue }
        _ = try Binder.bind(
          .query(body), types: types, in: names, variables: .arguments(of: model, types))
      }
    }
  }

  /// Source: `index_build()`, `RelationGetIndexExpressions()` in `src/backend/utils/cache/relcache.c`.
  private func computeConstants(
    ofIndex name: String, of table: Int
  ) throws(EngineFailure) {
    let model = after.catalog.tables[table]
    guard model.kind == .ordinary, rows[model.name]?.isEmpty == true,
      let index = model.indexes.first(where: { $0.name == name })
    else { return }
    try session.restricted { () throws(EngineFailure) in
      let evaluation = session.evaluation(after, database, as: model.owner)
      defer { evaluation.close() }
      for written in index.parts + [index.condition].compactMap({ $0 }) {
        let bound = try after.bind(written, overTable: table)
        _ = try ConstantFolder(session: evaluation).fold(bound)
      }
    }
  }

  func validate(
    index name: String, of table: Int, _ list: [Row]
  ) throws(EngineFailure) {
    guard let index = after.catalog.tables[table].indexes.first(where: { $0.name == name }) else {
      return
    }
    // Whoever makes an index, its functions run as the table's owner: `index_build()`.
    let owner = after.catalog.tables[table].owner
    try session.restricted { () throws(EngineFailure) in
      let evaluation = session.evaluation(after, database, as: owner)
      defer { evaluation.close() }
      let compiled = try CompiledIndex(index.parts, index.condition, of: table, evaluation)
      for row in list { try compiled.evaluate(row, evaluation) }
    }
  }

  /// A key or a unique index, by name, whose functions run as the table's owner.
  private func requireUnique(
    _ list: [Row], of table: Int, index: String
  ) throws(EngineFailure) {
    let model = after.catalog.tables[table]
    try session.restricted { () throws(EngineFailure) in
      let evaluation = session.evaluation(after, database, as: model.owner)
      defer { evaluation.close() }
      guard let key = try UniqueKey.key(index, of: table, evaluation) else { return }
      var seen: Set<[SQLValue]> = []
      for row in list {
        guard let values = try key.values(row) else { continue }
        guard seen.insert(values).inserted else {
          let shown = try description(of: model.name)?.key(key, row)
          throw .postgres(
            PostgresError(
              .uniqueViolation, "could not create unique index \"\(index)\"",
              detail: shown.map { "\($0) is duplicated." } ?? "Duplicate keys exist."
            ).about(ErrorObjects(model.name, constraint: index)))
        }
      }
    }
  }

  private func validate(
    foreignKey key: String, of table: Int, _ list: [Row]
  ) throws(EngineFailure) {
    let model = after.catalog.tables[table]
    guard let constraint = model.foreignKeys.first(where: { $0.name == key }),
      case .table(let referenced)? = after.names.relation(constraint.references)
    else { return }
    func positions(_ columns: [String], _ table: Int) -> [Int] {
      let names = after.catalog.tables[table].columns.map(\.name)
      return columns.compactMap { names.firstIndex(of: $0) }
    }
    let own = positions(constraint.columns, table)
    let theirs = positions(constraint.referencedColumns, referenced)
    let pair = RowSecurityEngine.KeyPair(
      table: table, columns: own, referenced: referenced, referencedColumns: theirs)
    let (list, others) = try compared(pair, list)
    let keys = Set(others.map { row in theirs.map { row[$0] } })
    for row in list {
      let values = own.map { row[$0] }
      let nulls = values.count(where: \.isNull)
      let isPartlyNull = constraint.isMatchFull && nulls > 0 && nulls < values.count
      if !isPartlyNull, nulls > 0 { continue }
      if !isPartlyNull, keys.contains(try asReferenced(values, own, table, theirs, referenced)) {
        continue
      }
      let shown = description(of: model.name)?.key(own, row) ?? "Key"
      throw .postgres(
        PostgresError(
          .foreignKeyViolation,
          "insert or update on table \"\(model.name.name)\" violates foreign key constraint "
            + "\"\(key)\"",
          detail: "\(shown) is not present in table \"\(constraint.references.name)\"."
        ).about(ErrorObjects(model.name, constraint: key)))
    }
  }

  /// The rows of both tables that are compared.
  private func compared(
    _ key: RowSecurityEngine.KeyPair, _ list: [Row]
  ) throws(EngineFailure) -> (own: [Row], referenced: [Row]) {
    let all = (own: list, referenced: stored(in: key.referenced))
    guard !rows.created.contains(after.catalog.tables[key.table].name) else { return all }
    let evaluation = session.evaluation(after, database, rowSecurity: session.variables.rowSecurity)
    defer { evaluation.close() }
    switch try evaluation.engine.inspection(of: key, by: evaluation.role) {
    case .everything: return all
    case .lookups(let refusal):
      let isLookedUp = list.contains { row in key.columns.allSatisfy { !row[$0].isNull } }
      if isLookedUp, let refusal { throw .postgres(refusal) }
      return all
    case .asSeen:
      return (
        try visible(key.table, key.columns, evaluation),
        try visible(key.referenced, key.referencedColumns, evaluation)
      )
    }
  }

  /// The rows that a role sees; other columns than those asked for are left NULL.
  private func visible(
    _ table: Int, _ columns: [Int], _ evaluation: Session
  ) throws(EngineFailure) -> [Row] {
    let model = after.catalog.tables[table]
    let name = model.name
    let source: SQLFromItem =
      model.kind == .partitioned
      ? .relation(schema: name.schema, name: name.name, alias: nil)
      : .only(SQLRelationName(schema: name.schema, name.name))
    let query = SQLQuery(
      SQLSelect(
        columns.map {
          SQLTarget.expression(.column(qualifier: nil, name: model.columns[$0].name), name: nil)
        },
        from: [source]))
    return try PreparedStatement.rows(of: query, evaluation).map { found in
      var row = Row(repeating: .null, count: model.columns.count)
      for (column, value) in zip(columns, found) { row[column] = value }
      return row
    }
  }

  /// A key as the table that it refers to keeps it.
  private func asReferenced(
    _ values: [SQLValue], _ own: [Int], _ table: Int, _ theirs: [Int], _ referenced: Int
  ) throws(EngineFailure) -> [SQLValue] {
    var result = values
    for (index, (place, other)) in zip(own, theirs).enumerated() {
      guard let from = after.tables[table].columns[place]?.type.base,
        let to = after.tables[referenced].columns[other]?.type.base, from != to,
        !(from.isInteger && to.isInteger), !(from.isString && to.isString)
      else { continue }
      result[index] = try values[index].cast(from: from, to: to)
    }
    return result
  }

  /// The rows of a table or, where it is partitioned, of its partitions, as the table has them.
  private func stored(in table: Int) -> [Row] {
    let model = after.catalog.tables[table]
    guard model.kind == .partitioned else { return rows[model.name] ?? [] }
    return after.catalog.tables.indices.filter {
      after.catalog.tables[$0].parents == [model.name]
        && after.catalog.tables[$0].partitionBound != nil
    }.flatMap { child in
      let names = after.catalog.tables[child].columns.map(\.name)
      let places = model.columns.map { column in names.firstIndex(of: column.name) }
      return stored(in: child).map { row in places.map { $0.map { row[$0] } ?? .null } }
    }
  }

  /// How rows of a table are shown to whoever changes it.
  func description(of name: QualifiedName) -> RowDescription? {
    guard case .table(let table)? = after.names.relation(name) else { return nil }
    let evaluation = session.evaluation(after, database)
    defer { evaluation.close() }
    return RowDescription(evaluation, table: table)
  }
}
