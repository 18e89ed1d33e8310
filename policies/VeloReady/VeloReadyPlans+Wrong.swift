import AccessPlan

/// The plan with one fault each, as they are made in practice. Every one breaks an intent or a case.
extension VeloReadyPlans {
  /// All of them.
  static var wrong: [Plan] { wrongAthletes + wrongActivities + wrongStreams + wrongRest }

  /// The plan as stated, and all wrong ones.
  static var all: [Plan] { [stated] + wrong }

  private static let wrongAthletes = [
    // The whole row is granted, with its tokens.
    stated.variant(
      "tokens-readable",
      .rules(of: Athlete.self) { athlete in
        Allow(.select, to: .owner)
        Allow(.update, to: .owner, on: athlete.displayName, athlete.ftp, athlete.weight)
      }),
    // Somebody may become another athlete by writing their own user_id.
    stated.variant(
      "athlete-handover",
      .rules(of: Athlete.self) { athlete in
        Allow(
          .select, to: .owner, on: athlete.id, athlete.userID, athlete.stravaID,
          athlete.displayName, athlete.ftp, athlete.weight, athlete.createdAt)
        Allow(
          .update, to: .owner, check: true, on: athlete.userID, athlete.displayName, athlete.ftp,
          athlete.weight)
      }),
    // user_metadata is what its user writes there.
    stated.variant(
      "trusts-user-metadata",
      .rules(of: Athlete.self) { athlete in
        Allow(
          .select, to: .authenticated,
          where: unsafeSQL(
            "athlete.strava_id = (auth.jwt() -> 'user_metadata' ->> 'strava_id')::bigint"),
          on: athlete.id, athlete.userID, athlete.stravaID, athlete.displayName, athlete.ftp,
          athlete.weight, athlete.createdAt)
        Allow(.update, to: .owner, on: athlete.displayName, athlete.ftp, athlete.weight)
      }),
    // The backend's role is not in the database: without a policy it would reach nothing, so
    // somebody switched row security off.
    stated.variant(
      "athletes-unprotected", .rowSecurity(.disabled, on: Athlete.self)),
  ]

  private static let wrongActivities = [
    // Public for visitors, too.
    stated.variant(
      "public-to-anon",
      .rules(of: Activity.self) { activity in
        Allow(.select, to: .owner)
        Allow(.select, to: .anon, .authenticated, where: activity.isPublic == true)
        Allow(.update, to: .owner, on: activity.title, activity.isPublic)
      }),
    // `athlete_id = athlete_id` inside of the subquery compares the inner table with itself.
    stated.variant(
      "unqualified-column",
      .rules(of: Activity.self) { activity in
        Allow(
          .select, to: .authenticated,
          where: unsafeSQL(
            "EXISTS (SELECT FROM goal g JOIN athlete a ON a.id = g.athlete_id "
              + "WHERE g.athlete_id = athlete_id AND a.user_id = (SELECT auth.uid()))"))
        Allow(.select, to: .authenticated, where: activity.isPublic == true)
        Allow(.update, to: .owner, on: activity.title, activity.isPublic)
      }),
    // Whoever is signed in adds rides, and to anyone.
    stated.variant(
      "clients-import",
      .rules(of: Activity.self) { activity in
        Allow(.select, to: .owner)
        Allow(.select, to: .authenticated, where: activity.isPublic == true)
        Allow(.insert, to: .authenticated, check: true)
        Allow(.update, to: .owner, on: activity.title, activity.isPublic)
      }),
    // The whole row may be changed: a ride can be given to somebody else.
    stated.variant(
      "rides-change-hands",
      .rules(of: Activity.self) { activity in
        Allow(.select, .update, to: .owner)
        Allow(.select, to: .authenticated, where: activity.isPublic == true)
      }),
    // The feed forgets which rides are public.
    stated.variant(
      "feed-shows-all",
      .definition(of: PublicActivity.self, .definer) { feed in
        let activity = Source<Activity>()
        let athlete = Source<Athlete>()
        return Query.from(activity)
          .join(athlete, on: athlete.id == activity.athleteID)
          .select(
            activity.id.as(feed.id), athlete.displayName.as(feed.displayName),
            activity.startedAt.as(feed.startedAt), activity.title.as(feed.title),
            activity.distance.as(feed.distance))
      }),
    // As the caller, the feed shows nobody's name but one's own, and so no ride of others.
    stated.variant(
      "feed-as-caller", .definition(of: PublicActivity.self, .invoker) { $0.query }),
  ]

  private static let wrongStreams = [
    // One hop: whoever reads the ride reads its streams, and public rides are read by all.
    stated.variant(
      "streams-one-hop",
      .rules(of: ActivityStream.self) { stream in
        let activity = Source<Activity>()
        Allow(
          .select, to: .authenticated,
          where: exists(activity, where: activity.id == stream.activityID))
      }),
    // The second hop asks for an athlete, but not for whose.
    stated.variant(
      "streams-any-athlete",
      .rules(of: ActivityStream.self) { stream in
        let activity = Source<Activity>()
        let athlete = Source<Athlete>()
        Allow(
          .select, to: .authenticated,
          where: exists(
            Query.from(activity).join(athlete, on: athlete.userID == auth.uid)
              .where(activity.id == stream.activityID)))
      }),
  ]

  private static let wrongRest = [
    // A goal of one's own can be handed to somebody else.
    stated.variant(
      "goals-planted",
      .rules(of: Goal.self) { _ in
        Allow(.select, .delete, to: .owner)
        Allow(.insert, .update, to: .authenticated, where: true)
      }),
    // People improve their own numbers.
    stated.variant(
      "metrics-written",
      .rules(of: DailyMetric.self) { _ in Allow(.select, .update, to: .owner) }),
    // A policy that was meant for the backend, and is for everyone who signs in.
    stated.variant(
      "jobs-open",
      .rules(of: ImportJob.self) { _ in Allow(.all, to: .authenticated, where: true) }),
  ]
}
