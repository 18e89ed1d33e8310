import AccessModel

/// Whether the simulator and a server answered a statement alike: columns, rows, tag, SQLSTATE and
/// message. Rows may come in any order where the statement has no ORDER BY.
public struct ResultComparison {
  public enum Verdict: Hashable, Sendable {
    case same, different, undecided
  }

  private let isOrdered: Bool

  public init(_ statement: String) {
    isOrdered = statement.lowercased().contains("order by")
  }

  public func compare(_ simulated: StatementResult, _ server: StatementResult) -> Verdict {
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

  private static func key(_ row: [String?]) -> String {
    row.map { $0.map { "\"\($0)\"" } ?? "NULL" }.joined(separator: "\u{1F}")
  }

  private static func sorted(_ texts: [String]) -> [String] { texts.sorted() }
}
