public import AccessModel
import DiceTesting

/// Two generated databases: the second is the first with much of it changed.
public enum CatalogPairs {
  public static func pair(seed: UInt64) -> (first: PlanDocument, second: PlanDocument) {
    var worlds = WorldGenerator(Dice(seed: seed))
    let catalog = worlds.world().catalog
    let first = PlanDocument(name: "pair", variant: "\(seed)-a", catalog: catalog)
    var changed = CatalogChanger(Dice(seed: seed &+ 1_000_003), catalog)
    let second = PlanDocument(name: "pair", variant: "\(seed)-b", catalog: changed.changed())
    return (first, second)
  }
}

/// Changes a catalog here and there; all of it stays valid.
struct CatalogChanger {
  let dice: Dice
  private var catalog: Catalog

  init(_ dice: Dice, _ catalog: Catalog) { (self.dice, self.catalog) = (dice, catalog) }

  mutating func changed() -> Catalog {
    for index in catalog.roles.indices where catalog.roles[index].origin == .plan {
      if dice.chance(15) { catalog.roles[index].bypassesRowSecurity.toggle() }
      if dice.chance(10), !catalog.roles[index].memberships.isEmpty {
        catalog.roles[index].memberships.removeLast()
      }
    }
    dropView()
    for index in catalog.tables.indices { change(table: index) }
    for index in catalog.views.indices {
      if dice.chance(25) { catalog.views[index].securityInvoker.toggle() }
      if dice.chance(15) { catalog.views[index].securityBarrier.toggle() }
    }
    for index in catalog.functions.indices where dice.chance(30) {
      catalog.functions[index].isSecurityDefiner.toggle()
    }
    regrant()
    return catalog
  }

  /// The last one: nothing reads it, unless a policy does.
  private mutating func dropView() {
    guard dice.chance(25), let view = catalog.views.last else { return }
    let isRead = catalog.tables.contains { table in
      table.policies.contains { "\($0)".contains(view.name.name) }
    }
    let isReadByFunction = catalog.functions.contains { "\($0.body)".contains(view.name.name) }
    if !isRead, !isReadByFunction { catalog.views.removeLast() }
  }

  private mutating func change(table index: Int) {
    if dice.chance(20) { catalog.tables[index].rowSecurityEnabled.toggle() }
    if dice.chance(15) { catalog.tables[index].rowSecurityForced.toggle() }
    if dice.chance(40), !catalog.tables[index].policies.isEmpty {
      let gone = dice.below(catalog.tables[index].policies.count)
      catalog.tables[index].policies.remove(at: gone)
    }
    let generator = PolicyGenerator(dice, catalog, table: index)
    for position in catalog.tables[index].policies.indices where dice.chance(45) {
      let name = catalog.tables[index].policies[position].name
      catalog.tables[index].policies[position] = generator.policy(name)
    }
    for number in 0..<dice.below(3) {
      catalog.tables[index].policies.append(generator.policy("new\(number)"))
    }
    if dice.chance(30) {
      catalog.tables[index].columns.append(
        Catalog.Column("added", dice.pick([.integer, .text]), defaultValue: nil))
    }
    if dice.chance(30) { catalog.tables[index].checks = [] }
    for column in catalog.tables[index].columns.indices
    where catalog.tables[index].columns[column].identity == nil
      && catalog.tables[index].columns[column].generated == nil
      && !catalog.tables[index].keys.contains(where: {
        $0.columns.contains(catalog.tables[index].columns[column].name)
      })
    {
      if dice.chance(12) { catalog.tables[index].columns[column].isNullable.toggle() }
    }
  }

  private mutating func regrant() {
    let generator = GrantGenerator(dice, catalog)
    for index in catalog.tables.indices where dice.chance(40) {
      for column in catalog.tables[index].columns.indices {
        catalog.tables[index].columns[column].acl = nil
      }
      generator.grant(on: &catalog.tables[index])
    }
    for index in catalog.views.indices where dice.chance(40) {
      for column in catalog.views[index].columns.indices {
        catalog.views[index].columns[column].acl = nil
      }
      generator.grant(on: &catalog.views[index])
    }
  }
}
