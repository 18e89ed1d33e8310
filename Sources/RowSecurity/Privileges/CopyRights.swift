import AccessModel
public import SQLBinding

/// What COPY of a table meets before it reads a line. RULES 38, 42.
extension RowSecurityEngine {
  /// COPY with a file of the server, or a program, before anything else is looked at.
  public func requireServerCopy(
    isFrom: Bool, isProgram: Bool, as role: String
  ) throws(EngineFailure) {
    let (group, what) =
      if isProgram {
        ("pg_execute_server_program", "COPY to or from an external program")
      } else if isFrom {
        ("pg_read_server_files", "COPY from a file")
      } else {
        ("pg_write_server_files", "COPY to a file")
      }
    guard !roles.isSuperuser(role), !roles.privileges(of: role).contains(group) else { return }
    let hint =
      "Anyone can COPY to stdout or from stdin. psql's \\copy command also works for anyone."
    throw .postgres(
      version >= .v16
        ? PostgresError(
          .insufficientPrivilege, "permission denied to \(what)",
          detail: "Only roles with privileges of the \"\(group)\" role may \(what).", hint: hint)
        : PostgresError(
          .insufficientPrivilege,
          "must be superuser or have privileges of the \(group) role to \(what)", hint: hint))
  }

  /// Privileges on the columns copied come first, then row security, with which COPY FROM does not
  /// work at all.
  ///
  /// Source: `DoCopy()` in `src/backend/commands/copy.c`.
  public func requireCopyFrom(
    _ table: Int, columns: Set<Int>, asking: Set<Int> = [], as role: String
  ) throws(EngineFailure) {
    try require(.insert, on: table, columns, as: role)
    if !asking.isEmpty { try require(.select, on: table, asking, as: role) }
    let model = catalog.catalog.tables[table]
    if let refusal = foreignRefusal(of: model) { throw .postgres(refusal) }
    guard model.rowSecurityEnabled, bypass(of: model, as: role) == nil else { return }
    try requireRowSecurity(on: model, as: role)
    throw .postgres(
      PostgresError(
        .featureNotSupported, "COPY FROM not supported with row-level security",
        hint: "Use INSERT statements instead."))
  }

  /// As for COPY FROM; under row security COPY TO is then a query, which a partitioned table needs.
  public func requireCopyTo(
    _ table: Int, columns: Set<Int>, as role: String
  ) throws(EngineFailure) {
    try require(.select, on: table, columns, as: role)
    let model = catalog.catalog.tables[table]
    let isQuery = model.rowSecurityEnabled && bypass(of: model, as: role) == nil
    guard model.kind != .ordinary, !isQuery else { return }
    throw .postgres(
      PostgresError(
        SQLState(rawValue: "42809"),
        "cannot copy from \(model.kind.rawValue) table \"\(model.name.name)\"",
        hint: "Try the COPY (SELECT ...) TO variant."))
  }

  private func require(
    _ privilege: Privilege, on table: Int, _ columns: Set<Int>, as role: String
  ) throws(EngineFailure) {
    let check = PrivilegeCheck(
      privilege, on: .relation(.table(table)), columns: columns.isEmpty ? .any : .all(columns),
      as: role)
    if let error = try privileges.firstFailure(of: [check]) { throw .postgres(error) }
  }
}
