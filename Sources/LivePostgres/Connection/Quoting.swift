import AccessModel

extension String {
  /// As an SQL identifier, always quoted.
  var quotedIdentifier: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// As an SQL string literal, for sessions with `standard_conforming_strings`.
  var quotedLiteral: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}

extension QualifiedName {
  /// `"schema"."name"`.
  var quoted: String { "\(schema.quotedIdentifier).\(name.quotedIdentifier)" }
}
