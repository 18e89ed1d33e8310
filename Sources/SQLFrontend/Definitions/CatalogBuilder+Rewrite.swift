import AccessModel

/// Stored expressions, queries and statements keep their meaning as what they name is called otherwise.
extension CatalogBuilder {
  /// Definitions mean what they meant before a relation got a column.
  mutating func keepNames(
    beside column: String, of relation: QualifiedName
  ) throws(ReadFailure) {
    guard state.mayNameColumns else { return }
    try requireUncaptured {
      $0.addedColumn = NameResolver.Column(relation: relation, name: column)
    }
    rewrite { $0.addedColumn = NameResolver.Column(relation: relation, name: column) }
  }

  /// Throws where a definition would mean something else once a name has changed, which text can't
  /// keep apart.
  func requireUncaptured(_ prepare: (inout NameResolver) -> Void) throws(ReadFailure) {
    var copy = self
    var captured: String?
    copy.rewrite(noting: { captured = captured ?? $0 }, prepare)
    guard let captured else { return }
    throw .unsupported("a definition in which `\(captured)` would mean something else")
  }

  /// Writes everything that is stored anew, or what another catalog has not. Whether a label of an
  /// enum, where that is called otherwise, may still stand in a constant.
  @discardableResult
  mutating func rewrite(
    since old: Catalog? = nil, noting capture: (String) -> Void = { _ in },
    _ prepare: (inout NameResolver) -> Void
  ) -> Bool {
    // What is stored without a schema is of this one, or PostgreSQL's own.
    var resolver = NameResolver(state, searchPath: ["public"], isStrict: false)
    prepare(&resolver)
    for index in state.catalog.tables.indices {
      let table = state.catalog.tables[index]
      if let old, old.table(table.name) == table { continue }
      state.catalog.tables[index] = rewritten(state.catalog.tables[index], &resolver)
    }
    rewriteFunctions(&resolver, since: old, prepare)
    rewriteTypes(&resolver, since: old)
    for index in state.catalog.views.indices {
      resolver.scopes = []
      let view = state.catalog.views[index]
      if let old, old.view(view.name) == view { continue }
      state.catalog.views[index].query = (try? resolver.resolve(view.query)) ?? view.query
      state.catalog.views[index].rules = rewritten(view.rules, of: view.name, &resolver)
      for column in view.columns.indices {
        state.catalog.views[index].columns[column].defaultValue = rewritten(
          view.columns[column].defaultValue, as: view.columns[column].type, &resolver)
      }
    }
    if let captured = resolver.captured { capture(captured) }
    return resolver.mayNameLabel
  }

  private func rewritten(
    _ table: Catalog.Table, _ resolver: inout NameResolver
  ) -> Catalog.Table {
    var table = table
    let name = table.name
    func rewrite(_ expression: inout SQLExpression) {
      expression = (try? resolver.expression(expression, over: name)) ?? expression
    }
    func rewrite(_ expression: inout SQLExpression?) {
      expression = expression.map { (try? resolver.expression($0, over: name)) ?? $0 }
    }
    for place in table.triggers.indices {
      guard let condition = table.triggers[place].condition else { continue }
      table.triggers[place].condition =
        (try? resolver.condition(condition, ofTriggerOn: name)) ?? condition
    }
    table.rules = rewritten(table.rules, of: name, &resolver)
    for place in table.policies.indices {
      rewrite(&table.policies[place].using)
      rewrite(&table.policies[place].check)
    }
    resolver.keepsPlainColumns = true
    defer { resolver.keepsPlainColumns = false }
    for place in table.checks.indices { rewrite(&table.checks[place].expression) }
    for place in table.indexes.indices {
      for part in table.indexes[place].parts.indices { rewrite(&table.indexes[place].parts[part]) }
      rewrite(&table.indexes[place].condition)
    }
    for place in table.exclusions.indices {
      for element in table.exclusions[place].elements.indices {
        rewrite(&table.exclusions[place].elements[element].expression)
      }
      rewrite(&table.exclusions[place].condition)
    }
    if var key = table.partitionKey {
      for part in key.parts.indices { rewrite(&key.parts[part]) }
      table.partitionKey = key
    }
    for place in table.columns.indices {
      rewrite(&table.columns[place].generated)
      table.columns[place].defaultValue = rewritten(
        table.columns[place].defaultValue, as: table.columns[place].type, &resolver)
    }
    rewriteBound(of: &table, &resolver)
    return table
  }

  private func rewritten(
    _ rules: [Catalog.Rule], of relation: QualifiedName, _ resolver: inout NameResolver
  ) -> [Catalog.Rule] {
    rules.map { (try? resolver.resolve($0, of: relation)) ?? $0 }
  }

  /// What a column or an argument of a type has by default.
  private func rewritten(
    _ value: SQLExpression?, as type: TypeName, _ resolver: inout NameResolver
  ) -> SQLExpression? {
    guard let value else { return nil }
    resolver.scopes = []
    return (try? resolver.resolve(resolver.relabeled(value, as: type))) ?? value
  }

  /// The constants of a partition's bound are values of its parent's key.
  private func rewriteBound(of table: inout Catalog.Table, _ resolver: inout NameResolver) {
    guard let parent = table.parents.first, let bound = table.partitionBound,
      let key = state.catalog.table(parent)?.partitionKey
    else { return }
    table.partitionBound = bound.mapValues { place, value in
      resolver.scopes = [[resolver.source(parent, alias: parent.name)]]
      let part = key.parts.indices.contains(place) ? key.parts[place] : nil
      let type = part.flatMap { resolver.type(of: $0) }
      return (try? resolver.resolve(resolver.relabeled(value, as: type))) ?? value
    }
  }

  /// Bodies of BEGIN ATOMIC, and defaults of arguments.
  private mutating func rewriteFunctions(
    _ resolver: inout NameResolver, since old: Catalog?, _ prepare: (inout NameResolver) -> Void
  ) {
    for index in state.catalog.functions.indices {
      var function = state.catalog.functions[index]
      if old?.functions.contains(function) == true { continue }
      for place in function.arguments.indices where function.arguments[place].defaultValue != nil {
        function.arguments[place].defaultValue = rewritten(
          function.arguments[place].defaultValue, as: function.arguments[place].type, &resolver)
      }
      var inside = bodyResolver(function, path: ["public"], isStrict: false)
      prepare(&inside)
      switch function.body {
      case .query(let query) where function.isAtomic:
        function.body = .query((try? inside.resolve(query)) ?? query)
      case .statements(let statements) where function.isAtomic:
        function.body = .statements(statements.map { (try? inside.resolve($0)) ?? $0 })
      default: break
      }
      if inside.mayNameLabel { resolver.mayNameLabel = true }
      resolver.captured = resolver.captured ?? inside.captured
      if function != state.catalog.functions[index] { state.catalog.functions[index] = function }
    }
  }

  /// What domains ask, and have by default.
  private mutating func rewriteTypes(_ resolver: inout NameResolver, since old: Catalog?) {
    for place in state.catalog.types.indices {
      if old?.types.contains(state.catalog.types[place]) == true { continue }
      guard case .domain(let base, _) = state.catalog.types[place].kind else { continue }
      state.catalog.types[place].defaultValue = rewritten(
        state.catalog.types[place].defaultValue, as: base, &resolver)
      resolver.scopes = []
      for check in state.catalog.types[place].checks.indices {
        let expression = state.catalog.types[place].checks[check].expression
        state.catalog.types[place].checks[check].expression =
          (try? resolver.resolve(expression)) ?? expression
      }
    }
  }
}
