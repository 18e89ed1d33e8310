public import AccessFixtures

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
