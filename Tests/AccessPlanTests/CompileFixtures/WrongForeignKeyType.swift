import AccessPlan

struct Patron: Table {
  let id = Column("id", .bigint).primaryKey().generated()
  let account = Column("account", .uuid).unique()
}

struct Saved: Table {
  let patronID = Column("patron_id", .bigint)
    .references(Patron.self, \.account)  // error: Column<UUIDValue>
}
