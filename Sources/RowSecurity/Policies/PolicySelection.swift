public import AccessModel
public import SQLBinding

/// The policies of one table that apply to a role and command, combined. RULES 27–34.
///
/// Source: `get_policies_for_relation()`, `add_security_quals()` and `add_with_check_options()` in
/// `src/backend/rewrite/rowsecurity.c`.
struct PolicySelection {
  let policies: [Catalog.Policy]
  let bound: [BoundPolicy]
  /// `privs(C)`.
  let held: Set<String>

  /// Filters or checks, and whether a policy that contributed has a subquery (RULES 67).
  struct Result {
    var filters: [SecurityFilter]
    /// For each filter, the command whose policies it is made of.
    var commands: [Catalog.Policy.Command]
    var hasSubquery: Bool

    init(
      _ filters: [SecurityFilter], for command: Catalog.Policy.Command, hasSubquery: Bool
    ) {
      self.filters = filters
      self.hasSubquery = hasSubquery
      commands = filters.map { _ in command }
    }
  }

  /// Which existing rows the command reaches: USING of the command's policies, the restrictive
  /// ones first. RULES 35.
  func filters(for command: Catalog.Policy.Command) throws(EngineFailure) -> Result {
    let (permissive, restrictive, hasSubquery) = try select(command) { $0.using }
    return Result(restrictive + [permissive], for: command, hasSubquery: hasSubquery)
  }

  /// Which new rows the command may store: WITH CHECK, else USING, policy by policy. RULES 33.
  ///
  /// The permissive ones come first, which decides the error. RULES 34.
  ///
  /// `usingOnly`: SELECT policies applied to new rows, for which WITH CHECK is ignored.
  func checks(
    for command: Catalog.Policy.Command, usingOnly: Bool = false
  ) throws(EngineFailure) -> Result {
    let clause: PolicyClause =
      usingOnly ? .using : .counting(for: command, ofNewRow: true)
    let (permissive, restrictive, hasSubquery) = try select(command) {
      clause == .check ? $0.check ?? $0.using : $0.using
    }
    return Result([permissive] + restrictive, for: command, hasSubquery: hasSubquery)
  }

  private func select(
    _ command: Catalog.Policy.Command,
    _ clause: (BoundPolicy) -> Bound<BoundExpression>?
  ) throws(EngineFailure) -> (SecurityFilter, [SecurityFilter], hasSubquery: Bool) {
    var permissive: [PolicyCondition] = []
    var restrictive: [PolicyCondition] = []
    var hasSubquery = false
    for (index, policy) in policies.enumerated()
    where PolicyApplicability(policy, to: command, held: held) == .applies {
      // A policy without the clause contributes nothing. RULES 31.
      guard let expression = clause(bound[index]) else { continue }
      let condition = PolicyCondition(policy: index, try expression.get())
      hasSubquery = hasSubquery || bound[index].hasSubquery
      if policy.isPermissive {
        permissive.append(condition)
      } else {
        restrictive.append(condition)
      }
    }
    // Default deny, whatever the restrictive ones say. RULES 30.
    guard !permissive.isEmpty else { return (.permissive([]), [], false) }
    // Read by name into a list built from its end: `RelationBuildRowSecurity()`.
    permissive.sort { Text(policies[$1.policy].name) < Text(policies[$0.policy].name) }
    restrictive.sort { Text(policies[$0.policy].name) < Text(policies[$1.policy].name) }
    return (.permissive(permissive), restrictive.map { .restrictive($0) }, hasSubquery)
  }
}

/// Which clause of a policy counts for a row.
public enum PolicyClause: Hashable, Sendable {
  case using
  /// WITH CHECK, or USING where a policy has none. RULES 33.
  case check

  /// SELECT and DELETE policies have no WITH CHECK, not even for new rows. RULES 32, 33.
  public static func counting(
    for command: Catalog.Policy.Command, ofNewRow isNew: Bool
  ) -> PolicyClause {
    isNew && (command == .insert || command == .update) ? .check : .using
  }
}

/// Whether a policy has a say in a command by a role, and if not, why.
public enum PolicyApplicability: Hashable, Sendable {
  case applies
  case otherCommand
  case otherRole
}

extension PolicyApplicability {
  /// The command matches, and TO names PUBLIC or a role whose privileges are held. RULES 27.
  init(_ policy: Catalog.Policy, to command: Catalog.Policy.Command, held: Set<String>) {
    guard policy.command == .all || policy.command == command else {
      self = .otherCommand
      return
    }
    let isNamed = policy.roles.contains { grantee in
      switch grantee {
      case .everyone: true
      case .role(let name): held.contains(name)
      }
    }
    self = isNamed ? .applies : .otherRole
  }
}

extension RowSecurityEngine {
  /// Whether `policy` has a say when `role` does `command`, for explanations.
  public func applicability(
    of policy: Catalog.Policy, to command: Catalog.Policy.Command, as role: String
  ) -> PolicyApplicability {
    PolicyApplicability(policy, to: command, held: policyRoles.privileges(of: role))
  }

  /// Decides the subqueries of an expression that stands in a policy of a table read as `role`.
  public func secure(
    _ expression: BoundExpression, caller: String, as role: String
  ) throws(EngineFailure) -> BoundExpression {
    var rewriter = SecurityRewriter(self, caller: caller, .none)
    return try rewriter.expression(expression, as: role)
  }
}
