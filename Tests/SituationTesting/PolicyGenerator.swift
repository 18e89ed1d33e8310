import AccessModel

/// Policies of every shape, on one table.
struct PolicyGenerator {
  let dice: Dice
  private let catalog: Catalog
  private let own: Visible
  private let expressions: ExpressionGenerator

  init(_ dice: Dice, _ catalog: Catalog, table: Int) {
    self.dice = dice
    self.catalog = catalog
    let table = catalog.tables[table]
    own = Visible(qualifier: table.name.name, columns: Readable(table).columns)
    // The own table less often than the others: it mostly recurses.
    let relations = catalog.tables.filter { $0.name != table.name || dice.chance(30) }
    expressions = ExpressionGenerator(
      dice: dice, readable: relations.map(Readable.init) + catalog.views.map(Readable.init),
      functions: Array(catalog.functions)
    ).inside([own])
  }

  func policy(_ name: String) -> Catalog.Policy {
    let command = dice.weighted([
      (30, Catalog.Policy.Command.all), (25, .select), (15, .insert), (15, .update), (15, .delete),
    ])
    let roles = dice.some(catalog.roles.map(\.name), 30)
    var policy = Catalog.Policy(
      name, isPermissive: dice.chance(75), command: command,
      roles: roles.isEmpty || dice.chance(45) ? [.everyone] : roles.map { .role($0) })
    if command != .insert, dice.chance(88) { policy.using = condition() }
    let takesCheck = command == .all || command == .insert || command == .update
    if takesCheck, dice.chance(command == .insert ? 88 : 40) { policy.check = condition() }
    return policy
  }

  private func condition() -> SQLExpression {
    dice.chance(30) ? .literal(.boolean(true)) : expressions.condition(dice.below(3))
  }
}
