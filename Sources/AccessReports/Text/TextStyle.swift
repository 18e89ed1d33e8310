/// Colour, or none: what a terminal is sent around a word.
public struct TextStyle: Hashable, Sendable {
  /// What a word means; the style knows how that looks.
  public enum Role: Hashable, Sendable, CaseIterable {
    case good, bad, warning, quiet, strong
  }

  /// Whether escape sequences are written at all.
  public var usesColour: Bool

  /// With or without colour.
  public init(usesColour: Bool) { self.usesColour = usesColour }

  /// For files, pipes and `NO_COLOR`.
  public static let plain = TextStyle(usesColour: false)

  /// `text` as `role` looks. Source of the codes: ECMA-48, 8.3.117 "SGR".
  public func apply(_ role: Role, to text: String) -> String {
    guard usesColour else { return text }
    let code =
      switch role {
      case .good: "32"
      case .bad: "31"
      case .warning: "33"
      case .quiet: "2"
      case .strong: "1"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
