import AccessPlan

/// A ride, as the backend imported it.
struct Activity: Table {
  static let name = "activities"

  let id = Column("id", .bigint).primaryKey().generated()
  let athleteID = Column("athlete_id", .bigint).references(Athlete.self, \.id, onDelete: .cascade)
  let startedAt = Column("started_at", .timestamptz)
  let title = Column("title", .text)
  let distance = Column("distance_m", .integer).comment("in metres")
  let movingTime = Column("moving_time_s", .integer).comment("in seconds")
  let averagePower = Column("average_power", .integer).nullable().comment("in watts")
  let isPublic = Column("is_public", .boolean).defaults(to: false)

  /// The person whose ride it is.
  var owner: Condition {
    let athlete = Source<Athlete>()
    return exists(athlete, where: athlete.id == athleteID && athlete.userID == auth.uid)
  }

  /// What a signed-in person reads: their own rides, and what others made public.
  var readable: Condition { isPublic == true || owner }

  var access: AccessRules {
    Allow(.select, to: .owner)
    Allow(.select, to: .authenticated, where: isPublic == true)
    Allow(.update, to: .owner, on: title, isPublic)
  }
}
