import AccessPlan

struct Patron: Table {
  let id = Column("id", .bigint).primaryKey().generated()
}

struct Patrons: View {
  static let security = ViewSecurity.invoker
  let id = Column("id", .uuid)

  var query: Query {
    let patron = Source<Patron>()
    return Query.from(patron)
      .select(patron.id.as(id))  // error: Column<UUIDValue>
  }
}
