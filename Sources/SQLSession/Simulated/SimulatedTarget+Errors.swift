import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

extension SimulatedTarget {
  /// The error with the place that it points at: in the statement, or in the text of a function.
  func located(_ error: PostgresError, in text: String) -> PostgresError {
    var result = MalformedArray.adapted(error, to: session.version)
    // Suggestions of our own are for plans.
    if result.hint?.hasPrefix("did you mean") == true { result.hint = nil }
    guard result.origin.position == nil else { return result }
    if let query = result.origin.query {
      let prefix = query.isExpression ? "SELECT " : ""
      if let position = ErrorLocator.position(of: error, in: prefix + query.text, columns: columns)
      {
        result.origin.position = position - prefix.count
      } else {
        result.origin.query = nil
        result.origin.context.insert(query.context, at: result.origin.linesOfValue)
      }
      return result
    }
    guard result.origin.context.count == result.origin.linesOfValue, !isUnplaced(error, in: text)
    else { return result }
    result.origin.position = ErrorLocator.position(of: error, in: text, columns: columns)
    return result
  }

  /// CREATE DOMAIN has had no places to point at until 18, and has none in checks.
  private func isUnplaced(_ error: PostgresError, in text: String) -> Bool {
    let words = text.lowercased().split { $0.isWhitespace }.prefix(2)
    guard words == ["create", "domain"] else { return false }
    return session.version < .v18 || error.sqlState == .undefinedColumn
      || error.message.contains("check constraint") || error.message.contains("of CHECK")
  }

  /// An error of the parser, at a byte of the text.
  static func located(_ failure: SessionReadFailure, in text: String) -> PostgresError {
    var error = failure.error
    guard
      [.syntaxError, .init(rawValue: "42939")].contains(error.sqlState)
        || error.message == "MATCH PARTIAL not yet implemented"
        || error.message == "dropping an enum value is not implemented"
        || error.message.hasPrefix("precision for type float ")
        || error.message.hasPrefix("frame ")
        || error.message.hasSuffix("is not allowed in ON CONFLICT clause"),
      let offset = failure.offset
    else { return error }
    error.origin.position = text.utf8.prefix(offset).count { $0 & 0xC0 != 0x80 } + 1
    return error
  }

  private func columns(_ schema: String?, _ name: String) -> [String]? {
    let catalog = definitions.catalog
    func found(_ schema: String) -> [String]? {
      catalog.tables.first { $0.name.schema == schema && $0.name.name == name }?.columns.map(\.name)
        ?? catalog.views.first { $0.name.schema == schema && $0.name.name == name }?.columns
        .map(\.name)
    }
    return (schema.map { [$0] } ?? session.searchPath).lazy.compactMap(found).first
  }
}
