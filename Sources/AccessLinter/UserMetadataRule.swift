import AccessModel

/// A claim that its user can write decides who reaches what.
///
/// `user_metadata` of a Supabase token, and `raw_user_meta_data` of `auth.users` where it comes from,
/// are changed by whoever is signed in, through the API's `updateUser`. `app_metadata` is not.
/// Source: Supabase, "Row Level Security", `auth.jwt()`.
struct UserMetadataRule: LintRule {
  private static let marks = ["user_metadata", "raw_user_meta_data"]

  func findings(in catalog: Catalog, _ uses: DefinitionUses) -> [Diagnostic] {
    let all = uses.definitions
    // By definition, how it comes to read the claim: itself, or through another.
    var tainted: [Int: Int?] = [:]
    for (index, definition) in all.enumerated()
    where Self.marks.contains(where: definition.text.contains) {
      tainted[index] = .some(nil)
    }
    var pending = tainted.keys.sorted()
    while let source = pending.popLast() {
      // What a trigger writes down is data, and no longer a claim.
      guard all[source].kind != .triggerFunction else { continue }
      for (index, definition) in all.enumerated()
      where tainted[index] == nil && uses.uses(definition, all[source]) {
        tainted[index] = .some(source)
        pending.append(index)
      }
    }
    return tainted.keys.sorted().map { index in
      let through = tainted[index].flatMap { $0 }.map { ", through \(all[$0].title)" } ?? ""
      let isTrigger = all[index].kind == .triggerFunction
      return Diagnostic(
        .trustsUserMetadata,
        isTrigger
          ? "\(all[index].title) copies what users write of themselves in `user_metadata`\(through)"
          : "\(all[index].title) trusts `user_metadata`, which its user can change\(through)",
        at: all[index].place,
        help: isTrigger
          ? "let no policy depend on what it copies"
          : "read `app_metadata`, or a table that its user can't write",
        severity: isTrigger ? .note : .error)
    }
  }
}
