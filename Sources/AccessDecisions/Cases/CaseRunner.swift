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
      return [
        try result(test, nil) {
          switch test.subject {
          case .statement(let action): try who(action, names)
          case .event(let event): try hears(event, names)
          case .call: Finding(.failed, "", "")
          }
        }
      ]
    }
    return try test.identities.map { name in
      guard let identity = fixtures.identity(name) else {
        return broken(
          test, name, .unknownIdentity, "there is no identity `\(name)`")
      }
      return try result(test, name) {
        switch (test.subject, test.expectation) {
        case (.call(let call), let expectation): try self.call(call, expectation, identity)
        case (.statement(let action), .sees(let rows)): try sees(action, rows, identity)
        case (.statement(let action), .decision(let decision)):
          try decide(
            Who.probe(
              action, document, identity, engine, witnesses: fixtures.identities), decision,
            identity)
        case (.event, _), (_, .who): Finding(.failed, "", "")
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
        return broken(test, identity, .missingRow, "`\(test.subject.name)` has no such row")
      case .unreadableRow(let error):
        return broken(
          test, identity, .malformedCases,
          "`\(test.subject.name)` has no such row: \(error.message)")
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

  func decide(
    _ probe: Probe, _ expected: ExpectedDecision, _ identity: Identity
  ) throws -> Finding {
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

  private func who(_ action: CaseAction, _ names: [String]) throws -> Finding {
    let answers = try Who.can(
      action, document, identities: fixtures.identities, asking: engine)
    return who(
      names, answers.map { ($0.identity.name, $0.can, "\($0.decision)") },
      answers.lazy.compactMap(\.decision.undecidedConstruct).first)
  }

  /// Whether those who can are exactly the ones named.
  func who(
    _ names: [String], _ answers: [(name: String, can: Bool, reason: String)],
    _ undecided: Undecided?
  ) -> Finding {
    let can = Set(answers.filter(\.can).map(\.name))
    let expected = list(Set(names))
    if let undecided { return Finding(.undecided(undecided), expected, undecided.construct) }
    let wrong = answers.filter { $0.can != names.contains($0.name) }
    let reasons = wrong.map { "\($0.name): \($0.reason)" }.joined(separator: "; ")
    return Finding(
      isMet: can == Set(names), expected, list(can) + (reasons.isEmpty ? "" : " (\(reasons))"))
  }

  private func list(_ names: Set<String>) -> String {
    names.isEmpty ? "nobody" : names.sorted().joined(separator: ", ")
  }
}

extension CaseSubject {
  /// The relation or function that it is about.
  fileprivate var name: QualifiedName {
    switch self {
    case .statement(let action): action.relation
    case .call(let call): call.function
    case .event(let event): event.relation
    }
  }
}
