import AccessModel

/// Whether the simulator and a server answered a statement alike: columns, rows, tag, SQLSTATE and
/// message, and what functions said on the way. Rows may come in any order where the statement has
/// no ORDER BY, and what is said of them in any.
public struct ResultComparison {
  public enum Verdict: Hashable, Sendable {
    case same, different, undecided
  }

  private let isOrdered: Bool

  public init(_ statement: String) {
    isOrdered = Self.outermost(statement).contains("order by")
  }

  public func compare(_ simulated: StatementResult, _ server: StatementResult) -> Verdict {
    let verdict = compareOutcomes(simulated, server)
    guard verdict == .same else { return verdict }
    return Self.said(simulated) == Self.said(server) ? .same : .different
  }

  private func compareOutcomes(
    _ simulated: StatementResult, _ server: StatementResult
  ) -> Verdict {
    switch (simulated.outcome, server.outcome) {
    case (.undecided, _), (_, .undecided): return .undecided
    case (.failed(let a), .failed(let b)):
      return a.sqlState == b.sqlState && a.message == b.message ? .same : .different
    case (.completed(let columns, let rows, let tag), .completed(let names, let lines, let word)):
      guard columns == names, tag == word || tag.isEmpty else { return .different }
      guard Self.sorted(simulated.copied ?? []) == Self.sorted(server.copied ?? []) else {
        return .different
      }
      if rows == lines { return .same }
      guard !isOrdered else { return .different }
      return Self.sorted(rows.map(Self.key)) == Self.sorted(lines.map(Self.key))
        ? .same : .different
    default: return .different
    }
  }

  /// What stands in no parentheses, in lower case and with single spaces: ORDER BY of a window or a
  /// subquery orders no result.
  private static func outermost(_ statement: String) -> String {
    var depth = 0
    var text = ""
    for scalar in statement.lowercased().unicodeScalars {
      switch scalar {
      case "(", "[": depth += 1
      case ")", "]": depth = max(0, depth - 1)
      default:
        if depth > 0 { continue }
        if scalar.properties.isWhitespace {
          if !text.hasSuffix(" ") { text += " " }
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }

  private static func key(_ row: [String?]) -> String {
    row.map { $0.map { "\"\($0)\"" } ?? "NULL" }.joined(separator: "\u{1F}")
  }

  private static func said(_ result: StatementResult) -> [String] {
    result.notices.map { "\($0.severity) \($0.sqlState.rawValue) \($0.message)" }.sorted()
  }

  private static func sorted(_ texts: [String]) -> [String] { texts.sorted() }
}
