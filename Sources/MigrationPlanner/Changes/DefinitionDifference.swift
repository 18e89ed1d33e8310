/// Which definitions of one state do not mean what they mean in another: those that say something
/// else, and those that reach such a one by name.
struct DefinitionDifference: Sendable {
  /// Keys of objects that say something else by themselves, or are in one state only.
  private var differing: Set<String> = []
  /// Names whose meaning is not the other's.
  private(set) var names: Set<String> = []

  init(of texts: DefinitionTexts, from other: DefinitionTexts) {
    let keys = Set(texts.own.keys).union(other.own.keys)
    differing = keys.filter { texts.own[$0] != other.own[$0] }
    follow(texts, other)
  }

  /// Goes on to the state after a statement; gives the names whose meaning may have changed by it.
  mutating func update(_ texts: DefinitionTexts, from other: DefinitionTexts) -> Set<String> {
    let before = (names: names, differing: differing)
    for key in texts.changed.union(texts.gone) {
      if texts.own[key] == other.own[key] {
        differing.remove(key)
      } else {
        differing.insert(key)
      }
    }
    guard differing != before.differing else { return [] }
    follow(texts, other)
    return names.symmetricDifference(before.names)
  }

  /// Whether all that it reads and calls means the same in both.
  func keeps(_ definition: DefinitionTexts.Definition) -> Bool {
    definition.uses.isDisjoint(with: names)
  }

  private mutating func follow(_ texts: DefinitionTexts, _ other: DefinitionTexts) {
    names = []
    var pending = Array(differing)
    while let key = pending.popLast() {
      guard let name = texts.names[key] ?? other.names[key], names.insert(name).inserted else {
        continue
      }
      // Not those of which only a trigger uses it: who reads a relation is none of its triggers'
      // affair.
      pending += (texts.users[name] ?? []).filter { texts.own[$0]?.uses.contains(name) == true }
    }
  }
}
