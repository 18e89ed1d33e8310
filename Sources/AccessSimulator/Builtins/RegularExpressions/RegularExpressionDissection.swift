import AccessModel
import SQLBinding

/// Finds what the groups match within a match that is known. Source: `cdissect()` in `regexec.c`.
struct RegularExpressionDissection {
  private let text: RegularExpressionText
  private let nodes: [Int: RegularExpressionNode]
  /// By number; the first is unused.
  private(set) var groups: [Range<Int>?]

  /// Each is a level of the stack.
  private static let maxRepetitions = 2000

  init(_ text: RegularExpressionText, _ nodes: [Int: RegularExpressionNode], _ count: Int) {
    (self.text, self.nodes) = (text, nodes)
    groups = [Range<Int>?](repeating: nil, count: count + 1)
  }

  /// False only where back references stand in the way.
  mutating func dissect(
    _ tree: RegularExpressionTree, _ begin: Int, _ end: Int
  ) throws(EngineFailure) -> Bool {
    try text.spend(1)
    let found: Bool
    switch tree.kind {
    case .terminal: found = true
    case .reference(let number, let least, let most):
      found = refers(to: number, least, most, begin, end)
    case .sequence(let left, let right): found = try sequence(left, right, begin, end)
    case .alternatives(let branches): found = try alternatives(branches, begin, end)
    case .wrapper(let inner): found = try dissect(inner, begin, end)
    case .iteration(let inner, let least, let most):
      found =
        inner.prefersShorter && least <= 0 && begin == end
        ? true : try iteration(inner, least, most, begin, end)
    }
    if found, tree.group > 0 { groups[tree.group] = begin..<end }
    return found
  }

  private mutating func forget(_ tree: RegularExpressionTree) {
    tree.forEachGroup { groups[$0] = nil }
  }

  private func matches(
    _ tree: RegularExpressionTree, _ begin: Int, _ end: Int
  ) throws(EngineFailure) -> Bool {
    try tree.program(nodes).longest(from: begin, to: end, in: text) == end
  }

  /// Where the left part may end: from the longest down, or from the shortest up.
  private mutating func sequence(
    _ left: RegularExpressionTree, _ right: RegularExpressionTree, _ begin: Int, _ end: Int
  ) throws(EngineFailure) -> Bool {
    var limit = left.prefersShorter ? begin : end
    while let middle = try nextEnd(left, begin, limit, end) {
      if try matches(right, middle, end) {
        if try dissect(left, begin, middle) {
          if try dissect(right, middle, end) { return true }
          forget(left)
        }
      }
      if left.prefersShorter {
        guard middle < end else { return false }
        limit = middle + 1
      } else {
        guard middle > begin else { return false }
        limit = middle - 1
      }
    }
    return false
  }

  private func nextEnd(
    _ tree: RegularExpressionTree, _ begin: Int, _ limit: Int, _ end: Int
  ) throws(EngineFailure) -> Int? {
    let program = try tree.program(nodes)
    return tree.prefersShorter
      ? try program.shortest(from: begin, atLeast: limit, to: end, in: text)
      : try program.longest(from: begin, to: limit, in: text)
  }

  private mutating func alternatives(
    _ branches: [RegularExpressionTree], _ begin: Int, _ end: Int
  ) throws(EngineFailure) -> Bool {
    for branch in branches where try matches(branch, begin, end) {
      if try dissect(branch, begin, end) { return true }
    }
    return false
  }

  private func refers(
    to number: Int, _ least: Int, _ most: Int?, _ begin: Int, _ end: Int
  ) -> Bool {
    guard let range = groups[number] else { return false }
    if range.isEmpty { return begin == end }
    if begin == end { return least == 0 }
    guard (end - begin) % range.count == 0 else { return false }
    let repetitions = (end - begin) / range.count
    guard repetitions >= least, repetitions <= most ?? .max else { return false }
    return (begin..<end).allSatisfy { position in
      let wanted = text.scalars[range.lowerBound + (position - begin) % range.count]
      return same(text.scalars[position], wanted)
    }
  }

  private func same(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Bool {
    if a == b { return true }
    return text.ignoresCase && a.value < 0x80 && b.value < 0x80 && a.value | 0x20 == b.value | 0x20
      && (0x61...0x7A).contains(a.value | 0x20)
  }

  /// Cuts the range into repetitions, each as long (or short) as the later ones allow.
  /// Source: `citerdissect()`, `creviterdissect()`.
  private mutating func iteration(
    _ inner: RegularExpressionTree, _ least: Int, _ most: Int?, _ begin: Int, _ end: Int
  ) throws(EngineFailure) -> Bool {
    let minimum = max(least, 1)
    let maximum = max(min(end - begin, most ?? .max), minimum)
    if try repetition(1, inner, minimum, maximum, begin, end) { return true }
    return least == 0 && begin == end
  }

  /// The `number`th repetition and those after it.
  private mutating func repetition(
    _ number: Int, _ inner: RegularExpressionTree, _ minimum: Int, _ maximum: Int, _ begin: Int,
    _ end: Int
  ) throws(EngineFailure) -> Bool {
    guard number < Self.maxRepetitions else {
      throw .undecided(Undecided("a regular expression's group of this many repetitions"))
    }
    let isShorter = inner.prefersShorter
    var limit = isShorter ? begin : end
    if isShorter, number >= maximum { limit = end }
    while let next = try nextEnd(inner, begin, limit, end) {
      let isNeeded = number < minimum && minimum - number >= end - next
      let isAllowed = next > begin || begin == end || isNeeded
      if isAllowed {
        let isLast = next == end && number >= minimum
        if isLast || number < maximum && next < end || number < minimum {
          forget(inner)
          let kept = groups
          if isLast, try dissect(inner, begin, next) { return true }
          groups = kept
          if !isLast, number < maximum, try dissect(inner, begin, next) {
            // The last repetition's groups are what stays.
            if try repetition(number + 1, inner, minimum, maximum, next, end) { return true }
            groups = kept
          }
        }
      }
      if isShorter {
        guard next < end else { return false }
        limit = next + 1
      } else {
        guard next > begin else { return false }
        limit = next - 1
      }
    }
    return false
  }
}
