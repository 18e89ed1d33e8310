import AccessModel

/// What is said of the passwords of roles, which are not kept.
///
/// Source: `CreateRole()`, `RenameRole()` in `src/backend/commands/user.c`; `get_password_type()`,
/// `encrypt_password()` in `src/backend/libpq/crypt.c`.
extension CatalogBuilder {
  mutating func setPassword(_ password: String?, of role: String) {
    state.rolesWithMD5.remove(role)
    guard isSession, let password else { return }
    guard !password.isEmpty else {
      return notice("empty string is not a valid password, clearing password")
    }
    let isMD5 = Self.isMD5(password)
    let isEncrypted = isMD5 || password.hasPrefix("SCRAM-SHA-256$")
    // It may be that of an empty text.
    if isEncrypted { unsureNotices = "a password that is encrypted already" }
    guard isMD5 || encryptsByMD5 && !isEncrypted else { return }
    state.rolesWithMD5.insert(role)
    guard state.postgresVersion >= .v18 else { return }
    warning(
      "setting an MD5-encrypted password",
      detail: "MD5 password support is deprecated and will be removed in a future release of "
        + "PostgreSQL.",
      hint: "Refer to the PostgreSQL documentation for details about migrating to another password "
        + "type.", sqlState: "01P01")
  }

  /// The name is part of what is encrypted.
  mutating func clearPassword(ofRenamed role: String) {
    guard state.rolesWithMD5.remove(role) != nil else { return }
    notice("MD5 password cleared because of role rename")
  }

  private static func isMD5(_ password: String) -> Bool {
    let digits = password.utf8.dropFirst(3)
    return password.hasPrefix("md5") && digits.count == 32
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
