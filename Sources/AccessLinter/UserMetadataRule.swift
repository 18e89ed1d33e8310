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
    where definition.nodes.contains(where: { reads($0) }) {
      tainted[index] = .some(nil)
    }
    var pending = tainted.keys.sorted()
    while let source = pending.popLast() {
      // What a trigger writes down is data, and no longer a claim.
      guard all[source].kind != .triggerFunction else { continue }
      for (index, definition) in all.enumerated()
      where tainted[index] == nil && definition.uses(all[source]) {
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

  /// Whether a part of a tree names the claim, or looks through the text of all claims at once.
  private func reads(_ node: SQLNode) -> Bool {
    if let text = node.unreadText { return isMarked(text) }
    guard case .expression(let expression) = node else { return false }
    switch expression {
    case .column(_, let name), .field(_, let name): return isMarked(name)
    case .like(let operand, _, _, _): return isAllClaims(operand)
    case .binary("~", let operand, _), .binary("~*", let operand, _): return isAllClaims(operand)
    case .binary("@?", let operand, let path), .binary("@@", let operand, let path):
      return isAnywhere(path) && isAllClaims(operand)
    case .call(let call):
      let searches =
        ["strpos", "position"].contains(call.name) || call.name.hasPrefix("regexp_")
      return (searches || call.arguments.contains(where: isAnywhere))
        && call.arguments.contains(where: isAllClaims)
    default: return isMarked(expression.constantText ?? "")
    }
  }

  private func isMarked(_ text: String) -> Bool { Self.marks.contains(where: text.contains) }

  /// `$.**.admin`: a path that finds a key wherever it is.
  private func isAnywhere(_ path: SQLExpression) -> Bool {
    path.constantText?.contains("*") == true
  }

  private func isAllClaims(_ expression: SQLExpression) -> Bool {
    ClaimFinder.path(of: expression) == []
  }
}
