import AccessPlan

/// The access plan of VeloReady, a cycling app whose backend imports activities from Strava.
enum VeloReadyPlans {
  /// The plan as stated.
  static let stated = Plan("veloready", platform: .supabase) {
    Athlete.self
    Activity.self
    ActivityStream.self
    DailyMetric.self
    Goal.self
    ImportJob.self
    PublicActivity.self
  } intents: {
    athletes
    activities
    training
  }

  /// People's own data, and the tokens that are the backend's alone.
  @Intents private static var athletes: Intents {
    Only(.owner, .serviceRole).may(
      .select, Athlete.self, columns: \.userID, \.stravaID, \.ftp, \.weight)
    Only(.owner, .serviceRole).may(.update, Athlete.self, columns: \.displayName, \.ftp, \.weight)
    // Whose row this is stays; the Strava account, too.
    Nobody(but: .serviceRole).may(.update, Athlete.self, columns: \.id, \.userID, \.stravaID)
    Nobody(but: .serviceRole).may(
      .select, .insert, .update, Athlete.self, columns: \.stravaAccessToken, \.stravaRefreshToken,
      \.stravaTokenExpiresAt)
    Nobody(but: .serviceRole).may(.insert, .delete, Athlete.self)
    // What the backend is up to is nobody's business.
    Nobody(but: .serviceRole).may(.all, ImportJob.self)
  }

  /// Rides, and the two hops from their streams to a person.
  @Intents private static var activities: Intents {
    Only(.owner, .serviceRole).may(.select, ActivityStream.self)
    Only(.authenticated, .serviceRole).may(.select, Activity.self, where: \.readable)
    // What is not public comes out nowhere.
    Only(.authenticated, .serviceRole).may(
      .select, Activity.self, columns: \.startedAt, \.title, \.distance, where: \.readable)
    Only(.authenticated, .serviceRole).may(.select, PublicActivity.self)
    Only(.owner, .serviceRole).may(.update, Activity.self, columns: \.title, \.isPublic)
    // The backend imports them; people neither invent nor remove rides.
    Nobody(but: .serviceRole).may(.insert, .delete, Activity.self)
    Nobody(but: .serviceRole).may(
      .update, Activity.self,
      columns: \.id, \.athleteID, \.startedAt, \.distance, \.movingTime, \.averagePower)
    Nobody(but: .serviceRole).may(.insert, .update, .delete, ActivityStream.self)
  }

  /// What people see of their own form, and set for themselves.
  @Intents private static var training: Intents {
    Only(.owner, .serviceRole).may(.select, DailyMetric.self)
    Nobody(but: .serviceRole).may(.insert, .update, .delete, DailyMetric.self)
    Only(.owner, .serviceRole).may(.all, Goal.self)
  }
}
