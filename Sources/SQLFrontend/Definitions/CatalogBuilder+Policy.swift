import AccessModel
import CPgQuery

extension CatalogBuilder {
  /// CREATE POLICY.
  mutating func createPolicy(
    _ node: UnsafeMutablePointer<PgQuery__CreatePolicyStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    guard let range = statement.table else { throw .unsupported("a policy on nothing") }
    let name = text(statement.policy_name)
    let command = Catalog.Policy.Command(rawValue: text(statement.cmd_name).uppercased()) ?? .all
    if statement.with_check != nil, command == .select || command == .delete {
      throw .refused(.syntaxError, "WITH CHECK cannot be applied to SELECT or DELETE")
    }
    if statement.qual != nil, command == .insert {
      throw .refused(.syntaxError, "only WITH CHECK expression allowed for INSERT")
    }
    let index = try table(reader.relation(range))
    let table = state.catalog.tables[index]
    guard !table.policies.contains(where: { $0.name == name }) else {
      throw .refused(
        SQLState(rawValue: "42710"),
        "policy \"\(name)\" for table \"\(table.name.name)\" already exists")
    }
    let roles = try policyRoles(list(statement.n_roles, statement.roles))
    state.catalog.tables[index].policies.append(
      Catalog.Policy(
        name, isPermissive: statement.permissive != 0, command: command, roles: roles,
        using: try policyExpression(statement.qual, on: table.name),
        check: try policyExpression(statement.with_check, on: table.name), place: place))
    return .applied
  }

  /// ALTER POLICY, but for RENAME.
  mutating func alterPolicy(
    _ node: UnsafeMutablePointer<PgQuery__AlterPolicyStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    guard let range = statement.table else { throw .unsupported("a policy on nothing") }
    let index = try table(reader.relation(range))
    let position = try policy(text(statement.policy_name), on: index)
    var policy = state.catalog.tables[index].policies[position]
    let relation = state.catalog.tables[index].name
    if statement.n_roles > 0 {
      policy.roles = try policyRoles(list(statement.n_roles, statement.roles))
    }
    if statement.qual != nil {
      guard policy.command != .insert else {
        throw .refused(.syntaxError, "only WITH CHECK expression allowed for INSERT")
      }
      policy.using = try policyExpression(statement.qual, on: relation)
    }
    if statement.with_check != nil {
      guard policy.command != .select, policy.command != .delete else {
        throw .refused(.syntaxError, "only USING expression allowed for SELECT, DELETE")
      }
      policy.check = try policyExpression(statement.with_check, on: relation)
    }
    state.catalog.tables[index].policies[position] = policy
    return .applied
  }

  /// The place of a policy, or 42704.
  func policy(_ name: String, on table: Int) throws(ReadFailure) -> Int {
    let table = state.catalog.tables[table]
    guard let index = table.policies.firstIndex(where: { $0.name == name }) else {
      throw .refused(
        .undefinedObject, "policy \"\(name)\" for table \"\(table.name.name)\" does not exist")
    }
    return index
  }

  private func policyRoles(_ nodes: [Node]) throws(ReadFailure) -> [Grantee] {
    var roles: [Grantee] = []
    for role in try grantees(nodes) where !roles.contains(role) { roles.append(role) }
    // PUBLIC absorbs the others. RULES: CREATE POLICY warns and ignores them.
    return roles.isEmpty || roles.contains(.everyone) ? [.everyone] : roles
  }

  private mutating func policyExpression(
    _ node: Node?, on table: QualifiedName
  ) throws(ReadFailure) -> SQLExpression? {
    guard let node else { return nil }
    let expression = try reader.lenientExpression(node)
    var resolver = NameResolver(state)
    return try resolver.expression(expression, over: table)
  }
}
