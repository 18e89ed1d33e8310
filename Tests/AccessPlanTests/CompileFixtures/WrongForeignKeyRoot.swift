import AccessPlan

struct Patron: Table {
  let id = Column("id", .bigint).primaryKey().generated()
}

struct Listing: Table {
  let id = Column("id", .bigint).primaryKey().generated()
}

struct Saved: Table {
  let patronID = Column("patron_id", .bigint)
    .references(Patron.self, \Listing.id)  // error:
}
