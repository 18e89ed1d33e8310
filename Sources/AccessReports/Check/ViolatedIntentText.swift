import AccessDecisions
import AccessModel

/// A broken intent: the sentence once, then who breaks it in which way, with some of the rows.
///
/// ```
/// Plan.swift:36: error: intent does not hold: `only the row's owner may select saved` [RK501]
///   36 |     Only(.owner).may(.select, Saved.self)
///      |     ^
///   can select rows not theirs to reach:
///     ana (authenticated), 8 rows: id=5, patron_id=2; id=6, patron_id=2; and 6 more
///   can TRUNCATE, which row security does not stop: visitor, ana
/// ```
struct ViolatedIntentText {
  var result: IntentResult
  var diagnostics: DiagnosticText

  /// How many rows are named for each identity, and how many identities for each way.
  private static let (rowLimit, identityLimit) = (2, 5)

  func text(style: TextStyle) -> String {
    let message = "intent does not hold: `\(result.intent.sentence)`"
    var text = diagnostics.text(
      Diagnostic(.intentViolated, message, at: result.intent.place), style: style)
    var ways: [Way] = []
    var violations: [Way: [Violation]] = [:]
    for violation in result.violations {
      let way = Way(violation)
      if violations[way] == nil { ways.append(way) }
      violations[way, default: []].append(violation)
    }
    for way in ways { text += lines(of: way, violations[way] ?? []) }
    return text
  }

  private struct Way: Hashable {
    var kind: Violation.Kind
    var command: AccessCommand
    var columns: [String]?
    var through: QualifiedName?

    init(_ violation: Violation) {
      kind = violation.kind
      // TRUNCATE is one thing, whichever command of the intent it was found under.
      command = violation.kind == .truncates ? .delete : violation.command
      columns = violation.columns
      through = violation.through
    }

    var text: String {
      let verb = command.rawValue
      let columns = columns.map { " (\($0.joined(separator: ", ")))" } ?? ""
      let sentence =
        switch kind {
        case .denied: "can't \(verb) rows they ought to reach\(columns)"
        case .reaches: "can \(verb) rows not theirs to reach\(columns)"
        case .reachesBlindly: "can \(verb) rows not theirs by a statement without WHERE\(columns)"
        case .letsOut(let door): "can read values not theirs through `\(door)`\(columns)"
        case .derives(let door): "can read what `\(door)` makes of values not theirs\(columns)"
        case .truncates: "can TRUNCATE, which row security does not stop"
        case .plants: "can insert rows not theirs to add\(columns)"
        case .givesAway: "can turn a row of theirs into one of others"
        case .takesOver: "can turn rows of others into theirs"
        }
      return sentence + (through.map { ", through view `\($0)`" } ?? "")
    }
  }

  private func lines(of way: Way, _ violations: [Violation]) -> String {
    if way.kind == .truncates {
      let names = violations.map(\.identity)
      return "  \(way.text): \(names.joined(separator: ", "))\n"
    }
    let shown = violations.prefix(Self.identityLimit).map { "    \(line(of: $0))\n" }
    let hidden = violations.count - shown.count
    return "  \(way.text):\n" + shown.joined()
      + (hidden > 0 ? "    and \(hidden) more identit\(hidden == 1 ? "y" : "ies")\n" : "")
  }

  private func line(of violation: Violation) -> String {
    let rows = violation.rows.prefix(Self.rowLimit).map(\.printable)
    let hidden = violation.rows.count - rows.count
    let named = rows.joined(separator: "; ") + (hidden > 0 ? "; and \(hidden) more" : "")
    return "\(violation.identity) (\(violation.role)), "
      + "\(violation.count) row\(violation.count == 1 ? "" : "s")"
      + (rows.isEmpty ? "" : ": \(named)")
      + (violation.decision.map { ": \($0.text.printable)" } ?? "")
  }
}
