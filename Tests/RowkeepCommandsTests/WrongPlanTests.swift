import AccessPlan
import Testing

@testable import Chapter
@testable import RowkeepCommands
@testable import VeloReady

/// The wrong variants of the shipped plans: each fault is found, by the intent or case it breaks, and
/// a row shows it; the good plans are silent.
struct WrongPlanTests {
  /// A variant, and what `check` says of it: a sentence of the plan or a case's name, and a row.
  struct Fault: Sendable, CustomTestStringConvertible {
    var variant: String
    var broken: String
    var evidence: String
    var testDescription: String { variant }

    init(_ variant: String, breaks broken: String, shownBy evidence: String) {
      self.variant = variant
      self.broken = broken
      self.evidence = evidence
    }
  }

  static let veloReady = [
    Fault(
      "tokens-readable", breaks: "athlete (strava_access_token, strava_refresh_token,",
      shownBy: "mara (authenticated), 1 row: id=1"),
    Fault(
      "athlete-handover", breaks: "may update athlete (id, user_id, strava_id)",
      shownBy: "id=1, user_id=9d1f4c60-31b0-4f56-8f9e-0c5a1d2e3f01"),
    Fault(
      "trusts-user-metadata", breaks: "may select athlete (user_id, strava_id, ftp, weight)",
      shownBy: "pretender (authenticated), 1 row: id=1"),
    Fault(
      "athletes-unprotected", breaks: "may select athlete (user_id, strava_id, ftp, weight)",
      shownBy: "mara (authenticated), 4 rows: id=2"),
    Fault(
      "public-to-anon", breaks: "may select activities", shownBy: "visitor (anon), 6 rows: id=3"),
    Fault(
      "unqualified-column", breaks: "may select activities",
      shownBy: "mara (authenticated), 9 rows: id=2"),
    Fault("clients-import", breaks: "may insert, delete activities", shownBy: "pretender"),
    Fault(
      "rides-change-hands", breaks: "may update activities (id, athlete_id, started_at,",
      shownBy: "mara (authenticated), 8 rows: id=1"),
    Fault(
      "feed-shows-all", breaks: "may select activities (started_at, title, distance_m)",
      shownBy: "can read values not theirs through `public_activities`"),
    Fault("feed-as-caller", breaks: "may select public_activities", shownBy: "pretender"),
    Fault(
      "streams-one-hop", breaks: "may select streams", shownBy: "activity_id=3, kind=latlng"),
    Fault(
      "streams-any-athlete", breaks: "may select streams", shownBy: "activity_id=3, kind=latlng"),
    Fault("goals-planted", breaks: "insert, update, delete goal", shownBy: "id=3"),
    Fault(
      "metrics-written", breaks: "may insert, update, delete daily_metric",
      shownBy: "athlete_id=1, day=2026-01-10"),
    Fault("jobs-open", breaks: "update, delete import_job", shownBy: "id=1"),
  ]

  static let chapter = [
    Fault(
      "users-readable", breaks: "may select users_v2 (email, dob, uni_plan)",
      shownBy: "email=bo@example.com"),
    Fault(
      "function-leaks", breaks: "may select users_v2 (email, dob, uni_plan)",
      shownBy: "can read values not theirs through `get_users_from_ids` (email, dob, uni_plan)"),
    Fault("self-verified", breaks: "nobody signs up as verified", shownBy: "as `gus`"),
    Fault(
      "verified-by-update", breaks: "may update users_v2 (id, created_at, is_verified, email)",
      shownBy: "email=ada@example.com"),
    Fault(
      "trusts-user-metadata", breaks: "may select users_v2 (email, dob, uni_plan)",
      shownBy: "gus (authenticated), 6 rows: id="),
    Fault(
      "profiles-of-all", breaks: "users_v2 (first_name, last_name, profile_picture_url)",
      shownBy: "can read values not theirs through `profiles`"),
    Fault(
      "confirmations-change", breaks: "may update, delete users_v2_email_confirms",
      shownBy: "ada (authenticated), 1 row: id="),
    Fault(
      "blocks-shown", breaks: "may select, insert, delete blocked_users",
      shownBy: "dee (authenticated), 1 row: blocker_id="),
    Fault("joins-uninvited", breaks: "nobody joins a group uninvited", shownBy: "as `cy`"),
    Fault(
      "members-invite-themselves", breaks: "nor is a member invited", shownBy: "as `ada`"),
    Fault(
      "direct-chats-titled", breaks: "a direct chat has no title to reach the other with",
      shownBy: "as `dee`"),
    Fault(
      "unqualified-column", breaks: "may select messages",
      shownBy: "cy (authenticated), 7 rows: id=1"),
    Fault("sent-as-others", breaks: "nobody sends in another's name", shownBy: "as `ada`"),
    Fault("messages-edited", breaks: "may update messages (body)", shownBy: "id=2"),
    Fault("members-recurse", breaks: "may select group_members", shownBy: "42P17"),
    Fault("members-unprotected", breaks: "may select group_members", shownBy: "group_id="),
    Fault("budget-items-open", breaks: "budget_items", shownBy: "id=3"),
    Fault("scores-change", breaks: "may update, delete arcade_scores", shownBy: "id=1"),
    Fault("photos-by-bucket", breaks: "storage.objects", shownBy: "id=aa51c3b7"),
    Fault(
      "universities-written", breaks: "may insert, update, delete universities_v2",
      shownBy: "id=1"),
  ]

  @Test(arguments: veloReady) func `a fault in VeloReady's plan is found`(_ fault: Fault) {
    expectFound(fault, "veloready", of: PlanProgram<VeloReady>.self)
  }

  @Test(arguments: chapter) func `a fault in Chapter's plan is found`(_ fault: Fault) {
    expectFound(fault, "chapter", of: PlanProgram<Chapter>.self)
  }

  private func expectFound<App: AccessPlanApp>(
    _ fault: Fault, _ fixtures: String, of program: PlanProgram<App>.Type
  ) {
    let run = CommandRun(
      ["check", "--variant", fault.variant, "--fixtures", "fixtures/\(fixtures)"], of: program)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.output.contains(fault.broken), "\(run.output)")
    #expect(run.output.contains(fault.evidence), "\(run.output)")
  }

  @Test func `every variant is listed here`() {
    #expect(Self.veloReady.map(\.variant).sorted() == names(VeloReadyPlans.wrong))
    #expect(Self.chapter.map(\.variant).sorted() == names(ChapterPlans.wrong))
  }

  private func names(_ plans: [Plan]) -> [String] { plans.compactMap(\.variantName).sorted() }

  @Test func `the good plans are silent`() {
    for run in [
      CommandRun(["check", "--fixtures", "fixtures/veloready"], of: PlanProgram<VeloReady>.self),
      CommandRun(["check", "--fixtures", "fixtures/chapter"], of: PlanProgram<Chapter>.self),
    ] {
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(run.output.contains(" 0 violated, 0 unjudged") && run.errors.isEmpty)
    }
  }
}
