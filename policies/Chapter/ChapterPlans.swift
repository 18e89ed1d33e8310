import AccessPlan

/// The access plan of Chapter, an app for people who are about to go to university.
enum ChapterPlans {
  /// The plan as stated.
  static let stated = Plan("chapter", platform: .supabase) {
    Schema("private", isClosed: true)

    University.self
    Course.self
    Accommodation.self
    Society.self
    Event.self

    User.self
    EmailConfirmation.self
    BlockedUser.self
    Profile.self
    callerIsVerified
    isBlockedWith
    getUsersFromIDs

    GroupChat.self
    GroupMember.self
    GroupInvitation.self
    Message.self
    isMemberOf
    isInvitedTo
    mayJoin
    mayInvite
    mayWriteTo

    personal

    ArcadeScore.self
    Leaderboard.self

    Album.self
    Photos.rules
  } intents: {
    places
    people
    chats
    ownThings
    photos
  }

  @PlanParts private static var personal: PlanParts {
    ShortlistedUniversity.self
    ShortlistedCourse.self
    Grade.self
    Budget.self
    BudgetItem.self
    SocietyMember.self
    EventAttendee.self
  }
}
