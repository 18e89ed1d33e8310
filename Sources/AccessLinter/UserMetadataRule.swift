import AccessModel

/// A claim that its user can write decides who reaches what.
///
/// `user_metadata` of a Supabase token, and `raw_user_meta_data` of `auth.users` where it comes from,
/// are changed by whoever is signed in, through the API's `updateUser`. `app_metadata` is not.
/// Where all claims go on at once, it can't be ruled out that this one is among what decides.
/// Source: Supabase, "Row Level Security", `auth.jwt()`.
struct UserMetadataRule: LintRule {
  func findings(in catalog: Catalog, _ uses: DefinitionUses) -> [Diagnostic] {
    let all = uses.definitions
    let flows = ClaimFlows(all, catalog)
    // By definition, how it comes to read the claim: itself, or through another.
    var tainted: [Int: Int?] = [:]
    for index in all.indices where flows.findings[index].contains(.trusts) {
      tainted[index] = .some(nil)
    }
    spread(&tainted, in: all)
    var doubtful: [Int: Int?] = [:]
    for index in all.indices
    where flows.findings[index].contains(.passesOn) && tainted[index] == nil {
      doubtful[index] = .some(nil)
    }
    return all.indices.compactMap { index in
      if let source = tainted[index] {
        return trust(all[index], through: source.map { all[$0].title })
      }
      return doubtful[index].map { _ in doubt(all[index]) }
    }
  }

  private func spread(_ tainted: inout [Int: Int?], in all: [DefinitionUses.Definition]) {
    var pending = tainted.keys.sorted()
    while let source = pending.popLast() {
      // What is written down is data, and no longer a claim.
      guard !all[source].kind.onlyWrites else { continue }
      for (index, definition) in all.enumerated()
      where tainted[index] == nil && definition.uses(all[source]) {
        tainted[index] = .some(source)
        pending.append(index)
      }
    }
  }

  private func trust(
    _ definition: DefinitionUses.Definition, through source: String?
  ) -> Diagnostic {
    let through = source.map { ", through \($0)" } ?? ""
    let writes = definition.kind.onlyWrites
    return Diagnostic(
      .trustsUserMetadata,
      writes
        ? "\(definition.title) copies what users write of themselves in `user_metadata`\(through)"
        : "\(definition.title) trusts `user_metadata`, which its user can change\(through)",
      at: definition.place,
      help: writes
        ? "let no policy depend on what it copies"
        : "read `app_metadata`, or a table that its user can't write",
      severity: writes ? .note : .error)
  }

  private func doubt(_ definition: DefinitionUses.Definition) -> Diagnostic {
    Diagnostic(
      .trustsUserMetadata,
      "it can't be ruled out that \(definition.title) trusts `user_metadata`: it passes all claims on",
      at: definition.place, help: "read the claim that is meant, by a constant key",
      severity: .note)
  }
}

/// What all definitions of a catalog do with claims.
private struct ClaimFlows {
  /// By definition.
  private(set) var findings: [Set<ClaimFlow.Finding>]

  init(_ all: [DefinitionUses.Definition], _ catalog: Catalog) {
    var paths = ClaimPaths()
    // As long as helpers are found that give what others give.
    for _ in 0..<8 {
      let known = paths.helpers
      for definition in all {
        guard let helper = definition.helper, !known.contains(helper) else { continue }
        let inside = paths.holding(definition, all)
        let results = definition.results
        guard !results.isEmpty, results.allSatisfy({ inside.path(of: $0) == [] }) else { continue }
        paths.helpers.append(helper)
      }
      if paths.helpers == known { break }
    }
    var keyed: [ClaimPaths.Helper] = []
    findings = []
    for _ in 0..<8 {
      let known = keyed
      findings = all.map { definition in
        var flow = ClaimFlow(
          paths.holding(definition, all), keyed: known, parameters: definition.parameters,
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
}

extension ClaimPaths {
  /// With the columns and variables that hold claims in a definition: those of its own subqueries,
  /// and of the views that it reads.
  fileprivate func holding(
    _ definition: DefinitionUses.Definition, _ all: [DefinitionUses.Definition]
  ) -> Self {
    var paths = self
    for view in all where view.kind == .view && definition.uses(view) {
      for case .query(let query) in view.roots {
        for (position, output) in query.outputs.enumerated() {
          guard path(of: output.value) == [] else { continue }
          let name = view.columns.indices.contains(position) ? view.columns[position] : output.name
          if let name { paths.held.insert(name) }
        }
      }
    }
    for _ in 0..<4 {
      let known = paths.held
      for (name, value) in definition.named {
        if paths.path(of: value) == [] { paths.held.insert(name) }
      }
      if paths.held == known { break }
    }
    return paths
  }
}
