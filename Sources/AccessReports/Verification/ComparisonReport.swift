public import AccessDecisions
import AccessModel
import SQLText

/// What came of asking two engines the same: what `verify` shows.
public struct ComparisonReport: Sendable {
  /// The plan's.
  public var title: String
  /// Counts and examples.
  public var comparison: Comparison
  /// How many disagreements are shown.
  public var limit: Int

  /// A report on `comparison`.
  public init(title: String, _ comparison: Comparison, limit: Int) {
    self.title = title
    self.comparison = comparison
    self.limit = limit
  }

  /// The counts, then the first disagreements: who asked what, and both answers.
  public func text(style: TextStyle = .plain) -> String {
    let counts = comparison
    let summary =
      "\(counts.compared) decisions compared: \(counts.agreements) agree, "
      + "\(counts.disagreements) disagree, \(counts.undecided) undecided"
    let role: TextStyle.Role = counts.disagreements > 0 || counts.agreements == 0 ? .bad : .good
    var text = "\(style.apply(.strong, to: title)): \(engines)\n"
    text += style.apply(role, to: summary) + "\n"
    for (index, example) in counts.examples.prefix(limit).enumerated() {
      text += "\n" + self.text(of: example, number: index + 1, style: style)
    }
    let hidden = counts.disagreements - min(limit, counts.examples.count)
    if hidden > 0 { text += "\n… and \(hidden) more\n" }
    return text
  }

  private var engines: String { comparison.engines.joined(separator: " against ") }

  private func text(of example: Disagreement, number: Int, style: TextStyle) -> String {
    let width = comparison.engines.map(\.displayWidth).max() ?? 0
    let answers = zip(comparison.engines, [example.first, example.second]).map { name, outcome in
      let padding = String(repeating: " ", count: width - name.displayWidth + 1)
      return "  \(name):\(padding)\(outcome.text())\n"
    }
    let who = "\(example.identity.name) (\(example.identity.role))"
    let parameters = example.parameters.enumerated().map { offset, value in
      "$\(offset + 1) = \(value?.printable ?? "NULL")"
    }
    return """
      \(style.apply(.bad, to: "disagreement \(number)")): \(who)
        \(example.statement.sqlText)
      \(parameters.isEmpty ? "" : "  with \(parameters.joined(separator: ", "))\n")\
      \(answers.joined())
      """
  }

  /// The members of `verify --format json`, for one plan.
  public var json: JSONValue {
    let examples = comparison.examples.prefix(limit).map { example in
      JSONValue.compact([
        ("identity", JSONValue(example.identity)),
        ("statement", .string(example.statement.sqlText)),
        ("parameters", .array(example.parameters.map { JSONValue($0) })),
        (
          "outcomes",
          .object(
            zip(comparison.engines, [example.first, example.second])
              .map { Member($0, JSONValue($1)) })
        ),
      ])
    }
    return .compact([
      ("plan", .string(title)),
      ("engines", .array(comparison.engines.map(JSONValue.string))),
      ("compared", .integer(comparison.compared)), ("agreements", .integer(comparison.agreements)),
      ("disagreements", .integer(comparison.disagreements)),
      ("undecided", .integer(comparison.undecided)), ("examples", .array(examples)),
    ])
  }

  private typealias Member = JSONValue.Member
}
