import AccessPlan

/// A score in one of the arcade's games. It stands as it was made.
struct ArcadeScore: Table {
  static let name = "arcade_scores"

  let id = Column("id", .bigint).primaryKey().generated()
  let userID = Column("user_id", .uuid).references(User.self, \.id, onDelete: .cascade)
  let game = Column("game", .text)
  let score = Column("score", .integer)
  let createdAt = Column("created_at", .timestamptz).defaults(to: currentTimestamp)

  var owner: Condition { userID == auth.uid }

  var constraints: Constraints { Check("score_is_possible", score >= 0 && score <= 1_000_000) }

  var access: AccessRules {
    Allow(.select, to: .authenticated)
    Allow(.insert, to: .owner, on: userID, game, score)
  }
}

/// The best score of each player in each game; without a name where the reader does not see the
/// player's profile.
///
/// It runs as its owner, for whoever may read it may read all scores; whose names are shown,
/// `profiles` decides by the caller's claims.
struct Leaderboard: View {
  static let name = "leaderboards"
  static let security = ViewSecurity.definer

  let game = Column("game", .text)
  let player = Column("player", .text).nullable()
  let best = Column("best", .integer)

  var query: Query {
    let score = Source<ArcadeScore>()
    let profile = Source<Profile>()
    return Query.from(score)
      .leftJoin(profile, on: profile.id == score.userID)
      .group(by: score.game, score.userID, profile.firstName)
      .select(
        score.game.as(game), profile.firstName.as(player), max(score.score).as(best))
  }

  var access: AccessRules { Allow(.select, to: .authenticated) }
}
