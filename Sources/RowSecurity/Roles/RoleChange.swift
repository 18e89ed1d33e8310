import AccessModel
public import SQLBinding

/// Who may become whom. RULES 1, 4.
extension RowSecurityEngine {
  /// Source: `standard_ProcessUtility()` in `src/backend/tcop/utility.c`.
  public func requireCheckpoint(by role: String) throws(EngineFailure) {
    guard !roles.isSuperuser(role), !roles.privileges(of: role).contains("pg_checkpoint") else {
      return
    }
    throw .postgres(
      version < .v16
        ? PostgresError(
          .insufficientPrivilege,
          "must be superuser or have privileges of pg_checkpoint to do CHECKPOINT")
        : PostgresError(
          .insufficientPrivilege, "permission denied to execute CHECKPOINT command",
          detail: "Only roles with privileges of the \"pg_checkpoint\" role may execute this "
            + "command."))
  }

  /// Throws what SET ROLE meets. `sessionUser` decides, never the current role.
  ///
  /// Source: `check_role()` in `src/backend/commands/variable.c`.
  public func requireSetRole(_ role: String, by sessionUser: String) throws(EngineFailure) {
    if let refusal = roles.refusal(ofRole: role, sessionUser, version) {
      throw .postgres(refusal)
    }
  }

  /// Throws what SET SESSION AUTHORIZATION meets: only who logged in as a superuser may take
  /// another name.
  ///
  /// Source: `check_session_authorization()` in `src/backend/commands/variable.c`.
  public func requireSessionAuthorization(
    _ role: String, by login: String
  ) throws(EngineFailure) {
    if let refusal = roles.refusal(ofSessionUser: role, login) { throw .postgres(refusal) }
  }
}

extension RoleGraph {
  /// From 16 on: by a path of grants WITH SET; before, there are no others.
  public func mayBecome(_ role: String, _ sessionUser: String) -> Bool {
    isSuperuser(sessionUser) || closure(of: sessionUser) { $0.set != false }.contains(role)
  }
}
