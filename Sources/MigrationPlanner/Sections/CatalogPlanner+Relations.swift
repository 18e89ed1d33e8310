import AccessModel
import SQLText

extension CatalogPlanner {
  /// A table, closed: row security as planned, and no privilege for anyone but its owner.
  func creation(_ creation: TableOrder.Creation) -> [SQLDefinition] {
    let table = creation.table, object = SQLObject.table(table.name)
    let others = strangers(to: table.owner, acls: [table.acl] + table.columns.map(\.acl))
    let identities = table.columns.filter { $0.identity != nil }
    return [
      .createTable(table, foreignKeys: creation.foreignKeys),
      .owner(object, table.owner),
      .rowSecurity(
        table.name, isEnabled: table.rowSecurityEnabled, isForced: table.rowSecurityForced),
      .revokeAll(object, from: others),
    ]
      // The server is asked for the sequence. A new table's would be `make_id_seq`, but the table may
      // have been there before, renamed or beside another `make_id_seq`: a REVOKE by that name
      // would fail, or close the wrong sequence and leave this one open.
      + identities.map { .revokeAllOnIdentity(column: $0.name, of: table.name, from: others) }
      + [.comment(object, mark(table.comment, table.place))]
      + columnComments(table.columns.map { ($0.name, $0.comment) }, of: table.name)
  }

  /// A view, closed.
  func creation(_ view: Catalog.View) -> [SQLDefinition] {
    let object =
      view.isMaterialized ? SQLObject.materializedView(view.name) : .view(view.name)
    return [
      .createView(view),
      .owner(object, view.owner),
      .revokeAll(
        object, from: strangers(to: view.owner, acls: [view.acl] + view.columns.map(\.acl))),
      .comment(object, mark(view.comment, view.place)),
    ] + columnComments(view.columns.map { ($0.name, $0.comment) }, of: view.name)
  }

  /// Indexes, rules and triggers: when every table, view and function is there.
  func attachments(_ table: Catalog.Table) -> [SQLDefinition] {
    attachments(
      to: table.name, indexes: table.indexes, rules: table.rules, triggers: table.triggers)
  }

  func attachments(_ view: Catalog.View) -> [SQLDefinition] {
    attachments(to: view.name, indexes: view.indexes, rules: view.rules, triggers: view.triggers)
  }

  private func attachments(
    to relation: QualifiedName, indexes: [Catalog.Index], rules: [Catalog.Rule],
    triggers: [Catalog.Trigger]
  ) -> [SQLDefinition] {
    let own = triggers.filter { !$0.isInherited }
    return indexes.filter { !$0.isInherited }.map { .createIndex($0, on: relation) }
      + rules.flatMap { rule -> [SQLDefinition] in
        [.createRule(rule, on: relation)]
          + (rule.enabled == .origin ? [] : [.ruleState(rule.name, rule.enabled, on: relation)])
      }
      + own.flatMap { trigger -> [SQLDefinition] in
        (trigger.isConstraint ? [.dropTrigger(trigger.name, on: relation)] : [])
          + [.createTrigger(trigger, on: relation)]
          + (trigger.enabled == .origin
            ? [] : [.triggerState(trigger.name, trigger.enabled, on: relation)])
      }
  }

  /// A type with its privileges: USAGE lets make columns of it, and reads no row.
  func creation(_ type: Catalog.CustomType) -> [SQLDefinition] {
    let object = SQLObject.type(type.name)
    let privileges =
      type.acl.map { acl in
        closing(object, owner: type.owner, acl: acl)
          + grants(object, owner: type.owner, acl: acl, all: [.usage])
      } ?? []
    return [.createType(type), .owner(object, type.owner)] + privileges
  }

  func creation(_ sequence: Catalog.Sequence) -> [SQLDefinition] {
    let object = SQLObject.sequence(sequence.name)
    return [.createSequence(sequence), .owner(object, sequence.owner)]
      + closing(object, owner: sequence.owner, acl: sequence.acl)
  }

  /// When the column is there with which the sequence goes.
  func ownership(_ sequence: Catalog.Sequence) -> SQLDefinition? {
    sequence.ownedBy.map { .sequenceOwner(sequence.name, $0) }
  }

  func opening(_ sequence: Catalog.Sequence) -> [SQLDefinition] {
    grants(
      .sequence(sequence.name), owner: sequence.owner, acl: sequence.acl,
      all: Privilege.allOnSequence)
  }

  func opening(_ table: Catalog.Table) -> [SQLDefinition] {
    grants(
      .table(table.name), owner: table.owner, acl: table.acl,
      columns: table.columns.map { ($0.name, $0.acl) }, all: Privilege.allOnTable)
      + policies(of: table)
  }

  /// The policies, each replaced if it is there.
  func policies(of table: Catalog.Table) -> [SQLDefinition] {
    table.policies.flatMap { policy -> [SQLDefinition] in
      [
        .dropPolicy(policy.name, on: table.name), .createPolicy(policy, on: table.name),
        .comment(.policy(policy.name, on: table.name), mark(policy.comment, policy.place)),
      ]
    }
  }

  func opening(_ view: Catalog.View) -> [SQLDefinition] {
    grants(
      .view(view.name), owner: view.owner, acl: view.acl,
      columns: view.columns.map { ($0.name, $0.acl) }, all: Privilege.allOnTable)
  }

  private func columnComments(
    _ columns: [(name: String, comment: String?)], of relation: QualifiedName
  ) -> [SQLDefinition] {
    columns.compactMap { column in
      column.comment.map { .comment(.column(column.name, of: relation), $0) }
    }
  }
}
