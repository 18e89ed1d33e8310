public import AccessDecisions
public import AccessFixtures
public import AccessModel

/// One decision with its reasons: what `explain` shows.
public struct Explanation: Sendable {
  /// The plan's.
  public var title: String
  /// Who asks.
  public var identity: Identity
  /// What is done.
  public var action: CaseAction
  /// What came of it.
  public var outcome: Outcome
  /// Why.
  public var trace: TraceNode

  /// A decision and its reasons.
  public init(
    title: String, identity: Identity, action: CaseAction, outcome: Outcome, trace: TraceNode
  ) {
    self.title = title
    self.identity = identity
    self.action = action
    self.outcome = outcome
    self.trace = trace
  }

  /// The decision first, then the reasons as a tree.
  public func text(
    style: TextStyle = .plain,
    place: @escaping @Sendable (SourcePlace) -> SourcePlace = { $0 }
  ) -> String {
    let decision = Decision(outcome)
    let head = style.apply(.strong, to: "\(identity.name) (\(identity.role)): \(action.text)")
    return """
      \(title)
      \(head)
      \(style.apply(decision.role, to: decision.text.printable))

      \(TraceText(trace, place: place).text(style: style))
      \(TraceText.legend)

      """
  }

  /// The report of `explain --format json`.
  public var json: JSONValue {
    .report(
      "explain", plan: title,
      [
        .init("identity", JSONValue(identity)), .init("action", JSONValue(action)),
        .init("decision", JSONValue(Decision(outcome))), .init("outcome", JSONValue(outcome)),
        .init("trace", JSONValue(trace)),
      ])
  }
}

extension CaseAction {
  /// `update patron where id=1 set name=Ana`.
  public var text: String {
    var text = "\(command.rawValue) \(relation)"
    if let columns { text += " (\(columns.joined(separator: ", ")))" }
    if let row { text += " where \(row.text)" }
    if !values.isEmpty { text += (command == .insert ? " values " : " set ") + values.text }
    if !returning.isEmpty { text += " returning \(returning.joined(separator: ", "))" }
    return text.printable
  }
}

extension [ColumnValue] {
  /// `id=3, name=NULL`.
  public var text: String {
    map { "\($0.column)=\($0.value ?? "NULL")" }.joined(separator: ", ").printable
  }
}

extension JSONValue {
  /// `{"command", "relation", "columns", "row", "values", "returning"}`.
  public init(_ action: CaseAction) {
    self = .compact([
      ("command", .string(action.command.rawValue)),
      ("relation", JSONValue(action.relation)),
      ("columns", action.columns.map { .array($0.map(JSONValue.string)) }),
      ("row", action.row.map { JSONValue($0) }),
      ("values", action.values.isEmpty ? nil : JSONValue(action.values)),
      ("returning", action.returning.isEmpty ? nil : .array(action.returning.map { .string($0) })),
    ])
  }

  /// An object of columns and values.
  init(_ values: [ColumnValue]) {
    self = .object(values.map { Member($0.column, JSONValue($0.value)) })
  }
}
