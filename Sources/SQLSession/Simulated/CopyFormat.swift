import AccessModel
import SQLBinding
import SQLFrontend

/// Lines of COPY, to fields and back. Source: `src/backend/commands/copyfromparse.c`, `copyto.c`.
struct CopyFormat {
  private let isCSV: Bool
  private let delimiter: Character
  private let nullText: String
  private let quote: Character

  init(_ command: CopyCommand) {
    isCSV = command.format == "csv"
    delimiter = command.delimiter?.first ?? (isCSV ? "," : "\t")
    nullText = command.nullText ?? (isCSV ? "" : "\\N")
    quote = command.quote?.first ?? "\""
  }

  /// The fields of each line; nil is NULL.
  func rows(_ lines: [String]) throws(EngineFailure) -> [[String?]] {
    guard !isCSV else { return try csvRows(lines) }
    return lines.map { line in
      line.split(separator: delimiter, omittingEmptySubsequences: false).map { field in
        field == nullText ? nil : Self.unescaped(field)
      }
    }
  }

  private func csvRows(_ lines: [String]) throws(EngineFailure) -> [[String?]] {
    var result: [[String?]] = []
    for line in lines {
      var fields: [String?] = []
      var field = ""
      var isQuoted = false
      var wasQuoted = false
      var characters = Array(line)[...]
      while let character = characters.popFirst() {
        switch character {
        case quote where isQuoted && characters.first == quote:
          characters.removeFirst()
          field.append(quote)
        case quote:
          isQuoted.toggle()
          wasQuoted = true
        case delimiter where !isQuoted:
          fields.append(!wasQuoted && field == nullText ? nil : field)
          (field, wasQuoted) = ("", false)
        default: field.append(character)
        }
      }
      guard !isQuoted else { throw .undecided(Undecided("a CSV field of several lines")) }
      fields.append(!wasQuoted && field == nullText ? nil : field)
      result.append(fields)
    }
    return result
  }

  private static func unescaped(_ field: Substring) -> String {
    guard field.contains("\\") else { return String(field) }
    var result = ""
    var characters = field[...]
    while let character = characters.popFirst() {
      guard character == "\\", let escaped = characters.popFirst() else {
        result.append(character)
        continue
      }
      switch escaped {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "b": result.append("\u{8}")
      case "f": result.append("\u{c}")
      case "v": result.append("\u{b}")
      default: result.append(escaped)
      }
    }
    return result
  }

  /// A row as a line.
  func line(_ row: [String?]) -> String {
    row.map { field -> String in
      guard let field else { return nullText }
      return isCSV ? csvField(field) : escaped(field)
    }.joined(separator: String(delimiter))
  }

  func line(_ names: [String]) -> String { line(names.map { Optional($0) }) }

  private func csvField(_ field: String) -> String {
    let needsQuotes =
      field == nullText || field == "\\."
      || field.contains { $0 == delimiter || $0 == quote || $0 == "\n" || $0 == "\r" }
    guard needsQuotes else { return field }
    let doubled = field.map { $0 == quote ? "\(quote)\(quote)" : String($0) }.joined()
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
