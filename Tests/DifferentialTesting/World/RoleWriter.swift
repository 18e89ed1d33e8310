/// Roles, memberships, schemas and default privileges.
extension ScriptWriter {
  private static let roleNames = ["alice", "bob", "Staff Role", "user", "ünï", "carol"]
  private static let predefined = ["pg_read_all_data", "pg_write_all_data"]

  func writeRoles() {
    for role in Self.roleNames.prefix(dice.within(3...5)) {
      var words: [String] = []
      if dice.chance(5) { words.append("SUPERUSER") }
      if dice.chance(10) { words.append("BYPASSRLS") }
      if dice.chance(20) { words.append(dice.pick(["NOINHERIT", "NOINHERIT", "INHERIT"])) }
      if dice.chance(10) { words.append("CREATEROLE") }
      if dice.chance(30) { words.append("LOGIN") }
      write("CREATE ROLE \(name(role)) \(words.joined(separator: " "))", "CREATE ROLE")
      world.roles.append(role)
    }
    for member in world.roles {
      for group in dice.some(world.roles.filter { $0 != member }, 22) {
        writeMembership(member, of: group)
      }
      if dice.chance(6) {
        writeMembership(
          member, of: dice.pick(Self.predefined + (world.version >= 17 ? ["pg_maintain"] : [])))
      }
    }
  }

  /// Some of them make a circle, which is refused.
  func writeMembership(_ member: String, of group: String) {
    var option = ""
    if world.version >= 16, dice.chance(45) {
      let options = dice.some(["ADMIN", "INHERIT", "SET"], 50).map {
        "\($0) \(dice.pick(["TRUE", "FALSE", "FALSE"]))"
      }
      if !options.isEmpty {
        option = " WITH \(options.joined(separator: ", "))"
        features.note("membership options")
      }
    } else if dice.chance(15) {
      option = " WITH ADMIN OPTION"
    }
    write("GRANT \(name(group)) TO \(name(member))\(option)", "GRANT role")
  }

  /// The whole membership, or one of its options.
  func writeEnd(ofMembership member: String, in group: String) {
    var option = ""
    if dice.chance(25) { option = "ADMIN OPTION FOR " }
    if world.version >= 16, dice.chance(40) {
      option = dice.pick(["INHERIT OPTION FOR ", "SET OPTION FOR "])
      features.note("membership options")
    }
    write("REVOKE \(option)\(name(group)) FROM \(name(member))", "REVOKE role")
  }

  func writeSchemas() {
    if dice.chance(35) {
      let schema = dice.pick(["Private", "app"])
      write("CREATE SCHEMA \(name(schema)) AUTHORIZATION \(name(anyOwner))", "CREATE SCHEMA")
      world.schemas.append(schema)
      for role in dice.some(world.roles, 50) {
        write(
          "GRANT \(dice.pick(["USAGE", "USAGE", "USAGE, CREATE"])) ON SCHEMA \(name(schema)) "
            + "TO \(name(role))", "GRANT schema")
      }
    }
    if dice.chance(15) {
      write("GRANT CREATE ON SCHEMA public TO \(roleList(40))", "GRANT schema")
    }
    if dice.chance(5) {
      write("REVOKE USAGE ON SCHEMA public FROM PUBLIC", "REVOKE schema")
    }
    if dice.chance(25) { writeDefaultPrivileges() }
  }

  private func writeDefaultPrivileges() {
    let words = dice.pick(["SELECT", "ALL", "INSERT, UPDATE", "SELECT, DELETE"])
    let maker = dice.chance(60) ? "" : " FOR ROLE \(name(dice.pick(world.everyone)))"
    let place = dice.chance(50) ? "" : " IN SCHEMA \(name(dice.pick(world.schemas)))"
    let what = dice.pick([
      "GRANT \(words) ON TABLES TO", "GRANT \(words) ON TABLES TO",
      "GRANT USAGE ON SEQUENCES TO", "REVOKE EXECUTE ON FUNCTIONS FROM",
    ])
    let whom = what.hasPrefix("REVOKE") ? "PUBLIC" : roleList(40)
    write(
      "ALTER DEFAULT PRIVILEGES\(maker)\(place) \(what) \(whom)", "ALTER DEFAULT PRIVILEGES")
  }
}
