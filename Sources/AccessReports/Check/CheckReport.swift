public import AccessDecisions
public import AccessModel

/// What came of the gate: cases, intents, and who is subject to no policy.
public struct CheckReport: Sendable {
  /// The plan's.
  public var title: String
  /// One per case and identity.
  public var cases: [CaseResult]
  /// One per intent of the plan.
  public var intents: [IntentResult]
  /// What the linter found.
  public var findings: [Diagnostic]
  /// Identities whose role no policy limits.
  public var bypassing: [Identity]

  /// A report on what was found.
  public init(
    title: String, cases: [CaseResult], intents: [IntentResult], findings: [Diagnostic] = [],
    bypassing: [Identity]
  ) {
    self.title = title
    self.cases = cases
    self.intents = intents
    self.findings = findings
    self.bypassing = bypassing
  }

  /// How much of what.
  public struct Counts: Hashable, Sendable {
    /// Cases as expected.
    public var passed = 0
    /// Cases not as expected.
    public var failed = 0
    /// Cases that can't be asked of these fixtures.
    public var broken = 0
    /// Intents that no row or identity of the fixtures breaks.
    public var held = 0
    /// Intents that some row or identity breaks.
    public var violated = 0
    /// Intents that the fixtures hold nothing to check against.
    public var unjudged = 0
    /// Cases and intents that a construct which is not modelled leaves undecided.
    public var undecided = 0
    /// Findings of the linter, apart from notes.
    public var findings = 0
  }

  /// The counts of the summary.
  public var counts: Counts {
    var counts = Counts()
    for result in cases {
      switch result.verdict {
      case .passed: counts.passed += 1
      case .failed: counts.failed += 1
      case .broken: counts.broken += 1
      case .undecided: counts.undecided += 1
      }
    }
    for result in intents {
      switch result.verdict {
      case .held: counts.held += 1
      case .violated: counts.violated += 1
      case .unjudged: counts.unjudged += 1
      case .undecided: counts.undecided += 1
      }
    }
    counts.findings = findings.count { $0.severity != .note }
    return counts
  }

  /// The report of `check --format json`.
  public var json: JSONValue {
    let counts = counts
    return .report(
      "check", plan: title,
      [
        .init(
          "counts",
          [
            "passed": .integer(counts.passed), "failed": .integer(counts.failed),
            "broken": .integer(counts.broken), "held": .integer(counts.held),
            "violated": .integer(counts.violated), "unjudged": .integer(counts.unjudged),
            "undecided": .integer(counts.undecided), "findings": .integer(counts.findings),
          ]),
        .init("cases", .array(cases.map { JSONValue($0) })),
        .init("intents", .array(intents.map { JSONValue($0) })),
        .init("findings", .array(findings.map { JSONValue($0) })),
        .init("bypassing", .array(bypassing.map { JSONValue($0) })),
      ])
  }
}
