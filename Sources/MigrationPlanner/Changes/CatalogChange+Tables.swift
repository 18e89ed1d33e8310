import AccessModel
import SQLBinding
import SQLText

/// Tables with their columns, constraints and what is attached to them.
extension CatalogChange {
  mutating func addTables() {
    let known = old.tables.keyed(by: \.name)
    let made = new.tables.filter { known[$0.name] == nil }
    for creation in TableOrder(made).creations { add(creation, among: Set(made.map(\.name))) }
    let order = TableOrder(made)
    stages.add(.structure, order.laterKeys.filter(\.isForeignKey).map { .define($0) })
    for table in new.tables {
      guard let before = known[table.name] else { continue }
      addColumns(of: table, from: before)
      addConstraints(of: table, from: before)
      addAttachments(
        to: table.name, indexes: (before.indexes, table.indexes),
        rules: (before.rules, table.rules), triggers: (before.triggers, table.triggers))
      addAccess(to: table, from: before)
    }
    removeTables(keeping: Set(new.tables.map(\.name)))
  }

  /// Dependents first, so that no DROP needs CASCADE.
  private mutating func removeTables(keeping kept: Set<QualifiedName>) {
    let gone = old.tables.filter { !kept.contains($0.name) }
    let names = Set(gone.map(\.name))
    let order = TableOrder(gone).creations.map(\.table).reversed()
    for table in old.tables {
      // Keys in a circle, and keys of tables that stay, are in the way.
      for key in table.foreignKeys where names.contains(key.references) && !key.isInherited {
        guard names.contains(table.name), key.references != table.name else { continue }
        stages.add(.removal, .define(.dropConstraint(key.name, on: table.name)))
      }
    }
    for table in gone {
      if closed.contains(.relation(table.name)) {
        addGrants(
          on: .table(table.name), from: held(table), to: [], isClosed: true, owner: table.owner,
          relation: table.name)
      }
      // Policies may read tables that go before.
      stages.add(
        .narrowing,
        table.policies.filter(\.isPermissive).map { .define(.dropPolicy($0.name, on: table.name)) })
      let rest = table.policies.filter { !$0.isPermissive }
      if !rest.isEmpty {
        stages.add(
          .narrowing,
          GrantDifference(from: held(table), to: []).revokes(on: .table(table.name)))
        stages.add(.structure, rest.map { .define(.dropPolicy($0.name, on: table.name)) })
      }
    }
    for table in order { stages.add(.removal, .drop(.table(table.name))) }
  }

  private mutating func add(_ creation: TableOrder.Creation, among made: Set<QualifiedName>) {
    let table = creation.table
    // Keys of tables that are there may still be missing.
    var first = creation
    first.foreignKeys = Set(
      table.foreignKeys.filter {
        creation.foreignKeys.contains($0.name) && made.contains($0.references)
      }.map(\.name))
    stages.add(.making, planner.creation(first).filter { !$0.isComment }.map { .define($0) })
    for key in table.foreignKeys
    where creation.foreignKeys.contains(key.name) && !first.foreignKeys.contains(key.name) {
      stages.add(.structure, .define(.addForeignKey(key, on: table.name)))
    }
    addAttachments(
      to: table.name, indexes: ([], table.indexes), rules: ([], table.rules),
      triggers: ([], table.triggers))
    stages.add(.policies, table.policies.map { .define(.createPolicy($0, on: table.name)) })
    let owner = GrantDifference.held(nil, owner: table.owner, all: Privilege.allOnTable(version))
    addGrants(on: .table(table.name), from: owner, to: held(table))
  }

  func held(_ table: Catalog.Table) -> Set<GrantDifference.Held> {
    GrantDifference.held(
      table.acl, columns: table.columns.map { ($0.name, $0.acl) }, owner: table.owner,
      all: Privilege.allOnTable(version))
  }

  private func form(_ column: Catalog.Column, _ forms: NormalForms) -> NormalForm? {
    forms.form(of: column.defaultValue, over: nil, as: .column(column.type))
  }

  /// Whether a column's expression can't be altered: PostgreSQL 15 can only make it again.
  func isRemade(
    _ column: Catalog.Column, as other: Catalog.Column, of table: QualifiedName
  ) -> Bool {
    (column.generated == nil) != (other.generated == nil)
      || oldForms.form(of: column.generated, over: table, as: .column(column.type))
        != newForms.form(of: other.generated, over: table, as: .column(other.type))
  }

  private mutating func addColumns(of table: Catalog.Table, from before: Catalog.Table) {
    let known = before.columns.keyed(by: \.name)
    for column in table.columns where !column.isInherited {
      guard let first = known[column.name] else {
        stages.add(.structure, .addColumn(column, to: table.name))
        if column.identity != nil { addIdentityClosing(column.name, of: table) }
        continue
      }
      if isRemade(first, as: column, of: table.name) {
        stages.add(
          .structure,
          [.dropColumn(column.name, of: table.name), .addColumn(column, to: table.name)])
        continue
      }
      alter(first, to: column, of: table.name)
    }
    let kept = Set(table.columns.map(\.name))
    for column in before.columns where !kept.contains(column.name) && !column.isInherited {
      stages.add(.removal, .dropColumn(column.name, of: table.name))
    }
  }

  private mutating func addIdentityClosing(_ column: String, of table: Catalog.Table) {
    let others = planner.strangers(to: table.owner, acls: [])
    stages.add(
      .structure, .define(.revokeAllOnIdentity(column: column, of: table.name, from: others)))
  }

  private mutating func alter(
    _ first: Catalog.Column, to column: Catalog.Column, of table: QualifiedName
  ) {
    func add(_ change: SQLColumnChange) {
      stages.add(.structure, .alterColumn(column.name, of: table, change))
    }
    let isRetyped = first.type != column.type || first.collation != column.collation
    let (oldDefault, newDefault) = (form(first, oldForms), form(column, newForms))
    if first.identity != nil, column.identity == nil { add(.dropIdentity) }
    if isRetyped {
      // The default's type would be in the way.
      if first.defaultValue != nil { add(.defaultValue(nil)) }
      add(.type(column.type, collation: column.collation))
    }
    if isRetyped ? newDefault != nil : oldDefault != newDefault {
      add(.defaultValue(column.defaultValue))
    }
    // An identity column needs NOT NULL first.
    if first.isNullable != column.isNullable { add(.nullable(column.isNullable)) }
    if let identity = column.identity, identity != first.identity {
      add(first.identity == nil ? .addIdentity(identity) : .setIdentity(identity))
    }
  }

  /// Those that differ go first, foreign keys before what they refer to.
  private mutating func addConstraints(of table: Catalog.Table, from before: Catalog.Table) {
    let (first, last) = (constraints(before, oldForms), constraints(table, newForms))
    let keys = before.foreignKeys.map(\.name)
    let gone = first.filter { last[$0.key] != $0.value }.map(\.key)
    for name in gone.sorted() {
      let stage = keys.contains(name) ? ChangeStage.making : .structure
      stages.add(stage, .define(.dropConstraint(name, on: table.name)))
    }
    func isNew(_ name: String) -> Bool { first[name] != last[name] }
    for key in table.keys where isNew(key.name) && !key.isInherited {
      stages.add(.structure, .addConstraint(.key(key), to: table.name))
    }
    for check in table.checks where isNew(check.name) && !check.isInherited {
      stages.add(.structure, .addConstraint(.check(check), to: table.name))
    }
    for exclusion in table.exclusions where isNew(exclusion.name) {
      stages.add(.structure, .addConstraint(.exclusion(exclusion), to: table.name))
    }
    for key in table.foreignKeys where isNew(key.name) && !key.isInherited {
      // After all keys: those of other tables are added in this stage too.
      stages.add(.definitions, .define(.addForeignKey(key, on: table.name)))
    }
  }

  /// What each constraint says, by name; inherited ones are their parent's.
  private func constraints(_ table: Catalog.Table, _ forms: NormalForms) -> [String: String] {
    let writer = SQLWriter(layout: .compact)
    var result: [String: String] = [:]
    for key in table.keys where !key.isInherited {
      result[key.name] = writer.text(.addConstraint(.key(key), to: table.name))
    }
    for key in table.foreignKeys where !key.isInherited {
      result[key.name] = writer.text(key)
    }
    for exclusion in table.exclusions {
      result[exclusion.name] = writer.text(.addConstraint(.exclusion(exclusion), to: table.name))
    }
    for check in table.checks where !check.isInherited {
      let form = forms.form(of: check.expression, over: table.name)?.text ?? ""
      result[check.name] = form + (check.isNotInherited ? " NO INHERIT" : "")
    }
    return result
  }

  mutating func addAttachments(
    to relation: QualifiedName, indexes: (old: [Catalog.Index], new: [Catalog.Index]),
    rules: (old: [Catalog.Rule], new: [Catalog.Rule]),
    triggers: (old: [Catalog.Trigger], new: [Catalog.Trigger])
  ) {
    let writer = SQLWriter(layout: .compact)
    let first = indexes.old.keyed(by: \.name), last = indexes.new.keyed(by: \.name)
    func text(_ index: Catalog.Index) -> String {
      writer.text(.createIndex(index, on: relation))
    }
    for index in indexes.old where last[index.name].map(text) != text(index) {
      stages.add(.structure, .dropIndex(QualifiedName(relation.schema, index.name)))
    }
    for index in indexes.new where first[index.name].map(text) != text(index) {
      stages.add(.definitions, .define(.createIndex(index, on: relation)))
    }
    let oldRules = rules.old.keyed(by: \.name), newRules = rules.new.keyed(by: \.name)
    for rule in rules.old where newRules[rule.name] == nil {
      stages.add(.structure, .dropRule(rule.name, on: relation))
    }
    for rule in rules.new {
      let text = writer.text(.createRule(rule, on: relation))
      let before = oldRules[rule.name].map { writer.text(.createRule($0, on: relation)) }
      if text != before { stages.add(.definitions, .define(.createRule(rule, on: relation))) }
    }
    addTriggers(to: relation, triggers.old, triggers.new)
  }

  private mutating func addTriggers(
    to relation: QualifiedName, _ before: [Catalog.Trigger], _ after: [Catalog.Trigger]
  ) {
    let writer = SQLWriter(layout: .compact)
    let (first, last) = (before.keyed(by: \.name), after.keyed(by: \.name))
    for trigger in before where last[trigger.name] == nil && !trigger.isInherited {
      stages.add(.structure, .define(.dropTrigger(trigger.name, on: relation)))
    }
    for trigger in after where !trigger.isInherited {
      let known = first[trigger.name]
      let text = writer.text(.createTrigger(trigger, on: relation))
      let isSame = known.map { writer.text(.createTrigger($0, on: relation)) } == text
      if !isSame {
        if trigger.isConstraint, known != nil {
          stages.add(.definitions, .define(.dropTrigger(trigger.name, on: relation)))
        }
        stages.add(.definitions, .define(.createTrigger(trigger, on: relation)))
      }
      if trigger.enabled != (isSame ? known?.enabled ?? .origin : .origin) {
        stages.add(
          .definitions, .define(.triggerState(trigger.name, trigger.enabled, on: relation)))
      }
    }
  }
}

extension SQLDefinition {
  fileprivate var isForeignKey: Bool { if case .addForeignKey = self { true } else { false } }
}
