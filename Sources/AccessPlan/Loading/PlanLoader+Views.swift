import AccessModel

extension PlanLoader {
  mutating func load(_ type: any View.Type) -> Catalog.View {
    let view = type.init()
    let name = type.qualifiedName
    let definitions = view.columnDefinitions
    let settings = settings[ObjectIdentifier(type)] ?? Settings()
    let query = settings.definition?.1(view) ?? view.query
    let place = definitions.first?.place ?? query.place
    let rules = (settings.rules?(view) ?? view.access).rules
    checkColumns(definitions, of: name)
    check(rules, of: view, isView: true)

    var acl = defaultACL(in: name.schema, all: Privilege.allOnTable)
    let grants = grants(of: rules, on: name, columns: definitions)
    for entry in grants.onRelation.entries { acl.grant(entry.privileges, to: entry.grantee) }

    context.openScope(of: name, definitions)
    let ownerCondition = lowerOwner(of: view, at: place)
    context.closeScope()
    let security = settings.definition?.0 ?? type.security
    return Catalog.View(
      name,
      columns: definitions.map {
        Catalog.ViewColumn(
          $0.name, $0.type, acl: grants.onColumns[$0.name], comment: $0.comment, place: $0.place)
      },
      query: lower(query, of: name, definitions), securityInvoker: security == .invoker,
      securityBarrier: type.barrier, checkOption: type.checkOption, owner: owner, acl: acl,
      comment: type.comment, ownerCondition: ownerCondition, place: place)
  }

  private mutating func lower(
    _ query: Query, of view: QualifiedName, _ columns: [ColumnDefinition]
  ) -> SQLQuery {
    context.subject = "view `\(view)`"
    context.read = []
    let outputs = query.text == nil ? outputs(of: query, view, columns) : []
    let lowered = query.lower(&context) { context in
      outputs.map { .expression($0.expression.lower(&context), name: $0.column.name) }
    }
    viewReads[view] = context.read
    return lowered
  }

  /// The query's outputs in the order of the view's columns; reports those that do not match.
  private mutating func outputs(
    of query: Query, _ view: QualifiedName, _ columns: [ColumnDefinition]
  ) -> [QueryOutput] {
    var result: [QueryOutput] = []
    for column in columns {
      let matching = query.outputs.filter { $0.column.identity === column.identity }
      guard let output = matching.first else {
        report(
          .viewColumnMissing,
          "view `\(view)` has column `\(column.name)`, which its query does not give",
          at: column.place, help: "select something `.as` that column, or remove it")
        continue
      }
      if matching.count > 1 {
        report(
          .viewColumnSurplus, "the query of view `\(view)` gives column `\(column.name)` twice",
          at: query.place, help: "select it once")
      }
      let given = output.expression.type
      if given != column.type {
        let what = "column `\(column.name)` of view `\(view)`"
        report(
          .typeMismatch, "\(what) is `\(column.type)`, but its query gives `\(given)`",
          at: column.place, help: "declare it as `\(given)`, or cast the expression")
      }
      result.append(output)
    }
    for output in query.outputs
    where !columns.contains(where: { $0.identity === output.column.identity }) {
      report(
        .viewColumnSurplus,
        "the query of view `\(view)` gives `\(output.column.name)`, which is not its column",
        at: query.place,
        help: suggestion(
          output.column.name, columns.map(\.name), "name a column of the view itself"))
    }
    return result
  }

  /// Views that read each other in a circle can't be created.
  mutating func checkViewCycles(_ views: [Catalog.View]) {
    for view in views {
      var path: Set<QualifiedName> = []
      var next = viewReads[view.name] ?? []
      while let name = next.popLast() {
        guard path.insert(name).inserted else { continue }
        next += viewReads[name] ?? []
      }
      if path.contains(view.name) {
        report(
          .dependencyCycle, "view `\(view.name)` reads itself, through other views or directly",
          at: view.place, help: "select from tables instead of one of the views")
      }
    }
  }
}
