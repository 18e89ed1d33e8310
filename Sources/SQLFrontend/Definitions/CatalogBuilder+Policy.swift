import AccessModel
import CPgQuery
import RowSecurity

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
    let roles = try policyRoles(list(statement.n_roles, statement.roles))
    let index = try policyTable(reader.relation(range))
    let table = state.catalog.tables[index]
    let policy = Catalog.Policy(
      name, isPermissive: statement.permissive != 0, command: command, roles: roles,
      using: try policyExpression(statement.qual, on: table.name),
      check: try policyExpression(statement.with_check, on: table.name), place: place)
    guard !table.policies.contains(where: { $0.name == name }) else {
      return try refuse(
        PostgresError(
          SQLState(rawValue: "42710"),
          "policy \"\(name)\" for table \"\(table.name.name)\" already exists"),
        policy, on: index)
    }
    state.catalog.tables[index].policies.append(policy)
    state.stamp(.policy(name, on: table.name))
    return .applied
  }

  /// ALTER POLICY, but for RENAME.
  mutating func alterPolicy(
    _ node: UnsafeMutablePointer<PgQuery__AlterPolicyStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    guard let range = statement.table else { throw .unsupported("a policy on nothing") }
    let roles = try policyRoles(list(statement.n_roles, statement.roles))
    let index = try policyTable(reader.relation(range))
    let relation = state.catalog.tables[index].name
    let using = try policyExpression(statement.qual, on: relation)
    let check = try policyExpression(statement.with_check, on: relation)
    let name = text(statement.policy_name)
    guard let position = state.catalog.tables[index].policies.firstIndex(where: { $0.name == name })
    else {
      let written = Catalog.Policy(
        name, command: .all, roles: roles, using: using, check: check, place: place)
      return try refuse(noPolicy(name, on: index), written, on: index)
    }
    var policy = state.catalog.tables[index].policies[position]
    if statement.n_roles > 0 { policy.roles = roles }
    if let using { policy.using = using }
    if let check { policy.check = check }
    if using != nil, policy.command == .insert {
      return try refuse(
        PostgresError(.syntaxError, "only WITH CHECK expression allowed for INSERT"),
        policy, on: index)
    }
    if check != nil, policy.command == .select || policy.command == .delete {
      return try refuse(
        PostgresError(.syntaxError, "only USING expression allowed for SELECT, DELETE"),
        policy, on: index)
    }
    state.catalog.tables[index].policies[position] = policy
    return .applied
  }

  /// The place of a policy, or 42704.
  func policy(_ name: String, on table: Int) throws(ReadFailure) -> Int {
    guard let index = state.catalog.tables[table].policies.firstIndex(where: { $0.name == name })
    else { throw .refused(noPolicy(name, on: table)) }
    return index
  }

  private func noPolicy(_ name: String, on table: Int) -> PostgresError {
    PostgresError(
      .undefinedObject,
      "policy \"\(name)\" for table \"\(state.catalog.tables[table].name.name)\" does not exist")
  }

  /// An error that comes after what is wrong with the names and types of the policy's clauses.
  ///
  /// Source: `CreatePolicy()` and `AlterPolicy()` in `src/backend/commands/policy.c`.
  private mutating func refuse(
    _ error: PostgresError, _ policy: Catalog.Policy, on table: Int
  ) throws(ReadFailure) -> Effect {
    guard isSession else { throw .refused(error) }
    state.catalog.tables[table].policies.append(policy)
    note(.refusedOnceBound(error))
    return .applied
  }

  /// The table of a policy, whose owner alone may change it. RULES 84.
  /// Source: `RangeVarCallbackForPolicy()` in `src/backend/commands/policy.c`.
  private func policyTable(_ written: SQLRelationName) throws(ReadFailure) -> Int {
    try requireListed(written, for: .policy)
    try requireOwner(of: try state.relation(written))
    return try securableTable(written)
  }

  private mutating func policyRoles(_ nodes: [Node]) throws(ReadFailure) -> [Grantee] {
    let roles = try grantees(nodes)
    if nodes.count > 1, roles.contains(.everyone) {
      warning(
        "ignoring specified roles other than PUBLIC",
        hint: "All roles are members of the PUBLIC role.", sqlState: "22023")
    }
    // PUBLIC absorbs the others. RULES: CREATE POLICY warns and ignores them.
    return roles.isEmpty || roles.contains(.everyone) ? [.everyone] : roles
  }

  private mutating func policyExpression(
    _ node: Node?, on table: QualifiedName
  ) throws(ReadFailure) -> SQLExpression? {
    guard let node else { return nil }
    let expression =
      isSession ? try reader.expression(node) : try reader.lenientExpression(node)
    var resolver = NameResolver(state)
    // Columns that come later are not asked for.
    resolver.expandsStars = true
    return try stored(
      in: .asking(expression, of: table), by: &resolver
    ) { (names) throws(ReadFailure) in
      try names.expression(expression, over: table)
    }
  }
}
