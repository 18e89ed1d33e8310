public import AccessDecisions

extension JSONValue {
  /// A case and what came of it.
  public init(_ result: CaseResult) {
    let verdict: String
    var undecided: JSONValue?
    var problem: JSONValue?
    switch result.verdict {
    case .passed: verdict = "passed"
    case .failed: verdict = "failed"
    case .undecided(let construct):
      verdict = "undecided"
      undecided = JSONValue(construct)
    case .broken(let diagnostic):
      verdict = "broken"
      problem = JSONValue(diagnostic)
    }
    self = .compact([
      ("case", .string(result.name)), ("identity", result.identity.map(JSONValue.string)),
      ("verdict", .string(verdict)), ("expected", .string(result.expected)),
      ("actual", .string(result.actual)), ("why", result.why.map(JSONValue.string)),
      ("place", result.place.map { JSONValue($0) }), ("undecided", undecided),
      ("diagnostic", problem),
    ])
  }
}
