import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension Explainer {
  /// Changes that may let the statement through, without repeats. What is proposed is guessed from
  /// what was found out; whoever uses it tries it.
  func proposals(_ outcome: Outcome) -> [ProposedChange] {
    var found: [ProposedChange] = []
    switch Decision(outcome) {
    case .noPrivilege(let error) where error.message.hasPrefix("query would be affected"):
      found = [ProposedChange(.claim, [.set("row_security", "on")])]
    case .noPrivilege(let error) where error.message.contains("row-level security policy"):
      found = refusedProposals
    case .noPrivilege: found = privilegeProposals
    case .checkViolated: found = refusedProposals
    case .filtered: found = emptyProposals
    case .error: found = constraintProposals
    case .recursion: found = recursionProposals
    case .allowed, .bypassed, .undecided: found = []
    }
    var seen: Set<ProposedChange> = []
    return found.filter { !$0.steps.isEmpty || $0.statement != nil }
      .filter { seen.insert($0).inserted }
  }

  // MARK: Privileges

  private var privilegeProposals: [ProposedChange] {
    let missing = missingPrivileges
    guard let first = missing.first else { return [] }
    var found: [ProposedChange] = []
    if let group = idleGroup(for: first), first.role == caller {
      found.append(ProposedChange(.role, [.set("role", group)]))
    }
    found.append(ProposedChange(.grant, missing.compactMap(grant)))
    return found
  }

  /// The narrowest grant of what is missing: on columns, where they are known.
  private func grant(_ check: PrivilegeCheck) -> ProposedChange.Step? {
    guard case .missing(let columns) = engine.privileges.verdict(on: check) else { return nil }
    var privilege = SQLPrivilege(check.privilege)
    let object: SQLObject
    switch check.object {
    case .relation(let id):
      let name = names.name(of: id)
      switch id {
      case .table: object = .table(name)
      case .view: object = .view(name)
      case .sequence: object = .sequence(name)
      }
      if case .sequence = id { break }
      let all = names.columnNames(of: id)
      switch check.columns {
      case .none: break
      // System columns can't be granted by themselves.
      case .all where columns.contains { $0 < 0 }: break
      case .all: privilege.columns = columns.filter(all.indices.contains).map { all[$0] }
      case .any: privilege.columns = Array(all.prefix(1))
      }
    case .schema(let name): object = .schema(name)
    case .sequence(let name): object = .sequence(name)
    case .function(let index):
      let function = catalog.functions[index]
      object = .function(function.name, arguments: function.arguments.map(\.type))
    case .refusal: return nil
    }
    return .define(
      .grant([privilege], on: object, to: [.role(check.role)], withGrantOption: false))
  }

  // MARK: Rows that are refused or hidden

  private var refusedProposals: [ProposedChange] {
    guard let block = try? refusedBlock() else { return [] }
    var found: [ProposedChange] = []
    if block.isNew, block.failed.allSatisfy({ $0.command == .select }) {
      found += withoutReturning
    }
    return found + ways(past: block)
  }

  private var emptyProposals: [ProposedChange] {
    guard let blocks = try? hiddenBlocks(), !blocks.isEmpty else { return absentProposals }
    return blocks.flatMap { ways(past: $0) }
  }

  private var withoutReturning: [ProposedChange] {
    guard case .insert(var insert) = statement, !insert.returning.isEmpty else { return [] }
    insert.returning = []
    return [ProposedChange(.statement, [], statement: SQLStatement.insert(insert).sqlText)]
  }

  private func ways(past block: RowBlock) -> [ProposedChange] {
    var found: [ProposedChange] = []
    if let first = block.failed.first {
      for condition in first.filter.conditions {
        let policy = catalog.tables[block.table].policies[condition.policy]
        guard let (_, expression) = clause(of: policy, first.command, isNew: block.isNew) else {
          continue
        }
        found += WishMaker(explainer: self, block: block).wishes(for: expression)
      }
      if case .permissive = first.filter { found += memberships(block, first.command) }
    }
    if let policy = policies(past: block) { found.append(policy) }
    return found
  }

  /// Policies for roles that the caller might be a member of.
  private func memberships(
    _ block: RowBlock, _ command: Catalog.Policy.Command
  ) -> [ProposedChange] {
    guard block.role == caller else { return [] }
    var groups: [String] = []
    for policy in catalog.tables[block.table].policies where policy.isPermissive {
      guard engine.applicability(of: policy, to: command, as: block.role) == .otherRole else {
        continue
      }
      for case .role(let group) in policy.roles
      where !groups.contains(group) && !engine.roles.isSuperuser(group) { groups.append(group) }
    }
    return groups.prefix(3).flatMap { group -> [ProposedChange] in
      let isMember = engine.roles.membershipPath(from: caller, to: group) != nil
      if isMember { return [ProposedChange(.role, [.set("role", group)])] }
      return [
        ProposedChange(
          .membership,
          [.define(.membership(Catalog.Membership(of: group), member: caller))])
      ]
    }
  }

  /// New policies, or wider restrictive ones, for just this row and role.
  private func policies(past block: RowBlock) -> ProposedChange? {
    guard let condition = condition(on: block.row, of: block.table, known: known(block)) else {
      return nil
    }
    let model = catalog.tables[block.table]
    var steps: [ProposedChange.Step] = []
    var made: Set<Catalog.Policy.Command> = []
    for (filter, command) in block.failed {
      switch filter {
      case .permissive:
        guard made.insert(command).inserted else { continue }
        let isCheck =
          PolicyClause.counting(for: command, ofNewRow: block.isNew) == .check
        let name = policyName("\(block.role) may \(command.rawValue.lowercased())", on: block.table)
        steps.append(
          .define(
            .createPolicy(
              Catalog.Policy(
                name, command: command, roles: [.role(block.role)],
                using: isCheck ? nil : condition, check: isCheck ? condition : nil),
              on: model.name)))
      case .restrictive(let failing):
        var policy = model.policies[failing.policy]
        if block.isNew, policy.check != nil, command != .select {
          policy.check = policy.check.map { .or(operands: [$0, condition]) }
        } else {
          policy.using = policy.using.map { .or(operands: [$0, condition]) }
        }
        steps.append(.define(.dropPolicy(policy.name, on: model.name)))
        steps.append(.define(.createPolicy(policy, on: model.name)))
      }
    }
    return steps.isEmpty ? nil : ProposedChange(.policy, steps)
  }

  /// Columns of a new row whose values the statement gives: others may differ next time.
  private func known(_ block: RowBlock) -> Set<Int>? {
    guard block.isNew, case .insert(let insert)? = secured?.statement,
      insert.target.id == .table(block.table)
    else { return nil }
    return Set(insert.columns)
  }

  // MARK: Rows that are not there

  /// The row that the statement looks for.
  private var absentProposals: [ProposedChange] {
    guard case .query(let query) = statement, parameters.isEmpty else { return [] }
    return WishMaker(explainer: self, block: nil).insertions(making: query, give: nil)
  }

  private var constraintProposals: [ProposedChange] {
    guard let refusal, case .missingReference(let key) = refusal.reason else { return [] }
    var values: [Int: SQLValue] = [:]
    for (own, other) in zip(key.columns, key.referencedColumns) { values[other] = refusal.row[own] }
    return WishMaker(explainer: self, block: nil).insertion(into: key.referenced, values)
      .map { [ProposedChange(.row, [$0])] } ?? []
  }
}
