import AccessModel

/// A database's relations with all that decides who reaches them.
///
/// ```swift
/// let electricRide = Plan("electric-ride", platform: .supabase) {
///   Make.self
///   Listing.self
/// } intents: {
///   Only(.authenticated).may(.select, Listing.self)
/// }
/// ```
public struct Plan: Sendable, CustomStringConvertible {
  /// `electric-ride`.
  public let name: String
  /// `stage-3`; nil for the plan as stated.
  public private(set) var variantName: String?
  let platform: Platform
  let apiDefaults: APIDefaults
  let parts: PlanParts
  let intents: Intents
  let place: SourcePlace
  var changes: [PlanChange] = []

  /// A plan of the parts listed: relations, roles, schemas, functions, definitions in SQL.
  public init(
    _ name: String, platform: Platform, apiDefaults: APIDefaults = .revoked,
    file: String = #fileID, line: Int = #line, @PlanParts _ parts: () -> PlanParts,
    @Intents intents: () -> Intents = { Intents() }
  ) {
    self.name = name
    self.platform = platform
    self.apiDefaults = apiDefaults
    self.parts = parts()
    self.intents = intents()
    place = SourcePlace(file: file, line: line)
  }

  /// The same relations and intents under other rules: changes apply in order, on top of this
  /// plan's own.
  ///
  /// ```swift
  /// let open = plan.variant("open", .apiDefaults(.granted), .rowSecurity(.disabled))
  /// ```
  public func variant(_ name: String, _ changes: PlanChange...) -> Plan {
    var copy = self
    copy.variantName = name
    copy.changes += changes
    return copy
  }

  /// The title.
  public var description: String { title }

  /// `electric-ride` or `electric-ride/stage-3`.
  public var title: String { variantName.map { "\(name)/\($0)" } ?? name }
}

/// A schema of the plan's own.
public struct Schema: Sendable {
  let name: String
  let isClosed: Bool
  let place: SourcePlace

  /// A schema; roles get USAGE when a rule grants them something in it.
  ///
  /// Of one that `isClosed` nobody gets USAGE: its functions serve policies, views and triggers, which
  /// need none, and no client can call them.
  ///
  /// ```swift
  /// Schema("private", isClosed: true)
  /// ```
  public init(
    _ name: String, isClosed: Bool = false, file: String = #fileID, line: Int = #line
  ) {
    self.name = name
    self.isClosed = isClosed
    place = SourcePlace(file: file, line: line)
  }
}

/// What a plan lists: `Make.self`, `Role("accountant")`, `Schema("app")`, functions.
@resultBuilder public struct PlanParts: Sendable {
  var relations: [any Relation.Type] = []
  var roles: [Role] = []
  var schemas: [Schema] = []
  var functions: [FunctionDeclaration] = []
  var definitions: [SQL] = []
  /// Rules for the platform's own tables.
  var platformRules: [Rules] = []

  /// No parts.
  public init() {}

  private static func with(_ change: (inout PlanParts) -> Void) -> PlanParts {
    var parts = PlanParts()
    change(&parts)
    return parts
  }

  /// One line of the builder.
  public static func buildExpression(_ relation: any Relation.Type) -> PlanParts {
    with { $0.relations = [relation] }
  }
  /// One line of the builder.
  public static func buildExpression(_ role: Role) -> PlanParts { with { $0.roles = [role] } }
  /// One line of the builder.
  public static func buildExpression(_ schema: Schema) -> PlanParts {
    with { $0.schemas = [schema] }
  }
  /// One line of the builder.
  public static func buildExpression<Value>(_ function: Function<Value>) -> PlanParts {
    with { $0.functions = [function.declaration] }
  }
  /// One line of the builder.
  public static func buildExpression(_ sql: SQL) -> PlanParts { with { $0.definitions = [sql] } }
  /// One line of the builder.
  public static func buildExpression(_ rules: Rules) -> PlanParts {
    with { $0.platformRules = [rules] }
  }
  /// One line of the builder.
  public static func buildExpression(_ parts: PlanParts) -> PlanParts { parts }

  /// All lines, in order.
  public static func buildBlock(_ parts: PlanParts...) -> PlanParts {
    with {
      $0.relations = parts.flatMap(\.relations)
      $0.roles = parts.flatMap(\.roles)
      $0.schemas = parts.flatMap(\.schemas)
      $0.functions = parts.flatMap(\.functions)
      $0.definitions = parts.flatMap(\.definitions)
      $0.platformRules = parts.flatMap(\.platformRules)
    }
  }
}
