public import AccessModel

/// What two catalogs say differently, fact by fact.
public struct CatalogDifference: Hashable, Sendable {
  /// One fact that only one side has, or that says something else there.
  public struct Change: Hashable, Sendable {
    /// What the fact is about.
    public var key: CatalogFact.Key
    /// Nil: the first catalog has no such fact.
    public var before: String?
    /// Nil: the second catalog has no such fact.
    public var after: String?
    /// Nobody can tell whether both say the same: one calls or names what the model does not know.
    public var isUndecided = false

    /// `added`, `removed` or `changed`.
    public var kind: String {
      before == nil ? "added" : after == nil ? "removed" : "changed"
    }
  }

  /// In the catalogs' order, objects that only the first has last.
  public var changes: [Change]

  /// Compares what both catalogs make of a database.
  ///
  /// Objects of the platform are compared where both catalogs have them: an input holds those of
  /// them that it uses. Policies on them are always compared. Expressions are compared by their
  /// normal forms, so that other words for the same are no difference.
  ///
  /// Both are of `version`, if need be by `adapted(from:to:)`.
  public init(from first: Catalog, to second: Catalog, version: PostgresVersion) {
    let (aligned, undecided) = CatalogAlignment.aligned(second, to: first, version: version)
    let before = CatalogFacts(first, version).facts
    let after = CatalogFacts(aligned, version).facts
    // In the words that the second catalog has for what can't be compared.
    let words =
      undecided.isEmpty
      ? [:]
      : Dictionary(
        CatalogFacts(second, version).facts.map { ($0.key, $0.value) },
        uniquingKeysWith: { a, _ in a })
    let old = Dictionary(before.map { ($0.key, $0) }, uniquingKeysWith: { a, _ in a })
    let new = Dictionary(after.map { ($0.key, $0) }, uniquingKeysWith: { a, _ in a })
    let (oldObjects, newObjects) = (
      Set(before.map(\.key.object)), Set(after.map(\.key.object))
    )
    // An object's facts stay together, in the order in which the second catalog has its objects.
    var order: [String] = []
    var byObject: [String: [Change]] = [:]
    func note(_ change: Change) {
      let object = change.key.object
      if byObject[object] == nil { order.append(object) }
      byObject[object, default: []].append(change)
    }
    for fact in after {
      let other = old[fact.key]
      guard other?.value != fact.value else {
        if undecided.contains(fact.key) {
          note(
            Change(
              key: fact.key, before: other?.value, after: words[fact.key] ?? fact.value,
              isUndecided: true))
        }
        continue
      }
      if other == nil, fact.isOfPlatform, !oldObjects.contains(fact.key.object) { continue }
      note(Change(key: fact.key, before: other?.value, after: fact.value))
    }
    for fact in before where new[fact.key] == nil {
      if fact.isOfPlatform, !newObjects.contains(fact.key.object) { continue }
      note(Change(key: fact.key, before: fact.value, after: nil))
    }
    changes = order.flatMap { byObject[$0] ?? [] }
  }

  /// Whether the catalogs say the same.
  public var isEmpty: Bool { changes.isEmpty }

  /// The objects that the changes are about, each with its changes.
  var byObject: [(object: String, changes: [Change])] {
    var result: [(object: String, changes: [Change])] = []
    for change in changes {
      if result.last?.object == change.key.object {
        result[result.count - 1].changes.append(change)
      } else {
        result.append((change.key.object, [change]))
      }
    }
    return result
  }
}
