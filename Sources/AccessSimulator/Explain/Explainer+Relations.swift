import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension Explainer {
  /// More rows than this are not shown one by one.
  static let maxRows = 5

  /// The table that a statement changes, the way to it, and its rows.
  func targetNodes() -> [TraceNode] {
    guard let secured, let target = secured.target, let table = secured.statement.targetTable
    else {
      if case .truncate(let truncate)? = secured?.statement {
        return truncate.relations.map {
          TraceNode(.note, "TRUNCATE ignores row security on \(text(of: names.name(of: $0)))")
        }
      }
      return []
    }
    if secured.isReplacedByNothing {
      return [TraceNode(.note, "a rule does INSTEAD NOTHING: nothing is run or checked")]
    }
    let model = catalog.tables[table]
    if let note = openness(of: model, target.bypass) {
      return [
        TraceNode(
          target.bypass == nil ? .relation : .bypass,
          "table \(model.name) changed as \(target.checkedAs)" + through(target.views),
          value: note, .passed, at: model.place)
      ]
    }
    guard !secured.statement.isInsert, let reach = reaches.first(where: \.isTarget) else {
      return []
    }
    return rowNodes(reach)
  }

  private func through(_ views: [QualifiedName]) -> String {
    views.isEmpty ? "" : ", through view " + views.map(text(of:)).joined(separator: " → ")
  }

  /// Rows that meet the statement's condition, and what each policy says of each.
  private func rowNodes(_ reach: TableReach) -> [TraceNode] {
    guard showsRows else {
      let security = RelationSecurity(
        checkedAs: reach.role, filters: reach.filters, commands: reach.commands)
      return [table(reach.table, security)]
    }
    do throws(EngineFailure) {
      var rows: [Row] = []
      for row in try self.rows(of: reach.table) {
        if let condition = reach.condition, try !meets(row, condition, of: reach.table) { continue }
        rows.append(row)
      }
      let name = self.name(of: reach.table)
      guard !rows.isEmpty else {
        return [
          TraceNode(.note, "no row of \(name) meets the statement's condition", .failed)
        ]
      }
      var nodes: [TraceNode] = []
      let shown = reach.condition == nil ? 3 : Self.maxRows
      for row in rows.prefix(shown) { nodes.append(try node(of: row, reach)) }
      if rows.count > shown {
        nodes.append(TraceNode(.note, "… and \(rows.count - shown) more rows"))
      }
      return nodes
    } catch {
      return [node(of: error)]
    }
  }

  private func node(of row: Row, _ reach: TableReach) throws(EngineFailure) -> TraceNode {
    let model = catalog.tables[reach.table]
    let passes = try RowFilter(reach.filters, session).passes(row, of: reach.table)
    let asOther = reach.role == caller ? "" : ", as \(reach.role)"
    return TraceNode(
      .relation,
      "row \(label(of: row, reach.table)) of \(model.name)\(asOther)"
        + through(reach.views),
      passes ? .passed : .failed, at: model.place,
      children: policies(
        of: reach.table, distinct(reach.commands), on: row, isNew: false, as: reach.role))
  }

  private func node(of failure: EngineFailure) -> TraceNode {
    TraceNode(.note, failure.summary, failure.isUndecided ? .undecided : .failed)
  }

  /// The relations that a statement reads, views with what is below them.
  func relationNodes() -> [TraceNode] {
    guard let secured else { return [] }
    if case .query(let query) = secured.statement, let (table, security) = query.singleTable,
      query.expressions.allSatisfy({ !$0.hasSubquery })
    {
      let model = catalog.tables[table]
      if let note = openness(of: model, security.bypass) {
        return [
          TraceNode(
            security.bypass == nil ? .relation : .bypass,
            "table \(model.name) read as \(security.checkedAs)", value: note, .passed,
            at: model.place)
        ]
      }
      return reaches.first.map(rowNodes) ?? []
    }
    return statements(of: secured.statement).flatMap { statement -> [TraceNode] in
      switch statement {
      case .query(let query):
        return sources(query.sources) + subqueries(query.expressions)
      case .update(let update):
        return sources(Array(update.sources.dropFirst()))
          + subqueries(
            [update.condition].compactMap { $0 } + update.assignments.compactMap(\.value))
      case .delete(let delete):
        return sources(Array(delete.sources.dropFirst()))
          + subqueries([delete.condition].compactMap { $0 })
      case .insert(let insert):
        switch insert.source {
        case .query(let query): return sources(query.sources) + subqueries(query.expressions)
        case .values(let rows): return subqueries(rows.flatMap { $0.compactMap { $0 } })
        }
      case .merge(let merge):
        return sources(Array(merge.sources.dropFirst()))
          + subqueries([merge.condition] + merge.expressions)
      case .truncate, .with: return []
      }
    }
  }

  private func statements(of statement: BoundStatement) -> [BoundStatement] {
    guard case .with(let tables, let main) = statement else { return [statement] }
    return tables.map(\.statement) + [main]
  }

  private func subqueries(_ expressions: [BoundExpression]) -> [TraceNode] {
    expressions.flatMap(\.directSubqueries).flatMap {
      sources($0.sources) + subqueries($0.expressions)
    }
  }

  private func sources(_ list: [BoundSource]) -> [TraceNode] {
    list.flatMap { source -> [TraceNode] in
      switch source.kind {
      case .query(let query): return sources(query.sources) + subqueries(query.expressions)
      case .function, .commonTable, .system: return []
      case .relation(let relation):
        guard let security = relation.security else { return [] }
        switch relation.id {
        case .view(let index):
          let view = catalog.views[index]
          // What is below is read as whom, as it was decided.
          let inner = security.viewQuery?.sources.firstRole ?? security.checkedAs
          return [
            TraceNode(
              .view, "view \(view.name), below it as \(inner)",
              value: view.isMaterialized
                ? "its rows are stored"
                : view.securityInvoker ? "security_invoker" : "its owner's rights",
              at: view.place, children: sources(security.viewQuery?.sources ?? []))
          ]
        case .table(let index): return [table(index, security)]
        case .sequence(let index):
          let name = catalog.sequences[index].name
          return [TraceNode(.relation, "sequence \(name) read as \(security.checkedAs)")]
        }
      }
    }
  }

  /// How many rows of a table a mention sees, the policies that say so, and rows they hide.
  private func table(_ index: Int, _ security: RelationSecurity) -> TraceNode {
    let model = catalog.tables[index]
    let title = "table \(model.name) read as \(security.checkedAs)"
    if let note = openness(of: model, security.bypass) {
      return TraceNode(.relation, title, value: note, .passed, at: model.place)
    }
    let filters = security.filters ?? []
    let commands = distinct(security.commands)
    do throws(EngineFailure) {
      let rows = try self.rows(of: index)
      var hidden: [Row] = []
      let filter = try RowFilter(filters, session)
      for row in rows where try !filter.passes(row, of: index) { hidden.append(row) }
      let visible = rows.count - hidden.count
      var children = commands.flatMap { command in
        model.policies.map { listed($0, command: command, as: security.checkedAs) }
      }
      if model.policies.isEmpty { children.append(defaultDeny(.select, security.checkedAs, model)) }
      for row in hidden.prefix(showsRows ? 2 : 0) {
        children.append(
          TraceNode(
            .relation, "row \(label(of: row, index)) of \(model.name)", value: "hidden", .failed,
            children: policies(
              of: index, commands, on: row, isNew: false, as: security.checkedAs)))
      }
      return TraceNode(
        .relation, title, value: "\(visible) of \(rows.count) rows visible",
        visible > 0 ? .passed : .failed, at: model.place, children: children)
    } catch {
      return TraceNode(
        .relation, title, value: error.summary, error.isUndecided ? .undecided : .failed,
        at: model.place)
    }
  }

  /// Why there is nothing to filter; nil if there is.
  func openness(of table: Catalog.Table, _ bypass: BypassReason?) -> String? {
    guard table.rowSecurityEnabled else { return "row security is not enabled: every row" }
    switch bypass {
    case nil: return nil
    case .superuser: return "bypassed: superuser"
    case .bypassRowSecurity: return "bypassed: BYPASSRLS"
    case .tableOwner: return "bypassed: owner of the table"
    }
  }

  /// A policy by name, with why it has a say or not.
  func listed(
    _ policy: Catalog.Policy, command: Catalog.Policy.Command, as role: String
  ) -> TraceNode {
    let kind = policy.isPermissive ? "policy" : "restrictive policy"
    let value: String? =
      switch engine.applicability(of: policy, to: command, as: role) {
      case .applies: nil
      case .otherCommand: "not for \(command.rawValue)"
      case .otherRole: "not for \(role)"
      }
    return TraceNode(.policy, "\(kind) \"\(policy.name)\"", value: value, at: policy.place)
  }

  func defaultDeny(
    _ command: Catalog.Policy.Command, _ role: String, _ model: Catalog.Table
  ) -> TraceNode {
    TraceNode(
      .policy, "no permissive policy for \(command.rawValue) applies to \(role)",
      value: "default deny", .failed, at: model.place)
  }
}

extension EngineFailure {
  var isUndecided: Bool {
    if case .undecided = self { true } else { false }
  }
}

extension [BoundSource] {
  /// The role that its first relation is read as.
  fileprivate var firstRole: String? {
    for source in self {
      switch source.kind {
      case .relation(let relation):
        if let security = relation.security { return security.checkedAs }
      case .query(let query):
        if let role = query.sources.firstRole { return role }
      case .function, .commonTable, .system: continue
      }
    }
    return nil
  }
}

extension BoundQuery {
  /// The one table it reads, if it reads just that.
  var singleTable: (index: Int, security: RelationSecurity)? {
    guard sources.count == 1, commonTables.isEmpty, case .relation(let relation) = sources[0].kind,
      case .table(let index) = relation.id, let security = relation.security
    else { return nil }
    return (index, security)
  }
}
