public import AccessModel
import SQLFrontend
public import SQLSession

/// What one engine said to one question. Rows of probes are records in PostgreSQL's text format.
public enum Answer: Hashable, Sendable {
  case statement(StatementResult)
  case rows([String])
  case failed(PostgresError)
  case undecided(String)

  /// A short name of the outcome, for counting.
  var kind: String {
    switch self {
    case .statement(let result):
      switch result.outcome {
      case .completed(let columns, let rows, let tag):
        let word = tag.prefix { $0 != " " }
        let isEmpty = columns == nil ? tag.hasSuffix(" 0") : rows.isEmpty
        return "\(word) \(isEmpty ? "no rows" : "done")"
      case .failed(let error): return "ERROR \(error.sqlState)"
      case .undecided: return "undecided"
      }
    case .rows(let rows): return rows.isEmpty ? "probe: no rows" : "probe: rows"
    case .failed(let error): return "probe: ERROR \(error.sqlState)"
    case .undecided: return "undecided"
    }
  }

  var undecided: String? {
    switch self {
    case .statement(let result): result.undecided?.construct
    case .undecided(let construct): construct
    default: nil
    }
  }

  /// For a log.
  var text: String {
    switch self {
    case .rows(let rows): return rows.isEmpty ? "no rows" : rows.joined(separator: "; ")
    case .failed(let error): return Self.text(error)
    case .undecided(let construct): return "undecided: \(construct)"
    case .statement(let result):
      switch result.outcome {
      case .completed(let columns, let rows, let tag):
        let lines =
          rows.map { $0.map { $0 ?? "NULL" }.joined(separator: "|") } + (result.copied ?? [])
        let names = columns.map { " (\($0.joined(separator: "|")))" } ?? ""
        return "\(tag)\(names) \(lines.joined(separator: "; "))"
      case .failed(let error): return Self.text(error)
      case .undecided(let construct): return "undecided: \(construct.construct)"
      }
    }
  }

  private static func text(_ error: PostgresError) -> String {
    "ERROR \(error.sqlState): \(error.message)" + (error.detail.map { " DETAIL: \($0)" } ?? "")
      + (error.hint.map { " HINT: \($0)" } ?? "")
  }
}

/// What comparing two answers gave.
public enum Verdict: Hashable, Sendable {
  case agreed
  case undecided(String)
  case disagreed

  /// What comes of two answers to one statement, the simulator's first.
  public init(_ mine: Answer, _ theirs: Answer, to text: String) {
    if let construct = mine.undecided {
      self = .undecided(construct)
      return
    }
    if let failure = theirs.breakdown {
      self = .undecided("what PostgreSQL breaks down at: \(failure)")
      return
    }
    switch (mine, theirs) {
    case (.statement(let a), .statement(let b)):
      self = Self.isSame(a, b, isOrdered: StatementShape.isOrdered(text)) ? .agreed : .disagreed
    case (.rows(let a), .rows(let b)): self = a.sorted() == b.sorted() ? .agreed : .disagreed
    case (.failed(let a), .failed(let b)): self = Self.isSame(a, b) ? .agreed : .disagreed
    default: self = .disagreed
    }
  }

  private static func isSame(
    _ a: StatementResult, _ b: StatementResult, isOrdered: Bool
  ) -> Bool {
    switch (a.outcome, b.outcome) {
    case (.failed(let mine), .failed(let theirs)): return isSame(mine, theirs)
    case (.completed(let columns, let rows, let tag), .completed(let names, let lines, let word)):
      guard columns == names, tag == word, key(a.copied) == key(b.copied) else { return false }
      return rows == lines || !isOrdered && key(rows) == key(lines)
    default: return false
    }
  }

  /// DETAIL and HINT must be right where they are given, and given where they show rows.
  private static func isSame(_ mine: PostgresError, _ theirs: PostgresError) -> Bool {
    guard mine.sqlState == theirs.sqlState, mine.message == theirs.message else { return false }
    let showsRows = theirs.sqlState.rawValue.hasPrefix("23")
    return mine.detail == theirs.detail || mine.detail == nil && !showsRows
  }

  private static func key(_ rows: [[String?]]) -> [String] {
    rows.map { $0.map { $0.map { "\"\($0)\"" } ?? "NULL" }.joined(separator: "\u{1F}") }.sorted()
  }

  private static func key(_ lines: [String]?) -> [String] { (lines ?? []).sorted() }
}

extension Answer {
  /// What a planner or executor says of a plan that PostgreSQL made wrongly: it decides nothing then.
  var breakdown: String? {
    let error: PostgresError
    switch self {
    case .failed(let failure): error = failure
    case .statement(let result):
      guard case .failed(let failure) = result.outcome else { return nil }
      error = failure
    case .rows, .undecided: return nil
    }
    guard error.sqlState.rawValue == "XX000" else { return nil }
    return ["unrecognized node type", "SubPlan found with no parent plan"]
      .first(where: error.message.hasPrefix)
  }
}

/// What the text of a statement says without being parsed.
enum StatementShape {
  /// ORDER BY outside of all parentheses.
  static func isOrdered(_ text: String) -> Bool {
    var depth = 0
    var previous = ""
    for token in SQLTokens.split(text) {
      switch token {
      case "(": depth += 1
      case ")": depth -= 1
      default:
        if depth == 0, previous == "ORDER", token.uppercased() == "BY" { return true }
      }
      previous = token.uppercased()
    }
    return false
  }
}
