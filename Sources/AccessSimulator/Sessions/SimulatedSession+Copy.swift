public import AccessModel
import RowSecurity
import SQLText
public import SQLBinding

/// COPY of a table, as other statements. RULES 38, 42.
extension SimulatedSession {
  /// COPY with a file or a program of the server. RULES 38.
  public func requireServerCopy(isFrom: Bool, isProgram: Bool) throws(EngineFailure) {
    try engineNow.requireServerCopy(isFrom: isFrom, isProgram: isProgram, as: currentUser)
  }

  public func isPartitioned(_ name: SQLRelationName) throws(EngineFailure) -> Bool {
    guard case .table(let table) = try relation(name) else { return false }
    return catalog.tables[table].kind == .partitioned
  }

  /// Nil: no table.
  public func table(named name: SQLRelationName) throws(EngineFailure) -> Catalog.Table? {
    guard case .table(let table) = try relation(name) else { return nil }
    return catalog.tables[table]
  }

  /// The columns that COPY FROM fills, after what it meets before the first line.
  /// `asked`: the columns that WHERE mentions.
  public func columnsToCopy(
    into name: SQLRelationName, _ columns: [String]?, asked: [String] = []
  ) throws(EngineFailure) -> [String] {
    let id = try relation(name)
    if case .sequence = id { throw .undecided(Undecided("COPY of a sequence")) }
    guard case .table(let table) = id else { return try columnsToCopy(intoView: id, name, columns) }
    let names = columns ?? copiedColumns(of: table)
    if columns != nil { try requireNotGenerated(names, of: table) }
    try engineNow.requireCopyFrom(
      table, columns: try positions(names, in: table, name),
      asking: Set(
        catalog.tables[table].columns.indices.filter {
          asked.contains(catalog.tables[table].columns[$0].name)
        }), as: currentUser)
    try requireDefaults(of: table, otherThan: names)
    return names
  }

  /// Defaults are made ready before the first line. RULES 18.
  ///
  /// Source: `BeginCopyFrom()` in `src/backend/commands/copyfrom.c`.
  private func requireDefaults(of table: Int, otherThan names: [String]) throws(EngineFailure) {
    let session = evaluation()
    defer { session.close() }
    let bound = engine.catalog.tables[table]
    for (index, column) in catalog.tables[table].columns.enumerated()
    where !names.contains(column.name) && bound.defaults.indices.contains(index) {
      if case .ready(let value)? = bound.defaults[index] { try session.requireExecute(in: value) }
    }
  }

  /// A view takes rows by its INSTEAD OF trigger, and by no rule. RULES 60.
  ///
  /// Source: `CopyFrom()` in `src/backend/commands/copyfrom.c`.
  private func columnsToCopy(
    intoView id: RelationID, _ name: SQLRelationName, _ columns: [String]?
  ) throws(EngineFailure) -> [String] {
    guard case .view(let index) = id else { return columns ?? [] }
    let view = catalog.views[index]
    let known = view.columns.map(\.name)
    let names = columns ?? known
    let copied = try positions(names, among: known, name)
    let check = PrivilegeCheck(.insert, on: .relation(id), columns: .all(copied), as: currentUser)
    if let error = try engine.privileges.firstFailure(of: [check]) { throw .postgres(error) }
    return names
  }

  /// What can't take rows is refused when they begin to come.
  ///
  /// Source: `CopyFrom()` in `src/backend/commands/copyfrom.c`.
  public func requireTakesRows(_ name: SQLRelationName) throws(EngineFailure) {
    guard case .view(let index) = try relation(name) else { return }
    let view = catalog.views[index]
    let isTriggered = view.triggers.contains { trigger in
      trigger.timing == .insteadOf && trigger.events.contains(.insert)
    }
    guard isTriggered, !view.isMaterialized else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"),
          "cannot copy to \(view.isMaterialized ? "materialized " : "")view \"\(view.name.name)\"",
          hint: view.isMaterialized
            ? nil : "To enable copying to a view, provide an INSTEAD OF INSERT trigger."))
    }
  }

  /// What COPY TO reads: the table's own rows, its columns but for generated ones.
  public func copyQuery(
    _ name: SQLRelationName, _ columns: [String]?
  ) throws(EngineFailure) -> SQLQuery {
    let id = try relation(name)
    if case .sequence = id { throw .undecided(Undecided("COPY of a sequence")) }
    guard case .table(let table) = id else { return try copyQuery(view: id, name, columns) }
    // Under row security it is `SELECT *`, which has generated columns too.
    let isQuery =
      catalog.tables[table].rowSecurityEnabled
      && engineNow.bypass(of: catalog.tables[table], as: currentUser) == nil
    let all = catalog.tables[table].columns.map(\.name)
    let names = columns ?? (isQuery ? all : copiedColumns(of: table))
    if columns != nil { try requireNotGenerated(names, of: table) }
    try engineNow.requireCopyTo(
      table, columns: try positions(names, in: table, name), as: currentUser)
    return SQLQuery(
      SQLSelect(
        names.map { .expression(.column(qualifier: nil, name: $0), name: nil) },
        from: [.only(SQLRelationName(schema: name.schema, name.name))]))
  }

  /// From 18 on a materialized view is copied as a table is.
  ///
  /// Source: `BeginCopyTo()` in `src/backend/commands/copyto.c`.
  private func copyQuery(
    view id: RelationID, _ name: SQLRelationName, _ columns: [String]?
  ) throws(EngineFailure) -> SQLQuery {
    guard case .view(let index) = id else { return SQLQuery(SQLSelect([])) }
    let view = catalog.views[index]
    let known = view.columns.map(\.name)
    let names = columns ?? known
    let copied = try positions(names, among: known, name)
    let check = PrivilegeCheck(.select, on: .relation(id), columns: .all(copied), as: currentUser)
    if let error = try engine.privileges.firstFailure(of: [check]) { throw .postgres(error) }
    guard view.isMaterialized, version >= .v18 else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"),
          "cannot copy from \(view.isMaterialized ? "materialized " : "")view \"\(name.name)\"",
          hint: "Try the COPY (SELECT ...) TO variant."))
    }
    return SQLQuery(
      SQLSelect(
        names.map { .expression(.column(qualifier: nil, name: $0), name: nil) },
        from: [.relation(schema: name.schema, name: name.name, alias: nil)]))
  }

  /// Source: `CopyGetAttnums()`.
  private func requireNotGenerated(
    _ names: [String], of table: Int
  ) throws(EngineFailure) {
    for name in names {
      guard catalog.tables[table].columns.first(where: { $0.name == name })?.generated != nil
      else { continue }
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P10"), "column \"\(name)\" is a generated column",
          detail: "Generated columns cannot be used in COPY."))
    }
  }

  /// Throws where there is no relation of a name.
  public func requireRelation(_ name: SQLRelationName) throws(EngineFailure) {
    _ = try relation(name)
  }

  /// Throws what LOCK meets. RULES 20.
  public func requireLock(
    _ name: SQLRelationName, mode: Int, as role: String? = nil
  ) throws(EngineFailure) {
    if names.meansIndex(name) { throw .postgres(.cannotLock(name.name, "indexes")) }
    if names.meansCompositeType(name) {
      throw .postgres(.cannotLock(name.name, "composite types"))
    }
    try engineNow.requireLock(try relation(name), mode: mode, as: role ?? currentUser)
  }

  private func copiedColumns(of table: Int) -> [String] {
    catalog.tables[table].columns.filter { $0.generated == nil }.map(\.name)
  }

  /// Source: `CopyGetAttnums()`.
  private func positions(
    _ columns: [String], in table: Int, _ name: SQLRelationName
  ) throws(EngineFailure) -> Set<Int> {
    try positions(columns, among: catalog.tables[table].columns.map(\.name), name)
  }

  private func positions(
    _ columns: [String], among known: [String], _ name: SQLRelationName
  ) throws(EngineFailure) -> Set<Int> {
    var result: Set<Int> = []
    for column in columns {
      guard let position = known.firstIndex(of: column) else {
        throw .postgres(
          PostgresError(
            .undefinedColumn,
            "column \"\(column)\" of relation \"\(name.name)\" does not exist"))
      }
      guard result.insert(position).inserted else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42701"), "column \"\(column)\" specified more than once"))
      }
    }
    return result
  }

  /// Schemas that types are written with. RULES 17.
  public func requireUsage(of types: [TypeName]) throws(EngineFailure) {
    for type in types {
      guard let parts = identifiers(in: type.name), parts.count == 2,
        names.catalog.schema(parts[0]) != nil
      else { continue }
      try requireUsage(of: parts[0])
    }
  }

  /// RULES 17.
  private func requireUsage(of schema: String) throws(EngineFailure) {
    let check = PrivilegeCheck(.usage, on: .schema(schema), as: currentUser)
    if let error = try engine.privileges.firstFailure(of: [check]) { throw .postgres(error) }
  }

  /// Whether COPY FROM stores each row before it reads the next line.
  ///
  /// Source: `CopyFrom()` in `src/backend/commands/copyfrom.c`, `insertMethod`.
  public func insertsOneByOne(into name: SQLRelationName) -> Bool {
    guard case .table(let index)? = try? relation(name) else { return true }
    let table = catalog.tables[index]
    let isTriggered = table.triggers.contains {
      $0.isBeforeEachRow && $0.events.contains(.insert)
    }
    return isTriggered
      || engine.catalog.tables[index].defaults.contains { value in
        (try? value?.get())?.isVolatile(catalog) == true
      }
  }

  private func relation(_ name: SQLRelationName) throws(EngineFailure) -> RelationID {
    if let schema = name.schema {
      try names.requireSchema(schema)
      if catalog.schema(schema) != nil { try requireUsage(of: schema) }
    }
    return try names.relation(schema: name.schema, name.name)
  }
}
