import AccessPlan

/// How many vehicles are for sale per brand: all that visitors see.
///
/// It runs as its owner, since visitors may read nothing below it.
struct CountOfVehiclesByBrand: View {
  static let security = ViewSecurity.definer

  let brand = Column("brand", .text)
  let vehiclesAvailable = Column("vehicles_available", .bigint)

  var query: Query {
    let listing = Source<Listing>()
    let vehicle = Source<Vehicle>()
    let make = Source<Make>()
    return Query.from(listing)
      .join(vehicle, on: vehicle.id == listing.vehicleID)
      .join(make, on: make.id == vehicle.makeID)
      .where(listing.isActive == true)
      .group(by: make.brandName)
      .select(make.brandName.as(brand), count().as(vehiclesAvailable))
  }

  /// The tutorial's first version, over a view that reads as the caller.
  var firstQuery: Query {
    let details = Source<ListingsWithDetails>()
    return Query.from(details)
      .where(details.isActive == true)
      .group(by: details.brand)
      .select(details.brand.as(brand), count().as(vehiclesAvailable))
  }

  var access: AccessRules { Allow(.select, to: .anon, .authenticated) }
}
