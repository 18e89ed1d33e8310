public import AccessDecisions
import AccessModel

extension JSONValue {
  /// An intent and what came of it.
  public init(_ result: IntentResult) {
    let verdict: String
    var why: JSONValue?
    switch result.verdict {
    case .held: verdict = "held"
    case .violated: verdict = "violated"
    case .undecided(let construct):
      verdict = "undecided"
      why = JSONValue(construct)
    case .unjudged(let reason):
      verdict = "unjudged"
      why = .string(reason)
    }
    self = .compact([
      ("intent", .string(result.intent.sentence)), ("verdict", .string(verdict)),
      (verdict == "undecided" ? "undecided" : "why", why),
      ("place", result.intent.place.map { JSONValue($0) }),
      ("checks", .integer(result.checks)),
      (
        "violations",
        result.violations.isEmpty ? nil : .array(result.violations.map { JSONValue($0) })
      ),
      ("notes", result.notes.isEmpty ? nil : .array(result.notes.map(JSONValue.string))),
    ])
  }

  /// One way in which an identity breaks an intent.
  public init(_ violation: Violation) {
    self = .compact([
      ("identity", .string(violation.identity)), ("role", .string(violation.role)),
      ("command", .string(violation.command.rawValue)),
      ("relation", JSONValue(violation.relation)),
      ("kind", .string(violation.kind.name)), ("count", .integer(violation.count)),
      ("through", (violation.kind.door ?? violation.through).map { JSONValue($0) }),
      ("rows", .array(violation.rows.map(JSONValue.string))),
      ("columns", violation.columns.map { .array($0.map(JSONValue.string)) }),
      ("decision", violation.decision.map { JSONValue($0) }),
    ])
  }
}
