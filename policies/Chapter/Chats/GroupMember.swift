import AccessPlan

/// Who is in a group. It decides who reads its messages, so nobody adds themselves uninvited.
struct GroupMember: Table {
  static let name = "group_members"

  let groupID = Column("group_id", .uuid).primaryKey()
    .references(GroupChat.self, \.id, onDelete: .cascade)
  let userID = Column("user_id", .uuid).primaryKey()
    .references(User.self, \.id, onDelete: .cascade)
  let joinedAt = Column("joined_at", .timestamptz).defaults(to: currentTimestamp)

  /// The member.
  var owner: Condition { userID == auth.uid }

  /// The group is one that the caller began.
  var isOfOwnGroup: Condition {
    let group = Source<GroupChat>()
    return exists(group, where: group.id == groupID && group.createdBy == auth.uid)
  }

  /// Those whom the caller may see in it: fellow members.
  var fellows: Condition { Condition(isMemberOf(groupID)) }

  /// Joining: as oneself, invited, or into a group of one's own, where there is room.
  var mayJoin: Condition {
    owner && (Condition(isInvitedTo(groupID)) || isOfOwnGroup) && Condition(hasRoom(groupID))
  }

  var access: AccessRules {
    Allow(.select, to: .authenticated, where: fellows)
    Allow(.insert, to: .authenticated, check: mayJoin, on: groupID, userID)
    // Leaving, and being shown the door.
    Allow(.delete, to: .authenticated, where: owner || isOfOwnGroup)
  }
}
