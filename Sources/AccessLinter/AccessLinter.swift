public import AccessModel

/// What is wrong with how access is decided, as far as the definitions alone show it.
///
/// Each kind of finding is a `LintRule` in a file of its own.
public enum AccessLinter {
  /// All rules, in the order of their findings' numbers.
  static let rules: [any LintRule] = [UserMetadataRule()]

  /// The findings of all rules, in the catalog's order.
  public static func findings(in catalog: Catalog) -> [Diagnostic] {
    let uses = DefinitionUses(catalog)
    return rules.flatMap { $0.findings(in: catalog, uses) }
  }
}

/// One kind of finding.
protocol LintRule: Sendable {
  func findings(in catalog: Catalog, _ uses: DefinitionUses) -> [Diagnostic]
}
