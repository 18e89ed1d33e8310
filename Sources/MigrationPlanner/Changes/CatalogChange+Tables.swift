import AccessModel
import SQLBinding
import SQLText

/// Tables with their constraints and what is attached to them.
extension CatalogChange {
  mutating func addTables() {
    let known = old.tables.keyed(by: \.name)
    let made = new.tables.filter { known[$0.name] == nil }
    for table in made where old.view(table.name) != nil {
      refusals.append(
        "\(table.name) is a view and is to be a table; drop or rename the view, then plan again")
    }
    for view in new.views where known[view.name] != nil {
      refusals.append(
        "\(view.name) is a table and is to be a view; drop or rename the table, then plan again")
    }
    for creation in TableOrder(made).creations { add(creation, among: Set(made.map(\.name))) }
    let order = TableOrder(made)
    stages.add(.structure, order.laterKeys.filter(\.isForeignKey).map { .define($0) })
    for table in new.tables {
      guard let before = known[table.name] else { continue }
      changeParents(of: table, from: before)
      dropConstraints(of: before, for: table)
      // What a partition has of its parent is its own once it leaves.
      let moves = hasOtherParents(before, than: table)
      dropIndexes(
        of: table.name, before.indexes.filter { !$0.isInherited || moves }, table.indexes)
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
    for table in order {
      stages.add(.removal, .drop(.table(table.name)))
      losses.append(DataLoss(text: "table \(table.name) with its rows", isAskedFor: true))
    }
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

  /// Drops constraints that differ, and those that a column is in the way of; foreign keys before
  /// what they refer to.
  private mutating func dropConstraints(of before: Catalog.Table, for table: Catalog.Table) {
    let moves = hasOtherParents(before, than: table)
    let first = constraints(before, oldForms, withInherited: moves)
    let last = constraints(table, newForms, withInherited: moves)
    let keys = before.foreignKeys.map(\.name)
    for name in first.keys.sorted()
    where last[name] != first[name] || forced.constraints.contains(.init(table.name, name)) {
      let stage = keys.contains(name) ? ChangeStage.making : .structure
      stages.add(stage, .define(.dropConstraint(name, on: table.name)))
    }
  }

  private mutating func addConstraints(of table: Catalog.Table, from before: Catalog.Table) {
    let moves = hasOtherParents(before, than: table)
    let first = constraints(before, oldForms, withInherited: moves)
    let last = constraints(table, newForms, withInherited: moves)
    let forced = forced.constraints
    func isNew(_ name: String) -> Bool {
      first[name] != last[name] || forced.contains(.init(table.name, name))
    }
    for key in table.keys where isNew(key.name) && !key.isInherited {
      stages.add(.structure, .addConstraint(.key(key), to: table.name))
    }
    // A table that joins others has their checks before.
    for check in table.checks where isNew(check.name) && (!check.isInherited || moves) {
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
  private func constraints(
    _ table: Catalog.Table, _ forms: NormalForms, withInherited: Bool
  ) -> [String: String] {
    let writer = SQLWriter(layout: .compact)
    var result: [String: String] = [:]
    for key in table.keys where !key.isInherited || withInherited {
      result[key.name] = writer.text(.addConstraint(.key(key), to: table.name))
    }
    for key in table.foreignKeys where !key.isInherited || withInherited {
      result[key.name] = writer.text(key)
    }
    for exclusion in table.exclusions {
      result[exclusion.name] = forms.form(of: exclusion, on: table.name)
    }
    for check in table.checks where !check.isInherited || withInherited {
      let form = forms.form(of: check.expression, over: table.name)?.text ?? ""
      result[check.name] = form + (check.isNotInherited ? " NO INHERIT" : "")
    }
    return result
  }

  /// Before columns change: what an index computes may be no more possible then.
  mutating func dropIndexes(
    of relation: QualifiedName, _ before: [Catalog.Index], _ after: [Catalog.Index]
  ) {
    let last = after.keyed(by: \.name)
    for index in before {
      let isSame =
        last[index.name].map { newForms.form(of: $0, on: relation) }
        == oldForms.form(of: index, on: relation)
      if !isSame || forced.indexes.contains(.init(relation, index.name)) {
        stages.add(.structure, .dropIndex(QualifiedName(relation.schema, index.name)))
      }
    }
  }

  mutating func addAttachments(
    to relation: QualifiedName, indexes: (old: [Catalog.Index], new: [Catalog.Index]),
    rules: (old: [Catalog.Rule], new: [Catalog.Rule]),
    triggers: (old: [Catalog.Trigger], new: [Catalog.Trigger])
  ) {
    let first = indexes.old.keyed(by: \.name)
    for index in indexes.new where !index.isInherited {
      let isSame =
        first[index.name].map { oldForms.form(of: $0, on: relation) }
        == newForms.form(of: index, on: relation)
      if !isSame || forced.indexes.contains(.init(relation, index.name)) {
        stages.add(.definitions, .define(.createIndex(index, on: relation)))
      }
    }
    addRules(to: relation, rules.old, rules.new)
    addTriggers(to: relation, triggers.old, triggers.new)
  }

  private mutating func addRules(
    to relation: QualifiedName, _ before: [Catalog.Rule], _ after: [Catalog.Rule]
  ) {
    let (first, last) = (before.keyed(by: \.name), after.keyed(by: \.name))
    for rule in before {
      if forced.rules.contains(.init(relation, rule.name)) {
        stages.add(.narrowing, .dropRule(rule.name, on: relation))
      } else if last[rule.name] == nil {
        stages.add(.structure, .dropRule(rule.name, on: relation))
      }
    }
    for rule in after {
      let isSame =
        first[rule.name].map { oldForms.form(of: $0, on: relation) }
        == newForms.form(of: rule, on: relation)
      let isGone = forced.rules.contains(.init(relation, rule.name))
      if !isSame || isGone {
        stages.add(.definitions, .define(.createRule(rule, on: relation)))
      }
      // CREATE OR REPLACE keeps what it was.
      if rule.enabled != (isGone ? .origin : first[rule.name]?.enabled ?? .origin) {
        stages.add(.definitions, .define(.ruleState(rule.name, rule.enabled, on: relation)))
      }
    }
  }

  private mutating func addTriggers(
    to relation: QualifiedName, _ before: [Catalog.Trigger], _ after: [Catalog.Trigger]
  ) {
    let (first, last) = (before.keyed(by: \.name), after.keyed(by: \.name))
    for trigger in before where !trigger.isInherited {
      let drop = SQLChange.define(.dropTrigger(trigger.name, on: relation))
      if forced.triggers.contains(.init(relation, trigger.name)) {
        stages.add(.narrowing, drop)
      } else if last[trigger.name] == nil {
        stages.add(.structure, drop)
      }
    }
    for trigger in after where !trigger.isInherited {
      let isGone = forced.triggers.contains(.init(relation, trigger.name))
      let known = isGone ? nil : first[trigger.name]
      let isSame =
        known.map { oldForms.form(of: $0, on: relation) }
        == newForms.form(of: trigger, on: relation)
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
