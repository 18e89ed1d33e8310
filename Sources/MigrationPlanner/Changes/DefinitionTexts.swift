import AccessModel
import SQLBinding
import SQLText

/// What tables' policies, views and functions say, as texts that compare, and what each names.
///
/// The texts after a statement are those before it, but for what the statement touched.
struct DefinitionTexts: Sendable {
  /// What something says by itself, in normal form, and the names in it, without schemas.
  struct Definition: Hashable, Sendable {
    var text: String
    /// Of bodies every word; it may be written otherwise and say the same.
    var uses: Set<String>

    static func == (a: Definition, b: Definition) -> Bool { a.text == b.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// Keys of what is new, or not the same as before.
  private(set) var changed: Set<String> = []
  /// Keys of what is no longer there.
  private(set) var gone: Set<String> = []
  private(set) var own: [String: Definition] = [:]
  /// Of each policy of a table, in their order.
  private(set) var policies: [String: [Definition]] = [:]
  /// Of each trigger and rule of a relation.
  private(set) var reactions: [String: [Definition]] = [:]
  /// The keys of what uses a name.
  private(set) var users: [String: Set<String>] = [:]
  /// Without schemas.
  private(set) var names: [String: String] = [:]
  private let catalog: Catalog
  private let version: PostgresVersion

  init(_ catalog: Catalog, _ version: PostgresVersion) {
    self.catalog = catalog
    self.version = version
    update(from: Catalog())
  }

  init(_ catalog: Catalog, after previous: (catalog: Catalog, texts: DefinitionTexts)) {
    self.catalog = catalog
    version = previous.texts.version
    (own, policies) = (previous.texts.own, previous.texts.policies)
    reactions = previous.texts.reactions
    (users, names) = (previous.texts.users, previous.texts.names)
    update(from: previous.catalog)
  }

  private mutating func update(from old: Catalog) {
    lazy var forms = NormalForms(CatalogNames(catalog, version: version))
    let tables = Self.difference(from: old.tables, to: catalog.tables) { Self.key($0.name) }
    for key in tables.gone { policies[key] = nil }
    for table in tables.changed {
      let key = Self.key(table.name)
      let before = policies[key] == nil ? nil : old.table(table.name)
      if before.map({ $0.policies == table.policies && $0.hasSameColumns(as: table) }) != true {
        policies[key] = table.policies.map { Self.read($0, on: table.name, forms) }
      }
      let policies = policies[key] ?? []
      let definition = Definition(
        text: "\(table.owner) \(table.rowSecurityEnabled) \(table.rowSecurityForced) "
          + policies.map(\.text).sorted().joined(separator: ";"),
        uses: policies.reduce(into: []) { $0.formUnion($1.uses) })
      let reactions = Self.reactions(of: table.name, table.triggers, table.rules, forms)
      define(table.name, key, definition, reactions)
    }
    let views = Self.difference(from: old.views, to: catalog.views) { Self.key($0.name) }
    for view in views.changed {
      let definition = Definition(
        text: "\(view.owner) \(view.securityInvoker) \(view.securityBarrier) "
          + "\(view.checkOption?.rawValue ?? "") \(forms.form(of: view).text)",
        uses: Self.names(in: RelationsRead(view.query)))
      let reactions = Self.reactions(of: view.name, view.triggers, view.rules, forms)
      define(view.name, Self.key(view.name), definition, reactions)
    }
    let functions = Self.difference(
      from: old.functions, to: catalog.functions, key: Self.key(function:))
    for function in functions.changed {
      let written = SQLWriter(layout: .compact).text(.createFunction(function))
      let definition = Definition(
        text: "\(function.owner) \(function.comparedText(forms))",
        uses: Self.words(in: written).subtracting([function.name.name]))
      define(function.name, Self.key(function: function), definition)
    }
    // A table may have become a view.
    gone = Set(tables.gone + views.gone + functions.gone).subtracting(changed)
    for key in gone { replace(key, with: nil) }
  }

  /// Elements of the new list that are not the same in the old one, and keys that are gone.
  private static func difference<Element: Equatable>(
    from old: SharedList<Element>, to new: SharedList<Element>, key: (Element) -> String
  ) -> (changed: [Element], gone: [String]) {
    let before = old.positions(notSharedWith: new).map { old[$0] }.keyed(by: key)
    let after = new.positions(notSharedWith: old).map { new[$0] }
    let left = Set(after.map(key))
    return (after.filter { before[key($0)] != $0 }, before.keys.filter { !left.contains($0) })
  }

  static func key(_ relation: QualifiedName) -> String { "relation \(relation)" }

  static func key(function: Catalog.Function) -> String {
    "function \(function.name)\(function.arguments.map(\.type.description))"
  }

  private mutating func define(
    _ name: QualifiedName, _ key: String, _ definition: Definition, _ reactions: [Definition] = []
  ) {
    changed.insert(key)
    names[key] = name.name
    replace(key, with: definition, reactions)
  }

  /// What reads a relation is not touched by what its triggers use, but the relation itself is.
  private mutating func replace(
    _ key: String, with definition: Definition?, _ reactions: [Definition] = []
  ) {
    let before = (self.reactions[key] ?? []).reduce(own[key]?.uses ?? []) { $0.union($1.uses) }
    let after = reactions.reduce(definition?.uses ?? []) { $0.union($1.uses) }
    own[key] = definition
    self.reactions[key] = reactions.isEmpty ? nil : reactions
    for name in before.subtracting(after) { users[name]?.remove(key) }
    for name in after.subtracting(before) { users[name, default: []].insert(key) }
  }

  private static func read(
    _ policy: Catalog.Policy, on table: QualifiedName, _ forms: NormalForms
  ) -> Definition {
    let using = forms.form(of: policy.using, over: table)?.text ?? "-"
    let check = forms.form(of: policy.check, over: table)?.text ?? "-"
    let roles = policy.roles.map(\.description).sorted().joined(separator: ",")
    let reading = RelationsRead([policy.using, policy.check])
    return Definition(
      text: "\(policy.command.rawValue) \(roles) \(using) \(check)", uses: names(in: reading))
  }

  private static func reactions(
    of relation: QualifiedName, _ triggers: [Catalog.Trigger], _ rules: [Catalog.Rule],
    _ forms: @autoclosure () -> NormalForms
  ) -> [Definition] {
    if triggers.isEmpty, rules.isEmpty { return [] }
    let (forms, writer) = (forms(), SQLWriter(layout: .compact))
    return triggers.map { trigger in
      Definition(
        text:
          "\(trigger.name) \(forms.form(of: trigger, on: relation)) \(trigger.enabled.rawValue)",
        uses: names(in: RelationsRead([trigger.condition])).union([trigger.function.name]))
    }
      + rules.map { rule in
        let written = writer.text(.createRule(rule, on: relation))
        return Definition(
          text: "\(rule.name) \(forms.form(of: rule, on: relation)) \(rule.enabled.rawValue)",
          uses: words(in: written).subtracting([relation.name]))
      }
  }

  private static func names(in reading: RelationsRead) -> Set<String> {
    reading.unread.reduce(into: Set(reading.relations.map(\.name)).union(reading.functions)) {
      $0.formUnion(words(in: $1))
    }
  }

  /// Bodies are text to the server, so that any word in them may be a name.
  static func words(in text: String) -> Set<String> {
    Set(
      text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    )
    .union(text.split(separator: "\"").map(String.init))
  }
}

extension Catalog.Table {
  /// Whatever may be done with them.
  fileprivate func hasSameColumns(as other: Catalog.Table) -> Bool {
    columns.count == other.columns.count
      && zip(columns, other.columns).allSatisfy { $0.name == $1.name && $0.type == $1.type }
  }
}
