import AccessModel
import SQLBinding
import SQLText

/// Views, and all comments.
extension CatalogChange {
  /// Whether what a view shows or how it runs differs.
  func differs(_ view: Catalog.View, _ other: Catalog.View) -> Bool {
    oldForms.form(of: view) != newForms.form(of: other)
      || view.securityInvoker != other.securityInvoker
      || view.securityBarrier != other.securityBarrier || view.checkOption != other.checkOption
      || view.columns.count != other.columns.count
  }

  mutating func addViews() {
    let known = old.views.keyed(by: \.name)
    let kept = Set(new.views.map(\.name))
    // Those that read others go first.
    for view in orderedViews(old.views).reversed() {
      guard !kept.contains(view.name) || forced.views.contains(view.name) else { continue }
      if closed.contains(.relation(view.name)) {
        addGrants(
          on: view.object, from: held(view), to: [], isClosed: true, owner: view.owner,
          relation: view.name)
      }
      stages.add(.narrowing, .drop(view.object))
    }
    for view in orderedViews(new.views) {
      if let before = known[view.name], !forced.views.contains(view.name) {
        addChange(of: view, from: before)
      } else {
        stages.add(
          .definitions, planner.creation(view).filter { !$0.isComment }.map { .define($0) })
        addAttachments(
          to: view.name, indexes: ([], view.indexes), rules: ([], view.rules),
          triggers: ([], view.triggers))
        let owner = GrantDifference.held(nil, owner: view.owner, all: Privilege.allOnTable(version))
        addGrants(on: view.object, from: owner, to: held(view), made: .definitions)
      }
    }
  }

  private mutating func addChange(of view: Catalog.View, from before: Catalog.View) {
    if differs(before, view) { stages.add(.definitions, .define(.createView(view))) }
    if before.owner != view.owner {
      stages.add(.definitions, .define(.owner(view.object, view.owner)))
    }
    dropIndexes(of: view.name, before.indexes, view.indexes)
    addAttachments(
      to: view.name, indexes: (before.indexes, view.indexes), rules: (before.rules, view.rules),
      triggers: (before.triggers, view.triggers))
    addGrants(
      on: view.object, from: moved(held(before), from: before.owner, to: view.owner),
      to: held(view), isClosed: closed.contains(.relation(view.name)), owner: view.owner,
      relation: view.name)
  }

  func held(_ view: Catalog.View) -> Set<GrantDifference.Held> {
    GrantDifference.held(
      view.acl, columns: view.columns.map { ($0.name, $0.acl) }, owner: view.owner,
      all: Privilege.allOnTable(version))
  }

  mutating func addComments() {
    let (tables, views) = (old.tables.keyed(by: \.name), old.views.keyed(by: \.name))
    let functions = old.functions.keyed(by: FunctionKey.init)
    for table in new.tables {
      let before = tables[table.name]
      addComment(.table(table.name), before?.comment, table.comment)
      addComments(
        of: table.name, table.columns.map { ($0.name, $0.comment) },
        before?.columns.filter { forced.remade[table.name]?.contains($0.name) != true }
          .map { ($0.name, $0.comment) } ?? [])
      let policies = before?.policies.keyed(by: \.name) ?? [:]
      for policy in table.policies {
        let known = policies[policy.name].flatMap { known in
          isMade(known, as: policy, on: table.name) ? nil : known.comment
        }
        addComment(.policy(policy.name, on: table.name), known, policy.comment)
      }
    }
    for view in new.views {
      let before = forced.views.contains(view.name) ? nil : views[view.name]
      addComment(view.object, before?.comment, view.comment)
      addComments(
        of: view.name, view.columns.map { ($0.name, $0.comment) },
        before?.columns.map { ($0.name, $0.comment) } ?? [])
    }
    for function in new.functions {
      let key = FunctionKey(function)
      let before = forced.functions.contains(key) ? nil : functions[key]
      addComment(function.object, before?.comment, function.comment)
    }
  }

  /// Whether a policy is dropped and made, and its comment with it.
  private func isMade(
    _ policy: Catalog.Policy, as other: Catalog.Policy, on table: QualifiedName
  ) -> Bool {
    forced.policies.contains(.init(table: table, name: policy.name))
      || policy.command != other.command || policy.isPermissive != other.isPermissive
      || policy.using != nil && other.using == nil || policy.check != nil && other.check == nil
  }

  private mutating func addComments(
    of relation: QualifiedName, _ columns: [(name: String, comment: String?)],
    _ before: [(name: String, comment: String?)]
  ) {
    let known = Dictionary(before.map { ($0.name, $0.comment) }, uniquingKeysWith: { a, _ in a })
    for column in columns {
      addComment(.column(column.name, of: relation), known[column.name] ?? nil, column.comment)
    }
  }

  private mutating func addComment(_ object: SQLObject, _ before: String?, _ after: String?) {
    guard before != after else { return }
    stages.add(.comments, .define(.comment(object, after)))
  }
}
