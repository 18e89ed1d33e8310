public import AccessModel

/// How a database has drifted from the plan that it was made by: what is only there, only in the
/// plan, or otherwise in both.
///
/// The plan speaks of its own schemas. What other schemas hold, roles that have nothing to do with
/// the plan's, and what extensions made is left alone, as it is by a migration.
public struct CatalogDrift: Sendable {
  /// From the plan to the database.
  public var difference: CatalogDifference
  /// What was not looked at.
  public var notes: [String]

  /// Compares a plan with the database that should hold it, of a server of `version`.
  public init(plan: PlanDocument, live: Catalog, version: PostgresVersion) {
    var scope = DriftScope(plan: plan, live: live, version)
    scope.narrow()
    difference = CatalogDifference(from: scope.plan, to: scope.live, version: version)
    notes = scope.notes
  }

  /// Whether the database says what the plan says.
  public var isEmpty: Bool { difference.isEmpty }

  /// Whether all that may differ is what nobody can compare.
  public var isUndecided: Bool {
    !isEmpty && difference.changes.allSatisfy(\.isUndecided)
  }

  /// One sentence for each difference.
  public var sentences: [String] {
    difference.changes.map { change in
      let key = change.key
      let what = key.part.isEmpty ? key.object : "\(key.part) of \(key.object)"
      func quoted(_ text: String) -> String { text.isEmpty ? "" : ": \(text.onOneLine)" }
      switch (change.before, change.after) {
      case (let before?, nil):
        return "\(what) is in the plan, and not in the database"
          + quoted(before)
      case (nil, let after?):
        return "\(what) is in the database, and not in the plan"
          + quoted(after)
      case (let before, let after) where change.isUndecided:
        return "\(what) may differ, for it can't be read in full: the plan has "
          + "`\((before ?? "").onOneLine)`, the database `\((after ?? "").onOneLine)`"
      case (let before, let after):
        return "\(what) differs: the plan has `\((before ?? "").onOneLine)`, "
          + "the database `\((after ?? "").onOneLine)`"
      }
    }
  }

  /// A line that sums it up, a line for each difference, and what was not looked at.
  public func text(title: String, database: String, style: TextStyle = .plain) -> String {
    var text = style.apply(.strong, to: "\(title): the plan against database \(database)") + "\n"
    let count = difference.changes.count
    let undecided = difference.changes.count(where: \.isUndecided)
    text += isEmpty ? "no drift\n" : "\(count) \(count == 1 ? "difference" : "differences")"
    if !isEmpty { text += undecided > 0 ? ", \(undecided) of them undecided\n" : "\n" }
    for (change, sentence) in zip(difference.changes, sentences) {
      let mark =
        change.isUndecided ? style.apply(.warning, to: "?") : style.apply(.bad, to: "✗")
      text += "  \(mark) \(sentence)\n"
    }
    for note in notes { text += "  \(style.apply(.quiet, to: "· \(note)"))\n" }
    return text
  }

  /// `drift` of `verify --format json`.
  public var json: JSONValue {
    [
      "differences": .array(
        zip(difference.changes, sentences).map { change, sentence in
          [
            "change": .string(change.kind), "undecided": .boolean(change.isUndecided),
            "object": .string(change.key.object),
            "part": .string(change.key.part), "plan": JSONValue(change.before),
            "database": JSONValue(change.after), "text": .string(sentence),
          ]
        }),
      "notes": .array(notes.map { .string($0) }),
    ]
  }
}
