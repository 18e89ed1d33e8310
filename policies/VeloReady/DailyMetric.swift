import AccessPlan

/// How somebody's form was on one day, as the backend computed it from their rides and their sleep.
struct DailyMetric: Table {
  let athleteID = Column("athlete_id", .bigint).primaryKey()
    .references(Athlete.self, \.id, onDelete: .cascade)
  let day = Column("day", .date).primaryKey()
  let readiness = Column("readiness", .integer).comment("0 to 100")
  let trainingLoad = Column("training_load", .numeric(6, 1))
  let restingHeartRate = Column("resting_heart_rate", .integer).nullable()

  /// The person whose day it was.
  var owner: Condition {
    let athlete = Source<Athlete>()
    return exists(athlete, where: athlete.id == athleteID && athlete.userID == auth.uid)
  }

  var access: AccessRules { Allow(.select, to: .owner) }
}
