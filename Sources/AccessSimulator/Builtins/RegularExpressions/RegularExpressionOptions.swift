import AccessModel
import SQLBinding

/// The flags of a regular expression, as functions and `(?…)` take them.
///
/// Source: `parse_re_flags()` in `regexp.c`, `prefixes()` in `regc_lex.c`.
struct RegularExpressionOptions: Hashable {
  var ignoresCase = false
  /// `.` and `[^…]` do not match a line's end.
  var stopsAtNewline = false
  /// `^` and `$` match at every line's ends.
  var anchorsAtNewline = false
  /// White space and comments in the pattern mean nothing.
  var isExpanded = false
  /// The pattern stands for itself.
  var isLiteral = false
  /// All matches; only functions take it.
  var isGlobal = false

  init(ignoringCase: Bool = false) { ignoresCase = ignoringCase }

  /// The flags of a function's argument.
  init(flags: String) throws(EngineFailure) {
    for flag in flags.unicodeScalars {
      if flag == "g" {
        isGlobal = true
      } else if try !apply(flag) {
        throw .postgres(
          PostgresError(
            .invalidParameterValue, "invalid regular expression option: \"\(flag)\""))
      }
    }
  }

  /// False for what is no flag.
  mutating func apply(_ flag: Unicode.Scalar) throws(EngineFailure) -> Bool {
    switch flag {
    case "c": ignoresCase = false
    case "i": ignoresCase = true
    case "m", "n": (stopsAtNewline, anchorsAtNewline) = (true, true)
    case "p": (stopsAtNewline, anchorsAtNewline) = (true, false)
    case "q": isLiteral = true
    case "s": (stopsAtNewline, anchorsAtNewline) = (false, false)
    case "t": isExpanded = false
    case "w": (stopsAtNewline, anchorsAtNewline) = (false, true)
    case "x": isExpanded = true
    case "b", "e":
      throw .undecided(Undecided("the flag `\(flag)` of a regular expression"))
    default: return false
    }
    return true
  }
}

extension SQLState {
  static let invalidParameterValue = SQLState(rawValue: "22023")
}
