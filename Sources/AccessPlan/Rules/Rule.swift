import AccessModel

/// What the rules have in common.
struct Rule: Sendable {
  /// What a rule makes.
  enum Kind: Sendable {
    /// Policies, and grants if they are permissive.
    case policiesAndGrants
    /// One policy, with these conditions as they are.
    case policy(Catalog.Policy.Command, using: Condition?, check: Condition?)
    case grants([Privilege])
  }

  var kind = Kind.policiesAndGrants
  var isPermissive: Bool
  var commands: [AccessCommand]
  var audiences: [Audience]
  var condition: Condition?
  var check: Condition?
  /// Nil: the whole row.
  var columns: [ColumnDefinition]?
  var name: String?
  var place: SourcePlace

  init(
    isPermissive: Bool, _ commands: [CommandSet], _ audiences: [Audience], _ condition: Condition?,
    check: Condition?, columns: [any AnyColumn], name: String?, at place: SourcePlace
  ) {
    self.isPermissive = isPermissive
    self.commands = CommandSet.merged(commands)
    var seen: Set<Audience> = []
    self.audiences = audiences.filter { seen.insert($0).inserted }
    self.condition = condition
    self.check = check
    self.columns = columns.isEmpty ? nil : columns.map(\.definition)
    self.name = name
    self.place = place
  }
}

/// The rules of a relation, one a line: `Allow`, `Restrict`, `Policy` and `Grant`.
@resultBuilder public struct AccessRules: Sendable {
  var rules: [Rule]

  init(_ rules: [Rule]) { self.rules = rules }

  /// No rules: nobody may do anything.
  public init() { rules = [] }

  /// One line of the builder.
  public static func buildExpression(_ rule: Allow) -> AccessRules { AccessRules([rule.rule]) }
  /// One line of the builder.
  public static func buildExpression(_ rule: Restrict) -> AccessRules { AccessRules([rule.rule]) }
  /// One line of the builder.
  public static func buildExpression(_ rule: Policy) -> AccessRules { AccessRules([rule.rule]) }
  /// One line of the builder.
  public static func buildExpression(_ rule: Grant) -> AccessRules { AccessRules([rule.rule]) }
  /// One line of the builder.
  public static func buildExpression(_ rules: AccessRules) -> AccessRules { rules }

  /// All lines, in order.
  public static func buildBlock(_ parts: AccessRules...) -> AccessRules { buildArray(parts) }
  /// What a loop gives.
  public static func buildArray(_ parts: [AccessRules]) -> AccessRules {
    AccessRules(parts.flatMap(\.rules))
  }
  /// An `if` without `else`.
  public static func buildOptional(_ part: AccessRules?) -> AccessRules { part ?? AccessRules() }
  /// The branch of an `if` that was taken.
  public static func buildEither(first part: AccessRules) -> AccessRules { part }
  /// The `else` branch of an `if`.
  public static func buildEither(second part: AccessRules) -> AccessRules { part }
}
