import AccessPlan

/// An offer of one vehicle. Sold or withdrawn ones stay, as inactive.
struct Listing: Table {
  let id = Column("id", .bigint).primaryKey().generated()
  let vehicleID = Column("vehicle_id", .bigint).references(Vehicle.self, \.id)
  let price = Column("price", .numeric(10, 2)).comment("in euros")
  let mileageKM = Column("mileage_km", .integer)
  let listedAt = Column("listed_at", .timestamptz).defaults(to: currentTimestamp)
  let photoURL = Column("photo_url", .text).nullable()
  let sellerName = Column("seller_name", .text)
  let isActive = Column("is_active", .boolean).defaults(to: true)

  var constraints: Constraints {
    Check("listing_price_is_positive", price > 0)
    Check("listing_mileage_is_not_negative", mileageKM >= 0)
  }

  var access: AccessRules { Allow(.select, to: .authenticated) }
}
