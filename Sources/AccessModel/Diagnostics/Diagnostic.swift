/// Something wrong with a plan, SQL text or fixtures, to be shown to its author.
///
/// Messages are lowercase, without a period, with backticks around names the author wrote.
/// Mistakes are collected and reported together; they are never thrown one at a time.
///
/// ```
/// Plan.swift:41:9: error: table `documents` has no column `owner_i` [RK203]
///   fix: did you mean `owner_id`?
/// ```
public struct Diagnostic: Hashable, Codable, Sendable {
  public enum Severity: String, Codable, Sendable, CaseIterable {
    case error, warning, note
  }

  /// A stable identifier such as `RK203`: see `DiagnosticID`.
  public var id: DiagnosticID
  public var severity: Severity
  public var message: String
  public var place: SourcePlace?
  /// The next step for the author, if there is an obvious one.
  public var help: String?

  public init(
    _ id: DiagnosticID, _ message: String, at place: SourcePlace?, help: String? = nil,
    severity: Severity = .error
  ) {
    self.id = id
    self.severity = severity
    self.message = message
    self.place = place
    self.help = help
  }
}

extension Diagnostic: CustomStringConvertible {
  public var description: String {
    let prefix = place.map { "\($0): " } ?? ""
    let help = help.map { "\n  fix: \($0)" } ?? ""
    return "\(prefix)\(severity.rawValue): \(message) [\(id.rawValue)]\(help)"
  }
}
