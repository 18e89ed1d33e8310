import AccessPlan

/// A brand, such as Polestar.
struct Make: Table {
  let id = Column("id", .bigint).primaryKey().generated()
  let brandName = Column("brand_name", .text).unique()

  var access: AccessRules { Allow(.select, to: .authenticated) }
}
