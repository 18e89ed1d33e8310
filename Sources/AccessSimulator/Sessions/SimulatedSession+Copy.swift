public import AccessModel
import RowSecurity
public import SQLBinding

/// COPY of a table, as other statements.
extension SimulatedSession {
  /// Throws what COPY FROM meets on a table whose policies apply. RULES 38.
  public func requireCopyFrom(_ name: SQLRelationName) throws(EngineFailure) {
    guard case .table(let index) = try relation(name) else {
      throw .undecided(Undecided("COPY into what is not a table"))
    }
    var engine = engine
    engine.rowSecurity = variables.rowSecurity
    try engine.requireCopyFrom(index, as: currentUser)
  }

  /// How many fields a line has.
  public func columnCount(
    of name: SQLRelationName, _ columns: [String]?
  ) throws(EngineFailure) -> Int {
    if let columns { return columns.count }
    return try copiedColumns(of: name).count
  }

  /// What COPY TO reads: the table's columns but for generated ones.
  public func copyQuery(
    _ name: SQLRelationName, _ columns: [String]?
  ) throws(EngineFailure) -> SQLQuery {
    guard case .table = try relation(name) else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"), "cannot copy from view \"\(name.name)\"",
          hint: "Try the COPY (SELECT ...) TO variant."))
    }
    var names = columns ?? []
    if columns == nil { names = try copiedColumns(of: name) }
    return SQLQuery(
      SQLSelect(
        names.map { .expression(.column(qualifier: nil, name: $0), name: nil) },
        from: [.relation(schema: name.schema, name: name.name, alias: nil)]))
  }

  private func copiedColumns(of name: SQLRelationName) throws(EngineFailure) -> [String] {
    guard case .table(let index) = try relation(name) else { return [] }
    return catalog.tables[index].columns.filter { $0.generated == nil }.map(\.name)
  }

  private func relation(_ name: SQLRelationName) throws(EngineFailure) -> RelationID {
    try names.relation(schema: name.schema, name.name)
  }
}
