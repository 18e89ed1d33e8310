import AccessPlan

/// A conversation: of a group, or direct between the two people that it names.
struct GroupChat: Table {
  static let name = "group_chats"

  let id = Column("id", .uuid).primaryKey()
  let title = Column("name", .text).nullable()
  let directWith = Column("direct_with", .uuid).nullable()
    .references(User.self, \.id, onDelete: .cascade)
    .comment("the other person of a direct chat")
  let createdBy = Column("created_by", .uuid).references(User.self, \.id, onDelete: .cascade)
  let createdAt = Column("created_at", .timestamptz).defaults(to: currentTimestamp)

  /// Who began it.
  var owner: Condition { createdBy == auth.uid }

  /// Not a direct chat.
  var isGroup: Condition { directWith.isNull }

  /// Who knows of it: its members, those invited, who began it, and with whom.
  var known: Condition {
    owner || directWith == auth.uid || Condition(isMemberOf(id)) || Condition(isInvitedTo(id))
  }

  /// Verified people begin chats; a direct one not across a block.
  var mayBegin: Condition {
    Condition(callerIsVerified.once()) && (isGroup || !Condition(isBlockedWith(directWith)))
  }

  var constraints: Constraints {
    Check("nobody_chats_with_themselves", directWith.isDistinct(from: createdBy))
  }

  var access: AccessRules {
    Allow(.select, to: .authenticated, where: known)
    Allow(.insert, to: .owner, check: mayBegin, on: id, title, directWith, createdBy)
    // The title of a direct chat would reach somebody who blocked its author. And nobody deletes a
    // chat, for with it would go what others said.
    Allow(.update, to: .owner, where: isGroup, on: title)
  }
}
