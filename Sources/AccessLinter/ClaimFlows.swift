import AccessModel

/// What all definitions of a catalog do with claims.
struct ClaimFlows {
  /// By definition.
  private(set) var findings: [Set<ClaimFlow.Finding>] = []
  /// How far helpers are followed that give what others give.
  private static let depth = 8

  init(_ all: [DefinitionUses.Definition], _ catalog: Catalog) {
    var paths = ClaimPaths()
    var views: [ClaimView] = []
    for _ in 0..<Self.depth {
      let known = (paths.helpers, views)
      views = Self.views(in: all, paths, known: views)
      for definition in all {
        guard let helper = definition.helper, !paths.helpers.contains(helper) else { continue }
        let inside = paths.holding(definition, views)
        let results = definition.results
        guard !results.isEmpty, results.allSatisfy({ inside.path(of: $0) == [] }) else { continue }
        paths.helpers.append(helper)
      }
      if known == (paths.helpers, views) { break }
    }
    var keyed: [ClaimPaths.Helper] = []
    for _ in 0..<Self.depth {
      let known = keyed
      findings = all.map { definition in
        var flow = ClaimFlow(
          paths.holding(definition, views), keyed: known, parameters: definition.parameters,
          columns: definition.columns(in: catalog), userRows: definition.userRows)
        for root in definition.roots { flow.visit(root) }
        if flow.isKeyed, let helper = definition.helper, !keyed.contains(helper) {
          keyed.append(helper)
        }
        return flow.findings
      }
      if keyed == known { break }
    }
  }

  /// The views that give all claims.
  private static func views(
    in all: [DefinitionUses.Definition], _ paths: ClaimPaths, known: [ClaimView]
  ) -> [ClaimView] {
    all.indices.compactMap { index in
      let view = all[index]
      guard view.kind == .view, case .query(let query)? = view.roots.first else { return nil }
      let inside = paths.holding(view, known)
      var columns: Set<String> = []
      for (position, output) in query.outputs.enumerated()
      where inside.path(of: output.value) == [] {
        let name = view.columns.indices.contains(position) ? view.columns[position] : output.name
        if let name { columns.insert(name) }
      }
      return columns.isEmpty ? nil : ClaimView(definition: view, columns: columns)
    }
  }
}

/// A view, and the columns of it that hold all claims.
private struct ClaimView: Equatable {
  var definition: DefinitionUses.Definition
  var columns: Set<String>

  static func == (left: Self, right: Self) -> Bool {
    left.definition.name == right.definition.name && left.columns == right.columns
  }
}

extension ClaimPaths {
  /// With the columns and variables that hold all claims in a definition: those of its own
  /// subqueries, and of the views that it reads.
  fileprivate func holding(_ definition: DefinitionUses.Definition, _ views: [ClaimView]) -> Self {
    var paths = self
    for view in views where definition.uses(view.definition) {
      paths.held.formUnion(view.columns)
    }
    for _ in 0..<4 {
      let known = paths.held
      for (name, value) in definition.named where paths.path(of: value) == [] {
        paths.held.insert(name)
      }
      if paths.held == known { break }
    }
    return paths
  }
}
