/// Rows for VeloReady, and what a person asks of them.
enum Rides {
  static let athletes = 1000

  /// One query as its person sends it, and with the rule by hand.
  struct Query {
    var name: String
    var plain: String
    var byHand: String
  }

  /// The 7th athlete.
  static let claims =
    #"{"sub":"00000000-0000-4000-8000-000000000007","role":"authenticated"}"#

  static func rows(activities: Int) -> [String] {
    [
      """
      INSERT INTO athlete (user_id, strava_id, display_name, strava_access_token)
      SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n, 'athlete ' || n, 'token'
      FROM generate_series(1, \(athletes)) n
      """,
      """
      INSERT INTO activities (athlete_id, started_at, title, distance_m, moving_time_s, is_public)
      SELECT 1 + n % \(athletes), timestamptz '2026-01-01' + n * interval '1 minute', 'ride ' || n,
        n % 200000, n % 30000, n % 50 = 0
      FROM generate_series(1, \(activities)) n
      """,
      """
      INSERT INTO streams (activity_id, kind, samples)
      SELECT n, kind, '[1, 2, 3, 5, 8, 13, 21]'
      FROM generate_series(1, \(activities)) n, unnest(ARRAY['latlng', 'watts', 'heartrate']) kind
      """,
    ]
  }

  private static let ofOwnRide = """
    EXISTS (
      SELECT FROM activities JOIN athlete ON athlete.id = activities.athlete_id
      WHERE activities.id = streams.activity_id AND athlete.user_id = (SELECT auth.uid()))
    """

  private static let ownOrPublic = """
    (is_public OR EXISTS (
      SELECT FROM athlete
      WHERE athlete.id = activities.athlete_id AND athlete.user_id = (SELECT auth.uid())))
    """

  static func queries(activities: Int) -> [Query] {
    let own = athletes + 6
    let foreign = activities / 2 + 1
    return [
      Query(
        name: "own streams, two hops", plain: "SELECT * FROM streams",
        byHand: "SELECT * FROM streams WHERE \(ofOwnRide)"),
      Query(
        name: "streams of a ride", plain: "SELECT * FROM streams WHERE activity_id = \(own)",
        byHand: "SELECT * FROM streams WHERE activity_id = \(own) AND \(ofOwnRide)"),
      Query(
        name: "streams of another's",
        plain: "SELECT * FROM streams WHERE activity_id = \(foreign)",
        byHand: "SELECT * FROM streams WHERE activity_id = \(foreign) AND \(ofOwnRide)"),
      Query(
        name: "own and public rides", plain: "SELECT * FROM activities",
        byHand: "SELECT * FROM activities WHERE \(ownOrPublic)"),
    ]
  }
}
