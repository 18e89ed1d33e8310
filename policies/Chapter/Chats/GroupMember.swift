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

  /// Those whom the caller may see in it: fellow members.
  var fellows: Condition { Condition(isMemberOf(groupID)) }

  /// Joining: as oneself, where one may come in.
  var joined: Condition { owner && Condition(mayJoin(groupID)) }

  /// Leaving, and being shown the door by who began the group.
  var left: Condition { owner || isOfOwnGroup(groupID) }

  var access: AccessRules {
    Allow(.select, to: .authenticated, where: fellows)
    Allow(.insert, to: .authenticated, check: joined, on: groupID, userID)
    Allow(.delete, to: .authenticated, where: left)
  }

  /// An invitation is for once: who was shown the door does not come back by it.
  static var definitions: SQLDefinitions {
    SQL(
      """
      CREATE FUNCTION private.use_invitation() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
        BEGIN
          DELETE FROM public.group_invitations i
          WHERE i.group_id = NEW.group_id AND i.invitee_id = NEW.user_id;
          RETURN NULL;
        END
        $$
      """)
    SQL(
      """
      CREATE TRIGGER use_invitation AFTER INSERT ON public.group_members
        FOR EACH ROW EXECUTE FUNCTION private.use_invitation()
      """)
  }
}
