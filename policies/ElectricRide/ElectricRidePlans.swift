import AccessPlan

/// The access plan of Electric Ride, a marketplace for used electric cars, and the way there.
enum ElectricRidePlans {
  /// The plan as stated.
  static let stated = Plan("electric-ride", platform: .supabase) {
    Make.self
    Colour.self
    Vehicle.self
    Listing.self
    Patron.self
    Saved.self
    ListingsWithDetails.self
    SavedListings.self
    CountOfVehiclesByBrand.self
  } intents: {
    words
  }

  /// The plan in words.
  @Intents private static var words: Intents {
    // Anyone, signed in or not, sees how many vehicles are for sale per brand, and nothing else.
    Anyone.may(.select, CountOfVehiclesByBrand.self)
    // Any signed-in user sees the details of every listing.
    Only(.authenticated).may(.select, ListingsWithDetails.self)
    Only(.authenticated).may(.select, Listing.self)
    Only(.authenticated).may(.select, Vehicle.self)
    Only(.authenticated).may(.select, Make.self)
    Only(.authenticated).may(.select, Colour.self)
    // What is for sale, nobody changes through the API.
    Nobody(but: .serviceRole).may(.insert, .update, .delete, Listing.self)
    Nobody(but: .serviceRole).may(.insert, .update, .delete, Vehicle.self)
    Nobody(but: .serviceRole).may(.insert, .update, .delete, Make.self)
    Nobody(but: .serviceRole).may(.insert, .update, .delete, Colour.self)
    // People see, add and remove what they themselves saved; nobody else sees it.
    Only(.owner).may(.all, Saved.self)
    Only(.owner).may(.select, SavedListings.self)
    // People have a patron row of their own. Its email address says whose it is, and stays.
    Only(.owner).may(.select, .insert, .delete, Patron.self)
    Only(.owner).may(.update, Patron.self, columns: \.name, \.phoneNumber)
    Nobody(but: .serviceRole).may(.update, Patron.self, columns: \.id, \.emailAddress)
  }

  /// All nine: the tutorial's stages 0 to 7, and the plan as stated.
  static var all: [Plan] { stages + [stated] }
}
