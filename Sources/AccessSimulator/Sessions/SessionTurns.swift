import AccessModel

/// The sessions of a simulator's identities: those of one role take turns in one session, so that
/// what is compiled there serves them all, until something is that holds for one of them only.
struct SessionTurns {
  private struct Member {
    let session: Session
    let turn: Int
    let settings: Settings
    /// How many of the session's assumptions are known to hold with these settings.
    var assumptions = 0
  }

  private var members: [Identity: Member] = [:]
  /// The session of a role that others may join, and how many have.
  private var open: [String: (session: Session, count: Int)] = [:]
  /// Questions of one identity come together.
  private var latest: (identity: Identity, session: Session)?

  /// A session without claims has the setting, empty, as any pooled connection soon does.
  static func settings(of identity: Identity) -> Settings {
    var settings = Settings()
    settings.set("request.jwt.claims", identity.claims ?? "", isLocal: false)
    return settings
  }

  /// The session, with the identity's settings; nil: it needs a new one.
  mutating func session(for identity: Identity) -> Session? {
    if let latest {
      if latest.identity == identity { return latest.session }
      noteAssumptions(of: latest.session, for: latest.identity)
    }
    guard let member = members[identity] ?? joined(identity) else { return nil }
    member.session.variables.take(turn: member.turn, member.settings)
    guard member.session.meetsAssumptions(after: member.assumptions) else {
      (members[identity], latest) = (nil, nil)
      return nil
    }
    noteAssumptions(of: member.session, for: identity)
    latest = (identity, member.session)
    return member.session
  }

  private mutating func noteAssumptions(of session: Session, for identity: Identity) {
    members[identity]?.assumptions = session.assumptions?.values.count ?? 0
  }

  private mutating func joined(_ identity: Identity) -> Member? {
    guard let (session, count) = open[identity.role] else { return nil }
    let member = Member(
      session: session, turn: count, settings: Self.settings(of: identity))
    open[identity.role] = (session, count + 1)
    members[identity] = member
    return member
  }

  mutating func add(_ session: Session, for identity: Identity) {
    members[identity] = Member(
      session: session, turn: 0, settings: session.variables.settings)
    open[identity.role] = (session, 1)
    latest = (identity, session)
    session.assumptions = PlanAssumptions()
  }

  /// Where what was compiled holds for the settings of the identity that asked last, the session is
  /// its own from now on.
  mutating func keepApart(_ identity: Identity) {
    guard let latest, latest.identity == identity, latest.session.variables.isPlannedForSettings,
      open[identity.role]?.session === latest.session
    else { return }
    open[identity.role] = nil
    members = members.filter { $0.value.session !== latest.session || $0.key == identity }
  }

  mutating func close() {
    for member in members.values { member.session.close() }
    for (session, _) in open.values { session.close() }
    (members, open, latest) = ([:], [:], nil)
  }
}
