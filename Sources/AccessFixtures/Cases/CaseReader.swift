import AccessModel

/// Reads entries of `cases:`, looking up every name in them.
struct CaseReader {
  let catalog: Catalog
  let identityNames: [String]
  let knownIdentities: Set<String>
  let variants: [String]?
  var rowIndex: RowIndex
  /// What is wrong with the entry read last.
  var diagnostics: [Diagnostic] = []

  init(catalog: Catalog, fixtures: Fixtures, variants: [String]?) {
    self.catalog = catalog
    self.variants = variants
    identityNames = fixtures.identities.map(\.name)
    knownIdentities = Set(identityNames)
    rowIndex = RowIndex(fixtures.rows)
  }

  /// Nil, with the reasons in `diagnostics`, if anything in the entry is wrong.
  mutating func read(_ value: YAMLValue) -> AccessCase? {
    diagnostics = []
    var fields = CaseFields(value, "a case", &diagnostics)
    guard diagnostics.isEmpty else { return nil }
    let name = fields.takeText("name", &diagnostics)
    let why = fields.takeText("why", &diagnostics)
    let variants = fields.takeTexts("variants", &diagnostics) ?? [AccessCase.stated]
    checkVariants(variants, at: value.place)
    let verbs = CaseVerb.allCases.compactMap { verb in
      fields.take(verb.rawValue).map { (verb, $0) }
    }
    guard let (verb, subject) = verbs.first, verbs.count == 1 else {
      let all = CaseVerb.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      report(.emptyCase, "a case needs exactly one of \(all)", at: value.place)
      return nil
    }
    let parts: Parts? =
      switch verb {
      case .sees: readSees(subject, &fields, at: value.place)
      case .can: readWho(subject, &fields, at: value.place)
      case .call: readCall(subject, &fields, at: value.place)
      case .hears: readEvent(subject, &fields, at: value.place)
      case .select, .insert, .update, .delete, .truncate:
        readDecision(verb, subject, &fields, at: value.place)
      }
    fields.refuseRest(&diagnostics)
    guard let parts, diagnostics.isEmpty else { return nil }
    return AccessCase(
      name ?? parts.sentence, as: parts.identities, parts.subject, expect: parts.expectation,
      variants: variants, why: why, place: value.place)
  }

  struct Parts {
    var identities: [String] = []
    var subject: CaseSubject
    var expectation: AccessCase.Expectation

    /// `ana sees saved`, `visitor insert saved: no_privilege`, `who can delete saved`.
    var sentence: String {
      let people = identities.joined(separator: ", ")
      let outcome =
        if case .decision(let decision) = expectation { ": \(decision.text)" } else { "" }
      switch subject {
      case .call(let call): return "\(people) call \(call.function)\(outcome)"
      case .event(let event): return "who hears \(event.kind.rawValue) of \(event.relation)"
      case .statement(let action):
        let what = "\(action.command.rawValue) \(action.relation)"
        return switch expectation {
        case .sees: "\(people) sees \(action.relation)"
        case .decision: "\(people) \(what)\(outcome)"
        case .who: "who can \(what)"
        }
      }
    }
  }

  private mutating func checkVariants(_ names: [String], at place: SourcePlace) {
    if names.isEmpty { report(.emptyCase, "`variants` is empty: the case never runs", at: place) }
    guard let variants else { return }
    let known = variants + [AccessCase.stated, AccessCase.everyVariant]
    for name in names where !known.contains(name) {
      report(
        .malformedCases, "the plan has no variant `\(name)`", at: place,
        suggestion: nearestName(to: name, in: known))
    }
  }

  mutating func report(
    _ id: DiagnosticID, _ message: String, at place: SourcePlace, suggestion: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(id, message, at: place, help: suggestion.map { "did you mean `\($0)`?" }))
  }

  /// The names under `key`, each of them an identity of the file.
  mutating func identities(
    _ key: String, _ fields: inout CaseFields, at place: SourcePlace, allowNone: Bool = false
  ) -> [String]? {
    guard let names = fields.takeTexts(key, &diagnostics) else {
      report(.emptyCase, "a case needs `\(key)`", at: place)
      return nil
    }
    if names.isEmpty, !allowNone { report(.emptyCase, "`\(key)` names nobody", at: place) }
    for name in names where !knownIdentities.contains(name) {
      report(
        .unknownIdentity, "there is no identity `\(name)`", at: place,
        suggestion: nearestName(to: name, in: identityNames))
    }
    return names
  }

  mutating func relation(_ value: YAMLValue, _ key: String) -> RelationShape? {
    guard let name = value.text else {
      diagnostics.append(.wrongKind(value, key, "the name of a table or view"))
      return nil
    }
    let qualified = QualifiedName(parsing: name)
    if let shape = RelationShape(qualified, in: catalog) { return shape }
    diagnostics.append(.unknownRelation(name, among: catalog.relationNames, at: value.place))
    return nil
  }
}

/// The keys of which a case has exactly one.
enum CaseVerb: String, CaseIterable {
  case sees, can, call, hears, select, insert, update, delete, truncate
}
