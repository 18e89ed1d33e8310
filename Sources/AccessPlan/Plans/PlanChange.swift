import AccessModel

/// One difference of a variant from its plan.
public struct PlanChange: Sendable {
  enum Kind: Sendable {
    case apiDefaults(APIDefaults)
    /// Nil: all tables.
    case rowSecurity(RowSecurityState, [any Table.Type]?)
    case withoutRules
    case tableRules(AccessRules)
    case rules(any Relation.Type, @Sendable (any Relation) -> AccessRules?)
    case definition(any View.Type, ViewSecurity, @Sendable (any View) -> Query?)
    case asStated(any Relation.Type)
    case function(FunctionDeclaration)
  }

  let kind: Kind
  let place: SourcePlace

  private init(_ kind: Kind, _ file: String, _ line: Int) {
    self.kind = kind
    place = SourcePlace(file: file, line: line)
  }

  /// Whether the platform's default grants to its API roles stand.
  public static func apiDefaults(
    _ defaults: APIDefaults, file: String = #fileID, line: Int = #line
  ) -> PlanChange { PlanChange(.apiDefaults(defaults), file, line) }

  /// Row security of every table.
  public static func rowSecurity(
    _ state: RowSecurityState, file: String = #fileID, line: Int = #line
  ) -> PlanChange { PlanChange(.rowSecurity(state, nil), file, line) }

  /// Row security of the tables named.
  public static func rowSecurity(
    _ state: RowSecurityState, on tables: any Table.Type..., file: String = #fileID,
    line: Int = #line
  ) -> PlanChange { PlanChange(.rowSecurity(state, tables), file, line) }

  /// Drops the rules of every table and view.
  public static func withoutRules(
    file: String = #fileID, line: Int = #line
  ) -> PlanChange { PlanChange(.withoutRules, file, line) }

  /// The same rules for every table, instead of theirs.
  public static func tableRules(
    file: String = #fileID, line: Int = #line, @AccessRules _ rules: () -> AccessRules
  ) -> PlanChange { PlanChange(.tableRules(rules()), file, line) }

  /// Other rules for one relation, over its columns.
  public static func rules<R: Relation>(
    of relation: R.Type, file: String = #fileID, line: Int = #line,
    @AccessRules _ rules: @escaping @Sendable (R) -> AccessRules
  ) -> PlanChange {
    PlanChange(.rules(relation) { ($0 as? R).map(rules) }, file, line)
  }

  /// Another query for a view, with the same columns.
  public static func definition<V: View>(
    of view: V.Type, _ security: ViewSecurity, file: String = #fileID, line: Int = #line,
    _ query: @escaping @Sendable (V) -> Query
  ) -> PlanChange {
    PlanChange(.definition(view, security) { ($0 as? V).map(query) }, file, line)
  }

  /// Another function in place of the plan's of that name and those arguments.
  public static func function<Value>(
    _ function: Function<Value>, file: String = #fileID, line: Int = #line
  ) -> PlanChange { PlanChange(.function(function.declaration), file, line) }

  /// Takes back all that earlier changes did to the relation.
  public static func asStated(
    _ relation: any Relation.Type, file: String = #fileID, line: Int = #line
  ) -> PlanChange { PlanChange(.asStated(relation), file, line) }
}

/// What the API roles of a platform hold on relations before any rule.
///
/// Supabase grants them ALL on whatever is created in `public`, by ALTER DEFAULT PRIVILEGES.
public enum APIDefaults: Hashable, Sendable {
  /// As the platform leaves it: row security alone stands between a caller and the rows. Rules add
  /// policies, but grant nothing to API roles, who have it, nor to PUBLIC.
  case granted
  /// Taken away from all but the service role: only what rules allow is granted.
  case revoked
}
