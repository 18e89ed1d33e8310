import AccessModel
import DiceTesting

/// Grants on relations, columns and sequences: more than none, less than all.
struct GrantGenerator {
  let dice: Dice
  let catalog: Catalog

  init(_ dice: Dice, _ catalog: Catalog) { (self.dice, self.catalog) = (dice, catalog) }

  private func grantees(without owner: String) -> [Grantee] {
    var result: [Grantee] = catalog.roles.map(\.name).filter { $0 != owner }.map { .role($0) }
    result = dice.some(result, 75)
    if dice.chance(20) { result.append(.everyone) }
    return result
  }

  private func list(_ owner: String, all: [Privilege], _ share: Int) -> AccessControlList? {
    if dice.chance(6) { return nil }
    var acl = AccessControlList.builtIn(owner: owner, all: all)
    if dice.chance(5) { acl = AccessControlList([.init(.role(owner), dice.some(all, 60))]) }
    acl.entries.removeAll { $0.privileges.isEmpty }
    for grantee in grantees(without: owner) {
      acl.grant(dice.chance(50) ? all : dice.some(all, share), to: grantee)
    }
    return acl
  }

  func grant(on table: inout Catalog.Table) {
    table.acl = list(table.owner, all: Privilege.allOnTable, 60)
    for index in table.columns.indices {
      table.columns[index].acl = columnList(without: table.owner)
    }
  }

  func grant(on view: inout Catalog.View) {
    view.acl = list(view.owner, all: Privilege.allOnTable, 70)
    for index in view.columns.indices {
      view.columns[index].acl = columnList(without: view.owner)
    }
  }

  func grant(on sequence: inout Catalog.Sequence) {
    sequence.acl = list(sequence.owner, all: Privilege.allOnSequence, 60)
  }

  private func columnList(without owner: String) -> AccessControlList? {
    guard dice.chance(30) else { return nil }
    var acl = AccessControlList()
    for grantee in dice.some(grantees(without: owner), 50) {
      acl.grant(dice.some([.select, .insert, .update], 60), to: grantee)
    }
    return acl.entries.isEmpty ? nil : acl
  }
}
