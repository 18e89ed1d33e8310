import AccessPlan

// Who is in which group. They run as their owner, so that the policies of `group_members` can ask
// about `group_members` without asking themselves.

/// Whether the caller is in a group.
let isMemberOf = Function(
  "is_member_of", arguments: [FunctionArgument("chat", .uuid)], returns: .boolean,
  volatility: .stable, security: .definer, searchPath: "", executableBy: .authenticated,
  sql: """
    select exists (
      select from public.group_members m where m.group_id = chat and m.user_id = auth.uid())
    """)

/// Whether the caller is invited to a group.
let isInvitedTo = Function(
  "is_invited_to", arguments: [FunctionArgument("chat", .uuid)], returns: .boolean,
  volatility: .stable, security: .definer, searchPath: "", executableBy: .authenticated,
  sql: """
    select exists (
      select from public.group_invitations i
      where i.group_id = chat and i.invitee_id = auth.uid())
    """)

/// Whether the caller may send to a group: as a member, and in a direct chat not to somebody who
/// blocked them.
let mayWriteTo = Function(
  "may_write_to", arguments: [FunctionArgument("chat", .uuid)], returns: .boolean,
  volatility: .stable, security: .definer, searchPath: "", executableBy: .authenticated,
  sql: """
    select exists (
      select from public.group_chats g
      join public.group_members me on me.group_id = g.id and me.user_id = auth.uid()
      where g.id = chat and not (g.is_direct and exists (
        select from public.group_members other
        join public.blocked_users b
          on b.blocker_id = other.user_id and b.blocked_id = auth.uid()
        where other.group_id = g.id)))
    """)

/// Whether somebody else may come into a group: a direct chat is of two.
let hasRoom = Function(
  "has_room", arguments: [FunctionArgument("chat", .uuid)], returns: .boolean,
  volatility: .stable, security: .definer, searchPath: "", executableBy: .authenticated,
  sql: """
    select exists (
      select from public.group_chats g
      where g.id = chat and (not g.is_direct or (
        select count(*) from public.group_members m where m.group_id = g.id) < 2))
    """)
