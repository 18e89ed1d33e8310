import AccessModel
import AccessTokens

/// `cases.yaml`: identities, and cases over them.
struct CasesFile {
  static let sizeLimit = 4 << 20
  /// Cases with mistakes, after which the others are not read.
  static let mistakeLimit = 100

  let catalog: Catalog
  /// Variants the plan has, if known.
  let variants: [String]?
  /// What tokens must be signed with, if that is to be verified.
  var keys: TokenKeys?

  func read(
    _ bytes: [UInt8], file: String, into fixtures: inout Fixtures,
    _ diagnostics: inout [Diagnostic]
  ) {
    let text: String
    switch UTF8Text(bytes).decoded() {
    case .success(let decoded): text = decoded
    case .failure(let invalid):
      let place = SourcePlace(file: file, line: invalid.line)
      diagnostics.append(Diagnostic(.malformedCases, "a byte that is not UTF-8 text", at: place))
      return
    }
    let problemsBefore = diagnostics.count
    var reader = YAMLReader(file: file)
    guard let root = reader.read(text, &diagnostics) else {
      if diagnostics.count == problemsBefore {
        diagnostics.append(
          Diagnostic(.emptyCase, "the file is empty", at: SourcePlace(file: file, line: 1)))
      }
      return
    }
    var fields = CaseFields(root, "the file", &diagnostics)
    if let identities = fields.take("identities") {
      readIdentities(identities, &fixtures, &diagnostics)
    }
    if let cases = fields.take("cases") {
      guard case .list(let items) = cases.kind else {
        diagnostics.append(.wrongKind(cases, "cases", "a list"))
        return
      }
      var reader = CaseReader(catalog: catalog, fixtures: fixtures, variants: variants)
      var mistaken = 0
      for (index, item) in items.enumerated() {
        if let read = reader.read(item) {
          fixtures.cases.append(read)
          continue
        }
        diagnostics += reader.diagnostics
        mistaken += 1
        if mistaken == Self.mistakeLimit, index + 1 < items.count {
          let rest = count(items.count - index - 1, "case")
          diagnostics.append(
            Diagnostic(
              .malformedCases, "\(rest) from here on are not read: too many have mistakes",
              at: items[index + 1].place))
          break
        }
      }
    }
    fields.refuseRest(&diagnostics)
  }

  private func readIdentities(
    _ value: YAMLValue, _ fixtures: inout Fixtures, _ diagnostics: inout [Diagnostic]
  ) {
    guard case .mapping(let entries) = value.kind else {
      diagnostics.append(.wrongKind(value, "identities", "a mapping of names"))
      return
    }
    for entry in entries {
      var fields = CaseFields(entry.value, "identity `\(entry.key)`", &diagnostics)
      let tokens = TokenFields(&fields, &diagnostics)
      let role = fields.takeText("role", &diagnostics)
      let claims = fields.take("claims")
      if let description = fields.takeText("description", &diagnostics) {
        fixtures.descriptions[entry.key] = description
      }
      fields.refuseRest(&diagnostics)
      if let tokens {
        if role != nil || claims != nil {
          diagnostics.append(
            Diagnostic(
              .malformedCases,
              "identity `\(entry.key)` has a `jwt`, which says `role` and `claims`",
              at: entry.keyPlace, help: "leave them out"))
        }
        if let identity = tokens.identity(entry.key, in: catalog, keys: keys, &diagnostics) {
          fixtures.identities.append(identity)
          fixtures.tokenBearers.append(entry.key)
        }
        continue
      }
      if let claims, case .mapping = claims.kind {
      } else if let claims {
        diagnostics.append(.wrongKind(claims, "claims", "a mapping"))
      }
      guard let role else {
        if case .mapping = entry.value.kind {
          diagnostics.append(
            Diagnostic(
              .malformedCases, "identity `\(entry.key)` has no `role`", at: entry.keyPlace))
        }
        continue
      }
      if catalog.role(role) == nil {
        diagnostics.append(
          Diagnostic(
            .unknownRole, "the plan has no role `\(role)`", at: entry.value.place,
            help: nearestName(to: role, in: catalog.roles.map(\.name))
              .map { "did you mean `\($0)`?" }))
      }
      fixtures.identities.append(Identity(entry.key, role: role, claims: claims?.json))
    }
  }
}

/// The entries of one mapping, taken one by one; what is left at the end is a misspelling.
struct CaseFields {
  private var entries: [YAMLValue.Entry] = []
  private var known: [String] = []
  private let what: String

  init(_ value: YAMLValue, _ what: String, _ diagnostics: inout [Diagnostic]) {
    self.what = what
    guard case .mapping(let entries) = value.kind else {
      diagnostics.append(.wrongKind(value, what, "a mapping"))
      return
    }
    self.entries = entries
  }

  mutating func take(_ key: String) -> YAMLValue? {
    known.append(key)
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    return entries.remove(at: index).value
  }

  mutating func takeText(_ key: String, _ diagnostics: inout [Diagnostic]) -> String? {
    guard let value = take(key) else { return nil }
    if let text = value.text { return text }
    diagnostics.append(.wrongKind(value, key, "a single value"))
    return nil
  }

  /// Texts of a list, or of the one value written in its stead.
  mutating func takeTexts(_ key: String, _ diagnostics: inout [Diagnostic]) -> [String]? {
    guard let value = take(key) else { return nil }
    if let text = value.text { return [text] }
    if case .list(let items) = value.kind {
      let texts = items.compactMap(\.text)
      if texts.count == items.count { return texts }
    }
    diagnostics.append(.wrongKind(value, key, "a name or a list of names"))
    return nil
  }

  func refuseRest(_ diagnostics: inout [Diagnostic]) {
    for entry in entries {
      diagnostics.append(
        Diagnostic(
          .malformedCases, "\(what) has no use for `\(entry.key)`", at: entry.keyPlace,
          help: nearestName(to: entry.key, in: known).map { "did you mean `\($0)`?" }))
    }
  }
}

extension Diagnostic {
  static func wrongKind(_ value: YAMLValue, _ key: String, _ wanted: String) -> Diagnostic {
    Diagnostic(
      .malformedCases, "`\(key)` must be \(wanted), not \(value.noun)", at: value.place)
  }
}
