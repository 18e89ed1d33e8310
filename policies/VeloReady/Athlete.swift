import AccessPlan

/// A person who rides, with the Strava account that the backend reads for them.
///
/// The tokens stand in the person's row, yet only the backend reads them. Which columns a role may
/// read can't depend on the row, but here it need not: no person reads the tokens of any row, so a
/// grant on the other columns says it all.
struct Athlete: Table {
  let id = Column("id", .bigint).primaryKey().generated()
  let userID = Column("user_id", .uuid).unique().comment("the person in auth.users")
  let stravaID = Column("strava_id", .bigint).unique()
  let displayName = Column("display_name", .text)
  let ftp = Column("ftp", .integer).nullable().comment("functional threshold power, in watts")
  let weight = Column("weight", .numeric(5, 2)).nullable().comment("in kilograms")
  let stravaAccessToken = Column("strava_access_token", .text).nullable()
  let stravaRefreshToken = Column("strava_refresh_token", .text).nullable()
  let stravaTokenExpiresAt = Column("strava_token_expires_at", .timestamptz).nullable()
  let createdAt = Column("created_at", .timestamptz).defaults(to: currentTimestamp)

  /// The person.
  var owner: Condition { userID == auth.uid }

  var constraints: Constraints {
    Check("athlete_ftp_is_positive", ftp > 0)
    Check("athlete_weight_is_positive", weight > 0)
  }

  var access: AccessRules {
    Allow(.select, to: .owner, on: id, userID, stravaID, displayName, ftp, weight, createdAt)
    Allow(.update, to: .owner, on: displayName, ftp, weight)
  }
}
