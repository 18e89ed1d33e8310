public import AccessDecisions
import AccessModel

extension Outcome {
  /// One line: `1|a; 2|b`, `(0 rows)`, `UPDATE 2`, `ERROR 42501: …`, `undecided: …`.
  public var summary: String {
    switch self {
    case .undecided(let undecided): return "undecided: \(undecided.construct)"
    case .refused(let error, _): return "ERROR \(error.sqlState): \(error.message)"
    case .completed(let completion):
      guard !completion.columns.isEmpty else { return completion.tag }
      let rows = completion.rows.map { $0.map { $0 ?? "NULL" }.joined(separator: "|") }
      return rows.isEmpty ? "(0 rows)" : rows.sorted().joined(separator: "; ")
    }
  }
}
