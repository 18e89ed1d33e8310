import AccessModel
import SQLBinding

/// A regular expression in PostgreSQL's advanced syntax, as far as whether and where it matches
/// does not depend on preferences: the leftmost match, and of those the longest.
///
/// Runs all alternatives side by side, so that time is bounded by pattern × text. Back references,
/// lookaround, non-greedy quantifiers and collating elements are undecided.
/// Source: manual, 9.7.3 "POSIX Regular Expressions".
struct RegularExpression {
  indirect enum Node {
    case empty
    case scalar(ScalarSet)
    case start
    case end
    case wordStart, wordEnd, wordBoundary, notWordBoundary
    case sequence([Node])
    case alternatives([Node])
    case `repeat`(Node, Int, Int?)
  }

  private enum Step {
    case take(ScalarSet, next: Int)
    case assert(Node, next: Int)
    case split([Int])
    case match
  }

  private var steps: [Step] = []
  private var first = 0
  /// Parentheses that capture.
  private(set) var groups = 0
  private let ignoresCase: Bool

  /// Copies that counted repetitions may make.
  private static let maxSteps = 4000

  init(_ pattern: String, ignoringCase: Bool) throws(EngineFailure) {
    ignoresCase = ignoringCase
    if ignoringCase, !pattern.utf8.allSatisfy({ $0 < 0x80 }) {
      throw .undecided(Undecided("letter case beyond ASCII"))
    }
    var parser = RegularExpressionParser(pattern)
    let node = try parser.expression()
    groups = parser.groups
    steps.append(.match)
    first = try add(node, next: 0)
  }

  /// Adds the steps of a node that go on to `next`; the first of them.
  private mutating func add(_ node: Node, next: Int) throws(EngineFailure) -> Int {
    guard steps.count < Self.maxSteps else {
      throw .undecided(Undecided("a regular expression of this size"))
    }
    switch node {
    case .empty: return next
    case .scalar(let set): return append(.take(set, next: next))
    case .start, .end, .wordStart, .wordEnd, .wordBoundary, .notWordBoundary:
      return append(.assert(node, next: next))
    case .sequence(let nodes):
      var target = next
      for node in nodes.reversed() { target = try add(node, next: target) }
      return target
    case .alternatives(let nodes):
      var targets: [Int] = []
      for node in nodes { targets.append(try add(node, next: next)) }
      return append(.split(targets))
    case .repeat(let inner, let least, let most):
      var target = next
      if let most {
        for _ in least..<max(least, most) {
          target = append(.split([try add(inner, next: target), next]))
        }
      } else {
        let loop = append(.split([]))
        steps[loop] = .split([try add(inner, next: loop), next])
        target = loop
      }
      for _ in 0..<least { target = try add(inner, next: target) }
      return target
    }
  }

  private mutating func append(_ step: Step) -> Int {
    steps.append(step)
    return steps.count - 1
  }

  func matches(_ text: String) throws(EngineFailure) -> Bool {
    let scalars = try prepared(text)
    return !ranges(scalars, limit: 1).isEmpty
  }

  /// Matches from left to right, none overlapping, in positions of scalars.
  func matchRanges(in text: String, limit: Int? = nil) throws(EngineFailure) -> [Range<Int>] {
    ranges(try prepared(text), limit: limit)
  }

  private func prepared(_ text: String) throws(EngineFailure) -> [Unicode.Scalar] {
    guard ignoresCase else { return Array(text.unicodeScalars) }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw .undecided(Undecided("letter case beyond ASCII"))
    }
    return Array(text.unicodeScalars)
  }

  private func ranges(_ text: [Unicode.Scalar], limit: Int?) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    while start <= text.count, result.count < limit ?? .max {
      guard let end = longest(from: start, text) else {
        start += 1
        continue
      }
      result.append(start..<end)
      start = end > start ? end : start + 1
    }
    return result
  }

  /// The end of the longest match that begins at `start`.
  private func longest(from start: Int, _ text: [Unicode.Scalar]) -> Int? {
    var current: [Int] = []
    var isIn = [Bool](repeating: false, count: steps.count)
    follow(first, at: start, text, &current, &isIn)
    var found: Int?
    var position = start
    while true {
      if isIn[0] { found = position }
      guard position < text.count, !current.isEmpty else { return found }
      var next: [Int] = []
      isIn = [Bool](repeating: false, count: steps.count)
      for step in current {
        if case .take(let set, let target) = steps[step],
          set.contains(text[position], ignoringCase: ignoresCase)
        {
          follow(target, at: position + 1, text, &next, &isIn)
        }
      }
      current = next
      position += 1
    }
  }

  private func follow(
    _ step: Int, at position: Int, _ text: [Unicode.Scalar], _ list: inout [Int],
    _ isIn: inout [Bool]
  ) {
    var pending = [step]
    while let step = pending.popLast() {
      if isIn[step] { continue }
      isIn[step] = true
      switch steps[step] {
      case .match, .take: list.append(step)
      case .split(let targets): pending += targets
      case .assert(let node, let next):
        if holds(node, at: position, text) { pending.append(next) }
      }
    }
  }

  private func holds(_ node: Node, at position: Int, _ text: [Unicode.Scalar]) -> Bool {
    let before = position > 0 && ScalarSet.word.contains(text[position - 1])
    let after = position < text.count && ScalarSet.word.contains(text[position])
    switch node {
    case .start: return position == 0
    case .end: return position == text.count
    case .wordStart: return !before && after
    case .wordEnd: return before && !after
    case .wordBoundary: return before != after
    case .notWordBoundary: return before == after
    default: return true
    }
  }
}

/// A set of characters, as brackets and escapes give it.
struct ScalarSet {
  var ranges: [ClosedRange<UInt32>]
  var isNegated = false

  static let any = ScalarSet(ranges: [0...0x10FFFF])
  static let digit = ScalarSet(ranges: [0x30...0x39])
  static let space = ScalarSet(ranges: [0x20...0x20, 0x09...0x0D])
  static let word = ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) } != isNegated
  }

  /// As if the set held both cases of each of its letters.
  func contains(_ scalar: Unicode.Scalar, ignoringCase: Bool) -> Bool {
    let value = scalar.value
    guard ignoringCase, (0x41...0x5A).contains(value & 0xDF), value < 0x80 else {
      return contains(scalar)
    }
    return ranges.contains { $0.contains(value | 0x20) || $0.contains(value & 0xDF) } != isNegated
  }

  var negated: ScalarSet { ScalarSet(ranges: ranges, isNegated: !isNegated) }
}
