import AccessPlan

/// What the listings screen shows: each listing with its vehicle, brand and colour.
struct ListingsWithDetails: View {
  static let security = ViewSecurity.invoker

  let id = Column("id", .bigint)
  let vehicleID = Column("vehicle_id", .bigint)
  let brand = Column("brand", .text)
  let modelName = Column("model_name", .text)
  let colour = Column("colour", .text)
  let year = Column("year", .integer)
  let rangeKM = Column("range_km", .integer)
  let bodyStyle = Column("body_style", .text)
  let price = Column("price", .numeric(10, 2))
  let mileageKM = Column("mileage_km", .integer)
  let listedAt = Column("listed_at", .timestamptz)
  let photoURL = Column("photo_url", .text)
  let sellerName = Column("seller_name", .text)
  let isActive = Column("is_active", .boolean)

  var query: Query {
    let listing = Source<Listing>()
    let vehicle = Source<Vehicle>()
    let make = Source<Make>()
    let colours = Source<Colour>()
    return Query.from(listing)
      .join(vehicle, on: vehicle.id == listing.vehicleID)
      .join(make, on: make.id == vehicle.makeID)
      .join(colours, on: colours.id == vehicle.colourID)
      .select(
        listing.id.as(id), listing.vehicleID.as(vehicleID), make.brandName.as(brand),
        vehicle.modelName.as(modelName), colours.name.as(colour), vehicle.year.as(year),
        vehicle.rangeKM.as(rangeKM), vehicle.bodyStyle.as(bodyStyle), listing.price.as(price),
        listing.mileageKM.as(mileageKM), listing.listedAt.as(listedAt),
        listing.photoURL.as(photoURL), listing.sellerName.as(sellerName),
        listing.isActive.as(isActive))
  }

  var access: AccessRules { Allow(.select, to: .authenticated) }
}
