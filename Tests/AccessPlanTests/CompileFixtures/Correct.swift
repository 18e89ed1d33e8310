// The control: all that the other fixtures get wrong, right.
import AccessPlan

struct Patron: Table {
  let id = Column("id", .bigint).primaryKey().generated()
  let account = Column("account", .uuid)
}

struct Saved: Table {
  let id = Column("id", .bigint).primaryKey().generated()
  let patronID = Column("patron_id", .bigint).references(Patron.self, \.id)

  var owner: Condition {
    let patron = Source<Patron>()
    return exists(patron, where: patron.id == patronID && patron.account == auth.uid)
  }

  var access: AccessRules { Allow(.select, to: .owner) }
}
