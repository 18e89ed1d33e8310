import AccessModel
public import SQLBinding

/// The policies that one statement's target meets, by their use.
struct PolicyUse {
  /// Which old rows are reached.
  var filters: PolicySelection.Result?
  /// What new rows must meet.
  var checks: PolicySelection.Result?
  /// Of ON CONFLICT DO UPDATE: what the row that is there must meet, and what it becomes.
  var existing: PolicySelection.Result?
  var updated: PolicySelection.Result?
  /// Of MERGE: which old rows may be deleted; `existing` are those that may be updated.
  var deletable: PolicySelection.Result?

  /// Whether a policy that contributes has a subquery. RULES 67.
  var hasSubquery: Bool {
    [filters, checks, existing, updated, deletable].contains { $0?.hasSubquery == true }
  }
}

extension PolicySelection.Result {
  /// Both must be met, this one first.
  mutating func append(_ other: Self) {
    filters += other.filters
    commands += other.commands
    hasSubquery = hasSubquery || other.hasSubquery
  }
}

extension [SecurityFilter] {
  /// What the policies of two commands both say is asked of a row once, but for default deny.
  ///
  /// Source: `list_append_unique()` in `add_with_check_options()`.
  public var withoutRepeats: [SecurityFilter] { without { $0.saysTheSame(as: $1) } }

  /// Of existing rows what several policies say is asked once, whatever their names and kinds.
  ///
  ///     CREATE POLICY p ON t USING (f(x)); CREATE POLICY q ON t AS RESTRICTIVE USING (f(x))
  ///
  /// Source: `list_append_unique()` in `add_security_quals()`.
  public var askedOfExistingRows: [SecurityFilter] { without { $0.expressions == $1.expressions } }

  private func without(
    _ isRepeat: (SecurityFilter, SecurityFilter) -> Bool
  ) -> [SecurityFilter] {
    guard count > 1 else { return self }
    var result: [SecurityFilter] = []
    for filter in self
    where filter.conditions.isEmpty || !result.contains(where: { isRepeat($0, filter) }) {
      result.append(filter)
    }
    return result
  }
}

extension SecurityFilter {
  /// Restrictive ones are named in errors, and so differ by their policy.
  fileprivate func saysTheSame(as other: SecurityFilter) -> Bool {
    switch (self, other) {
    case (.permissive(let first), .permissive(let second)):
      first.map(\.expression) == second.map(\.expression)
    case (.restrictive(let first), .restrictive(let second)): first == second
    default: false
    }
  }
}

extension SecurityRewriter {
  /// Filters and checks of a table for a role, or why there are none.
  ///
  /// Source: `get_row_security_policies()` in `src/backend/rewrite/rowsecurity.c`.
  ///
  /// `command`: of a statement of whose kind there may be others.
  mutating func securedTarget(
    _ path: TargetPath, sharedAs command: Catalog.Policy.Command,
    _ select: (PolicySelection) throws(EngineFailure) -> PolicyUse
  ) throws(EngineFailure) -> SecuredTarget {
    guard let sharedTargets, case .table(let table) = path.id, path.views.isEmpty else {
      return try securedTarget(path, select)
    }
    let key = SharedTargets.Key(
      table: table, role: path.role, command: command, isRead: path.isRead)
    return try sharedTargets.target(key) { () throws(EngineFailure) in
      try securedTarget(path, select)
    }
  }

  mutating func securedTarget(
    _ path: TargetPath, _ select: (PolicySelection) throws(EngineFailure) -> PolicyUse
  ) throws(EngineFailure) -> SecuredTarget {
    let role = path.role
    // What an INSTEAD OF trigger does is the trigger's to be checked for.
    guard case .table(let table) = path.id else {
      return SecuredTarget(checkedAs: role, checks: [])
    }
    let model = catalog.tables[table]
    guard model.rowSecurityEnabled else { return SecuredTarget(checkedAs: role, checks: []) }
    if let bypass = engine.bypass(of: model, as: role) {
      return SecuredTarget(checkedAs: role, checks: [], bypass: bypass)
    }
    try engine.requireRowSecurity(on: model, as: role)
    let use = try select(policies(of: table, as: role))
    let hasSubquery = use.hasSubquery
    func expanded(
      _ selected: PolicySelection.Result?, _ rewriter: inout Self
    ) throws(EngineFailure) -> [SecurityFilter]? {
      guard let selected else { return nil }
      return try rewriter.expand(selected.filters, of: table, as: role, hasSubquery: hasSubquery)
    }
    var target = SecuredTarget(
      checkedAs: role, filters: try expanded(use.filters, &self), checks: [])
    target.commands = TargetCommands(use)
    guard let selected = use.deletable else {
      target.checks = try expanded(use.checks, &self) ?? []
      if let existing = try expanded(use.existing, &self) {
        target.conflict = ConflictSecurity(
          existing: existing, updated: try expanded(use.updated, &self) ?? [])
      }
      return target
    }
    // MERGE comes to what is inserted last, which recursion shows.
    let updatable = try expanded(use.existing, &self) ?? []
    let updated = try expanded(use.updated, &self) ?? []
    let deletable = try expanded(selected, &self) ?? []
    target.merge = MergeSecurity(
      updatable: updatable, deletable: deletable, updated: updated,
      inserted: try expanded(use.checks, &self) ?? [])
    return target
  }
}
