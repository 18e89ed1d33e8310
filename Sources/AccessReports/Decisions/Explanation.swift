public import AccessDecisions
public import AccessFixtures
public import AccessModel

/// One decision with its reasons: what `explain` shows.
public struct Explanation: Sendable {
  /// The plan's, or the script's name.
  public var title: String
  /// Who asks.
  public var identity: Identity
  /// What is done, where it was not given as SQL.
  public var action: CaseAction?
  /// Why, and what would turn it.
  public var explained: StatementExplanation

  /// A decision and its reasons.
  public init(
    title: String, identity: Identity, action: CaseAction? = nil, _ explained: StatementExplanation
  ) {
    self.title = title
    self.identity = identity
    self.action = action
    self.explained = explained
  }

  /// The decision and the answer first, then the reasons as a tree, then what would turn it.
  public func text(
    style: TextStyle = .plain,
    place: @escaping @Sendable (SourcePlace) -> SourcePlace = { $0 }
  ) -> String {
    let decision = Decision(explained.outcome)
    let what = action?.text ?? explained.trace.label.printable
    let who =
      identity.name == identity.role ? identity.name : "\(identity.name) (\(identity.role))"
    let head = style.apply(.strong, to: "\(who): \(what)")
    var lines = [title, head, style.apply(decision.role, to: decision.text.printable)]
    lines += answerLines(style)
    lines += ["", TraceText(explained.trace, place: place).text(style: style), TraceText.legend]
    lines += changeLines(style)
    return lines.joined(separator: "\n") + "\n"
  }

  private func answerLines(_ style: TextStyle) -> [String] {
    explained.answer.enumerated().map { index, sentence in
      (index == 0 ? style.apply(.strong, to: "why: ") : "     ") + sentence.printable
    }
  }

  private func changeLines(_ style: TextStyle) -> [String] {
    guard !explained.changes.isEmpty else { return [] }
    var lines = ["", style.apply(.strong, to: "What would allow it; each was tried:")]
    for (index, tried) in explained.changes.enumerated() {
      let number = "\(index + 1). "
      let indent = String(repeating: " ", count: number.count)
      let texts =
        tried.change.steps.map { "\($0.sql);" }
        + (tried.change.statement.map { ["\($0);"] } ?? [])
      lines.append(
        "\(number)\(tried.change.title) → "
          + style.apply(Decision(tried.outcome).role, to: Self.text(of: tried.outcome)))
      lines += texts.map { "\(indent)  \($0.printable)" }
    }
    return lines
  }

  /// Privileges and policies stand no longer in the way, whatever else does.
  private static func text(of outcome: Outcome) -> String {
    let text = outcome.text(rowLimit: 1).printable
    if case .refused = outcome { return "access is granted, then \(text)" }
    return text
  }

  /// The report of `explain --format json`.
  public var json: JSONValue {
    .report(
      "explain", plan: title,
      [.init("identity", JSONValue(identity))]
        + (action.map { [.init("action", JSONValue($0))] } ?? [])
        + [
          .init("statement", .string(explained.trace.label)),
          .init("decision", JSONValue(Decision(explained.outcome))),
          .init("outcome", JSONValue(explained.outcome)),
          .init("answer", .array(explained.answer.map(JSONValue.string))),
          .init("trace", JSONValue(explained.trace)),
          .init("changes", .array(explained.changes.map { JSONValue($0) })),
        ])
  }
}

extension ProposedChange {
  /// What kind of change it is, in words.
  public var title: String { kinds.map(\.title).joined(separator: " and ") }
}

extension ProposedChange.Kind {
  fileprivate var title: String {
    switch self {
    case .statement: "another statement"
    case .claim: "a setting or claim of the session"
    case .role: "another role"
    case .row: "a row"
    case .grant: "a grant"
    case .membership: "a membership"
    case .policy: "a policy"
    }
  }
}

extension JSONValue {
  /// `{"kinds", "steps": [{"sql", "as"}], "statement", "outcome"}`.
  public init(_ tried: TriedChange) {
    self = .compact([
      ("kinds", .array(tried.change.kinds.map { .string($0.rawValue) })),
      (
        "steps",
        .array(
          tried.change.steps.map { step in
            [
              "sql": .string(step.sql),
              "as": .string(step.isAdministrators ? "administrator" : "session"),
            ]
          })
      ),
      ("statement", tried.change.statement.map(JSONValue.string)),
      ("outcome", JSONValue(tried.outcome)),
    ])
  }
}
