import AccessModel
import SQLBinding
import SQLText

/// Makes what is said in other words the same: where an expression of one catalog has the normal
/// form of its counterpart in another, it takes the other's place.
///
/// PostgreSQL shows what it keeps in its own words, so that a plan and the database that it made
/// would differ everywhere. What has no normal form, as a call of a function that the model does not
/// know, may mean the same in other words: it takes the other's place too, and is told apart.
struct CatalogAlignment {
  private let plan: Catalog
  private let ours: NormalForms
  private let theirs: NormalForms
  /// Facts of which it is not known whether they say the same.
  private var undecided: Set<CatalogFact.Key> = []

  /// `other` in the words of `plan`, and the facts that are the same only because nobody can tell.
  static func aligned(
    _ other: Catalog, to plan: Catalog, version: PostgresVersion
  ) -> (catalog: Catalog, undecided: Set<CatalogFact.Key>) {
    guard other != plan else { return (other, []) }
    var alignment = CatalogAlignment(plan, other, version)
    let aligned = alignment.aligned(other)
    return (aligned, alignment.undecided)
  }

  private init(_ plan: Catalog, _ other: Catalog, _ version: PostgresVersion) {
    self.plan = plan
    ours = NormalForms(CatalogNames(plan, version: version))
    theirs = NormalForms(CatalogNames(other, version: version))
  }

  private mutating func aligned(_ other: Catalog) -> Catalog {
    var result = other
    let tables = Dictionary(plan.tables.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
    let views = Dictionary(plan.views.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
    let sequences = Dictionary(
      plan.sequences.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
    let types = Dictionary(plan.types.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
    let functions = Dictionary(grouping: plan.functions, by: \.name)
    for index in result.tables.indices {
      if let own = tables[result.tables[index].name] { align(&result.tables[index], to: own) }
    }
    for index in result.views.indices {
      if let own = views[result.views[index].name] { align(&result.views[index], to: own) }
    }
    for index in result.sequences.indices {
      if let own = sequences[result.sequences[index].name] {
        align(&result.sequences[index], to: own)
      }
    }
    for index in result.functions.indices {
      align(&result.functions[index], to: functions[result.functions[index].name] ?? [])
    }
    for index in result.types.indices {
      guard let own = types[result.types[index].name] else { continue }
      if case .domain(let base, _) = own.kind {
        align(&result.types[index].checks, to: own.checks, ofDomainOver: base)
        align(&result.types[index].defaultValue, to: own.defaultValue, over: nil, .column(base))
      }
    }
    return result
  }

  private func align(
    _ checks: inout [Catalog.CheckConstraint], to own: [Catalog.CheckConstraint],
    ofDomainOver base: TypeName
  ) {
    for index in checks.indices {
      guard let match = own.first(where: { $0.name == checks[index].name }),
        theirs.form(ofDomainCheck: checks[index].expression, over: base)
          == ours.form(ofDomainCheck: match.expression, over: base)
      else { continue }
      checks[index].expression = match.expression
    }
  }

  private mutating func align(
    _ expression: inout SQLExpression?, to own: SQLExpression?, over relation: QualifiedName?,
    _ context: NormalForms.Context = .condition, in fact: CatalogFact.Key? = nil
  ) {
    guard let other = expression, let own, other != own else { return }
    let their = theirs.form(of: other, over: relation, as: context)
    if isSame(their, ours.form(of: own, over: relation, as: context), fact) { expression = own }
  }

  /// Whether one may stand for the other; `fact` is noted where that is not known.
  private mutating func isSame(
    _ their: NormalForm?, _ own: NormalForm?, _ fact: CatalogFact.Key?
  ) -> Bool {
    if their?.text == own?.text { return true }
    guard let fact, let their, let own, !their.isResolved || !own.isResolved else { return false }
    undecided.insert(fact)
    return true
  }

  private mutating func align(
    _ expression: inout SQLExpression, to own: SQLExpression, over relation: QualifiedName?,
    _ context: NormalForms.Context = .condition, in fact: CatalogFact.Key? = nil
  ) {
    var optional: SQLExpression? = expression
    align(&optional, to: own, over: relation, context, in: fact)
    if let optional { expression = optional }
  }

  private mutating func align(
    _ checks: inout [Catalog.CheckConstraint], to own: [Catalog.CheckConstraint],
    over relation: QualifiedName?
  ) {
    for index in checks.indices {
      guard let match = own.first(where: { $0.name == checks[index].name }) else { continue }
      let fact = relation.map { CatalogFact.Key.of(table: $0, "constraint", checks[index].name) }
      align(&checks[index].expression, to: match.expression, over: relation, in: fact)
    }
  }

  private mutating func align(_ table: inout Catalog.Table, to own: Catalog.Table) {
    let name = table.name
    for index in table.columns.indices {
      guard let match = own.columns.first(where: { $0.name == table.columns[index].name }) else {
        continue
      }
      let context = NormalForms.Context.column(match.type)
      let fact = CatalogFact.Key.of(table: name, "column", match.name)
      align(
        &table.columns[index].defaultValue, to: match.defaultValue, over: name, context, in: fact)
      align(&table.columns[index].generated, to: match.generated, over: name, context, in: fact)
    }
    align(&table.checks, to: own.checks, over: name)
    if let bound = table.partitionBound, let match = own.partitionBound,
      let parent = own.parents.first, table.parents == own.parents,
      theirs.form(of: bound, under: parent) == ours.form(of: match, under: parent)
    {
      table.partitionBound = match
    }
    for index in table.policies.indices {
      guard let match = own.policies.first(where: { $0.name == table.policies[index].name }) else {
        continue
      }
      let fact = CatalogFact.Key.of(table: name, "policy", match.name)
      align(&table.policies[index].using, to: match.using, over: name, in: fact)
      align(&table.policies[index].check, to: match.check, over: name, in: fact)
    }
    for index in table.exclusions.indices {
      guard let match = own.exclusions.first(where: { $0.name == table.exclusions[index].name })
      else { continue }
      align(&table.exclusions[index].condition, to: match.condition, over: name)
    }
    align(&table.indexes, to: own.indexes, of: name)
    align(&table.triggers, to: own.triggers, of: name)
    align(&table.rules, to: own.rules, of: name)
  }

  private mutating func align(_ view: inout Catalog.View, to own: Catalog.View) {
    let fact = CatalogFact.Key(object: CatalogFacts.name(of: own), part: "query")
    if view.query != own.query, isSame(theirs.form(of: view), ours.form(of: own), fact) {
      view.query = own.query
    }
    for index in view.columns.indices where own.columns.indices.contains(index) {
      let context = NormalForms.Context.column(own.columns[index].type)
      align(
        &view.columns[index].defaultValue, to: own.columns[index].defaultValue, over: view.name,
        context)
    }
    align(&view.indexes, to: own.indexes, of: view.name)
    align(&view.triggers, to: own.triggers, of: view.name)
    align(&view.rules, to: own.rules, of: view.name)
  }

  private mutating func align(
    _ indexes: inout [Catalog.Index], to own: [Catalog.Index], of relation: QualifiedName
  ) {
    for index in indexes.indices {
      guard let match = own.first(where: { $0.name == indexes[index].name }) else { continue }
      if theirs.form(of: indexes[index], on: relation) == ours.form(of: match, on: relation) {
        indexes[index].keeping = match.keeping
      }
      align(&indexes[index].condition, to: match.condition, over: relation)
      for part in indexes[index].parts.indices where match.parts.indices.contains(part) {
        align(&indexes[index].parts[part], to: match.parts[part], over: relation, .value)
      }
    }
  }

  private func align(
    _ rules: inout [Catalog.Rule], to own: [Catalog.Rule], of relation: QualifiedName
  ) {
    for index in rules.indices {
      guard let match = own.first(where: { $0.name == rules[index].name }),
        theirs.form(of: rules[index], on: relation) == ours.form(of: match, on: relation)
      else { continue }
      (rules[index].condition, rules[index].actions) = (match.condition, match.actions)
    }
  }

  private func align(
    _ triggers: inout [Catalog.Trigger], to own: [Catalog.Trigger], of relation: QualifiedName
  ) {
    for index in triggers.indices {
      guard let match = own.first(where: { $0.name == triggers[index].name }) else { continue }
      if theirs.form(of: triggers[index], on: relation) == ours.form(of: match, on: relation) {
        triggers[index].condition = match.condition
      }
      // The events of one trigger have no order.
      if Set(triggers[index].events) == Set(match.events) { triggers[index].events = match.events }
    }
  }

  private mutating func align(_ sequence: inout Catalog.Sequence, to own: Catalog.Sequence) {
    func numbers(_ sequence: Catalog.Sequence) -> [Int64] {
      let step = sequence.increment ?? 1
      let most: Int64 =
        switch sequence.type {
        case .smallint?: Int64(Int16.max)
        case .integer?: Int64(Int32.max)
        default: Int64.max
        }
      let least = sequence.minimum ?? (step < 0 ? -most - 1 : 1)
      let last = sequence.maximum ?? (step < 0 ? -1 : most)
      return [step, least, last, sequence.start ?? (step < 0 ? last : least)]
    }
    guard numbers(sequence) == numbers(own) else { return }
    (sequence.increment, sequence.start) = (own.increment, own.start)
    (sequence.minimum, sequence.maximum) = (own.minimum, own.maximum)
  }

  /// Lengths of arguments and results are not kept by PostgreSQL.
  private mutating func align(_ function: inout Catalog.Function, to own: [Catalog.Function]) {
    func plain(_ types: [TypeName]) -> [TypeName] {
      types.map { TypeName($0.name, isArray: $0.isArray) }
    }
    let types = plain(function.arguments.map(\.type))
    guard let match = own.first(where: { plain($0.arguments.map(\.type)) == types }) else { return }
    for index in function.arguments.indices {
      function.arguments[index].type = match.arguments[index].type
      align(
        &function.arguments[index].defaultValue, to: match.arguments[index].defaultValue, over: nil,
        .column(match.arguments[index].type))
    }
    if plain([function.returns]) == plain([match.returns]) { function.returns = match.returns }
    for index in function.outputs.indices where match.outputs.indices.contains(index) {
      let (other, own) = (function.outputs[index].type, match.outputs[index].type)
      if plain([other]) == plain([own]) { function.outputs[index].type = own }
    }
    if case .query(let query) = function.body, case .query(let own) = match.body, query != own,
      theirs.form(of: query) == ours.form(of: own)
    {
      function.body = match.body
    }
  }
}

extension CatalogFact.Key {
  /// Of a table's named part: `policy "owner may select"`.
  static func of(table: QualifiedName, _ kind: String, _ name: String) -> Self {
    Self(object: "table \(table)", part: "\(kind) \(quoteIdentifier(name))")
  }
}
