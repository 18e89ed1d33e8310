import AccessModel

/// How a policy is called: as its rule says, or `owner may select`.
struct PolicyName {
  let text: String

  /// `isOnly`: the rule has no other policy.
  init(
    _ rule: Rule, _ audiences: [Audience], _ command: Catalog.Policy.Command, isOnly: Bool
  ) {
    let people = audiences.map(\.word).joined(separator: ", ")
    let verb = command.rawValue.lowercased()
    if let name = rule.name {
      text = isOnly ? name : "\(name) (\(people): \(verb))"
    } else if rule.isPermissive {
      text = command == .all ? "\(people) may do all" : "\(people) may \(verb)"
    } else {
      text = command == .all ? "\(people) restricted" : "\(people) restricted on \(verb)"
    }
  }
}
