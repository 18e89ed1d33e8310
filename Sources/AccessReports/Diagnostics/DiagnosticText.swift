public import AccessModel

/// A diagnostic for people: the message, the line it is about with a caret, and what to do.
///
/// ```
/// policies/Plan.swift:41:9: error: table `documents` has no column `owner_i` [RK203]
///   41 |   documents.owner_i == auth.uid
///      |             ^
///   fix: did you mean `owner_id`?
/// ```
public struct DiagnosticText: Sendable {
  /// Where source lines come from.
  public var lines: SourceLines
  /// Turns a place into what is shown and read: `ElectricRide/Saved.swift` into a path.
  public var place: @Sendable (SourcePlace) -> SourcePlace

  /// Text without excerpts, unless `lines` has them.
  public init(
    lines: SourceLines = .none,
    place: @escaping @Sendable (SourcePlace) -> SourcePlace = { $0 }
  ) {
    self.lines = lines
    self.place = place
  }

  /// The lines of one diagnostic, with a newline after each.
  public func text(_ diagnostic: Diagnostic, style: TextStyle = .plain) -> String {
    let place = diagnostic.place.map(self.place)
    let severity = style.apply(
      diagnostic.severity == .error ? .bad : .warning, to: "\(diagnostic.severity.rawValue):")
    var text = place.map { "\($0): " } ?? ""
    text += "\(severity) \(diagnostic.message.printable) [\(diagnostic.id.rawValue)]\n"
    // The line of a token that is refused has the token in it.
    if diagnostic.id != .refusedToken, let place, let line = lines.line(at: place) {
      text += excerpt(of: line, at: place)
    }
    if let help = diagnostic.help { text += "  fix: \(help.printable)\n" }
    return text
  }

  /// How much of a line is shown, in characters: a file may be one long line.
  private static let width = 200

  /// The source line and a caret under the column, or under the first word if none is known.
  private func excerpt(of line: String, at place: SourcePlace) -> String {
    let characters = Array(line.replacingTabs)
    let column =
      place.column.map { min(max(1, $0) - 1, characters.count) }
      ?? characters.prefix { $0 == " " }.count
    guard column < characters.count || place.column != nil else { return "" }
    let start = characters.count <= Self.width ? 0 : max(0, column - Self.width / 2)
    let end = min(characters.count, start + Self.width)
    let before = (start > 0 ? "…" : "") + String(characters[start..<column]).printable
    let after = String(characters[column..<end]).printable + (end < characters.count ? "…" : "")
    guard !(before + after).allSatisfy({ $0 == " " }) else { return "" }
    let number = String(place.line)
    let gutter = String(repeating: " ", count: number.count)
    let caret = String(repeating: " ", count: before.displayWidth) + "^"
    return "  \(number) | \(before)\(after)\n  \(gutter) | \(caret)\n"
  }
}

extension String {
  /// One blank for a tab, so that columns stay what compilers count.
  fileprivate var replacingTabs: String { String(map { $0 == "\t" ? " " : $0 }) }
}
