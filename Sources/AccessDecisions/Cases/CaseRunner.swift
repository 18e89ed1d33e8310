public import AccessFixtures
public import AccessModel

/// Runs the cases of fixtures against an engine.
public struct CaseRunner {
  let document: PlanDocument
  let fixtures: Fixtures
  let engine: RecordingEngine
  let reportsBypass: Bool
  let shapes: RelationShapes

  /// A runner over an engine that holds the fixtures' rows.
  ///
  /// - Parameter reportsBypass: false for a server, which does not say why it let somebody pass: a
  ///   case that expects `bypassed` then accepts `allowed`.
  public init(
    _ document: PlanDocument, _ fixtures: Fixtures, asking engine: any DecisionEngine,
    reportsBypass: Bool = true
  ) {
    self.document = document
    self.fixtures = fixtures
    self.engine = .around(engine)
    self.reportsBypass = reportsBypass
    shapes = RelationShapes(document.catalog)
  }

  /// One result for each case of the document's variant and each identity it names.
  ///
  /// Throws only what the engine throws.
  public func run() throws -> [CaseResult] {
    try fixtures.cases.filter { $0.applies(to: document.variant) }.flatMap { try run($0) }
  }

  /// One result for each identity the case names. Throws only what the engine throws.
  public func run(_ test: AccessCase) throws -> [CaseResult] {
    if case .who(let names) = test.expectation {
      return [try result(test, nil) { try who(test, names) }]
    }
    return try test.identities.map { name in
      guard let identity = fixtures.identity(name) else {
        return broken(
          test, name, .unknownIdentity, "there is no identity `\(name)`")
      }
      return try result(test, name) {
        switch test.expectation {
        case .sees(let rows): try sees(test, rows, identity)
        case .decision(let decision): try decide(test, decision, identity)
        case .who: Finding(.failed, "", "")
        }
      }
    }
  }

  struct Finding {
    var verdict: CaseResult.Verdict
    var expected: String
    var actual: String

    init(_ verdict: CaseResult.Verdict, _ expected: String, _ actual: String) {
      self.verdict = verdict
      self.expected = expected
      self.actual = actual
    }

    init(isMet: Bool, _ expected: String, _ actual: String) {
      self.init(isMet ? .passed : .failed, expected, actual)
    }
  }

  private func result(
    _ test: AccessCase, _ identity: String?, _ find: () throws -> Finding
  ) throws -> CaseResult {
    do {
      let finding = try find()
      return CaseResult(
        name: test.name, why: test.why, identity: identity, place: test.place,
        verdict: finding.verdict, expected: finding.expected, actual: finding.actual)
    } catch let failure as Who.Failure {
      switch failure {
      case .unknownRelation(let name):
        return broken(
          test, identity, .unknownRelation, "the plan has no relation `\(name)`")
      case .missingRow:
        return broken(
          test, identity, .missingRow, "`\(test.action.relation)` has no such row")
      case .unreadableRow(let error):
        return broken(
          test, identity, .malformedCases,
          "`\(test.action.relation)` has no such row: \(error.message)")
      case .undecided(let undecided):
        return CaseResult(
          name: test.name, why: test.why, identity: identity, place: test.place,
          verdict: .undecided(undecided), expected: "", actual: undecided.construct)
      }
    }
  }

  private func broken(
    _ test: AccessCase, _ identity: String?, _ id: DiagnosticID, _ message: String
  ) -> CaseResult {
    CaseResult(
      name: test.name, why: test.why, identity: identity, place: test.place,
      verdict: .broken(Diagnostic(id, message, at: test.place)), expected: "", actual: message)
  }

  private func decide(
    _ test: AccessCase, _ expected: ExpectedDecision, _ identity: Identity
  ) throws -> Finding {
    let probe = try Who.probe(test.action, document, identity, engine)
    let outcome = try engine.ask(probe, as: identity).first
    let decision = Who.decision(outcome)
    let count = outcome?.reachedCount.map { ", changed or read \($0)" } ?? ""
    let actual = decision.description + count
    if let undecided = decision.undecidedConstruct {
      return Finding(.undecided(undecided), expected.text, actual)
    }
    let isMet = isMet(expected, decision, count: outcome?.reachedCount)
    return Finding(isMet: isMet, expected.text, actual)
  }

  private func isMet(
    _ expected: ExpectedDecision, _ decision: Decision, count: Int?
  ) -> Bool {
    switch (expected, decision) {
    case (.allowed, .allowed), (.filtered, .filtered), (.noPrivilege, .noPrivilege),
      (.recursion, .recursion), (.bypassed, .bypassed):
      true
    case (.bypassed, .allowed): !reportsBypass
    case (.checkViolated(nil), .checkViolated): true
    case (.checkViolated(let wanted), .checkViolated(let policy, _)): wanted == policy
    case (.error(let state), .error(let error)), (.error(let state), .recursion(let error)),
      (.error(let state), .noPrivilege(let error)),
      (.error(let state), .checkViolated(_, let error)):
      state == error.sqlState
    case (.changed(let wanted), _): count == wanted
    default: false
    }
  }

  private func who(_ test: AccessCase, _ names: [String]) throws -> Finding {
    let answers = try Who.can(
      test.action, document, identities: fixtures.identities, asking: engine)
    let can = Set(answers.filter(\.can).map(\.identity.name))
    let expected = list(Set(names))
    if let undecided = answers.lazy.compactMap(\.decision.undecidedConstruct).first {
      return Finding(.undecided(undecided), expected, undecided.construct)
    }
    let wrong = answers.filter { $0.can != names.contains($0.identity.name) }
    let reasons = wrong.map { "\($0.identity.name): \($0.decision)" }.joined(separator: "; ")
    return Finding(
      isMet: can == Set(names), expected, list(can) + (reasons.isEmpty ? "" : " (\(reasons))"))
  }

  private func list(_ names: Set<String>) -> String {
    names.isEmpty ? "nobody" : names.sorted().joined(separator: ", ")
  }
}
