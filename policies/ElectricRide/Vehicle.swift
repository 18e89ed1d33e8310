import AccessPlan

/// One car, whether or not it is for sale.
struct Vehicle: Table {
  let id = Column("id", .bigint).primaryKey().generated()
  let makeID = Column("make_id", .bigint).references(Make.self, \.id)
  let colourID = Column("colour_id", .bigint).references(Colour.self, \.id)
  let modelName = Column("model_name", .text)
  let year = Column("year", .integer)
  let rangeKM = Column("range_km", .integer).comment("as the maker states it (WLTP)")
  let bodyStyle = Column("body_style", .text)

  var constraints: Constraints {
    Check("vehicle_range_is_positive", rangeKM > 0)
  }

  var access: AccessRules { Allow(.select, to: .authenticated) }
}
