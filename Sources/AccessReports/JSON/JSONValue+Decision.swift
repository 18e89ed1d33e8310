public import AccessDecisions

extension JSONValue {
  /// A decision: its kind, and what goes with that kind.
  public init(_ decision: Decision) {
    let kind = ("kind", JSONValue.string(decision.kind))
    switch decision {
    case .allowed, .filtered:
      self = .compact([kind])
    case .bypassed(let bypasses):
      self = .compact([kind, ("bypasses", .array(bypasses.map { JSONValue($0) }))])
    case .noPrivilege(let error), .recursion(let error), .error(let error):
      self = .compact([kind, ("error", JSONValue(error))])
    case .checkViolated(let policy, let error):
      self = .compact([kind, ("policy", JSONValue(policy)), ("error", JSONValue(error))])
    case .undecided(let undecided):
      self = .compact([kind, ("undecided", JSONValue(undecided))])
    }
  }

  /// An outcome: what the caller would see.
  public init(_ outcome: Outcome) {
    switch outcome {
    case .completed(let completion):
      self = .compact([
        ("tag", .string(completion.tag)), ("count", .integer(completion.count)),
        ("columns", .array(completion.columns.map(JSONValue.string))),
        ("rows", .array(completion.rows.map { .array($0.map { JSONValue($0) }) })),
      ])
    case .refused(let error, _): self = .compact([("error", JSONValue(error))])
    case .undecided(let undecided): self = .compact([("undecided", JSONValue(undecided))])
    }
  }
}

extension Decision {
  /// The word that names the decision in JSON output, as `cases.yaml` spells it.
  public var kind: String {
    switch self {
    case .allowed: "allowed"
    case .bypassed: "bypassed"
    case .filtered: "filtered"
    case .noPrivilege: "no_privilege"
    case .checkViolated: "check_violated"
    case .recursion: "recursion"
    case .error: "error"
    case .undecided: "undecided"
    }
  }
}
