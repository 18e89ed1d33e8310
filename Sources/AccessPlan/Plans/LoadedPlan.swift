public import AccessModel

/// A plan as plain values, or what is wrong with it.
public struct LoadedPlan: Sendable {
  /// Nil if any diagnostic is an error.
  public let document: PlanDocument?
  /// All mistakes, not only the first.
  public let diagnostics: [Diagnostic]
}

extension Plan {
  /// Lowers the plan to its catalog and checks it: names, roles, rules, views, references.
  public func load() -> LoadedPlan {
    var loader = PlanLoader(self)
    let document = loader.load()
    var seen: Set<Diagnostic> = []
    let diagnostics = loader.diagnostics.filter { seen.insert($0).inserted }
    let hasErrors = diagnostics.contains { $0.severity == .error }
    return LoadedPlan(document: hasErrors ? nil : document, diagnostics: diagnostics)
  }
}
