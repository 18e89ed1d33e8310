import AccessPlan

/// The plan with one fault each, as they are made in practice. Every one breaks an intent.
extension ChapterPlans {
  /// All of them.
  static var wrong: [Plan] { wrongPeople + wrongChats + wrongRest }

  /// The plan as stated, and all wrong ones.
  static var all: [Plan] { [stated] + wrong }

  private static let wrongPeople = [
    // Others may read the row, and with it the address and the date of birth.
    stated.variant(
      "users-readable",
      .rules(of: User.self) { user in
        user.access
        Allow(.select, to: .authenticated, where: user.isPrivate == false)
      }),
    // The function runs as its owner and reads the table instead of the view: it gives out
    // addresses and dates of birth to whoever calls it.
    stated.variant(
      "function-leaks",
      .function(
        Function(
          "get_users_from_ids", arguments: [FunctionArgument("p_user_ids", .array("uuid"))],
          returnsRowsOf: User.self, volatility: .stable, security: .definer, searchPath: "",
          executableBy: .authenticated,
          sql: "select u.* from public.users_v2 u where u.id = any (p_user_ids)"))),
    // Whoever signs up may say that they are verified.
    stated.variant(
      "self-verified",
      .rules(of: User.self) { user in
        Allow(.select, to: .owner)
        Allow(.insert, to: .authenticated, check: user.signUp)
        Allow(.update, to: .owner, on: user.firstName, user.lastName, user.dob, user.isPrivate)
      }),
    // The whole row may be updated, is_verified with it.
    stated.variant(
      "verified-by-update",
      .rules(of: User.self) { user in
        user.access
        Grant(.update, to: .authenticated, on: user.isVerified)
      }),
    // Verified is who says so in user_metadata, which everyone writes for themselves.
    stated.variant(
      "trusts-user-metadata",
      .rules(of: User.self) { user in
        user.access
        Allow(
          .select, to: .authenticated,
          where: unsafeSQL("(auth.jwt() -> 'user_metadata' ->> 'is_verified')::boolean"))
      }),
    // The profiles forget who is private, and who blocked whom.
    stated.variant(
      "profiles-of-all",
      .definition(of: Profile.self, .definer) { profile in
        let user = Source<User>()
        return Query.from(user)
          .where(user.owner || Condition(callerIsVerified.once()))
          .select(
            user.id.as(profile.id), user.firstName.as(profile.firstName),
            user.lastName.as(profile.lastName), user.uniID.as(profile.uniID),
            user.courseID.as(profile.courseID), user.accomID.as(profile.accomID),
            user.enrollmentStatus.as(profile.enrollmentStatus),
            user.profilePictureURL.as(profile.profilePictureURL))
      }),
    // A confirmation can be taken back and made again.
    stated.variant(
      "confirmations-change",
      .rules(of: EmailConfirmation.self) { _ in Allow(.all, to: .owner) }),
    // Those who are blocked can see by whom.
    stated.variant(
      "blocks-shown",
      .rules(of: BlockedUser.self) { block in
        Allow(.select, .insert, .delete, to: .owner)
        Allow(.select, to: .authenticated, where: block.blockedID == auth.uid)
      }),
  ]

  private static let wrongChats = [
    // Whoever is signed in adds themselves to any group.
    stated.variant(
      "joins-uninvited",
      .rules(of: GroupMember.self) { member in
        Allow(.select, to: .authenticated, where: member.fellows)
        Allow(.insert, to: .owner, on: member.groupID, member.userID)
        Allow(.delete, to: .authenticated, where: member.left)
      }),
    // Members invite whom they like, themselves too: shown the door, they come back.
    stated.variant(
      "members-invite-themselves",
      .rules(of: GroupInvitation.self) { invitation in
        Allow(.select, .delete, to: .authenticated, where: invitation.concerned)
        Allow(
          .insert, to: .owner, check: Condition(isMemberOf(invitation.groupID)),
          on: invitation.groupID, invitation.inviteeID, invitation.inviterID)
      }),
    // A direct chat takes a title, and the one who blocked its author reads it.
    stated.variant(
      "direct-chats-titled",
      .rules(of: GroupChat.self) { chat in
        Allow(.select, to: .authenticated, where: chat.known)
        Allow(
          .insert, to: .owner, check: chat.mayBegin, on: chat.id, chat.title, chat.directWith,
          chat.createdBy)
        Allow(.update, to: .owner, on: chat.title)
      }),
    // `group_id = group_id` compares the inner table with itself: a member of any group reads all.
    stated.variant(
      "unqualified-column",
      .rules(of: Message.self) { message in
        Allow(
          .select, to: .authenticated,
          where: unsafeSQL(
            "EXISTS (SELECT FROM group_members m "
              + "WHERE m.group_id = group_id AND m.user_id = (SELECT auth.uid()))"))
        Allow(
          .insert, to: .authenticated, check: message.sent, on: message.groupID, message.senderID,
          message.body)
        Allow(.update, to: .authenticated, where: message.sent, on: message.body)
        Allow(.delete, to: .authenticated, where: message.withdrawn)
      }),
    // A message can be sent in another's name.
    stated.variant(
      "sent-as-others",
      .rules(of: Message.self) { message in
        Allow(.select, to: .authenticated, where: message.read)
        Allow(
          .insert, to: .authenticated, check: message.read, on: message.groupID, message.senderID,
          message.body)
        Allow(.update, to: .authenticated, where: message.sent, on: message.body)
        Allow(.delete, to: .authenticated, where: message.withdrawn)
      }),
    // Members edit each other's messages.
    stated.variant(
      "messages-edited",
      .rules(of: Message.self) { message in
        Allow(.select, .delete, to: .authenticated, where: message.read)
        Allow(
          .insert, to: .authenticated, check: message.sent, on: message.groupID, message.senderID,
          message.body)
        Allow(.update, to: .authenticated, where: message.read, on: message.body)
      }),
    // The members' policy asks the members' table, which asks the policy.
    stated.variant(
      "members-recurse",
      .rules(of: GroupMember.self) { member in
        let fellow = Source<GroupMember>()
        Allow(
          .select, to: .authenticated,
          where: exists(
            fellow, where: fellow.groupID == member.groupID && fellow.userID == auth.uid))
        Allow(.insert, to: .authenticated, check: member.joined, on: member.groupID, member.userID)
        Allow(.delete, to: .authenticated, where: member.left)
      }),
    // Row security was switched off to make the recursion go away.
    stated.variant("members-unprotected", .rowSecurity(.disabled, on: GroupMember.self)),
  ]

  private static let wrongRest = [
    // A budget's items ask whether there is a budget, not whose.
    stated.variant(
      "budget-items-open",
      .rules(of: BudgetItem.self) { item in
        let budget = Source<Budget>()
        let mine = Source<Budget>()
        Allow(
          .all, to: .authenticated,
          where: exists(
            Query.from(mine).where(mine.userID == auth.uid))
            || exists(budget, where: budget.id == item.budgetID))
      }),
    // Scores can be improved afterwards.
    stated.variant(
      "scores-change",
      .rules(of: ArcadeScore.self) { _ in
        Allow(.select, to: .authenticated)
        Allow(.insert, .update, to: .owner)
      }),
    // Photos are the bucket's, whoever's folder they are in.
    stated.variant(
      "photos-by-bucket",
      .rules(of: StorageObject.self) { photo in
        Allow(.select, to: .anon, .authenticated, where: photo.isInPublicAlbum)
        Allow(.all, to: .authenticated, where: photo.bucketID == Photos.bucket)
      }),
    // Anyone signed in writes about universities.
    stated.variant(
      "universities-written",
      .rules(of: University.self) { _ in
        Allow(.select, to: .anon, .authenticated)
        Allow(.update, to: .authenticated, where: true)
      }),
  ]
}
