import AccessModel
import SQLText

/// Which roles a connection's user may act as.
struct RoleAccess {
  let connection: Connection
  /// Superuser, or BYPASSRLS.
  let userBypassesRowSecurity: Bool

  init(_ connection: Connection) throws {
    self.connection = connection
    let bypasses = try connection.query(
      "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = session_user")
    userBypassesRowSecurity = bypasses.firstValue == "t"
  }

  /// Throws `notAllowed`, with the roles the user may not take and the grant that is missing.
  func require(_ roles: [String]) throws {
    var missing: [String] = [], absent: [String] = []
    for role in Set(roles).sorted() where role != "none" {
      switch try standing(of: role) {
      case "held": break
      case "absent": absent.append(role)
      default: missing.append(role)
      }
    }
    if !absent.isEmpty {
      throw LivePostgresError(
        .notAllowed, "the database has no role \(Self.quoted(absent))",
        help: "apply the plan first, or name the identities' roles as the database has them")
    }
    guard !missing.isEmpty else { return }
    throw LivePostgresError(
      .notAllowed, "user `\(connection.user)` cannot act as role \(Self.quoted(missing))",
      help: "GRANT \(missing.map(quoteIdentifier).joined(separator: ", ")) TO "
        + "\(quoteIdentifier(connection.user)), or connect as a superuser")
  }

  /// A role that sees every row, which the user may be: `role`, or the user itself.
  func administrator(like role: String) throws -> String {
    if try standing(of: role) == "held", try bypasses(role) { return role }
    guard userBypassesRowSecurity else {
      throw LivePostgresError(
        .notAllowed,
        "user `\(connection.user)` is subject to row security, so that it cannot tell how many "
          + "rows there are",
        help: "connect as a superuser or a role with BYPASSRLS, or GRANT one to "
          + quoteIdentifier(connection.user))
    }
    return connection.user
  }

  private func bypasses(_ role: String) throws -> Bool {
    try connection.query(
      "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = $1", parameters: [role]
    ).firstValue == "t"
  }

  /// `held`, `missing` or `absent`. From 16 on, a membership may come without SET.
  private func standing(of role: String) throws -> String {
    let right = connection.serverVersion.major >= 16 ? "SET" : "MEMBER"
    return try connection.query(
      """
      SELECT coalesce((SELECT CASE WHEN pg_has_role(session_user, oid, '\(right)') THEN 'held'
        ELSE 'missing' END FROM pg_roles WHERE rolname = $1), 'absent')
      """, parameters: [role]
    ).firstValue ?? "absent"
  }

  private static func quoted(_ roles: [String]) -> String {
    roles.map { "`\($0)`" }.joined(separator: ", ")
  }
}
