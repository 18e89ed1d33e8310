import AccessPlan

/// The feed: public rides with the name of who rode, which an athlete's row shows to nobody else.
///
/// A row of `athlete` is its person's alone, and which columns others may read of it can't depend
/// on the row. So the view runs as its owner, shows the one column that is shared, and only for
/// rides that are public.
struct PublicActivity: View {
  static let name = "public_activities"
  static let security = ViewSecurity.definer
  static let barrier = true

  let id = Column("id", .bigint)
  let displayName = Column("display_name", .text)
  let startedAt = Column("started_at", .timestamptz)
  let title = Column("title", .text)
  let distance = Column("distance_m", .integer)

  var query: Query {
    let activity = Source<Activity>()
    let athlete = Source<Athlete>()
    return Query.from(activity)
      .join(athlete, on: athlete.id == activity.athleteID)
      .where(activity.isPublic == true)
      .select(
        activity.id.as(id), athlete.displayName.as(displayName), activity.startedAt.as(startedAt),
        activity.title.as(title), activity.distance.as(distance))
  }

  var access: AccessRules { Allow(.select, to: .authenticated) }
}
