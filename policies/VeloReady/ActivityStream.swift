import AccessPlan

/// What was recorded second by second on a ride: position, power, heart rate.
///
/// It stays with the person even where the ride is public: it shows where they live.
struct ActivityStream: Table {
  static let name = "streams"

  let activityID = Column("activity_id", .bigint).primaryKey()
    .references(Activity.self, \.id, onDelete: .cascade)
  let kind = Column("kind", .text).primaryKey()
  let samples = Column("samples", .jsonb)

  /// Two hops: the ride, and the athlete whose ride it is.
  var owner: Condition {
    let activity = Source<Activity>()
    let athlete = Source<Athlete>()
    return exists(
      Query.from(activity)
        .join(athlete, on: athlete.id == activity.athleteID)
        .where(activity.id == activityID && athlete.userID == auth.uid))
  }

  var constraints: Constraints {
    Check(
      "stream_kind_is_known", kind.isIn(["latlng", "watts", "heartrate", "cadence", "altitude"]))
  }

  var access: AccessRules { Allow(.select, to: .owner) }
}
