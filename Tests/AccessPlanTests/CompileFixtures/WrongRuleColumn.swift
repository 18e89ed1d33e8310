import AccessPlan

struct Saved: Table {
  let patronID = Column("patron_id", .bigint)

  var access: AccessRules {
    Allow(.select, to: .authenticated, on: patronId)  // error: cannot find 'patronId' in scope
  }
}
