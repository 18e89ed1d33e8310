import AccessPlan

/// What somebody trains for.
struct Goal: Table {
  let id = Column("id", .bigint).primaryKey().generated()
  let athleteID = Column("athlete_id", .bigint).references(Athlete.self, \.id, onDelete: .cascade)
  let title = Column("title", .text)
  let dueOn = Column("due_on", .date).nullable()
  let isReached = Column("is_reached", .boolean).defaults(to: false)

  /// The person whose goal it is.
  var owner: Condition {
    let athlete = Source<Athlete>()
    return exists(athlete, where: athlete.id == athleteID && athlete.userID == auth.uid)
  }

  var access: AccessRules { Allow(.all, to: .owner) }
}
