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
