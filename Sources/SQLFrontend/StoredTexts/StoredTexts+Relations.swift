import AccessModel
import CPgQuery

extension StoredTexts {
  /// Everything of a table that is text, but for its rules.
  mutating func readTable(_ index: Int) {
    var table = builder.state.catalog.tables[index]
    let name = table.name
    for place in table.columns.indices {
      let column = "column \(table.columns[place].name) of table \(name)"
      if let value = table.columns[place].defaultValue {
        table.columns[place].defaultValue = defaultValue(value, of: "the default of \(column)")
      }
      if let value = table.columns[place].generated {
        table.columns[place].generated = expression(value, of: column)
      }
    }
    for place in table.checks.indices {
      table.checks[place].expression = expression(
        table.checks[place].expression,
        of: "constraint \(table.checks[place].name) of table \(name)")
    }
    for place in table.policies.indices {
      let policy = table.policies[place]
      let object = "policy \(policy.name) of table \(name)"
      func over(
        _ resolver: inout NameResolver, _ expression: SQLExpression
      ) throws(ReadFailure) -> SQLExpression { try resolver.expression(expression, over: name) }
      table.policies[place].using = policy.using.map { resolved($0, of: object, over) }
      table.policies[place].check = policy.check.map { resolved($0, of: object, over) }
    }
    for place in table.exclusions.indices {
      let object = "constraint \(table.exclusions[place].name) of table \(name)"
      for element in table.exclusions[place].elements.indices {
        table.exclusions[place].elements[element].expression = expression(
          table.exclusions[place].elements[element].expression, of: object)
      }
      table.exclusions[place].condition = table.exclusions[place].condition.map {
        expression($0, of: object)
      }
    }
    table.indexes = read(table.indexes)
    table.triggers = read(table.triggers, on: name)
    readPartition(&table)
    builder.state.catalog.tables[index] = table
  }

  private mutating func read(_ indexes: [Catalog.Index]) -> [Catalog.Index] {
    indexes.map { index in
      var index = index
      let object = "index \(index.name)"
      index.parts = index.parts.map { expression($0, of: object) }
      index.condition = index.condition.map { expression($0, of: object) }
      return index
    }
  }

  private mutating func read(
    _ triggers: [Catalog.Trigger], on relation: QualifiedName
  ) -> [Catalog.Trigger] {
    triggers.map { trigger in
      guard case .unread(let sql)? = trigger.condition else { return trigger }
      var trigger = trigger
      let read = read(sql, of: "trigger \(trigger.name) of \(relation)") {
        (texts, node) throws(ReadFailure) -> SQLExpression in
        guard node.kind == PG_QUERY__NODE__NODE_CREATE_TRIG_STMT,
          let condition = node.pointee.create_trig_stmt.pointee.when_clause
        else { throw .unsupported("its condition") }
        var resolver = NameResolver(texts.builder.state)
        return try resolver.condition(
          try texts.builder.reader.lenientExpression(condition), ofTriggerOn: relation)
      }
      if let read { trigger.condition = read }
      return trigger
    }
  }

  private mutating func readPartition(_ table: inout Catalog.Table) {
    if case .unread(let text)? = table.partitionKey?.parts.first {
      table.partitionKey = read(
        "CREATE TABLE t () PARTITION BY \(text)", of: "the partition key of table \(table.name)"
      ) { (texts, node) throws(ReadFailure) -> Catalog.PartitionKey in
        guard node.kind == PG_QUERY__NODE__NODE_CREATE_STMT,
          let key = node.pointee.create_stmt.pointee.partspec
        else { throw .unsupported("its form") }
        return try texts.builder.partitionKey(key.pointee)
      }
    }
    if case .list(let values)? = table.partitionBound, case .unread(let text)? = values.first {
      table.partitionBound = read(
        "CREATE TABLE t PARTITION OF p \(text)", of: "the bound of table \(table.name)"
      ) { (texts, node) throws(ReadFailure) -> Catalog.PartitionBound in
        guard node.kind == PG_QUERY__NODE__NODE_CREATE_STMT,
          let bound = node.pointee.create_stmt.pointee.partbound
        else { throw .unsupported("its form") }
        return try texts.builder.partitionBound(bound.pointee)
      }
    }
  }

  /// A view's query; its columns and their types are known already.
  mutating func readView(_ index: Int) {
    let view = builder.state.catalog.views[index]
    if case .unread(let sql) = view.query.body {
      let query = read(sql, of: "view \(view.name)") {
        (texts, node) throws(ReadFailure) -> SQLQuery in
        let written = try texts.builder.reader.lenientQuery(node)
        var resolver = NameResolver(texts.builder.state)
        resolver.expandsStars = true
        return try resolver.resolve(written)
      }
      if let query { builder.state.catalog.views[index].query = query }
    }
    for place in view.columns.indices {
      guard let value = view.columns[place].defaultValue else { continue }
      builder.state.catalog.views[index].columns[place].defaultValue = defaultValue(
        value, of: "the default of column \(view.columns[place].name) of view \(view.name)")
    }
    builder.state.catalog.views[index].indexes = read(view.indexes)
    builder.state.catalog.views[index].triggers = read(view.triggers, on: view.name)
  }

  /// Rules are made again, one by one.
  mutating func readRules() {
    for index in builder.state.catalog.tables.indices {
      let table = builder.state.catalog.tables[index]
      if !table.rules.isEmpty { read(table.rules, on: table.name) }
    }
    for index in builder.state.catalog.views.indices {
      let view = builder.state.catalog.views[index]
      if !view.rules.isEmpty { read(view.rules, on: view.name) }
    }
  }

  private mutating func read(_ drafts: [Catalog.Rule], on relation: QualifiedName) {
    var rules: [Catalog.Rule] = []
    for draft in drafts {
      set([], on: relation)
      let made = read(draft.unread ?? "", of: "rule \(draft.name) of \(relation)") {
        (texts, node) throws(ReadFailure) -> Catalog.Rule? in
        _ = try texts.builder.apply(node, at: nil)
        return texts.builder.state.rules(of: relation).first
      }
      var rule = (made ?? nil) ?? draft
      rule.enabled = draft.enabled
      rules.append(rule)
    }
    set(rules, on: relation)
  }

  private mutating func set(_ rules: [Catalog.Rule], on relation: QualifiedName) {
    builder.state.change(relation) { $0.rules = rules }
    builder.state.changeView(relation) { $0.rules = rules }
  }
}
