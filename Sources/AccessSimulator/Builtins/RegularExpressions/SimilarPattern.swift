import AccessModel
import SQLBinding

/// A pattern of SIMILAR TO as a regular expression. Source: `similar_escape_internal()`.
enum SimilarPattern {
  /// `escape`: nil is a backslash, empty is none.
  static func regularExpression(
    _ pattern: String, escape written: String?
  ) throws(EngineFailure) -> String {
    let escapes = Array((written ?? "\\").unicodeScalars)
    guard escapes.count <= 1 else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22025"), "invalid escape string",
          hint: "Escape string must be empty or one character."))
    }
    var result = "^(?:"
    var (isEscaped, isInBrackets, quotes) = (false, false, 0)
    for scalar in pattern.unicodeScalars {
      if isEscaped {
        isEscaped = false
        guard scalar == "\"", !isInBrackets else {
          result += "\\"
          result.unicodeScalars.append(scalar)
          continue
        }
        // Marks the part that substring() gives.
        switch quotes {
        case 0: result += "){1,1}?("
        case 1: result += "){1,1}(?:"
        default:
          throw .postgres(
            PostgresError(
              SQLState(rawValue: "2200C"),
              "SQL regular expression may not contain more than two escape-double-quote separators"
            ))
        }
        quotes += 1
      } else if scalar == escapes.first {
        isEscaped = true
      } else if isInBrackets {
        if scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
        if scalar == "]" { isInBrackets = false }
      } else {
        switch scalar {
        case "[":
          result += "["
          isInBrackets = true
        case "%": result += ".*"
        case "_": result += "."
        case "(": result += "(?:"
        case "\\", ".", "^", "$":
          result += "\\"
          result.unicodeScalars.append(scalar)
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + ")$"
  }
}
