public import AccessModel

/// `role` or `session_authorization` as a function sets it for its calls. RULES 4.
///
/// Source: `check_role()` and `check_session_authorization()` in `src/backend/commands/variable.c`.
public struct IdentitySetting: Sendable {
  public enum Name: String, Sendable {
    case role
    case sessionAuthorization = "session_authorization"
  }

  public var name: Name
  public var value: String

  /// Nil for any other setting.
  public init?(_ setting: Catalog.Function.Setting) {
    guard let name = Name(rawValue: setting.name.lowercased()) else { return nil }
    self.name = name
    value = setting.value
  }

  /// What setting it meets. `sessionUser` decides of the role, who logged in of the session's user.
  public func refusal(
    _ catalog: Catalog, version: PostgresVersion, sessionUser: String, login: String
  ) -> PostgresError? {
    let roles = RoleGraph(catalog.roles, databaseOwner: catalog.database?.owner, version: version)
    return switch name {
    case .role: roles.refusal(ofRole: value, sessionUser, version)
    case .sessionAuthorization: roles.refusal(ofSessionUser: value, login)
    }
  }

  /// What is said where it is only stored.
  public func notice(of refusal: PostgresError) -> Notice {
    guard refusal.sqlState == .insufficientPrivilege else {
      return Notice("NOTICE", refusal.message, sqlState: .undefinedObject)
    }
    let rest = refusal.message.dropFirst("permission denied".count)
    return Notice(
      "NOTICE", "permission will be denied\(rest)", sqlState: .insufficientPrivilege)
  }
}

extension Catalog.Function {
  /// As whom a body is looked at when it is made; nil: as who makes it. Settings count in turn.
  public func bodyRole(of sessionUser: String) -> String? {
    var (user, role): (String, String?) = (sessionUser, nil)
    for identity in settings.compactMap(IdentitySetting.init) {
      switch identity.name {
      case .role: role = identity.value == "none" ? user : identity.value
      case .sessionAuthorization: (user, role) = (identity.value, identity.value)
      }
    }
    return role
  }
}

extension RoleGraph {
  /// `role`: nobody is who the session's user is.
  func refusal(
    ofRole role: String, _ sessionUser: String, _ version: PostgresVersion
  ) -> PostgresError? {
    guard role != "none" else { return nil }
    guard exists(role) else { return unknownRole(role) }
    let maySet =
      version >= .v16 ? mayBecome(role, sessionUser) : isMember(sessionUser, of: role)
    guard !maySet else { return nil }
    return PostgresError(
      .insufficientPrivilege, "permission denied to set role \"\(role)\"")
  }

  func refusal(ofSessionUser role: String, _ login: String) -> PostgresError? {
    guard exists(role) else { return unknownRole(role) }
    guard !isSuperuser(login), role != login else { return nil }
    return PostgresError(
      .insufficientPrivilege, "permission denied to set session authorization \"\(role)\"")
  }

  private func unknownRole(_ role: String) -> PostgresError {
    PostgresError(SQLState(rawValue: "22023"), "role \"\(role)\" does not exist")
  }
}
