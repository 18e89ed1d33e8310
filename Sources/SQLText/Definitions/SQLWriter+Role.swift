import AccessModel

extension SQLWriter {
  /// Attributes are altered only where they differ, so that a role that may not alter them can
  /// run a migration again.
  func document(_ role: Catalog.Role) -> Document {
    let name = quoteIdentifier(role.name)
    let attributes = [
      (role.isSuperuser, "SUPERUSER"), (role.bypassesRowSecurity, "BYPASSRLS"),
      (role.inherits, "INHERIT"), (role.canLogin, "LOGIN"),
    ]
    let wanted = attributes.map { $0 ? $1 : "NO\($1)" }.joined(separator: " ")
    let values = attributes.map { "\($0.0)" }.joined(separator: ", ")
    let found = "SELECT FROM pg_catalog.pg_roles WHERE rolname = \(quoteLiteral(role.name))"
    return .text(
      "DO "
        + dollarQuoted(
          """

          BEGIN
            IF NOT EXISTS (\(found)) THEN
              CREATE ROLE \(name);
            END IF;
            IF EXISTS (
              \(found) AND rolname <> current_user
                AND (rolsuper, rolbypassrls, rolinherit, rolcanlogin) <> (\(values))
            ) THEN
              ALTER ROLE \(name) \(wanted);
            END IF;
          END

          """))
  }

  /// INHERIT and SET are written only where the catalog holds them: 15 does not know the words.
  func document(_ membership: Catalog.Membership, member: String) -> Document {
    var options = [String]()
    if membership.inherit != nil || membership.set != nil {
      options.append("ADMIN \(membership.admin)")
      if let inherit = membership.inherit { options.append("INHERIT \(inherit)") }
      if let set = membership.set { options.append("SET \(set)") }
    } else if membership.admin {
      options.append("ADMIN OPTION")
    }
    let suffix = options.isEmpty ? "" : " WITH \(options.joined(separator: ", "))"
    return .text(
      "GRANT \(quoteIdentifier(membership.group)) TO \(quoteIdentifier(member))\(suffix)")
  }

  /// Only the server knows the name of the sequence.
  func revokeAllOnIdentity(
    column: String, of table: QualifiedName, from grantees: [Grantee]
  ) -> Document {
    let sequence =
      "pg_get_serial_sequence(\(quoteLiteral(sqlText(table))), \(quoteLiteral(column)))"
    return .text(
      "DO "
        + dollarQuoted(
          """

          BEGIN
            EXECUTE 'REVOKE ALL ON SEQUENCE ' || \(sequence)
              || \(quoteLiteral(" FROM \(list(grantees))"));
          END

          """))
  }
}
