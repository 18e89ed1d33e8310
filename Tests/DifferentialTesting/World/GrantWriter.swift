import SQLText

/// Grants on relations, columns, functions and sequences: more than none, less than all.
extension ScriptWriter {
  private static let privileges = [
    "SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER",
  ]

  func writeGrants() {
    for relation in world.relations {
      if dice.chance(35) { changeOwner(of: relation) }
      for role in dice.some(world.roles, 80) {
        if dice.chance(60) {
          write("GRANT ALL ON \(relation.text) TO \(name(role))", "GRANT table")
        } else {
          writeGrant(on: relation, to: name(role))
        }
      }
      if dice.chance(12) { writeGrant(on: relation, to: "PUBLIC") }
    }
    if dice.chance(50) {
      write("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO \(roleList(60))", "GRANT sequences")
    }
    if dice.chance(8) {
      write("GRANT SELECT ON ALL TABLES IN SCHEMA public TO \(roleList(60))", "GRANT ALL TABLES")
    }
    for function in world.functions where dice.chance(20) {
      let word = function.kind == .procedure ? "PROCEDURE" : "FUNCTION"
      write(
        "REVOKE EXECUTE ON \(word) \(function.signature) FROM PUBLIC", "REVOKE function")
      write("GRANT EXECUTE ON \(word) \(function.signature) TO \(roleList(50))", "GRANT function")
    }
  }

  func writeGrant(on relation: Relation, to grantee: String) {
    let option = grantee != "PUBLIC" && dice.chance(8) ? " WITH GRANT OPTION" : ""
    let (list, kind) = privilegeList(relation)
    write("GRANT \(list) ON \(relation.text) TO \(grantee)\(option)", "GRANT \(kind)")
  }

  func writeRevoke(on relation: Relation) {
    let (list, kind) = privilegeList(relation)
    let option = dice.chance(10) ? "GRANT OPTION FOR " : ""
    let cascade = dice.chance(20) ? " CASCADE" : ""
    write(
      "REVOKE \(option)\(list) ON \(relation.text) FROM \(roleList(40))\(cascade)",
      "REVOKE \(kind)")
  }

  private func privilegeList(_ relation: Relation) -> (String, String) {
    if dice.chance(30) {
      let columns = dice.some(relation.columns.map(\.text), 60)
      if !columns.isEmpty {
        let words = dice.some(["SELECT", "INSERT", "UPDATE", "REFERENCES"], 60)
        let list = words.map { "\($0) (\(columns.joined(separator: ", ")))" }
        if !list.isEmpty { return (list.joined(separator: ", "), "columns") }
      }
    }
    // Known from 17 on.
    let maintains = world.version >= 17 && dice.chance(30)
    if maintains { features.note("MAINTAIN") }
    let some = dice.some(Self.privileges, 55) + (maintains ? ["MAINTAIN"] : [])
    return (some.isEmpty ? "ALL" : some.joined(separator: ", "), "table")
  }
}
