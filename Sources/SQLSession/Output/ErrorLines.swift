import AccessModel

/// The lines that libpq makes of an error or a notice.
///
/// Source: `pqBuildErrorMessage3()` and `reportErrorPosition()` in `fe-protocol3.c`.
struct ErrorLines {
  /// psql's variable VERBOSITY.
  enum Verbosity: String {
    case `default`, verbose, terse, sqlstate
  }

  /// psql's variable SHOW_CONTEXT.
  enum Context: String {
    case errors, always, never
  }

  var verbosity = Verbosity.default
  var context = Context.errors

  /// `statement`: the text that was sent.
  func lines(_ error: PostgresError, of statement: String) -> [String] {
    guard verbosity != .sqlstate else { return ["ERROR:  \(error.sqlState)"] }
    let state = verbosity == .verbose ? "\(error.sqlState): " : ""
    var first = "ERROR:  \(state)\(error.message)"
    let origin = error.origin
    guard verbosity != .terse else {
      if let position = origin.position { first += " at character \(position)" }
      return first.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    var result = [first]
    if let position = origin.position {
      result += Self.place(position, in: origin.query?.text ?? statement)
    }
    if let detail = error.detail { result.append("DETAIL:  \(detail)") }
    if let hint = error.hint { result.append("HINT:  \(hint)") }
    if let query = origin.query { result.append("QUERY:  \(query.text)") }
    if context != .never, !origin.context.isEmpty {
      result.append("CONTEXT:  " + origin.context.joined(separator: "\n"))
    }
    return result
  }

  func lines(_ notice: Notice) -> [String] {
    var result = ["\(notice.severity):  \(notice.message)"]
    guard verbosity != .terse, verbosity != .sqlstate else { return result }
    if let detail = notice.detail { result.append("DETAIL:  \(detail)") }
    if let hint = notice.hint { result.append("HINT:  \(hint)") }
    return result
  }

  private static let width = 60
  private static let leastOnTheRight = 10

  /// `LINE 1: …` and the caret below it.
  static func place(_ position: Int, in text: String) -> [String] {
    var characters = Array(text.unicodeScalars)
    let place = position - 1
    guard place >= 0, place <= characters.count else { return [] }
    var (line, start, end) = (1, 0, characters.count)
    for index in characters.indices {
      switch characters[index] {
      case "\t": characters[index] = " "
      case "\r", "\n":
        guard index < place else {
          end = index
          break
        }
        if characters[index] == "\r" || index == 0 || characters[index - 1] != "\r" { line += 1 }
        start = index + 1
      default: break
      }
      if end == index { break }
    }
    func columns(_ from: Int, _ to: Int) -> Int {
      characters[min(from, to)..<to].reduce(0) { $0 + width(of: $1) }
    }
    var (isCutLeft, isCutRight) = (false, false)
    if columns(start, end) > width {
      if width >= columns(start, place) + leastOnTheRight {
        while columns(start, end) > width { end -= 1 }
        isCutRight = true
      } else {
        while columns(place, end) > leastOnTheRight {
          end -= 1
          isCutRight = true
        }
        while columns(start, end) > width {
          start += 1
          isCutLeft = true
        }
      }
    }
    var shown = String.UnicodeScalarView()
    shown.append(contentsOf: characters[min(start, end)..<end])
    let prefix = "LINE \(line): " + (isCutLeft ? "..." : "")
    let indent = prefix.count + columns(start, place)
    return [
      prefix + String(shown) + (isCutRight ? "..." : ""),
      String(repeating: " ", count: indent) + "^",
    ]
  }

  /// In columns of a terminal.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x0300...0x036F, 0x200B...0x200F: 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
