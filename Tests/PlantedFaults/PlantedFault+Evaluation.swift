extension PlantedFault {
  private static let compiler = "AccessSimulator/Evaluation/ExpressionCompiler.swift"
  private static let subqueries = "AccessSimulator/Evaluation/ExpressionCompiler+Subqueries.swift"
  private static let parts = "AccessSimulator/Evaluation/ExpressionCompiler+Parts.swift"
  private static let filtered = "AccessSimulator/Evaluation/FilteredTable.swift"
  private static let rowFilter = "AccessSimulator/Evaluation/RowFilter.swift"

  /// Expressions, and what passes a filter.
  static let evaluation: [PlantedFault] = [
    .init(
      "AccessSimulator/Queries/WindowSteps.swift",
      "if places[0] != places[1] { return «places[1] - places[0]» }", "places[0] - places[1]",
      "windows are computed in the order in which they are written"),
    .init(
      "AccessSimulator/Queries/GroupTable.swift", "buckets[(«start - $0») & mask]", "start + $0",
      "groups come forwards out of their table"),
    .init(
      "AccessSimulator/Statements/ForeignKeys.swift",
      "default: assigned.map { «.all(Set($0))» } ?? .any", ".any",
      "any column that may be changed is enough for a referential action"),
    .init(
      "AccessSimulator/Queries/JoinPlanner+Gates.swift",
      "guard !constant.isEmpty, «!isJoined», case .table(let table) = rowSources[number]", "true",
      "what a join asks once is asked of each table below a parent in it"),
    .init(
      "AccessSimulator/Evaluation/Session+Planning.swift",
      "«((try? compute($0)) == nil) == assumptions.raises[$0]»", "$0 == $0",
      "what was compiled for one identity serves all"),
    .init(
      "RowSecurity/Rules/RuleRows.swift", "relation.isOnly) = (true, «isOnly»)", "false",
      "rules forget ONLY"),
    .init(
      filtered, "where try «ExpressionCompiler(session).compile(gate)(frame).truth != true» {",
      "ExpressionCompiler(session).compile(gate)(frame).truth == false",
      "NULL opens what policies say of partitions alike"),
    .init(
      filtered, "guard «session.catalog.catalog.tables[member].kind != .partitioned»,", "true",
      "policies are asked of a partitioned table too"),
    .init(
      "AccessSimulator/Statements/StatementWrites.swift", "engine.ignoresForce = «false»", "true",
      "FORCE does not count in the AFTER triggers of cascades"),
    .init(
      "AccessSimulator/Statements/TruncateRunner.swift",
      "catalog.catalog.sequences.filter { «$0.ownedBy == place» }", "false",
      "RESTART IDENTITY is for those who do not own the sequence"),
    .init(
      "AccessSimulator/Queries/IndexConditions.swift",
      "return «bounds.count > 1 || hasManyRows»", "false",
      "an index does not answer what lies between bounds"),
    .init(
      "AccessSimulator/Queries/QueryCompiler+Merging.swift",
      "«kind != .except» && left.takesConditions", "true",
      "conditions are asked of what EXCEPT takes away"),
    .init(
      "AccessSimulator/Queries/QueryCompiler+Merging.swift",
      "position.level += «1»\n        return .column(position, type)\n      }\n    }\n    var result",
      "0", "conditions in set operations name the wrong row around"),
    .init(
      compiler, "case .and(let operands): return try junction(operands, stopsAt: «false»)", "true",
      "AND is OR"),
    .init(
      compiler, "case .or(let operands): return try junction(operands, stopsAt: «true»)", "false",
      "OR is AND"),
    .init(
      compiler, "return «sawNull ? .null : .boolean(!decisive)»", ".boolean(!decisive)",
      "AND and OR forget NULL"),
    .init(
      compiler, "return SQLValue(value.truth.map { «!$0» })", "$0", "NOT does nothing"),
    .init(
      compiler, "      if «a.isNull || b.isNull» { return .null }", "false", "NULL can be compared"),
    .init(
      compiler, "return .boolean(«same == negated»)", "same != negated",
      "IS DISTINCT FROM is its opposite"),
    .init(
      compiler, "if «!value.isNull» { return value }", "true", "COALESCE takes the first"),
    .init(
      compiler, "let role = SQLValue.text(Text(«session.role»))", "session.sessionUser",
      "current_user is session_user"),
    .init(
      compiler, "case .isNotTrue: «value.truth != true»", "value.truth == false",
      "IS NOT TRUE forgets NULL"),
    .init(
      compiler, "case .isNull: «value.isNullOrOnlyNulls»", "!value.isNullOrOnlyNulls",
      "IS NULL is its opposite"),
    .init(
      subqueries, ".boolean(try «compiled.hasRows(in: frame)»)",
      "!compiled.hasRows(in: frame)",
      "EXISTS is NOT EXISTS"),
    .init(
      subqueries, "    if «value.isNull» { return nil }", "false", "NULL IN (…) is FALSE"),
    .init(
      subqueries, "values.contains(key(value)) ? true : «hasNull ? nil : false»", "false",
      "IN forgets NULLs of the subquery"),
    .init(
      subqueries,
      "members.contains(try operand(frame))\n      return SQLValue(found.map { «$0 != negated» })",
      "$0", "NOT IN is IN"),
    .init(
      subqueries, "guard «outer.count == 1», !changes", "true",
      "a subquery is computed once for the values of one of its columns"),
    .init(
      parts, "return «sawNull ? .null : .boolean(isAll)»", ".boolean(isAll)",
      "= ANY (array) forgets NULLs"),
    .init(
      rowFilter, "where try «alternative(frame).truth == true» {",
      "alternative(frame).truth != false",
      "NULL passes policies"),
    .init(
      rowFilter, "if «!passes» { return condition.filter }", "false", "every row passes policies"),
    .init(
      "AccessSimulator/Evaluation/Session.swift",
      "table: table, role: «security.checkedAs», isLocked: isLocked", "\"\"",
      "what one role sees of a table, all see"),
  ]

  /// Rows that are written.
  static let statements: [PlantedFault] = [
    .init(
      "AccessSimulator/Statements/RowWriter.swift",
      "where try «condition(Frame(row: row.laidOut(layout), of: table)).truth != true» {",
      "condition(Frame(row: row.laidOut(layout), of: table)).truth == false",
      "NULL passes a check option"),
    .init(
      "AccessSimulator/Statements/TableConstraints.swift",
      "where try «condition(frame).truth == false» {", "condition(frame).truth != true",
      "NULL fails a CHECK"),
    .init(
      "AccessSimulator/Statements/UniqueKey.swift",
      "if «values == oldValues» { return [] }", "false",
      "a row is a duplicate of itself"),
    .init(
      "AccessSimulator/Statements/ConflictAction.swift",
      "existing: try RowFilter(«target.conflict?.existing ?? []», session)", "[]",
      "DO UPDATE changes rows that USING hides"),
    .init(
      "AccessSimulator/Statements/ConflictAction.swift",
      "updated: try RowFilter(«target.conflict?.updated ?? []», session)", "[]",
      "DO UPDATE makes rows that WITH CHECK forbids"),
    .init(
      "AccessSimulator/Statements/MergeTarget.swift",
      "filters: «target.filters», isOnly: merge.target.isOnly)", "nil",
      "MERGE reaches hidden rows"),
    .init(
      "AccessSimulator/Statements/ForeignKeys.swift",
      "guard «!isThere(try constraint.asReferenced(values), constraint)» else { return }", "false",
      "foreign keys refer to anything"),
    .init(
      "AccessSimulator/Functions/PLMachine+SQL.swift",
      "into.map { _ in isChecked ? «2» : 1 }", "1", "INTO STRICT takes the first of several rows"),
    .init(
      "RowSecurity/Planner/QualOrder.swift",
      "callsFunction(clause) || «raises.map { isRaised(in: clause, $0) } == true»", "false",
      "leakproof conditions do not come before policies without columns that raise errors"),
    .init(
      "AccessSimulator/Queries/JoinCost.swift",
      "return «found.count == 1 ? found[found.startIndex] : .unsure»", ".amongAll",
      "joins ask all rows where an index finds some"),
    .init(
      "AccessSimulator/Statements/InsertedRows.swift", "isStreamed: «!query.isDistinct»", "false",
      "INSERT of a query computes all rows first"),
    .init(
      "AccessSimulator/Queries/QueryCompiler+Merging.swift",
      "let isBarrier = «barriers.contains(number)»", "isBarrierView",
      "security_barrier views are merged once conditions were moved into them"),
    .init(
      "RowSecurity/Planner/BoundExpression+CommonClauses.swift",
      "guard «!others.isEmpty» else { return Self.all(common) }", "true",
      "an alternative that another one implies is asked"),
    .init(
      "AccessSimulator/Queries/HashedExistence.swift", "if «search == .byKey» { return nil }",
      "false",
      "EXISTS asks all rows where it is asked of few"),
    .init(
      "AccessSimulator/Queries/QueryCompiler+Merging.swift",
      "&& query.sources.contains { «tellsOfRows($0) || session.showsInside($0)» }", "false",
      "views stay apart from what they are joined to"),
    .init(
      "RowSecurity/Rewriting/SecurityRewriter+Policies.swift",
      "without { «$0.expressions == $1.expressions» }", "$0.saysTheSame(as: $1)",
      "what a restrictive policy repeats is asked of existing rows twice"),
  ]
}
