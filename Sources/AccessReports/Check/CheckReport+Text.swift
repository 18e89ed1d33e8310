import AccessDecisions
import AccessModel

extension CheckReport {
  /// What is wrong, each with its place, then one summary.
  public func text(style: TextStyle = .plain, diagnostics: DiagnosticText) -> String {
    var text = ""
    for result in cases where !result.isPassed {
      text += self.text(of: result, style: style, diagnostics: diagnostics)
    }
    for result in intents {
      if case .violated = result.verdict {
        text += ViolatedIntentText(result: result, diagnostics: diagnostics).text(style: style)
      } else {
        for diagnostic in result.diagnostics {
          text += diagnostics.text(diagnostic, style: style)
        }
      }
    }
    for finding in findings { text += diagnostics.text(finding, style: style) }
    return text + (text.isEmpty ? "" : "\n") + summary(style: style)
  }

  private func text(
    of result: CaseResult, style: TextStyle, diagnostics: DiagnosticText
  ) -> String {
    let place = result.place.map { "\(diagnostics.place($0)): " } ?? ""
    let who = result.identity.map { " as `\($0)`" } ?? ""
    let name = "`\(result.name.printable)`\(who)"
    let why = result.why.map { "  why: \($0.printable)\n" } ?? ""
    switch result.verdict {
    case .passed:
      return ""
    case .failed:
      return """
        \(place)\(style.apply(.bad, to: "failed:")) \(name)
          expected: \(result.expected.printable)
          actual:   \(result.actual.printable)
        \(why)
        """
    case .undecided(let construct):
      return "\(place)\(style.apply(.warning, to: "undecided:")) \(name): \(construct.text)\n"
    case .broken(let diagnostic):
      return diagnostics.text(diagnostic, style: style)
    }
  }

  private func summary(style: TextStyle) -> String {
    let counts = counts
    func part(_ count: Int, _ word: String, _ role: TextStyle.Role) -> String {
      count > 0 ? style.apply(role, to: "\(count) \(word)") : "\(count) \(word)"
    }
    var cases = [part(counts.passed, "passed", .good), part(counts.failed, "failed", .bad)]
    if counts.broken > 0 { cases.append(part(counts.broken, "broken", .bad)) }
    let intents = [
      part(counts.held, "held", .good), part(counts.violated, "violated", .bad),
      part(counts.unjudged, "unjudged", .warning),
    ]
    var lines = [
      style.apply(.strong, to: title), "  cases      \(cases.joined(separator: ", "))",
      "  intents    \(intents.joined(separator: ", "))",
      "  undecided  \(part(counts.undecided, "", .warning))",
    ]
    if counts.findings > 0 {
      lines.append("  findings   \(style.apply(.bad, to: "\(counts.findings)"))")
    }
    if !bypassing.isEmpty {
      let names = bypassing.map { "\($0.name) (\($0.role))" }
      lines.append("  bypass     \(names.joined(separator: ", ")): no policy applies")
    }
    return lines.map { line in
      var line = line
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
