import AccessModel
import SQLText

extension PlanCompletion {
  private static let writer = SQLWriter(layout: .compact)

  /// Takes everything with unread text out of a catalog, as the statements that make it again.
  static func takeText(from catalog: inout Catalog) -> [Pending] {
    var pending = takeFunctions(from: &catalog)
    for index in catalog.tables.indices { pending += takeText(from: &catalog.tables[index]) }
    let views = catalog.views.filter { isText($0.query) }
    catalog.views.removeAll { isText($0.query) }
    return pending + views.map(statement)
  }

  private static func takeFunctions(from catalog: inout Catalog) -> [Pending] {
    let functions = catalog.functions.filter(isText)
    catalog.functions.removeAll(where: isText)
    return functions.map { function in
      Pending(sql: writer.text(.createFunction(function)), place: function.place) { builder in
        let types = function.arguments.map(\.type)
        guard
          let index = builder.state.catalog.functions.firstIndex(where: {
            $0.name == function.name && $0.arguments.map(\.type) == types
          })
        else { return }
        builder.state.catalog.functions[index].owner = function.owner
        builder.state.catalog.functions[index].acl = function.acl
        builder.state.catalog.functions[index].comment = function.comment
      }
    }
  }

  private static func takeText(from table: inout Catalog.Table) -> [Pending] {
    var pending: [Pending] = []
    let name = table.name
    for index in table.columns.indices {
      let column = table.columns[index]
      if let value = column.defaultValue, isText(value) {
        table.columns[index].defaultValue = nil
        pending.append(
          Pending(
            sql: "ALTER TABLE \(sqlText(name)) ALTER COLUMN \(quoteIdentifier(column.name)) "
              + "SET DEFAULT (\(writer.text(value)))", place: column.place))
      }
      if let value = column.generated, isText(value) {
        table.columns[index].generated = nil
        pending.append(generated(column, value, of: name))
      }
    }
    for check in table.checks where isText(check.expression) {
      pending.append(
        Pending(
          sql: "ALTER TABLE \(sqlText(name)) ADD CONSTRAINT \(quoteIdentifier(check.name)) "
            + "CHECK (\(writer.text(check.expression)))", place: table.place))
    }
    table.checks.removeAll { isText($0.expression) }
    for policy in table.policies where isText(policy) {
      pending.append(
        Pending(sql: writer.text(.createPolicy(policy, on: name)), place: policy.place))
    }
    table.policies.removeAll(where: isText)
    if let owner = table.ownerCondition, isText(owner) {
      table.ownerCondition = nil
      pending.append(self.owner(owner, of: table))
    }
    return pending
  }

  /// There is no ALTER for it: a column of the same value is added, and taken away again.
  private static func generated(
    _ column: Catalog.Column, _ value: SQLExpression, of table: QualifiedName
  ) -> Pending {
    let spare = "rowkeep generated \(column.name)"
    let sql =
      "ALTER TABLE \(sqlText(table)) ADD COLUMN \(quoteIdentifier(spare)) "
      + "\(sqlText(column.type)) GENERATED ALWAYS AS (\(writer.text(value))) STORED"
    return Pending(sql: sql, place: column.place) { builder in
      builder.change(table) { table in
        let value = table.columns.first { $0.name == spare }?.generated
        table.columns.removeAll { $0.name == spare }
        for index in table.columns.indices where table.columns[index].name == column.name {
          table.columns[index].generated = value
        }
      }
    }
  }

  /// Read as a policy would be, which is then taken away.
  private static func owner(_ owner: SQLExpression, of table: Catalog.Table) -> Pending {
    let spare = Catalog.Policy(
      "rowkeep owner", command: .select, roles: [.everyone], using: owner)
    let sql = writer.text(.createPolicy(spare, on: table.name))
    return Pending(sql: sql, place: table.place) { builder in
      builder.change(table.name) { table in
        table.ownerCondition = table.policies.last { $0.name == spare.name }?.using
        table.policies.removeAll { $0.name == spare.name }
      }
    }
  }

  private static func statement(_ view: Catalog.View) -> Pending {
    Pending(sql: writer.text(.createView(view)), place: view.place) { builder in
      let views = builder.state.catalog.views
      guard let index = views.firstIndex(where: { $0.name == view.name }) else { return }
      var read = view
      read.query = views[index].query
      // What the query gives; what was declared was taken on trust.
      for (position, column) in views[index].columns.enumerated()
      where read.columns.indices.contains(position) {
        read.columns[position].type = column.type
      }
      builder.state.catalog.views[index] = read
    }
  }

  private static func isText(_ function: Catalog.Function) -> Bool {
    guard case .text = function.body else { return false }
    return function.origin == .plan
  }

  private static func isText(_ policy: Catalog.Policy) -> Bool {
    [policy.using, policy.check].contains { $0.map(isText) ?? false }
  }

  private static func isText(_ query: SQLQuery) -> Bool { mentionsText(query) }
  private static func isText(_ expression: SQLExpression) -> Bool { mentionsText(expression) }

  /// Reading again what only looks like unread text does no harm.
  static func mentionsText(_ value: some Any) -> Bool {
    String(describing: value).contains("unread(text: ")
  }
}

extension CatalogBuilder {
  fileprivate mutating func change(
    _ name: QualifiedName, _ change: (inout Catalog.Table) -> Void
  ) {
    guard let index = state.catalog.tables.firstIndex(where: { $0.name == name }) else { return }
    change(&state.catalog.tables[index])
  }
}
