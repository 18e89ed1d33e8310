import AccessModel

/// A definition that the language has no form for, in SQL.
///
/// It is applied when everything else of the plan has been made, as PostgreSQL would apply it; a
/// plan's definitions may stand in any order.
///
/// ```swift
/// SQL("CREATE TYPE mood AS ENUM ('glad', 'sad')")
/// ```
public struct SQL: Sendable {
  let text: String
  let place: SourcePlace

  /// One statement or several: CREATE, ALTER, GRANT, REVOKE, ….
  public init(_ text: String, file: String = #fileID, line: Int = #line) {
    self.text = text
    place = SourcePlace(file: file, line: line)
  }
}

/// What a relation needs besides, one `SQL` a line: triggers, indexes, grants of grants.
@resultBuilder public struct SQLDefinitions: Sendable {
  var parts: [SQL]

  /// None.
  public init() { parts = [] }

  init(_ parts: [SQL]) { self.parts = parts }

  /// One line of the builder.
  public static func buildExpression(_ part: SQL) -> SQLDefinitions { SQLDefinitions([part]) }
  /// All lines, in order.
  public static func buildBlock(_ parts: SQLDefinitions...) -> SQLDefinitions {
    SQLDefinitions(parts.flatMap(\.parts))
  }
}
