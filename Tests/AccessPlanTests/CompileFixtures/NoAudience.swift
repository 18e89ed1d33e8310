import AccessPlan

struct Saved: Table {
  let patronID = Column("patron_id", .bigint)

  var access: AccessRules {
    Allow(.select)  // error: missing argument for parameter 'to'
  }
}
