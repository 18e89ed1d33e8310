import AccessModel

/// Makes worlds: the same dice, the same world.
struct WorldGenerator {
  let dice: Dice
  private(set) var catalog: Catalog
  private var rows: [SituationWorld.Rows] = []
  private var names: [String]

  static let roleNames = ["alice", "bob", "Staff Role", "user", "ünï"]

  init(_ dice: Dice) {
    self.dice = dice
    var schemaACL = AccessControlList.builtIn(owner: "postgres", all: Privilege.allOnSchema)
    schemaACL.grant([.usage], to: .everyone)
    catalog = Catalog(
      roles: [
        Catalog.Role(
          "postgres", isSuperuser: true, bypassesRowSecurity: true, canLogin: true,
          origin: .platform("postgresql"))
      ],
      schemas: [
        Catalog.Schema(
          "public", owner: "postgres", acl: schemaACL, origin: .platform("postgresql"))
      ])
    names = dice.shuffled(["docs", "Notes", "select", "naïve", "my table", "items", "b", "zeta"])
  }

  mutating func world() -> SituationWorld {
    addRoles()
    if dice.chance(25) { addSchema() }
    for _ in 0..<dice.within(2...3) { addTable() }
    for _ in 0..<dice.weighted([(45, 0), (35, 1), (20, 2)]) { addFunction() }
    for _ in 0..<dice.weighted([(30, 0), (35, 1), (25, 2), (10, 3)]) { addView() }
    for index in catalog.tables.indices { addPolicies(to: index) }
    addGrants()
    return SituationWorld(catalog: catalog, rows: rows)
  }

  mutating func newName() -> QualifiedName {
    let schemas = catalog.schemas.map(\.name)
    let schema = dice.chance(75) ? "public" : dice.pick(schemas)
    return QualifiedName(schema, names.popLast() ?? "more\(catalog.tables.count)")
  }

  var owner: String {
    dice.chance(55) ? "postgres" : dice.pick(catalog.roles).name
  }

  private mutating func addRoles() {
    for name in Self.roleNames.prefix(dice.within(2...5)) {
      let groups = dice.some(catalog.roles.dropFirst().map(\.name), 35)
      catalog.roles.append(
        Catalog.Role(
          name, isSuperuser: dice.chance(4), bypassesRowSecurity: dice.chance(8),
          inherits: dice.chance(75), memberships: groups.map { Catalog.Membership(of: $0) }))
    }
  }

  private mutating func addSchema() {
    var schema = Catalog.Schema("Private", owner: owner)
    var acl = AccessControlList.builtIn(owner: schema.owner, all: Privilege.allOnSchema)
    for role in dice.some(catalog.roles.map(\.name), 50) where role != schema.owner {
      acl.grant([.usage], to: .role(role))
    }
    schema.acl = dice.chance(80) ? acl : nil
    catalog.schemas.append(schema)
  }

  private mutating func addTable() {
    let (table, loaded) = TableGenerator(dice, catalog, rows).table(newName(), owner: owner)
    for column in table.columns {
      if let sequence = column.serialSequence {
        catalog.sequences.append(Catalog.Sequence(sequence, owner: table.owner))
      }
    }
    catalog.tables.append(table)
    rows.append(loaded)
  }

  private mutating func addFunction() {
    let readable = catalog.tables.map(Readable.init)
    let kind = dice.weighted([(60, ValueKind.boolean), (20, .integer), (20, .text)])
    let arguments = (0..<dice.below(2)).map { _ in dice.pick([ValueKind.integer, .text]) }
    let expressions = ExpressionGenerator(dice: dice, readable: readable)
    var value = expressions.value(kind, 2)
    for (index, argument) in arguments.enumerated() {
      let parameter = SQLExpression.equal(
        .parameter(number: index + 1), expressions.value(argument, 0))
      value =
        kind == .boolean
        ? .and(operands: [value, parameter])
        : .cases(
          operand: nil, branches: [SQLCaseBranch(when: parameter, then: value)],
          otherwise: kind.constant(dice))
    }
    let query = SQLQuery(
      SQLSelect([.expression(.cast(operand: value, type: kind.type), name: "result")]))
    var function = Catalog.Function(
      QualifiedName("public", "fn\(catalog.functions.count)"),
      arguments: arguments.map { Catalog.Function.Argument(nil, $0.type) }, returns: kind.type,
      body: .query(query), volatility: .stable, isSecurityDefiner: dice.chance(50),
      isStrict: dice.chance(15), owner: owner)
    if dice.chance(25) {
      var acl = AccessControlList.builtIn(owner: function.owner, all: [.execute])
      for role in dice.some(catalog.roles.map(\.name), 60) where role != function.owner {
        acl.grant([.execute], to: .role(role))
      }
      function.acl = acl
    }
    catalog.functions.append(function)
  }

  private mutating func addView() {
    let readable = catalog.tables.map(Readable.init) + catalog.views.map(Readable.init)
    // Views are declared after functions, but functions check nothing when they are made.
    let expressions = ExpressionGenerator(
      dice: dice, readable: readable, functions: Array(catalog.functions))
    let generated = QueryGenerator(expressions).named(1)
    catalog.views.append(
      Catalog.View(
        newName(),
        columns: generated.columns.map { Catalog.ViewColumn($0.name, $0.kind.type) },
        query: generated.query, securityInvoker: dice.chance(40),
        securityBarrier: dice.chance(15), owner: owner))
  }

  private mutating func addPolicies(to index: Int) {
    guard catalog.tables[index].rowSecurityEnabled || dice.chance(30) else { return }
    let generator = PolicyGenerator(dice, catalog, table: index)
    for number in 0..<dice.within(0...4) {
      catalog.tables[index].policies.append(generator.policy("p\(dice.below(90))_\(number)"))
    }
  }

  private mutating func addGrants() {
    let generator = GrantGenerator(dice, catalog)
    for index in catalog.tables.indices { generator.grant(on: &catalog.tables[index]) }
    for index in catalog.views.indices { generator.grant(on: &catalog.views[index]) }
    for index in catalog.sequences.indices { generator.grant(on: &catalog.sequences[index]) }
  }
}

extension Catalog.Column {
  /// The sequence that this generator gave a serial column.
  var serialSequence: QualifiedName? {
    guard case .call(let call)? = defaultValue, call.name == "nextval",
      case .cast(.literal(.string(let name)), _)? = call.arguments.first
    else { return nil }
    return QualifiedName("public", name.split(separator: ".").last.map(String.init) ?? name)
  }
}
