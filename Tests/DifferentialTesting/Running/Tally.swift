/// What a run met, and how often.
public struct Tally: Sendable {
  /// Decisions asked of both engines, the undecided ones included.
  public private(set) var asked = 0
  public private(set) var agreed = 0
  public private(set) var disagreed = 0
  /// How many of the decisions were statements; the others are probes.
  public private(set) var statements = 0
  /// Those the simulator left open, by construct.
  public private(set) var undecided: [String: Int] = [:]
  /// Outcomes, among what both engines agreed on.
  public private(set) var outcomes: [String: Int] = [:]
  /// What statements held, among those both engines agreed on.
  public private(set) var features: [String: Int] = [:]
  /// Rules of PostgreSQL that decisions showed.
  public private(set) var rules: [Int: Int] = [:]

  /// Those the simulator left open.
  public var undecidedCount: Int { undecided.values.reduce(0, +) }

  mutating func count(_ question: Comparison.Question) {
    asked += 1
    if case .statement = question.theirs { statements += 1 }
    switch question.verdict {
    case .agreed:
      agreed += 1
      outcomes[question.theirs.kind, default: 0] += 1
      for feature in question.features { features[feature, default: 0] += 1 }
      for rule in RuleSigns.rules(question) { rules[rule, default: 0] += 1 }
    case .undecided(let construct):
      undecided[construct.withoutNames, default: 0] += 1
    case .disagreed: disagreed += 1
    }
  }
}

extension String {
  /// The construct without the names in it, so that the same constructs count together.
  fileprivate var withoutNames: String {
    var parts = split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices where index % 2 == 1 { parts[index] = "…" }
    return parts.joined(separator: "`")
  }
}
