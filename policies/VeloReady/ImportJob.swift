import AccessPlan

/// What the backend has still to fetch from Strava. No client knows of it.
struct ImportJob: Table {
  let id = Column("id", .bigint).primaryKey().generated()
  let athleteID = Column("athlete_id", .bigint).references(Athlete.self, \.id, onDelete: .cascade)
  let stravaActivityID = Column("strava_activity_id", .bigint)
  let state = Column("state", .text).defaults(to: "queued")
  let failure = Column("failure", .text).nullable()
}
