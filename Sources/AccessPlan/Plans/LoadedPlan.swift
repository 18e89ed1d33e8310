public import AccessModel

/// A plan as plain values, or what is wrong with it.
public struct LoadedPlan: Sendable {
  /// Nil if any diagnostic is an error.
  public let document: PlanDocument?
  /// All mistakes, not only the first.
  public let diagnostics: [Diagnostic]
  /// Definitions in SQL, which are still to be applied to the document.
  public let definitions: [Definition]
  /// Policies on tables of the platform, which the document does not hold yet.
  public let platformPolicies: [PlatformPolicy]
  /// Whether the document holds SQL text that is still to be read.
  public let hasSQLText: Bool

  /// A policy and the platform's table that it is for.
  public struct PlatformPolicy: Sendable {
    /// The policy.
    public let policy: Catalog.Policy
    /// The table.
    public let table: QualifiedName
  }

  /// One `SQL` of the plan.
  public struct Definition: Sendable {
    /// One statement or several.
    public let sql: String
    /// Where the plan has it.
    public let place: SourcePlace
  }
}

extension Plan {
  /// Lowers the plan to its catalog and checks it: names, roles, rules, views, references.
  ///
  /// The document lists `variants`, the names of all variants the plan has: a plan does not know
  /// those made of it.
  public func load(variants: [String] = []) -> LoadedPlan {
    var loader = PlanLoader(self)
    var document = loader.load()
    document.variants = variants
    var seen: Set<Diagnostic> = []
    let diagnostics = loader.diagnostics.filter { seen.insert($0).inserted }
    let hasErrors = diagnostics.contains { $0.severity == .error }
    let definitions = parts.definitions + parts.relations.flatMap { $0.definitions.parts }
    return LoadedPlan(
      document: hasErrors ? nil : document, diagnostics: diagnostics,
      definitions: definitions.map { .init(sql: $0.text, place: $0.place) },
      platformPolicies: loader.platformPolicies,
      hasSQLText: loader.context.hasSQLText || !parts.functions.isEmpty)
  }
}
