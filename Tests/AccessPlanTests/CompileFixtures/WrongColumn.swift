import AccessPlan

struct Patron: Table {
  let id = Column("id", .bigint).primaryKey().generated()
}

struct Saved: Table {
  let patronID = Column("patron_id", .bigint)

  var owner: Condition {
    let patron = Source<Patron>()
    return exists(patron, where: patron.idd == patronID)  // error: has no member 'idd'
  }
}
