import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

extension Explainer {
  /// Every policy of a table, those that apply with the values of their expression on `row`.
  func policies(
    of table: Int, _ commands: [Catalog.Policy.Command], on row: Row, isNew: Bool, as role: String
  ) -> [TraceNode] {
    commands.flatMap { policies(of: table, $0, on: row, isNew: isNew, as: role) }
  }

  private func policies(
    of table: Int, _ command: Catalog.Policy.Command, on row: Row, isNew: Bool, as role: String
  ) -> [TraceNode] {
    let model = catalog.tables[table]
    var nodes = model.policies.map { policy in
      var node = listed(policy, command: command, as: role)
      guard node.value == nil else { return node }
      guard let (clause, expression) = self.clause(of: policy, command, isNew: isNew) else {
        node.value = "has no expression for this"
        return node
      }
      let tracer = ExpressionTracer(explainer: self, table: table, row: row, role: role)
      let trace = tracer.trace(expression)
      node.value = "\(clause) for \(command.rawValue): \(trace.value ?? "undecided")"
      node.verdict =
        trace.value == "true" ? .passed : trace.verdict == .undecided ? .undecided : .failed
      if trace.value == "NULL" { node.verdict = .unknown }
      node.children = [trace]
      return node
    }
    let hasPermissive = zip(model.policies, nodes).contains {
      $0.isPermissive && $1.verdict != .information
    }
    if !hasPermissive { nodes.append(defaultDeny(command, role, model)) }
    return nodes
  }

  /// The clause of a policy that counts for a row, by the rules that `RowSecurity` follows.
  func clause(
    of policy: Catalog.Policy, _ command: Catalog.Policy.Command, isNew: Bool
  ) -> (name: String, expression: SQLExpression)? {
    if PolicyClause.counting(for: command, ofNewRow: isNew) == .check, let check = policy.check {
      return ("WITH CHECK", check)
    }
    return policy.using.map { ("USING", $0) }
  }

  /// New rows that passed, with what let them.
  func observedNodes() -> [TraceNode] {
    guard showsRows, let target = secured?.target, let table = secured?.statement.targetTable,
      catalog.tables[table].rowSecurityEnabled, target.bypass == nil
    else { return [] }
    return observed.filter { $0.table == table }.map { new in
      let commands = distinct(new.isOther ? target.commands.updated : target.commands.checks)
      let asOther = target.checkedAs == caller ? "" : ", as \(target.checkedAs)"
      return TraceNode(
        .check, "new row \(label(of: new.row, table)) of \(catalog.tables[table].name)\(asOther)",
        .passed, at: catalog.tables[table].place,
        children: policies(of: table, commands, on: new.row, isNew: true, as: target.checkedAs))
    }
  }

  func distinct(_ commands: [Catalog.Policy.Command]) -> [Catalog.Policy.Command] {
    var result: [Catalog.Policy.Command] = []
    for command in commands where !result.contains(command) { result.append(command) }
    return result
  }

  /// The row that a statement was refused for.
  func refusalNodes() -> [TraceNode] {
    guard let refusal else { return [] }
    let model = catalog.tables[refusal.table]
    let title = "row \(label(of: refusal.row, refusal.table)) of \(model.name)"
    switch refusal.reason {
    case .new, .existing:
      guard let block = try? refusedBlock() else { return [] }
      let commands = distinct(block.failed.map(\.command))
      let asOther = block.role == caller ? "" : ", as \(block.role)"
      return [
        TraceNode(
          .check, (block.isNew ? "new " : "existing ") + title + asOther, .failed, at: model.place,
          children: policies(
            of: block.table, commands, on: block.row, isNew: block.isNew, as: block.role))
      ]
    case .viewCheck(let view):
      return [TraceNode(.check, "new \(title): not shown by view \(text(of: view))", .failed)]
    case .constraint:
      return [
        TraceNode(
          .check, "new \(title)", value: "a constraint fails, which knows no row security",
          .failed, children: checks(of: refusal))
      ]
    case .missingReference(let key):
      return [
        TraceNode(
          .check, "new \(title): foreign key \(key.name)",
          value: "nothing in \(name(of: key.referenced)), rows hidden from \(caller) included",
          .failed)
      ]
    case .stillReferenced(let key):
      return [
        TraceNode(
          .check, "\(title): foreign key \(key.name)",
          value: "rows of \(name(of: key.table)) refer to it, hidden ones included", .failed)
      ]
    }
  }

  /// The values of CHECK constraints that fail.
  private func checks(of refusal: RowRefusal) -> [TraceNode] {
    let model = catalog.tables[refusal.table]
    let tracer = ExpressionTracer(
      explainer: self, table: refusal.table, row: refusal.row, role: caller)
    return model.checks.map { check in
      var node = tracer.trace(check.expression)
      node.label = "CHECK \(check.name): \(node.label)"
      return node
    }.filter { $0.verdict == .failed }
  }
}
