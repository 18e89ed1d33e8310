public import AccessDecisions
public import AccessFixtures
import AccessModel

/// Who hears of a change: what `who --event` shows.
public struct EventReport: Sendable {
  /// The plan's.
  public var title: String
  /// What was asked.
  public var event: ChangeEvent
  /// One per identity.
  public var answers: [EventAudience.Answer]

  /// A report on `answers`.
  public init(title: String, event: ChangeEvent, answers: [EventAudience.Answer]) {
    self.title = title
    self.event = event
    self.answers = answers
  }

  /// The question, and a line for each identity.
  public func text(style: TextStyle = .plain) -> String {
    let rows = answers.map { answer -> [TextTable.Cell] in
      let delivery = answer.delivery
      let mark = delivery.undecidedConstruct != nil ? "?" : delivery.arrives ? "✓" : "✗"
      let text = if case .withheld(let decision) = delivery { decision.text } else { "\(delivery)" }
      return [
        TextTable.Cell(mark, delivery.arrives ? .good : .bad),
        TextTable.Cell(answer.identity.name), TextTable.Cell(answer.identity.role),
        TextTable.Cell(text.printable),
      ]
    }
    let table = TextTable(header: ["", "subscriber", "role", "hears of"], rows: rows)
    return "\(title)\n\(style.apply(.strong, to: event.text))\n\n\(table.text(style: style))"
  }

  /// The report of `who --event --format json`.
  public var json: JSONValue {
    .report(
      "event", plan: title,
      [
        .init(
          "event",
          .compact([
            ("kind", .string(event.kind.rawValue)), ("relation", JSONValue(event.relation)),
            ("row", event.row.map { JSONValue($0) }),
            ("values", event.values.isEmpty ? nil : JSONValue(event.values)),
          ])),
        .init("answers", .array(answers.map { JSONValue($0) })),
      ])
  }
}

extension JSONValue {
  fileprivate init(_ answer: EventAudience.Answer) {
    var columns: JSONValue?
    var decision: JSONValue?
    switch answer.delivery {
    case .record(let names), .deletedKey(let names):
      columns = .array(names.map(JSONValue.string))
    case .withheld(let reason): decision = JSONValue(reason)
    }
    self = .compact([
      ("identity", JSONValue(answer.identity)), ("hears", .boolean(answer.delivery.arrives)),
      ("columns", columns), ("decision", decision),
    ])
  }
}

extension ChangeEvent {
  /// `event: insert messages values group_id=1`.
  public var text: String {
    var text = "event: \(kind.rawValue) \(relation)"
    if let row { text += " where \(row.text)" }
    if !values.isEmpty { text += (kind == .insert ? " values " : " set ") + values.text }
    return text.printable
  }
}
