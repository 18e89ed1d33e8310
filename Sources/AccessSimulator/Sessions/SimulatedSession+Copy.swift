public import AccessModel
import RowSecurity
public import SQLBinding

/// COPY of a table, as other statements. RULES 38, 42.
extension SimulatedSession {
  /// The columns that COPY FROM fills, after what it meets before the first line.
  public func columnsToCopy(
    into name: SQLRelationName, _ columns: [String]?
  ) throws(EngineFailure) -> [String] {
    guard case .table(let table) = try relation(name) else {
      throw .undecided(Undecided("COPY into what is not a table"))
    }
    guard catalog.tables[table].rules.isEmpty else {
      throw .undecided(Undecided("COPY into a table with rules"))
    }
    let names = columns ?? copiedColumns(of: table)
    try engineNow.requireCopyFrom(
      table, columns: try positions(names, in: table, name), as: currentUser)
    return names
  }

  /// What COPY TO reads: the table's own rows, its columns but for generated ones.
  public func copyQuery(
    _ name: SQLRelationName, _ columns: [String]?
  ) throws(EngineFailure) -> SQLQuery {
    guard case .table(let table) = try relation(name) else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"), "cannot copy from view \"\(name.name)\"",
          hint: "Try the COPY (SELECT ...) TO variant."))
    }
    let names = columns ?? copiedColumns(of: table)
    try engineNow.requireCopyTo(
      table, columns: try positions(names, in: table, name), as: currentUser)
    return SQLQuery(
      SQLSelect(
        names.map { .expression(.column(qualifier: nil, name: $0), name: nil) },
        from: [.only(SQLRelationName(schema: name.schema, name.name))]))
  }

  /// Throws where there is no relation of a name.
  public func requireRelation(_ name: SQLRelationName) throws(EngineFailure) {
    _ = try relation(name)
  }

  /// Throws what LOCK meets. RULES 20.
  public func requireLock(_ name: SQLRelationName, mode: Int) throws(EngineFailure) {
    guard case .table(let table) = try relation(name) else {
      throw .undecided(Undecided("LOCK of a view"))
    }
    try engineNow.requireLock(table, mode: mode, as: currentUser)
  }

  private func copiedColumns(of table: Int) -> [String] {
    catalog.tables[table].columns.filter { $0.generated == nil }.map(\.name)
  }

  /// Source: `CopyGetAttnums()`.
  private func positions(
    _ columns: [String], in table: Int, _ name: SQLRelationName
  ) throws(EngineFailure) -> Set<Int> {
    let known = catalog.tables[table].columns.map(\.name)
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

  /// RULES 17.
  private func requireUsage(of schema: String) throws(EngineFailure) {
    let check = PrivilegeCheck(.usage, on: .schema(schema), as: currentUser)
    if let error = try engine.privileges.firstFailure(of: [check]) { throw .postgres(error) }
  }

  private func relation(_ name: SQLRelationName) throws(EngineFailure) -> RelationID {
    if let schema = name.schema { try requireUsage(of: schema) }
    return try names.relation(schema: name.schema, name.name)
  }
}
