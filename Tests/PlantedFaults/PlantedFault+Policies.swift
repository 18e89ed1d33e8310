extension PlantedFault {
  private static let selection = "RowSecurity/Policies/PolicySelection.swift"
  private static let engine = "RowSecurity/Engine/RowSecurity.swift"

  /// Which policies apply, how they are combined, and who is above them.
  static let policies: [PlantedFault] = [
    .init(
      selection, "guard «policy.command == .all || policy.command == command» else {",
      "policy.command == command", "FOR ALL is no command of its own"),
    .init(
      selection, "      case .everyone: «true»", "false", "policies TO PUBLIC are for nobody"),
    .init(
      selection, "case .role(let name): «held.contains(name)»", "true",
      "policies are for every role"),
    .init(
      selection, "clause == .check ? «$0.check ?? $0.using» : $0.using", "$0.check",
      "USING does not stand in for WITH CHECK"),
    .init(
      selection, "hasSubquery = «hasSubquery || bound[index].hasSubquery»", "false",
      "infinite recursion is not detected"),
    .init(
      selection,
      "restrictive.sort { «Text(policies[$0.policy].name) < Text(policies[$1.policy].name)» }",
      "Text(policies[$1.policy].name) < Text(policies[$0.policy].name)",
      "the wrong restrictive policy is named"),
    .init(
      selection, "      if «policy.isPermissive» {", "true", "restrictive policies are permissive"),
    .init(
      selection, "«isNew && (command == .insert || command == .update)» ? .check",
      "isNew && command == .insert", "UPDATE's WITH CHECK is ignored"),
    .init(
      selection, "      «usingOnly» ? .using", "false",
      "WITH CHECK of a SELECT policy counts for new rows"),
    .init(
      selection, "return Result(«restrictive + [permissive]», for: command", "[permissive]",
      "restrictive policies do not filter"),
    .init(
      selection, "return Result(«[permissive] + restrictive», for: command", "[permissive]",
      "restrictive policies do not check"),
    .init(
      engine, "if «roles.bypassesRowSecurity(role)» { return .bypassRowSecurity }", "false",
      "BYPASSRLS bypasses nothing"),
    .init(
      engine, "return «isOwner && (!table.rowSecurityForced || ignoresForce)» ? .tableOwner",
      "isOwner", "FORCE is ignored"),
    .init(
      engine,
      "let isOwner = «roles.privileges(of: role).contains(table.owner)»\n    return isOwner &&",
      "role == table.owner", "members of the owner are no owners"),
    .init(
      engine, "    guard «!rowSecurity» else { return }", "false", "row_security = off is ignored"),
    .init(
      engine, "return «function.isSecurityDefiner» ? function.owner : role", "false",
      "SECURITY DEFINER functions run as their caller"),
    .init(
      "RowSecurity/Rewriting/SecurityRewriter.swift",
      "guard «table.rowSecurityEnabled» else { return RelationSecurity(checkedAs: role) }", "true",
      "policies filter where row security is not enabled"),
    .init(
      "RowSecurity/Rewriting/SecurityRewriter+Policies.swift",
      "guard «model.rowSecurityEnabled» else { return SecuredTarget(checkedAs: role, checks: []) }",
      "true", "policies check where row security is not enabled"),
    .init(
      "RowSecurity/Rewriting/SecurityRewriter.swift",
      "if «isLocked» { selected.append(try policies(of: index, as: role).filters(for: .update)) }",
      "false", "FOR UPDATE forgets UPDATE policies"),
  ]
}
