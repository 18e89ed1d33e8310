import AccessPlan

// What the policies of chats ask. They run as their owner, so that the policies of `group_members` can
// ask about `group_members` without asking themselves; they stand in a closed schema, for what they
// answer is nobody's to ask: who is blocked by whom, which groups there are.

/// Whether the caller is in a group.
let isMemberOf = Function(
  "is_member_of", schema: "private", arguments: [FunctionArgument("chat", .uuid)],
  returns: .boolean, volatility: .stable, security: .definer, searchPath: "",
  executableBy: .authenticated,
  sql: """
    select exists (
      select from public.group_members m where m.group_id = chat and m.user_id = auth.uid())
    """)

/// Whether the caller is invited to a group.
let isInvitedTo = Function(
  "is_invited_to", schema: "private", arguments: [FunctionArgument("chat", .uuid)],
  returns: .boolean, volatility: .stable, security: .definer, searchPath: "",
  executableBy: .authenticated,
  sql: """
    select exists (
      select from public.group_invitations i
      where i.group_id = chat and i.invitee_id = auth.uid())
    """)

/// Whether the caller may come into a group: a direct chat is of its two people for good, and another
/// group lets in who began it and who is invited.
let mayJoin = Function(
  "may_join", schema: "private", arguments: [FunctionArgument("chat", .uuid)],
  returns: .boolean, volatility: .stable, security: .definer, searchPath: "",
  executableBy: .authenticated,
  sql: """
    select exists (
      select from public.group_chats g
      where g.id = chat and (g.created_by = auth.uid() or g.direct_with = auth.uid()
        or g.direct_with is null and private.is_invited_to(g.id)))
    """)

/// Whether the caller may invite somebody to a group: as a member, not into a direct chat, and neither
/// themselves, nor a member, nor across a block.
let mayInvite = Function(
  "may_invite", schema: "private",
  arguments: [FunctionArgument("chat", .uuid), FunctionArgument("person", .uuid)],
  returns: .boolean, volatility: .stable, security: .definer, searchPath: "",
  executableBy: .authenticated,
  sql: """
    select private.is_member_of(chat) and person <> auth.uid()
      and exists (select from public.group_chats g where g.id = chat and g.direct_with is null)
      and not exists (
        select from public.group_members m where m.group_id = chat and m.user_id = person)
      and not private.is_blocked_with(person)
    """)

/// Whether the caller may send to a group: as a member, and in a direct chat not to somebody who
/// blocked them.
let mayWriteTo = Function(
  "may_write_to", schema: "private", arguments: [FunctionArgument("chat", .uuid)],
  returns: .boolean, volatility: .stable, security: .definer, searchPath: "",
  executableBy: .authenticated,
  sql: """
    select private.is_member_of(chat) and not exists (
      select from public.group_chats g
      join public.blocked_users b on b.blocker_id in (g.created_by, g.direct_with)
      where g.id = chat and g.direct_with is not null and b.blocked_id = auth.uid())
    """)

/// A group that the caller began, and not a direct chat.
func isOfOwnGroup(_ groupID: Column<UUIDValue>) -> Condition {
  let group = Source<GroupChat>()
  return exists(
    group, where: group.id == groupID && group.createdBy == auth.uid && group.isGroup)
}
