import AccessPlan

/// What the saved listings screen shows. Whose they are, the policies of `saved` decide.
struct SavedListings: View {
  static let security = ViewSecurity.invoker

  let id = Column("id", .bigint)
  let patronID = Column("patron_id", .bigint)
  let listingID = Column("listing_id", .bigint)
  let brand = Column("brand", .text)
  let modelName = Column("model_name", .text)
  let colour = Column("colour", .text)
  let year = Column("year", .integer)
  let price = Column("price", .numeric(10, 2))
  let photoURL = Column("photo_url", .text)
  let isActive = Column("is_active", .boolean)

  /// The person who saved it.
  var owner: Condition {
    let patron = Source<Patron>()
    return exists(patron, where: patron.id == patronID && patron.emailAddress == auth.email)
  }

  var query: Query {
    let saved = Source<Saved>()
    let details = Source<ListingsWithDetails>()
    return Query.from(saved)
      .join(details, on: details.id == saved.listingID)
      .select(
        saved.id.as(id), saved.patronID.as(patronID), saved.listingID.as(listingID),
        details.brand.as(brand), details.modelName.as(modelName), details.colour.as(colour),
        details.year.as(year), details.price.as(price), details.photoURL.as(photoURL),
        details.isActive.as(isActive))
  }

  var access: AccessRules { Allow(.select, to: .authenticated) }
}
