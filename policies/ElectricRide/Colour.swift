import AccessPlan

/// A paint colour.
struct Colour: Table {
  let id = Column("id", .bigint).primaryKey().generated()
  let name = Column("name", .text).unique()

  var access: AccessRules { Allow(.select, to: .authenticated) }
}
