import AccessModel
import SQLText

/// What PostgreSQL can only drop and make again: views whose columns change, functions whose result
/// changes, columns whose type changes while something reads them, and whatever depends on these.
struct Recreations {
  var functions: Set<CatalogChange.FunctionKey> = []
  /// Those that are in both catalogs.
  var views: Set<QualifiedName> = []
  /// `table` and name.
  var policies: Set<PolicyKey> = []
  /// Columns whose type changes, and those that are made again.
  var retyped: [QualifiedName: Set<String>] = [:]
  /// Columns that are dropped and made again.
  var remade: [QualifiedName: Set<String>] = [:]
  /// By relation and name, as those that follow.
  var triggers: Set<PartKey> = []
  var rules: Set<PartKey> = []
  /// Those that a column in them would take along, or whose expressions mean nothing of the new
  /// type before they are made again.
  var constraints: Set<PartKey> = []
  var indexes: Set<PartKey> = []
  /// Functions of BEGIN ATOMIC, which hold on to what they read: they get the same body as text.
  var loosened: Set<CatalogChange.FunctionKey> = []

  /// Something attached to a relation.
  struct PartKey: Hashable {
    var relation: QualifiedName
    var name: String

    init(_ relation: QualifiedName, _ name: String) {
      (self.relation, self.name) = (relation, name)
    }
  }

  struct PolicyKey: Hashable {
    var table: QualifiedName
    var name: String
  }

  init() {}

  init(_ change: CatalogChange) {
    let (oldTables, newTables) = (change.old.tables, change.new.tables.keyed(by: \.name))
    for table in oldTables {
      guard let after = newTables[table.name] else { continue }
      addColumns(of: table, after, change)
    }
    let newFunctions = change.new.functions.keyed(by: CatalogChange.FunctionKey.init)
    for function in change.old.functions {
      let key = CatalogChange.FunctionKey(function)
      guard let after = newFunctions[key] else { continue }
      if function.returns != after.returns || function.returnsSet != after.returnsSet
        || function.kind != after.kind || !function.hasColumns(of: after)
        || function.arguments.map(\.name) != after.arguments.map(\.name)
      {
        functions.insert(key)
      }
    }
    let newViews = change.new.views.keyed(by: \.name)
    var gone = Set(change.old.views.map(\.name)).subtracting(newViews.keys)
    for view in change.old.views {
      guard let after = newViews[view.name] else { continue }
      if !view.canBecome(after) || view.isMaterialized && change.differs(view, after) {
        views.insert(view.name)
      }
    }
    gone.formUnion(views)
    // Views come after those they read, so that once through is enough.
    for view in orderedViews(change.old.views) where !gone.contains(view.name) {
      if isAffected(RelationsRead(view.query), by: gone) {
        gone.insert(view.name)
        views.insert(view.name)
      }
    }
    for table in oldTables {
      for policy in table.policies {
        let reading = RelationsRead([policy.using, policy.check])
        if isAffected(reading, by: gone, own: table.name) {
          policies.insert(PolicyKey(table: table.name, name: policy.name))
        }
      }
    }
    addParts(of: change.old, gone: gone)
    addLoosened(change.old.functions, gone)
  }

  private mutating func addLoosened(
    _ functions: some Sequence<Catalog.Function>, _ gone: Set<QualifiedName>
  ) {
    let writer = SQLWriter(layout: .compact)
    for function in functions {
      // Several statements may be BEGIN ATOMIC's or text's: the same text harms neither.
      let isBound = if case .statements = function.body { true } else { function.isAtomic }
      if isBound, isTouched(writer.text(.createFunction(function)), gone) {
        loosened.insert(.init(function))
      }
    }
  }

  /// Whether a text names what is dropped or retyped, or may.
  private func isTouched(_ text: String, _ gone: Set<QualifiedName>) -> Bool {
    let words = DefinitionTexts.words(in: text)
    return retyped.contains { table, columns in
      words.contains(table.name) && !columns.isDisjoint(with: words)
    }
      || gone.contains { words.contains($0.name) }
      || functions.contains { words.contains($0.name.name) }
  }

  private mutating func addColumns(
    of table: Catalog.Table, _ after: Catalog.Table, _ change: CatalogChange
  ) {
    let columns = after.columns.keyed(by: \.name)
    var (retyped, remade): (Set<String>, Set<String>) = ([], [])
    for column in table.columns {
      guard let other = columns[column.name] else { continue }
      if change.isRemade(column, as: other, of: table.name) {
        remade.insert(column.name)
      } else if other.type != column.type || other.collation != column.collation {
        retyped.insert(column.name)
      }
    }
    // Generated columns are computed of no others that are generated.
    for column in table.columns where column.generated != nil && columns[column.name] != nil {
      let read = RelationsRead([column.generated])
      if read.readsAllColumns || !read.columns.isDisjoint(with: retyped.union(remade)) {
        remade.insert(column.name)
      }
    }
    if !remade.isEmpty { self.remade[table.name] = remade }
    if !remade.isEmpty || !retyped.isEmpty { self.retyped[table.name] = retyped.union(remade) }
  }

  /// Triggers, rules, constraints and indexes that stand on columns which change, or on what is
  /// dropped.
  private mutating func addParts(of catalog: Catalog, gone: Set<QualifiedName>) {
    for table in catalog.tables {
      addReactions(of: table.name, table.triggers, table.rules, gone)
      for key in table.foreignKeys
      where touches(key.columns, of: table.name)
        || touches(key.referencedColumns, of: key.references)
      {
        constraints.insert(PartKey(table.name, key.name))
      }
      guard let touched = retyped[table.name] else { continue }
      let remade = remade[table.name] ?? []
      for key in table.keys where !remade.isDisjoint(with: key.columns) {
        constraints.insert(PartKey(table.name, key.name))
      }
      for check in table.checks where reads([check.expression], any: touched) {
        constraints.insert(PartKey(table.name, check.name))
      }
      for exclusion in table.exclusions
      where reads(exclusion.elements.map(\.expression) + [exclusion.condition], any: touched) {
        constraints.insert(PartKey(table.name, exclusion.name))
      }
      for index in table.indexes {
        let isPlain = !index.isComputed && !reads(index.parts, any: remade)
        if !isPlain && reads(index.parts + [index.condition], any: touched)
          || !remade.isDisjoint(with: index.included)
        {
          indexes.insert(PartKey(table.name, index.name))
        }
      }
    }
    for view in catalog.views { addReactions(of: view.name, view.triggers, view.rules, gone) }
  }

  private func touches(_ columns: [String], of table: QualifiedName) -> Bool {
    retyped[table].map { !$0.isDisjoint(with: columns) } ?? false
  }

  private func reads(_ expressions: [SQLExpression?], any columns: Set<String>) -> Bool {
    let read = RelationsRead(expressions)
    return read.readsAllColumns || !read.columns.isDisjoint(with: columns)
  }

  /// Whether an expression calls what is dropped and made again.
  private func calls(_ expression: SQLExpression?) -> Bool {
    let called = RelationsRead([expression]).functions
    return functions.contains { called.contains($0.name.name) }
  }

  private mutating func addReactions(
    of relation: QualifiedName, _ triggers: [Catalog.Trigger], _ rules: [Catalog.Rule],
    _ gone: Set<QualifiedName>
  ) {
    // With the relation they go anyhow.
    guard !gone.contains(relation) else { return }
    for trigger in triggers {
      let assigned = trigger.events.flatMap { event -> [String] in
        if case .update(let columns) = event { columns } else { [] }
      }
      if touches(assigned, of: relation)
        || retyped[relation].map({ reads([trigger.condition], any: $0) }) == true
        || calls(trigger.condition)
        || functions.contains(where: { $0.name == trigger.function })
      {
        self.triggers.insert(PartKey(relation, trigger.name))
      }
    }
    let writer = SQLWriter(layout: .compact)
    for rule in rules {
      if isTouched(writer.text(.createRule(rule, on: relation)), gone) {
        self.rules.insert(PartKey(relation, rule.name))
      }
    }
  }

  /// Whether what is read is dropped or retyped; names without a schema stand for any.
  private func isAffected(
    _ reading: RelationsRead, by gone: Set<QualifiedName>, own: QualifiedName? = nil
  ) -> Bool {
    let names = Set(reading.relations.map(\.name)).union(own.map { [$0.name] } ?? [])
    if gone.contains(where: { names.contains($0.name) }) { return true }
    if functions.contains(where: { reading.functions.contains($0.name.name) }) { return true }
    if !reading.unread.isEmpty, !gone.isEmpty || !functions.isEmpty || !retyped.isEmpty {
      return true
    }
    return retyped.contains { table, columns in
      names.contains(table.name)
        && (reading.readsAllColumns || !columns.isDisjoint(with: reading.columns))
    }
  }
}

extension Catalog.View {
  /// Whether CREATE OR REPLACE can make it the other: its columns stay, and more may follow.
  func canBecome(_ other: Catalog.View) -> Bool {
    isMaterialized == other.isMaterialized && columns.count <= other.columns.count
      && zip(columns, other.columns).allSatisfy { $0.name == $1.name && $0.type == $1.type }
  }

  var object: SQLObject { isMaterialized ? .materializedView(name) : .view(name) }
}

extension Catalog.Function {
  fileprivate func hasColumns(of other: Catalog.Function) -> Bool {
    outputs.elementsEqual(other.outputs) { $0.name == $1.name && $0.type == $1.type }
  }
}
