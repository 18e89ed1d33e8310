import AccessPlan

/// A conversation: of a group, or direct between two people.
struct GroupChat: Table {
  static let name = "group_chats"

  let id = Column("id", .uuid).primaryKey()
  let title = Column("name", .text).nullable()
  let isDirect = Column("is_direct", .boolean).defaults(to: false)
  let createdBy = Column("created_by", .uuid).references(User.self, \.id, onDelete: .cascade)
  let createdAt = Column("created_at", .timestamptz).defaults(to: currentTimestamp)

  /// Who began it.
  var owner: Condition { createdBy == auth.uid }

  /// Who knows of it: its members, those invited, and who began it.
  var known: Condition {
    owner || Condition(isMemberOf(id)) || Condition(isInvitedTo(id))
  }

  var access: AccessRules {
    Allow(.select, to: .authenticated, where: known)
    Allow(
      .insert, to: .owner, check: Condition(callerIsVerified.once()), on: id, title, isDirect,
      createdBy)
    Allow(.update, to: .owner, on: title)
    Allow(.delete, to: .owner)
  }
}
