import AccessModel
import SQLBinding
import SQLText

/// Row security, policies and grants of tables that stay.
extension CatalogChange {
  /// What one policy needs to become another.
  private enum PolicyChange {
    case none
    case alter(SQLChange)
    /// Its command or kind differ, or a clause goes: ALTER POLICY can't.
    case make
  }

  /// The name of the policy that closes a table while it changes.
  static let closingPolicy = "rowkeep: closed while it changes"

  mutating func addAccess(to table: Catalog.Table, from before: Catalog.Table) {
    let name = table.name
    let bothEnabled = before.rowSecurityEnabled && table.rowSecurityEnabled
    let changes = policyChanges(of: table, from: before)
    let isRevoked =
      closed.contains(.privileges(name)) || closed.contains(.relation(name)) && !bothEnabled
    let closes =
      bothEnabled && !isRevoked
      && (closed.contains(.relation(name)) || needsClosing(changes, table, before))
    if before.owner != table.owner {
      stages.add(.structure, .define(.owner(.table(name), table.owner)))
    }
    if table.rowSecurityForced, !before.rowSecurityForced {
      stages.add(.narrowing, .forceRowSecurity(name, true))
    }
    if closes {
      let closing = Catalog.Policy(
        Self.closingPolicy, isPermissive: false, command: .all, roles: [.everyone],
        using: .literal(.boolean(false)))
      closings[name] = [.define(.createPolicy(closing, on: name))]
    }
    addPolicies(of: table, from: before, changes)
    // Policies are in their new form by then, and mean nothing before.
    if !before.rowSecurityEnabled, table.rowSecurityEnabled {
      stages.add(.policies, .enableRowSecurity(name, true))
    }
    if closes { openings[name] = [.define(.dropPolicy(Self.closingPolicy, on: name))] }
    if before.rowSecurityEnabled, !table.rowSecurityEnabled {
      openings[name, default: []].append(.enableRowSecurity(name, false))
    }
    if !table.rowSecurityForced, before.rowSecurityForced {
      openings[name, default: []].append(.forceRowSecurity(name, false))
    }
    // Privileges on columns go and come with the columns.
    let newColumns = Set(table.columns.map(\.name))
    var first = moved(held(before), from: before.owner, to: table.owner)
    first = first.filter { $0.column.map(newColumns.contains) ?? true }
    if let remade = forced.remade[name] {
      first = first.filter { held in held.column.map { !remade.contains($0) } ?? true }
    }
    // An owner who is subject to the policies is shut out too.
    let isForced = table.rowSecurityForced || before.rowSecurityForced
    addGrants(
      on: .table(name), from: first, to: held(table), isClosed: isRevoked,
      owner: isForced ? "" : table.owner, relation: name)
  }

  private func policyChanges(
    of table: Catalog.Table, from before: Catalog.Table
  ) -> [(old: Catalog.Policy?, new: Catalog.Policy?, change: PolicyChange)] {
    let (first, last) = (before.policies.keyed(by: \.name), table.policies.keyed(by: \.name))
    var result = before.policies.filter { last[$0.name] == nil }.map {
      (old: Optional($0), new: Catalog.Policy?.none, change: PolicyChange.none)
    }
    for policy in table.policies {
      guard let known = first[policy.name] else {
        result.append((nil, policy, .make))
        continue
      }
      let change = self.change(known, to: policy, on: table.name)
      if case .none = change { continue }
      result.append((known, policy, change))
    }
    return result
  }

  private func change(
    _ policy: Catalog.Policy, to other: Catalog.Policy, on table: QualifiedName
  ) -> PolicyChange {
    if forced.policies.contains(.init(table: table, name: policy.name))
      || policy.command != other.command || policy.isPermissive != other.isPermissive
      || policy.using != nil && other.using == nil || policy.check != nil && other.check == nil
    {
      return .make
    }
    func differs(_ a: SQLExpression?, _ b: SQLExpression?) -> Bool {
      // The same text would be stored the same.
      a != b && oldForms.form(of: a, over: table) != newForms.form(of: b, over: table)
    }
    let roles = Set(policy.roles) == Set(other.roles) ? nil : other.roles
    let using = differs(policy.using, other.using) ? other.using : nil
    let check = differs(policy.check, other.check) ? other.check : nil
    if roles == nil, using == nil, check == nil { return .none }
    return .alter(
      .alterPolicy(policy.name, on: table, roles: roles, using: using, check: check))
  }

  /// A restrictive policy that changes together with others lets something through in between that
  /// neither the old nor the new ones let through together.
  private func needsClosing(
    _ changes: [(old: Catalog.Policy?, new: Catalog.Policy?, change: PolicyChange)],
    _ table: Catalog.Table, _ before: Catalog.Table
  ) -> Bool {
    let restrictive = changes.filter {
      $0.old?.isPermissive == false || $0.new?.isPermissive == false
    }
    guard !restrictive.isEmpty else { return false }
    if changes.count > 1 || before.owner != table.owner { return true }
    // Made again: between DROP and CREATE there is none.
    guard let only = restrictive.first, only.old != nil, only.new != nil else { return false }
    if case .make = only.change { return true }
    return false
  }

  /// Permissive policies that go narrow; all others change where closed tables are closed.
  private mutating func addPolicies(
    of table: Catalog.Table, from before: Catalog.Table,
    _ changes: [(old: Catalog.Policy?, new: Catalog.Policy?, change: PolicyChange)]
  ) {
    let name = table.name
    var (altered, made, gone): ([SQLChange], [SQLChange], [SQLChange]) = ([], [], [])
    for (old, new, change) in changes {
      let drop = old.map { SQLChange.define(.dropPolicy($0.name, on: name)) }
      switch (change, new) {
      case (.alter(let change), _): altered.append(change)
      case (.make, let policy?):
        if let drop, let old {
          let isRead = forced.policies.contains(.init(table: name, name: old.name))
          stages.add(old.isPermissive || isRead ? .narrowing : .policies, drop)
        }
        made.append(.define(.createPolicy(policy, on: name)))
      case (_, nil):
        guard let drop, let old else { continue }
        // Without row security before, policies are there for later: nothing to be closed.
        let isRead = forced.policies.contains(.init(table: name, name: old.name))
        if old.isPermissive || isRead { stages.add(.narrowing, drop) } else { gone.append(drop) }
      case (.none, _): break
      }
    }
    stages.add(.policies, altered + made + gone)
  }
}
