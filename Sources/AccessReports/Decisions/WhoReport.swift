public import AccessDecisions
public import AccessFixtures
import AccessModel

/// Each identity's decision on one thing: what `who` shows.
public struct WhoReport: Sendable {
  /// The plan's.
  public var title: String
  /// What was asked.
  public var action: CaseAction
  /// One per identity.
  public var answers: [Who.Answer]

  /// A report on `answers`.
  public init(title: String, action: CaseAction, answers: [Who.Answer]) {
    self.title = title
    self.action = action
    self.answers = answers
  }

  /// The question, and a line for each identity.
  public func text(style: TextStyle = .plain) -> String {
    let rows = answers.map { answer -> [TextTable.Cell] in
      let decision = answer.decision
      let mark = decision.undecidedConstruct != nil ? "?" : answer.can ? "✓" : "✗"
      return [
        TextTable.Cell(mark, answer.can ? .good : .bad), TextTable.Cell(answer.identity.name),
        TextTable.Cell(answer.identity.role), TextTable.Cell(decision.text, decision.role),
      ]
    }
    let table = TextTable(header: ["", "identity", "role", "decision"], rows: rows)
    return "\(title)\n\(style.apply(.strong, to: action.text))\n\n\(table.text(style: style))"
  }

  /// The report of `who --format json`.
  public var json: JSONValue {
    .report(
      "who", plan: title,
      [
        .init("action", JSONValue(action)),
        .init(
          "answers",
          .array(
            answers.map { answer in
              [
                "identity": JSONValue(answer.identity), "can": .boolean(answer.can),
                "decision": JSONValue(answer.decision),
              ]
            })),
      ])
  }
}
