public import AccessModel

/// `name` as SQL reads it back: in double quotes unless it needs none.
///
/// Quotes what PostgreSQL's `quote_ident()` quotes: all but `[a-z_][a-z0-9_]*`, and every keyword
/// that is not an unreserved one. A NUL, which no PostgreSQL name can hold, is written as
/// `\0000` in a `U&""` identifier: the server refuses the statement, where a raw NUL would have
/// cut it short unseen.
public func quoteIdentifier(_ name: String) -> String {
  if isPlainIdentifier(name), !Keywords.needsQuotes(name) { return name }
  if name.unicodeScalars.contains("\0") {
    return "U&" + quoted(name, with: "\"", escaping: ["\\": "\\\\", "\0": "\\0000"])
  }
  return quoted(name, with: "\"", escaping: [:])
}

/// `name` in double quotes, whether or not it needs them, as queries of PostgreSQL's own have it.
///
/// Source: `quoteOneName()` in `src/backend/utils/adt/ri_triggers.c`.
func quoteAnyIdentifier(_ name: String) -> String {
  quoted(name, with: "\"", escaping: [:])
}

/// `text` as a string constant, whatever `standard_conforming_strings` says: as PostgreSQL's
/// `quote_literal()`.
///
/// Backslashes make it `E'…'`. A NUL, which no PostgreSQL text can hold, is written as `\000`: the
/// server refuses the statement, where a raw NUL would have cut it short unseen.
public func quoteLiteral(_ text: String) -> String {
  let needsEscapes = text.unicodeScalars.contains { $0 == "\\" || $0 == "\0" }
  return needsEscapes
    ? "E" + quoted(text, with: "'", escaping: ["\\": "\\\\", "\0": "\\000"])
    : quoted(text, with: "'", escaping: [:])
}

/// `text` as a string constant where `standard_conforming_strings` is on, as the server's own
/// definitions have it: never `E'…'`, backslashes stand for themselves.
///
/// Source: `simple_quote_literal()` in `src/backend/utils/adt/ruleutils.c`.
public func quoteStandardLiteral(_ text: String) -> String {
  quoted(text, with: "'", escaping: [:])
}

/// `schema.name`, each part quoted where it must be.
public func sqlText(_ name: QualifiedName) -> String {
  "\(quoteIdentifier(name.schema)).\(quoteIdentifier(name.name))"
}

/// True of `[a-z_][a-z0-9_]*`.
func isPlainIdentifier(_ name: String) -> Bool {
  var isFirst = true
  for byte in name.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): break
    case UInt8(ascii: "0")...UInt8(ascii: "9") where !isFirst: break
    default: return false
    }
    isFirst = false
  }
  return !isFirst
}

// Works on scalars: as Characters, a quote followed by a combining mark is not a quote.
private func quoted(
  _ text: String, with quote: Unicode.Scalar, escaping escapes: [Unicode.Scalar: String]
) -> String {
  var result = String.UnicodeScalarView()
  result.append(quote)
  for scalar in text.unicodeScalars {
    if scalar == quote {
      result.append(contentsOf: [quote, quote])
    } else if let escape = escapes[scalar] {
      result.append(contentsOf: escape.unicodeScalars)
    } else {
      result.append(scalar)
    }
  }
  result.append(quote)
  return String(result)
}
