extension RoleGraph {
  /// The shortest way by which a role has the privileges of another: both, and the groups between.
  /// Nil if it has them not.
  ///
  /// ```
  /// roles.path(from: "bob", to: "staff")  // ["bob", "editors", "staff"]
  /// ```
  public func path(from role: String, to group: String) -> [String]? {
    path(from: role, to: group, by: inheritedGroups)
  }

  /// As `path`, by memberships whether their privileges are inherited or not: what SET ROLE may
  /// take.
  public func membershipPath(from role: String, to group: String) -> [String]? {
    path(from: role, to: group) { groups(of: $0) }
  }

  private func path(
    from role: String, to group: String, by next: (String) -> [String]
  ) -> [String]? {
    var previous: [String: String] = [:]
    var pending = [role]
    var seen: Set<String> = [role]
    while !pending.isEmpty, !seen.contains(group) {
      var found: [String] = []
      for name in pending {
        for other in next(name) where seen.insert(other).inserted {
          previous[other] = name
          found.append(other)
        }
      }
      pending = found
    }
    guard seen.contains(group) else { return nil }
    var path = [group]
    while let last = path.last, let before = previous[last] { path.append(before) }
    return path.reversed()
  }
}
