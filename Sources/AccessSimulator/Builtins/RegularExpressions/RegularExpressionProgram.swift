import AccessModel
import SQLBinding

/// An automaton for one regular expression, run on all its states side by side.
struct RegularExpressionProgram {
  enum Step {
    case take(ScalarSet, next: Int)
    case assert(RegularExpressionAssertion, next: Int)
    case look(RegularExpressionProgram, isAhead: Bool, isNegated: Bool, next: Int)
    case split([Int])
    case match
  }

  private var steps: [Step] = [.match]
  private var first = 0
  private let groups: [Int: RegularExpressionNode]

  /// Copies that counted repetitions may make.
  private static let maxSteps = 4000

  /// `groups`: what the groups hold, for back references.
  init(
    _ node: RegularExpressionNode, _ groups: [Int: RegularExpressionNode]
  ) throws(EngineFailure) {
    self.groups = groups
    first = try add(node, next: 0)
  }

  /// Adds the steps of a node that go on to `next`; the first of them.
  private mutating func add(
    _ node: RegularExpressionNode, next: Int
  ) throws(EngineFailure) -> Int {
    guard steps.count < Self.maxSteps else {
      throw .undecided(Undecided("a regular expression of this size"))
    }
    switch node {
    case .empty: return next
    case .scalar(let set): return append(.take(set, next: next))
    case .assertion(.lookaround(let inner, let isAhead, let isNegated)):
      let program = try RegularExpressionProgram(inner, groups)
      return append(.look(program, isAhead: isAhead, isNegated: isNegated, next: next))
    case .assertion(let assertion): return append(.assert(assertion, next: next))
    case .group(_, let inner): return try add(inner, next: next)
    case .backReference(let number):
      return try add((groups[number] ?? .empty).withoutAssertions, next: next)
    case .sequence(let nodes):
      var target = next
      for node in nodes.reversed() { target = try add(node, next: target) }
      return target
    case .alternatives(let nodes):
      var targets: [Int] = []
      for node in nodes { targets.append(try add(node, next: next)) }
      return append(.split(targets))
    case .repeat(let inner, let least, let most, _):
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

  /// The end of the longest match of the text from `start` that ends by `limit`.
  func longest(
    from start: Int, to limit: Int, in text: RegularExpressionText
  ) throws(EngineFailure) -> Int? {
    var found: Int?
    try run(from: start, to: limit, text) { position in
      found = position
      return true
    }
    return found
  }

  /// The end of the shortest match from `start` that ends at `least` or after it.
  func shortest(
    from start: Int, atLeast least: Int, to limit: Int, in text: RegularExpressionText
  ) throws(EngineFailure) -> Int? {
    var found: Int?
    try run(from: start, to: limit, text) { position in
      guard position >= least else { return true }
      found = position
      return false
    }
    return found
  }

  /// Tells each position where a match may end, until told to stop.
  private func run(
    from start: Int, to limit: Int, _ text: RegularExpressionText, _ note: (Int) -> Bool
  ) throws(EngineFailure) {
    var current: [Int] = []
    var isIn = [Bool](repeating: false, count: steps.count)
    try follow(first, at: start, text, &current, &isIn)
    var position = start
    while true {
      if isIn[0], !note(position) { return }
      guard position < limit, !current.isEmpty else { return }
      try text.spend(current.count + 1)
      var next: [Int] = []
      isIn = [Bool](repeating: false, count: steps.count)
      for step in current {
        if case .take(let set, let target) = steps[step],
          set.contains(text.scalars[position], ignoringCase: text.ignoresCase)
        {
          try follow(target, at: position + 1, text, &next, &isIn)
        }
      }
      current = next
      position += 1
    }
  }

  private func follow(
    _ step: Int, at position: Int, _ text: RegularExpressionText, _ list: inout [Int],
    _ isIn: inout [Bool]
  ) throws(EngineFailure) {
    var pending = [step]
    while let step = pending.popLast() {
      if isIn[step] { continue }
      isIn[step] = true
      switch steps[step] {
      case .match, .take: list.append(step)
      case .split(let targets): pending += targets
      case .assert(let assertion, let next):
        if text.holds(assertion, at: position) { pending.append(next) }
      case .look(let program, let isAhead, let isNegated, let next):
        if try program.looks(isAhead, from: position, text) != isNegated { pending.append(next) }
      }
    }
  }

  private func looks(
    _ isAhead: Bool, from position: Int, _ text: RegularExpressionText
  ) throws(EngineFailure) -> Bool {
    let end = text.scalars.count
    if isAhead {
      return try shortest(from: position, atLeast: position, to: end, in: text) != nil
    }
    for start in 0...position
    where try shortest(from: start, atLeast: position, to: position, in: text) != nil {
      return true
    }
    return false
  }
}

/// A text that is searched, and how much work may still go into it.
final class RegularExpressionText {
  let scalars: [Unicode.Scalar]
  let ignoresCase: Bool
  private var budget = 40_000_000

  init(_ scalars: [Unicode.Scalar], ignoresCase: Bool) {
    self.scalars = scalars
    self.ignoresCase = ignoresCase
  }

  func spend(_ work: Int) throws(EngineFailure) {
    budget -= work
    guard budget > 0 else {
      throw .undecided(Undecided("a regular expression that takes this long"))
    }
  }

  func holds(_ assertion: RegularExpressionAssertion, at position: Int) -> Bool {
    let before = position > 0 && ScalarSet.word.contains(scalars[position - 1])
    let after = position < scalars.count && ScalarSet.word.contains(scalars[position])
    switch assertion {
    case .start: return position == 0
    case .end: return position == scalars.count
    case .lineStart: return position == 0 || scalars[position - 1] == "\n"
    case .lineEnd: return position == scalars.count || scalars[position] == "\n"
    case .wordStart: return !before && after
    case .wordEnd: return before && !after
    case .wordBoundary: return before != after
    case .notWordBoundary: return before == after
    case .lookaround: return true
    }
  }
}
