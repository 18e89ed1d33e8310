import AccessModel

/// A sentence before the plan is loaded: its relation is still a type.
struct IntentDraft: Sendable {
  let claim: Intent.Claim
  let audiences: [Audience]
  let commands: [AccessCommand]
  let relation: any Relation.Type
  /// Nil: the whole row.
  let columns: [String]?
  /// Whether a key path given as column led to something else.
  let hasSpoiltColumn: Bool
  /// Which rows are meant, over the columns of one mention of the relation.
  let rows: (condition: Condition, columns: [ColumnDefinition])?
  let place: SourcePlace
}

/// What must be true of the whole effective database, apart from how it is enforced.
///
/// ```swift
/// Anyone.may(.select, CountOfVehiclesByBrand.self)
/// Role.authenticated.may(.select, ListingsWithDetails.self)
/// Only(.owner).may(.select, .insert, .update, .delete, Saved.self)
/// Nobody(but: .serviceRole).may(.select, Athlete.self, columns: \.stravaToken)
/// ```
@resultBuilder public struct Intents: Sendable {
  var drafts: [IntentDraft]

  /// No intents.
  public init() { drafts = [] }

  init(_ drafts: [IntentDraft]) { self.drafts = drafts }

  /// One sentence about a relation's columns; none means the whole row.
  init<R: Relation>(
    _ claim: Intent.Claim, _ audiences: [Audience], _ commands: [CommandSet], _ relation: R.Type,
    _ columns: [PartialKeyPath<R>], _ rows: KeyPath<R, Condition>?, _ place: SourcePlace
  ) {
    let source = R()
    let named = columns.compactMap { (source[keyPath: $0] as? any AnyColumn)?.definition.name }
    drafts = [
      IntentDraft(
        claim: claim, audiences: audiences, commands: CommandSet.merged(commands),
        relation: relation, columns: columns.isEmpty ? nil : named,
        hasSpoiltColumn: named.count < columns.count,
        rows: rows.map { (source[keyPath: $0], source.columnDefinitions) }, place: place)
    ]
  }

  /// One line of the builder.
  public static func buildExpression(_ intents: Intents) -> Intents { intents }
  /// All lines, in order.
  public static func buildBlock(_ parts: Intents...) -> Intents { buildArray(parts) }
  /// What a loop gives.
  public static func buildArray(_ parts: [Intents]) -> Intents { Intents(parts.flatMap(\.drafts)) }
  /// An `if` without `else`.
  public static func buildOptional(_ part: Intents?) -> Intents { part ?? Intents() }
  /// The branch of an `if` that was taken.
  public static func buildEither(first part: Intents) -> Intents { part }
  /// The `else` branch of an `if`.
  public static func buildEither(second part: Intents) -> Intents { part }
}
