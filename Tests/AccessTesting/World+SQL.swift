import AccessDecisions
public import AccessModel
import AccessSimulator
import SQLFrontend
public import Testing

extension World {
  /// As `agree(on:as:)`, of statements as SQL text.
  public func agree(
    on statements: String..., as role: String, undecided limit: Int? = 0,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    try agree(
      on: try statements.map { try sql($0) }, as: role, undecided: limit, at: location)
  }
}

/// One statement read from SQL text.
public func sql(
  _ text: String, at location: SourceLocation = #_sourceLocation
) throws -> SQLStatement {
  let parsed = SQLReader().parseStatements(SQLFile(name: "test.sql", text: text))
  guard case .statement(let statement)? = parsed.first?.outcome else {
    throw UnreadStatement(text: text, outcome: "\(String(describing: parsed.first?.outcome))")
  }
  return statement
}

/// A test's SQL that the model has no form for.
struct UnreadStatement: Error {
  let text: String
  let outcome: String
}
