import AccessPlan

struct Saved: Table {
  let patronID = Column("patron_id", .bigint)

  var owner: Condition {
    patronID == "me"  // error: 'String'
  }
}
