extension PlantedFault {
  private static let graph = "RowSecurity/Roles/RoleGraph.swift"
  private static let checker = "RowSecurity/Privileges/PrivilegeChecker.swift"
  private static let collector = "RowSecurity/NeededPrivileges/PrivilegeCollector.swift"
  private static let range = "RowSecurity/NeededPrivileges/PrivilegeCollector+RangeTable.swift"

  /// Which roles' privileges a role has.
  static let roles: [PlantedFault] = [
    .init(
      graph, "    «membership.inherit ?? roles[member]?.inherits ?? true»", "true",
      "NOINHERIT is ignored"),
    .init(
      graph, "where result.insert(group).inserted {\n          pending.append(«group»)", "name",
      "memberships count for one hop"),
    .init(
      graph, "isSuperuser(_ role: String) -> Bool { «roles[role]?.isSuperuser == true» }", "false",
      "there are no superusers"),
    .init(
      graph, "return «role.isSuperuser || role.bypassesRowSecurity»", "role.isSuperuser",
      "BYPASSRLS without superuser bypasses nothing"),
    .init(
      graph, "isSuperuser(role) || «closure(of: role) { _ in true }.contains(group)»", "false",
      "nobody is a member of anything, for SET ROLE"),
    .init(
      "RowSecurity/Roles/IdentitySetting.swift", "guard !«maySet» else { return nil }", "true",
      "SET ROLE asks nobody"),
  ]

  /// Privileges: who holds them, and what needs which.
  static let privileges: [PlantedFault] = [
    .init(
      checker, "if «roles.isSuperuser(check.role)» { return .superuser }", "false",
      "superusers need privileges"),
    .init(
      checker, "byColumn.contains { «$0.holder(of: check.privilege, among: held) != nil» }",
      "false", "no column's grant is enough for count(*)"),
    .init(
      checker, "return «missing.isEmpty» ? .heldOnColumns", "true",
      "missing column privileges are held"),
    .init(
      checker, "if «held.contains(\"pg_read_all_data\")» {", "false",
      "pg_read_all_data reads nothing"),
    .init(
      checker,
      "(.sequence, .usage), (.sequence, .update):\n      return «held.contains(\"pg_write_all_data\")»",
      "false", "pg_write_all_data writes nothing"),
    .init(
      checker,
      "return table.acl ?? .builtIn(owner: table.owner, all: «Privilege.allOnTable(.v18)»)",
      "[]",
      "an owner without grants has no privileges"),
    .init(
      checker, "guard «entry.privileges.contains(privilege)» else { return false }", "true",
      "any privilege is as good as another"),
    .init(
      checker, "all: [.execute], everyone: «[.execute]»", "[]",
      "PUBLIC may not execute functions"),
    .init(
      checker, "let failed = checks.filter { «!verdict(on: $0).isHeld» }", "false",
      "no privilege is ever missing"),
    .init(
      range, "    guard «isLocked» else { return [read] }", "false",
      "FOR UPDATE needs no UPDATE"),
    .init(
      range, "as: «security?.checkedAs ?? role»)", "\"postgres\"",
      "what is read is checked as the superuser"),
    .init(
      collector, "for table in query.commonTables where «table.references > 0»", "true",
      "queries of WITH that nothing refers to need privileges"),
    .init(
      "RowSecurity/NeededPrivileges/PrivilegeCollector+LeftOut.swift",
      "if kind == .left, «isNeverTrue || isFound(by: condition, only: first, of: left)»",
      "isNeverTrue", "what is found only by what is left out is read all the same"),
    .init(
      "RowSecurity/NeededPrivileges/PrivilegeCollector+Contradictions.swift",
      "var areContradicted: Bool { classes.contains { «$0.values.count > 1» } }", "false",
      "a column may equal two constants"),
    .init(
      range, "columns: «readColumns.isEmpty ? .any : .all(readColumns)»",
      ".any", "one column's grant is enough for all"),
    .init(
      "RowSecurity/NeededPrivileges/PrivilegeCollector+Statements.swift",
      "for index in called {\n      append(PrivilegeCheck(.execute, on: .function(index), as: «caller»))",
      "engine.catalog.catalog.functions[index].owner", "EXECUTE is the function owner's to hold"),
    .init(
      "AccessSimulator/Sessions/PreparedStatement.swift",
      "firstFailure(of: «[check]»)", "[]", "schemas of what a statement names need no USAGE"),
    .init(
      "AccessSimulator/Sessions/PreparedStatement.swift",
      "let check = PrivilegeCheck(.usage, on: .schema(«schema»), as: session.role)", "\"public\"",
      "USAGE on public is enough for every schema"),
    .init(
      "RowSecurity/Engine/ErrorDetail.swift",
      "table.rowSecurityEnabled, «bypass(of: table, as: caller) == nil»",
      "false", "errors show hidden rows"),
    .init(
      "RowSecurity/Privileges/CopyRights.swift",
      "guard model.rowSecurityEnabled, «bypass(of: model, as: role) == nil»",
      "false", "COPY FROM goes past row security"),
    .init(
      "RowSecurity/Privileges/LockRights.swift", "} else if «mode == accessShare» {", "false",
      "LOCK IN ACCESS SHARE MODE is not for readers"),
    .init(
      "RowSecurity/Planner/BoundQuery+RemovedJoins.swift",
      "return «isWhole» && model.isDistinct(for: columns)", "true",
      "a parent's key tells the rows of its children apart"),
    .init(
      "RowSecurity/NeededPrivileges/PrivilegeCollector+Expressions.swift",
      "guard isExistence || «isMembershipMerged(query)» else {",
      "query.isMergeable(engine.catalog.catalog)",
      "IN is merged although it speaks of the row around in joins"),
    .init(
      "RowSecurity/Planner/BoundQuery+ReducedJoins.swift",
      "case .exists(let query) where «query.isMergedExistence»:", "false",
      "EXISTS leaves the outer joins that it asks of"),
    .init(
      "RowSecurity/NeededPrivileges/PrivilegeCollector+Emptiness.swift",
      "«!isJoined || !condition.mentions(level: 1)»", "!condition.mentions(level: 1)",
      "a subplan's conditions on the row around are none of its table"),
    .init(
      "RowSecurity/NeededPrivileges/PrivilegeCollector+Estimates.swift",
      "if «sources.count > 1 || isJoined && condition.mentions(level: 1)» { return true }", "false",
      "joins with nothing are not estimated"),
    .init(
      "RowSecurity/NeededPrivileges/PrivilegeCollector+InlinedFunctions.swift",
      "guard «query.callsFunctionInFrom» else { return query }", "false",
      "tables of functions in FROM are looked at when those are called"),
    .init(
      "RowSecurity/NeededPrivileges/PrivilegeCollector+Locks.swift",
      "guard «lock == nil», let first = firstLock(of: query) else { return }", "false",
      "no plan locks rows"),
    .init(
      "RowSecurity/Engine/SecuredStatement.swift",
      "guard case .relation(let id) = check.object, «check.isOfMoreThanReading»", "false",
      "read-only transactions lock rows"),
    .init(
      "RowSecurity/Privileges/TableExpressionRights.swift",
      "if let error = try privileges.firstFailure(of: «checks») { throw .postgres(error) }", "[]",
      "what stores rows calls any function"),
    .init(
      "RowSecurity/Rewriting/TargetPath.swift",
      "var usedColumns: Set<Int>? { usesAny ? nil : «used.union(excludedColumns)» }",
      "readColumns.union(excludedColumns)",
      "a change computes what views below compute and nothing refers to"),
    .init(
      "RowSecurity/NeededPrivileges/PrivilegeCollector+LeftOut.swift",
      "asksForMissing($0, in: query, level: 1, sources: sources, excludesParents: «isNegated»)",
      "false", "what NOT EXISTS asks of the row outside is asked of its children"),
    .init(
      "RowSecurity/Planner/BoundQuery+ReducedJoins.swift",
      "guard array.hasElements || «!isAll && engine.version < .v18» else { return [] }", "false",
      "before 18 ANY of no element is FALSE to outer joins"),
    .init(
      "RowSecurity/Privileges/PrivilegeChecker.swift",
      "first.isOrdered && «Self.isOrdered(first, among: failed)»", "true",
      "the order in which parts of a plan are made ready is known"),
    .init(
      "RowSecurity/NeededPrivileges/PrivilegeCollector+Pushdown.swift",
      "+ «conditionsMerged(about: number, of: query)»", "[]",
      "conditions of merged subqueries are not pushed into a view"),
  ]
}
