import AccessModel

/// The difference of two inputs, to be shown.
public struct DifferenceReport: Sendable {
  /// What the first input is called.
  public var first: String
  /// What the second input is called.
  public var second: String
  /// What differs.
  public var difference: CatalogDifference

  /// A report on `difference`.
  public init(from first: String, to second: String, _ difference: CatalogDifference) {
    self.first = first
    self.second = second
    self.difference = difference
  }

  /// Objects with a line for each change: `+` added, `-` removed, `~` changed.
  public func text(style: TextStyle = .plain) -> String {
    var text = style.apply(.strong, to: "\(first) → \(second)") + "\n"
    guard !difference.isEmpty else { return text + "no difference\n" }
    for (object, changes) in difference.byObject {
      let whole = changes.first { $0.key.part.isEmpty && $0.kind != "changed" }
      text += "\n\(whole.map { mark($0, style) + " " } ?? "")\(style.apply(.strong, to: object))"
      text += whole.flatMap { $0.after ?? $0.before }.map { $0.isEmpty ? "" : "  \($0)" } ?? ""
      text += "\n"
      for change in changes where change != whole { text += lines(of: change, style) }
    }
    let counts = ["added", "removed", "changed"].map { kind in
      "\(difference.changes.count { $0.kind == kind }) \(kind)"
    }
    return text + "\n\(counts.joined(separator: ", "))\n"
  }

  private func lines(of change: CatalogDifference.Change, _ style: TextStyle) -> String {
    let part = change.key.part.isEmpty ? "definition" : change.key.part
    let start = "  \(mark(change, style)) \(part)"
    switch (change.before, change.after) {
    case (let before?, let after?):
      return "\(start)\n      - \(indented(before))\n      + \(indented(after))\n"
    case (let value?, nil), (nil, let value?):
      return value.isEmpty ? "\(start)\n" : "\(start)  \(indented(value))\n"
    case (nil, nil): return ""
    }
  }

  private func indented(_ text: String) -> String {
    if text.isEmpty { return "(nothing)" }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n        ")
  }

  private func mark(_ change: CatalogDifference.Change, _ style: TextStyle) -> String {
    switch change.kind {
    case "added": style.apply(.good, to: "+")
    case "removed": style.apply(.bad, to: "-")
    default: style.apply(.warning, to: "~")
    }
  }

  /// The report of `diff --format json`.
  public var json: JSONValue {
    .report(
      "diff", plan: first,
      [
        .init("other", .string(second)), .init("equal", .boolean(difference.isEmpty)),
        .init(
          "changes",
          .array(
            difference.changes.map { change in
              [
                "change": .string(change.kind), "object": .string(change.key.object),
                "part": .string(change.key.part), "before": JSONValue(change.before),
                "after": JSONValue(change.after),
              ]
            })),
      ])
  }
}
