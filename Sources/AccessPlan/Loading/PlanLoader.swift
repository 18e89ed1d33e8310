import AccessModel

/// Lowers a plan to its catalog. Goes on after a mistake, so that all are found at once.
struct PlanLoader {
  /// What the changes of a variant leave of a relation's own declaration; nil: as declared.
  struct Settings {
    var rules: (@Sendable (any Relation) -> AccessRules?)?
    var rowSecurity: RowSecurityState?
    var definition: (ViewSecurity, @Sendable (any View) -> Query?)?
  }

  let plan: Plan
  var context: LoweringContext
  var apiDefaults: APIDefaults
  var settings: [ObjectIdentifier: Settings] = [:]
  /// By signature, the functions that a variant has in place of the plan's.
  var functionsInstead: [String: FunctionDeclaration] = [:]
  var roles: [Catalog.Role] = []
  var schemas: [Catalog.Schema] = []
  var sequences: [Catalog.Sequence] = []
  /// Per schema, the names of relations, indexes and sequences, which share one name space.
  var relationNames: [String: Set<String>] = [:]
  var platformPolicies: [LoadedPlan.PlatformPolicy] = []
  /// The relations that each view reads directly.
  var viewReads: [QualifiedName: [QualifiedName]] = [:]

  var diagnostics: [Diagnostic] { context.diagnostics }
  var owner: String { plan.platform.owner }

  init(_ plan: Plan) {
    self.plan = plan
    apiDefaults = plan.apiDefaults
    context = LoweringContext(
      relations: plan.parts.relations.map { $0.qualifiedName }
        + plan.parts.platformRules.map { $0.table.qualifiedName },
      functions: plan.platform.functions.map(\.name) + plan.parts.functions.map(\.name))
  }

  mutating func load() -> PlanDocument {
    checkName(plan.name, "the plan", at: plan.place)
    loadRoles()
    loadSchemas()
    applyChanges()
    let relations = distinctRelations()
    var tables: [Catalog.Table] = []
    var views: [Catalog.View] = []
    for relation in relations {
      if let type = relation as? any Table.Type { tables.append(load(type)) }
      if let type = relation as? any View.Type { views.append(load(type)) }
    }
    for rules in plan.parts.platformRules { load(rules) }
    checkReferences(tables)
    checkViewCycles(views)
    let functions = loadFunctions()
    let intents = plan.intents.drafts.compactMap { load($0) }
    return PlanDocument(
      name: plan.name, variant: plan.variantName, administrator: owner,
      catalog: Catalog(
        roles: roles, schemas: schemas, tables: tables, views: views, sequences: sequences,
        functions: functions),
      intents: intents)
  }

  mutating func report(
    _ id: DiagnosticID, _ message: String, at place: SourcePlace?, help: String? = nil
  ) {
    context.diagnostics.append(Diagnostic(id, message, at: place, help: help))
  }

  /// The plan's relations, without those whose name is taken.
  private mutating func distinctRelations() -> [any Relation.Type] {
    var seen: Set<QualifiedName> = []
    var result: [any Relation.Type] = []
    for relation in plan.parts.relations {
      let name = relation.qualifiedName
      let place = relation.init().columnDefinitions.first?.place ?? plan.place
      checkName(name.name, "a relation", at: place)
      if !schemas.contains(where: { $0.name == name.schema }) {
        report(
          .unknownSchema, "relation `\(name)` is in schema `\(name.schema)`, which is not declared",
          at: place, help: suggestion(name.schema, schemas.map(\.name), "list it in the plan"))
      }
      guard seen.insert(name).inserted else {
        report(
          .duplicateName, "relation `\(name)` is declared twice", at: place,
          help: "give one of them another name, or list it once")
        continue
      }
      relationNames[name.schema, default: []].insert(name.name)
      result.append(relation)
    }
    return result
  }
}
