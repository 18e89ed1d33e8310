import AccessModel
import RowSecurity
import SQLBinding

/// Who the session is, as settings say. RULES 1, 4.
extension SessionVariables {
  /// Throws where `role` and `session_authorization` stay as they are.
  ///
  /// Source: `GUC_NOT_WHILE_SEC_REST` in `src/backend/utils/misc/guc.c`.
  func requireIdentityMayChange(_ name: String) throws(EngineFailure) {
    guard definerCalls == 0 else {
      throw .postgres(
        PostgresError(
          .insufficientPrivilege,
          "cannot set parameter \"\(name)\" within security-definer function"))
    }
    guard !isRestricted else {
      throw .postgres(
        PostgresError(
          .insufficientPrivilege,
          "cannot set parameter \"\(name)\" within security-restricted operation"))
    }
  }

  /// SET of a function, until its call ends. `isElse`: it runs as another than the current user.
  ///
  /// Source: `fmgr_security_definer()` in `src/backend/utils/fmgr/fmgr.c`.
  func apply(
    _ identity: IdentitySetting, _ engine: RowSecurityEngine, isElse: Bool
  ) throws(EngineFailure) {
    try requireIdentityMayChange(identity.name.rawValue)
    guard !isElse else {
      throw .undecided(
        Undecided("SET \(identity.name.rawValue) of a function that runs as another"))
    }
    let refusal = identity.refusal(
      engine.catalog.catalog, version: version, sessionUser: sessionUser, login: login)
    if let refusal { throw .postgres(refusal) }
    identityChanges += 1
    settings.apply(identity.name.rawValue, identity.value)
    // A new user of the session has set no role.
    if identity.name == .sessionAuthorization { settings.apply("role", nil) }
  }
}

extension Catalog.Function {
  /// Its calls run as another role.
  var setsIdentity: Bool { settings.contains { IdentitySetting($0) != nil } }
}
