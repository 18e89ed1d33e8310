import AccessFixtures
import AccessModel

extension CaseRunner {
  /// What a call of a function gives.
  func call(
    _ call: CaseCall, _ expectation: AccessCase.Expectation, _ identity: Identity
  ) throws -> Finding {
    let question = ProbeQuestion(
      calling: call.function, call.arguments.map { ($0.name, $0.type) })
    let probe = Probe(question, parameterSets: [call.arguments.map(\.value)])
    switch expectation {
    case .sees(let rows):
      return try sees(probe, call.results, rows, identity)
    case .decision(let decision): return try decide(probe, decision, identity)
    case .who: return Finding(.failed, "", "")
    }
  }

  /// Whether exactly these identities hear of a change.
  func hears(_ event: ChangeEvent, _ names: [String]) throws -> Finding {
    let answers = try EventAudience.of(
      event, document, identities: fixtures.identities, asking: engine)
    let undecided = answers.lazy.compactMap(\.delivery.undecidedConstruct).first
    return who(
      names, answers.map { ($0.identity.name, $0.delivery.arrives, "\($0.delivery)") }, undecided)
  }
}
