import AccessPlan

// What policies ask about people whose rows the caller can't read. Each answers for the caller only.

/// Whether the caller has entered the code they were mailed.
let callerIsVerified = Function(
  "is_verified", returns: .boolean, volatility: .stable, security: .definer, searchPath: "",
  executableBy: .authenticated,
  sql: "select exists (select from public.users_v2 u where u.id = auth.uid() and u.is_verified)")

/// Whether the caller blocked somebody, or they the caller; nobody learns from it who blocked them, for
/// no client calls what stands in the closed schema.
let isBlockedWith = Function(
  "is_blocked_with", schema: "private", arguments: [FunctionArgument("person", .uuid)],
  returns: .boolean, volatility: .stable, security: .definer, searchPath: "",
  executableBy: .authenticated,
  sql: """
    select exists (
      select from public.blocked_users b
      where b.blocker_id = auth.uid() and b.blocked_id = person
        or b.blocker_id = person and b.blocked_id = auth.uid())
    """)

/// The profiles of the people asked for, as far as the caller may see them.
let getUsersFromIDs = Function(
  "get_users_from_ids", arguments: [FunctionArgument("p_user_ids", .array("uuid"))],
  returnsRowsOf: Profile.self, volatility: .stable, security: .invoker, searchPath: "",
  executableBy: .authenticated,
  sql: "select p.* from public.profiles p where p.id = any (p_user_ids)")
