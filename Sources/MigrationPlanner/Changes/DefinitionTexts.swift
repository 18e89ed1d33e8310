import AccessModel
import SQLBinding
import SQLText

/// What policies, views and functions say, with all that they read and call, as texts that compare.
struct DefinitionTexts: Sendable {
  private let catalog: Catalog
  /// What each object says by itself, and which others it names.
  private var own: [String: Definition] = [:]
  private var policyTexts: [QualifiedName: [(text: String, uses: Set<String>)]] = [:]
  private var byName: [String: [String]] = [:]

  private struct Definition: Sendable {
    var text: String
    var uses: Set<String>
  }

  init(_ catalog: Catalog, after previous: (catalog: Catalog, texts: DefinitionTexts)?) {
    self.catalog = catalog
    let forms = NormalForms(CatalogNames(catalog))
    let before = previous.map { previous in
      (
        tables: previous.catalog.tables.keyed(by: \.name),
        views: previous.catalog.views.keyed(by: \.name), texts: previous.texts
      )
    }
    for table in catalog.tables {
      if let before, before.tables[table.name] == table,
        let known = before.texts.policyTexts[table.name]
      {
        policyTexts[table.name] = known
      } else {
        policyTexts[table.name] = table.policies.map { Self.read($0, on: table.name, forms) }
      }
      let policies = policyTexts[table.name] ?? []
      define(
        table.name, "relation \(table.name)",
        Definition(
          text: "\(table.owner) \(table.rowSecurityEnabled) \(table.rowSecurityForced) "
            + policies.map(\.text).sorted().joined(separator: ";"),
          uses: policies.reduce(into: []) { $0.formUnion($1.uses) }))
    }
    for view in catalog.views {
      let key = "relation \(view.name)"
      if let before, before.views[view.name] == view, let known = before.texts.own[key] {
        define(view.name, key, known)
        continue
      }
      define(
        view.name, key,
        Definition(
          text: "\(view.owner) \(view.securityInvoker) \(view.securityBarrier) "
            + "\(view.checkOption?.rawValue ?? "") \(forms.form(of: view).text)",
          uses: Self.names(in: RelationsRead(view.query))))
    }
    for function in catalog.functions {
      let written = SQLWriter(layout: .compact).text(.createFunction(function))
      define(
        function.name, Self.key(function),
        Definition(
          text: "\(function.owner) \(function.comparedText(forms))",
          uses: Self.words(in: written).subtracting([function.name.name])))
    }
  }

  private static func key(_ function: Catalog.Function) -> String {
    "function \(function.name)\(function.arguments.map(\.type.description))"
  }

  private mutating func define(_ name: QualifiedName, _ key: String, _ definition: Definition) {
    own[key] = definition
    byName[name.name, default: []].append(key)
  }

  private static func read(
    _ policy: Catalog.Policy, on table: QualifiedName, _ forms: NormalForms
  ) -> (text: String, uses: Set<String>) {
    let using = forms.form(of: policy.using, over: table)?.text ?? "-"
    let check = forms.form(of: policy.check, over: table)?.text ?? "-"
    let roles = policy.roles.map(\.description).sorted().joined(separator: ",")
    let reading = RelationsRead([policy.using, policy.check])
    return ("\(policy.command.rawValue) \(roles) \(using) \(check)", names(in: reading))
  }

  private static func names(in reading: RelationsRead) -> Set<String> {
    reading.unread.reduce(into: Set(reading.relations.map(\.name)).union(reading.functions)) {
      $0.formUnion(words(in: $1))
    }
  }

  /// Bodies are text to the server, so that any word in them may be a name.
  private static func words(in text: String) -> Set<String> {
    Set(
      text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    )
    .union(text.split(separator: "\"").map(String.init))
  }

  /// Everything that can be reached from names, each once, in order.
  private func closure(of names: Set<String>) -> String {
    var pending = Array(names), seen = names
    var found: Set<String> = []
    while let name = pending.popLast() {
      for key in byName[name] ?? [] where found.insert(key).inserted {
        for next in own[key]?.uses ?? [] where seen.insert(next).inserted { pending.append(next) }
      }
    }
    return found.sorted().map { "\($0): \(own[$0]?.text ?? "")" }.joined(separator: "\n")
  }

  func policies(of table: QualifiedName) -> [String] {
    (policyTexts[table] ?? []).map { $0.text + "\n" + closure(of: $0.uses) }
  }

  /// What triggers and rules of a relation do, with all that their functions read and call.
  func reactions(
    of relation: QualifiedName, _ triggers: [Catalog.Trigger], _ rules: [Catalog.Rule]
  ) -> Set<String> {
    let writer = SQLWriter(layout: .compact)
    let fired = triggers.map { trigger in
      // Whose own words are the same in each state.
      let written = writer.text(.createTrigger(trigger, on: relation))
      return "\(written) \(trigger.enabled.rawValue)\n\(closure(of: [trigger.function.name]))"
    }
    let rewritten = rules.map { rule in
      let written = writer.text(.createRule(rule, on: relation))
      let others = Self.words(in: written).subtracting([relation.name])
      return written + "\n" + closure(of: others)
    }
    return Set(fired + rewritten)
  }

  func meaning(ofView name: QualifiedName) -> String {
    guard let definition = own["relation \(name)"] else { return "" }
    return definition.text + "\n" + closure(of: definition.uses)
  }

  func meaning(of function: Catalog.Function) -> String {
    guard let definition = own[Self.key(function)] else { return "" }
    return definition.text + "\n" + closure(of: definition.uses)
  }
}
