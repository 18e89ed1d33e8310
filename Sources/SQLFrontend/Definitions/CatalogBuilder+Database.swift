import AccessModel
import CPgQuery
import RowSecurity

/// Statements on databases, of which a session knows its own.
extension CatalogBuilder {
  /// ALTER DATABASE … SET. Source: `AlterDatabaseSet()` in `src/backend/commands/dbcommands.c`.
  mutating func alterDatabaseSettings(
    _ statement: PgQuery__AlterDatabaseSetStmt
  ) throws(ReadFailure) -> Effect {
    guard isSession else { return .applied }
    var database = try ownedDatabase(text(statement.dbname))
    guard let change = statement.setstmt else { return .applied }
    try requireSettable(change.pointee)
    Self.apply(change.pointee, to: &database.settings)
    state.catalog.database = database
    return .applied
  }

  /// Source: `AlterDatabase()`.
  func alterDatabase(_ statement: PgQuery__AlterDatabaseStmt) throws(ReadFailure) -> Effect {
    guard isSession else { throw .unsupported("ALTER DATABASE") }
    _ = try ownedDatabase(text(statement.dbname))
    throw .unsupported("ALTER DATABASE")
  }

  /// Source: `dropdb()`.
  mutating func dropDatabase(_ statement: PgQuery__DropdbStmt) throws(ReadFailure) -> Effect {
    guard isSession else { throw .unsupported("DROP DATABASE") }
    let name = text(statement.dbname)
    guard statement.missing_ok == 0 || isKnownDatabase(name) else {
      notice("database \"\(name)\" does not exist, skipping")
      return .applied
    }
    _ = try ownedDatabase(name)
    throw .refused(SQLState(rawValue: "55006"), "cannot drop the currently open database")
  }

  /// Source: `RenameDatabase()`.
  func renameDatabase(_ name: String) throws(ReadFailure) {
    _ = try ownedDatabase(name)
    try require(.createDatabase(message: "permission denied to rename database"))
    throw .refused(.featureNotSupported, "current database cannot be renamed")
  }

  /// Source: `AlterDatabaseOwner()`.
  mutating func changeOwner(ofDatabase name: String, to owner: String) throws(ReadFailure) {
    guard isSession else {
      state.catalog.database?.owner = owner
      return
    }
    let database = try database(name)
    guard database.owner != owner else { return }
    _ = try ownedDatabase(name)
    try require(.become(owner))
    try require(.createDatabase(message: "permission denied to change owner of database"))
    state.catalog.database?.acl?.changeOwner(from: database.owner, to: owner)
    state.catalog.database?.owner = owner
  }

  /// COMMENT ON DATABASE, which need not be there.
  mutating func commentOnDatabase(_ name: String) throws(ReadFailure) {
    guard isKnownDatabase(name) else {
      return warning("database \"\(name)\" does not exist", sqlState: "3D000")
    }
    _ = try ownedDatabase(name)
  }

  private func ownedDatabase(_ name: String) throws(ReadFailure) -> Catalog.Database {
    let database = try database(name)
    try require(.ownership(what: "database \(name)", owner: database.owner))
    return database
  }

  func isKnownDatabase(_ name: String) -> Bool {
    ["postgres", "template0", "template1", state.catalog.database?.name].contains(name)
  }

  private func database(_ name: String) throws(ReadFailure) -> Catalog.Database {
    if let own = state.catalog.database, own.name == name { return own }
    if isKnownDatabase(name) {
      try require(.ownership(what: "database \(name)", owner: systemOwner))
      throw .unsupported("database `\(name)`")
    }
    throw .refused(SQLState(rawValue: "3D000"), "database \"\(name)\" does not exist")
  }

  /// What later sessions begin with.
  ///
  /// Source: `validate_option_array_item()` in `src/backend/utils/misc/guc.c`.
  mutating func requireSettable(_ change: PgQuery__VariableSetStmt) throws(ReadFailure) {
    try requireSettable(change, Self.value(of: change))
  }

  /// As above, with the value that it is to have.
  mutating func requireSettable(
    _ change: PgQuery__VariableSetStmt, _ value: String?
  ) throws(ReadFailure) {
    guard change.kind != PG_QUERY__VARIABLE_SET_KIND__VAR_RESET_ALL else { return }
    let name = text(change.name)
    if name.contains(".") {
      try require(.superuser(message: "permission denied to set parameter \"\(name)\""))
    }
    note(.namedSetting(name.lowercased(), value: value))
  }

  private static func value(of change: PgQuery__VariableSetStmt) -> String? {
    guard change.kind == PG_QUERY__VARIABLE_SET_KIND__VAR_SET_VALUE else { return nil }
    return list(change.n_args, change.args).compactMap(constant).joined(separator: ", ")
  }

  /// SET or RESET, of what later sessions begin with.
  static func apply(
    _ change: PgQuery__VariableSetStmt, to settings: inout [Catalog.Function.Setting]
  ) {
    guard change.kind != PG_QUERY__VARIABLE_SET_KIND__VAR_RESET_ALL else {
      settings = []
      return
    }
    let setting = text(change.name)
    settings.removeAll { $0.name == setting }
    if let value = value(of: change) {
      settings.append(Catalog.Function.Setting(setting, value))
    }
  }
}
