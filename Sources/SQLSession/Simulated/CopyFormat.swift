import AccessModel
import SQLBinding
import SQLFrontend

/// Writes the lines of COPY TO. Source: `src/backend/commands/copyto.c`.
struct CopyFormat {
  private let isCSV: Bool
  private let delimiter: Character
  private let nullText: String
  private let quote: Character
  private let escape: Character
  private let forceQuote: [String]

  init(_ command: CopyCommand) {
    isCSV = command.format == "csv"
    delimiter = command.delimiter?.first ?? (isCSV ? "," : "\t")
    nullText = command.nullText ?? (isCSV ? "" : "\\N")
    quote = command.quote?.first ?? "\""
    escape = command.escape?.first ?? quote
    forceQuote = command.forceQuote
  }

  /// A row as a line; `columns`: the names, for FORCE_QUOTE.
  func line(_ row: [String?], _ columns: [String] = []) -> String {
    row.enumerated().map { index, field -> String in
      guard let field else { return nullText }
      let isForced =
        forceQuote == ["*"]
        || columns.indices.contains(index) && forceQuote.contains(columns[index])
      return isCSV ? csvField(field, isAlone: row.count == 1, isForced: isForced) : escaped(field)
    }.joined(separator: String(delimiter))
  }

  /// Names are never forced into quotes.
  func line(_ names: [String]) -> String {
    names.map { isCSV ? csvField($0, isAlone: names.count == 1, isForced: false) : escaped($0) }
      .joined(separator: String(delimiter))
  }

  private func csvField(_ field: String, isAlone: Bool, isForced: Bool) -> String {
    let needsQuotes =
      isForced || field == nullText || isAlone && field == "\\."
      || field.unicodeScalars.contains {
        Character($0) == delimiter || Character($0) == quote || $0 == "\n" || $0 == "\r"
      }
    guard needsQuotes else { return field }
    let doubled = field.map { character in
      character == quote || character == escape
        ? "\(escape)\(character)" : String(character)
    }.joined()
    return "\(quote)\(doubled)\(quote)"
  }

  private func escaped(_ field: String) -> String {
    field.map { character -> String in
      switch character {
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      case "\u{8}": "\\b"
      case "\u{c}": "\\f"
      case "\u{b}": "\\v"
      case delimiter: "\\\(character)"
      default: String(character)
      }
    }.joined()
  }
}
