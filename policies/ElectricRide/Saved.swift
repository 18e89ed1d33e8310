import AccessPlan

/// A listing that a patron saved.
struct Saved: Table {
  let id = Column("id", .bigint).primaryKey().generated()
  let patronID = Column("patron_id", .bigint).references(Patron.self, \.id, onDelete: .cascade)
  let listingID = Column("listing_id", .bigint).references(Listing.self, \.id, onDelete: .cascade)

  /// The person who saved it.
  var owner: Condition {
    let patron = Source<Patron>()
    return exists(patron, where: patron.id == patronID && patron.emailAddress == auth.email)
  }

  var constraints: Constraints { Unique(patronID, listingID) }

  var access: AccessRules { Allow(.all, to: .owner) }
}
