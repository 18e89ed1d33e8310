import AccessPlan

/// The plan in words.
extension ChapterPlans {
  /// Anyone reads about universities; nobody writes that from a client.
  @Intents static var places: Intents {
    Anyone.may(.select, University.self)
    Anyone.may(.select, Course.self)
    Anyone.may(.select, Accommodation.self)
    Anyone.may(.select, Society.self)
    Anyone.may(.select, Event.self)
    Nobody(but: .serviceRole).may(.insert, .update, .delete, University.self)
    Nobody(but: .serviceRole).may(.insert, .update, .delete, Course.self)
    Nobody(but: .serviceRole).may(.insert, .update, .delete, Accommodation.self)
    Nobody(but: .serviceRole).may(.insert, .update, .delete, Society.self)
    Nobody(but: .serviceRole).may(.insert, .update, .delete, Event.self)
  }

  /// A profile, what of it is shown to whom, and what is never anybody else's.
  @Intents static var people: Intents {
    Only(.owner, .serviceRole).may(.select, User.self, columns: \.email, \.dob, \.uniPlan)
    Nobody(but: .owner, .authenticated, .serviceRole).may(
      .select, User.self, columns: \.firstName, \.lastName, \.profilePictureURL, where: \.isShown)
    Only(.owner, .serviceRole).may(
      .update, User.self, columns: \.firstName, \.lastName, \.dob, \.isPrivate)
    Nobody(but: .serviceRole).may(
      .update, User.self, columns: \.id, \.createdAt, \.isVerified, \.email)
    Nobody(but: .serviceRole).may(.insert, User.self, columns: \.isVerified)
    Nobody(but: .serviceRole).may(.delete, User.self)
    Only(.owner).may(.select, EmailConfirmation.self)
    Nobody(but: .serviceRole).may(.update, .delete, EmailConfirmation.self)
    Only(.owner).may(.select, .insert, .delete, BlockedUser.self)
    Nobody(but: .serviceRole).may(.update, BlockedUser.self)
    // What others see of people is to be read, and not a way to change them.
    Nobody(but: .serviceRole).may(.insert, .update, .delete, Profile.self)
  }

  /// Groups, who lets whom in, and what is said there.
  @Intents static var chats: Intents {
    Only(.authenticated).may(.select, GroupChat.self, where: \.known)
    Nobody(but: .owner, .serviceRole).may(.insert, GroupChat.self)
    Nobody(but: .owner, .serviceRole).may(.update, GroupChat.self, columns: \.title)
    Nobody(but: .serviceRole).may(.update, GroupChat.self, columns: \.createdBy, \.directWith)
    Nobody(but: .serviceRole).may(.delete, GroupChat.self)
    Only(.authenticated).may(.select, GroupMember.self, where: \.fellows)
    Nobody(but: .owner, .serviceRole).may(.insert, GroupMember.self)
    Nobody(but: .serviceRole).may(.update, GroupMember.self)
    Only(.authenticated).may(.delete, GroupMember.self, where: \.left)
    Only(.authenticated).may(.select, .delete, GroupInvitation.self, where: \.concerned)
    Nobody(but: .owner, .serviceRole).may(.insert, GroupInvitation.self)
    Nobody(but: .serviceRole).may(.update, GroupInvitation.self)
    Only(.authenticated).may(.select, Message.self, where: \.read)
    Nobody(but: .owner, .serviceRole).may(.insert, Message.self)
    Only(.authenticated).may(.update, Message.self, columns: \.body, where: \.sent)
    Only(.authenticated).may(.delete, Message.self, where: \.withdrawn)
    Nobody(but: .serviceRole).may(
      .update, Message.self, columns: \.id, \.senderID, \.groupID, \.createdAt)
  }

  /// Shortlists, grades and budgets are the person's alone; scores stand.
  @Intents static var ownThings: Intents {
    Only(.owner).may(.select, .insert, .delete, ShortlistedUniversity.self)
    Only(.owner).may(.select, .insert, .delete, ShortlistedCourse.self)
    Only(.owner).may(.all, Grade.self)
    Only(.owner).may(.all, Budget.self)
    Only(.owner).may(.all, BudgetItem.self)
    Only(.owner).may(.select, .insert, .delete, SocietyMember.self)
    Only(.owner).may(.select, .insert, .delete, EventAttendee.self)
    Nobody(but: .serviceRole).may(.update, ShortlistedUniversity.self)
    Nobody(but: .serviceRole).may(.update, ShortlistedCourse.self)
    Nobody(but: .serviceRole).may(.update, SocietyMember.self)
    Nobody(but: .serviceRole).may(.update, EventAttendee.self)
    Only(.authenticated, .serviceRole).may(.select, ArcadeScore.self)
    Only(.authenticated, .serviceRole).may(.select, Leaderboard.self)
    Nobody(but: .serviceRole).may(.update, .delete, ArcadeScore.self)
    Nobody(but: .owner, .serviceRole).may(.insert, ArcadeScore.self)
    Nobody(but: .serviceRole).may(.insert, .update, .delete, Leaderboard.self)
  }

  /// Public albums for all, private ones for their owner.
  @Intents static var photos: Intents {
    Only(.authenticated, .anon).may(.select, Album.self, where: \.visible)
    Only(.owner).may(.insert, .update, .delete, Album.self)
    Only(.authenticated, .anon).may(.select, StorageObject.self, where: \.isVisible)
    // DELETE is left to the cases: the platform's grants include TRUNCATE, which only its API stops.
    Only(.authenticated).may(.insert, .update, StorageObject.self, where: \.isOwn)
  }
}
