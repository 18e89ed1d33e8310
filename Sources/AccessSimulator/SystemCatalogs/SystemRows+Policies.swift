import AccessModel
import RowSecurity
import SQLBinding

/// `pg_policy`, `pg_policies`, and what policies depend on.
extension SystemRows {
  private var all: [(index: Int, table: Catalog.Table, position: Int, policy: Catalog.Policy)] {
    catalog.tables.enumerated().flatMap { index, table in
      table.policies.enumerated().map { (index, table, $0.offset, $0.element) }
    }
  }

  var policies: [Cells] {
    all.map { _, table, _, policy in
      [
        "oid": .object(.policy(policy.name, on: table.name)), "polname": text(policy.name),
        "polrelid": .object(.relation(table.name)), "polcmd": text(policy.command.letter),
        "polpermissive": .boolean(policy.isPermissive),
        "polroles": .array(SQLArray(policy.roles.map(Self.identity))),
      ]
    }
  }

  var namedPolicies: [Cells] {
    all.map { index, table, _, policy in
      let shown = ConditionText(
        session.catalog, table: index, searchPath: session.names.searchPath + ["pg_catalog"])
      return [
        "schemaname": text(table.name.schema), "tablename": text(table.name.name),
        "policyname": text(policy.name),
        "permissive": text(policy.isPermissive ? "PERMISSIVE" : "RESTRICTIVE"),
        "roles": .array(SQLArray(Self.names(policy.roles).deduplicated.map { text($0) })),
        "cmd": text(policy.command.rawValue),
        "qual": condition(policy.using, of: policy, shown),
        "with_check": condition(policy.check, of: policy, shown),
      ]
    }
  }

  private func condition(
    _ condition: SQLExpression?, of policy: Catalog.Policy, _ shown: ConditionText
  ) -> SQLValue {
    guard let condition else { return .null }
    return shown.text(condition).map { text($0) }
      ?? .undetermined(.unknown("the text of the policy `\(policy.name)`"))
  }

  /// As `polroles` holds it: PUBLIC is 0.
  private static func identity(_ grantee: Grantee) -> SQLValue {
    switch grantee {
    case .everyone: .integer(0)
    case .role(let name): .object(.role(name))
    }
  }

  private static func names(_ grantees: [Grantee]) -> [String] {
    let roles = grantees.compactMap { grantee -> String? in
      if case .role(let name) = grantee { name } else { nil }
    }
    return roles.count < grantees.count ? ["public"] : roles.sorted { Text($0) < Text($1) }
  }

  /// Source: `CreatePolicy()` in `src/backend/commands/policy.c`.
  var policyRoles: [Cells] {
    all.flatMap { _, table, _, policy in
      Self.names(policy.roles).filter { $0 != "public" }.map { role in
        [
          "classid": .object(.system("pg_policy")),
          "objid": .object(.policy(policy.name, on: table.name)), "objsubid": .integer(0),
          "refclassid": .object(.system("pg_authid")), "refobjid": .object(.role(role)),
          "deptype": text("r"),
        ]
      }
    }
  }

  /// A policy goes with its table, and needs the columns that its expressions mention.
  func policyDependencies() throws(EngineFailure) -> [Cells] {
    var result: [Cells] = []
    for (index, table, position, policy) in all {
      let base: Cells = [
        "classid": .object(.system("pg_policy")),
        "objid": .object(.policy(policy.name, on: table.name)), "objsubid": .integer(0),
        "refclassid": .object(.system("pg_class")),
      ]
      var own = base
      own["refobjid"] = .object(.relation(table.name))
      own["refobjsubid"] = .integer(0)
      own["deptype"] = text("a")
      result.append(own)
      let bound = session.catalog.tables[index].policies[position]
      for expression in [bound.using, bound.check] {
        guard let expression = try expression?.get() else { continue }
        for (relation, column) in Self.mentions(in: expression, over: table.name, session.catalog) {
          var cells = base
          cells["refobjid"] = .object(.relation(relation))
          cells["refobjsubid"] = .integer(Int64(column))
          cells["deptype"] = text("n")
          result.append(cells)
        }
      }
    }
    return result
  }

  /// Relations and the numbers of their columns; 0 where only the whole is mentioned.
  private static func mentions(
    in expression: BoundExpression, over table: QualifiedName, _ catalog: BoundCatalog
  ) -> [(QualifiedName, Int)] {
    var result: [(QualifiedName, Int)] = expression.sourceColumns(atLevel: 0).map {
      (table, $0 + 1)
    }
    var queries = expression.allSubqueries
    while let query = queries.popLast() {
      queries += query.innerQueries
      queries += query.expressions.flatMap(\.allSubqueries)
      for source in query.sources {
        guard case .relation(let relation) = source.kind else { continue }
        let name = catalog.names.name(of: relation.id)
        let columns = relation.readColumns.isEmpty ? [-1] : relation.readColumns.sorted()
        result += columns.map { (name, $0 + 1) }
      }
    }
    var seen: Set<String> = []
    return result.filter { seen.insert("\($0.0) \($0.1)").inserted }
  }

  /// Dependencies of what is no policy, and on what is no relation.
  var otherDependencies: [Cells] {
    let others = Self.dependents.map { name -> Cells in
      ["classid": .object(.system(name)), "objid": .undetermined(.object(.other))]
    }
    let relations: [Cells] = ["pg_class", "pg_attrdef", "pg_rewrite"].map {
      ["classid": .object(.system($0)), "objid": .undetermined(.object(.relation))]
    }
    let policies = all.map { _, table, _, policy -> Cells in
      [
        "classid": .object(.system("pg_policy")),
        "objid": .object(.policy(policy.name, on: table.name)),
        "refclassid": .undetermined(Undetermined("a catalog other than pg_class")),
        "refobjid": .undetermined(.object(.other)),
      ]
    }
    return others + relations + policies
  }

  var otherSharedDependencies: [Cells] {
    (Self.dependents + ["pg_class", "pg_database", "pg_tablespace"]).map {
      ["classid": .object(.system($0)), "objid": .undetermined(.object(.other))]
    }
  }

  private static let dependents = [
    "pg_proc", "pg_type", "pg_cast", "pg_constraint", "pg_conversion", "pg_language",
    "pg_largeobject", "pg_operator", "pg_opclass", "pg_opfamily", "pg_amop", "pg_amproc", "pg_am",
    "pg_trigger", "pg_namespace", "pg_ts_config", "pg_ts_dict", "pg_ts_parser", "pg_ts_template",
    "pg_extension", "pg_event_trigger", "pg_foreign_data_wrapper", "pg_foreign_server",
    "pg_user_mapping", "pg_default_acl", "pg_publication", "pg_publication_rel",
    "pg_publication_namespace", "pg_statistic_ext", "pg_collation", "pg_transform",
    "pg_subscription", "pg_attrdef", "pg_rewrite",
  ]
}

extension Catalog.Policy.Command {
  fileprivate var letter: String {
    switch self {
    case .select: "r"
    case .insert: "a"
    case .update: "w"
    case .delete: "d"
    case .all: "*"
    }
  }
}

extension BoundExpression {
  /// Subqueries anywhere in it.
  fileprivate var allSubqueries: [BoundQuery] {
    [subquery].compactMap { $0 } + operands.flatMap(\.allSubqueries)
  }

  /// Columns of the row that it stands over, from inside subqueries too.
  fileprivate func sourceColumns(atLevel level: Int) -> Set<Int> {
    if case .column(let position, _) = self {
      return position.level == level ? [position.column] : []
    }
    var result: Set<Int> = []
    for operand in operands { result.formUnion(operand.sourceColumns(atLevel: level)) }
    if let subquery { result.formUnion(subquery.sourceColumns(atLevel: level + 1)) }
    return result
  }
}

extension BoundQuery {
  fileprivate func sourceColumns(atLevel level: Int) -> Set<Int> {
    var result: Set<Int> = []
    for expression in expressions { result.formUnion(expression.sourceColumns(atLevel: level)) }
    for query in innerQueries { result.formUnion(query.sourceColumns(atLevel: level + 1)) }
    return result
  }
}

extension [String] {
  /// Of a sorted list, each once.
  fileprivate var deduplicated: [String] {
    enumerated().filter { $0.offset == 0 || self[$0.offset - 1] != $0.element }.map(\.element)
  }
}
