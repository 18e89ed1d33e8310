public import AccessModel

extension Decision: CustomStringConvertible {
  /// The word of `expect:` in `cases.yaml`, then PostgreSQL's message or what was bypassed.
  public var description: String {
    switch self {
    case .allowed: "allowed"
    case .bypassed(let bypasses):
      "bypassed (\(bypasses.map(\.description).joined(separator: "; ")))"
    case .filtered: "filtered"
    case .noPrivilege(let error): "no_privilege (\(error.message))"
    case .checkViolated(let policy, let error):
      "check_violated\(policy.map { " \($0)" } ?? "") (\(error.message))"
    case .recursion(let error): "recursion (\(error.message))"
    case .error(let error): "error \(error.sqlState) (\(error.message))"
    case .undecided(let undecided): "undecided (\(undecided.construct))"
    }
  }

  /// Whether access was granted: the row was reached, or only the data's own constraints (class
  /// 23) stopped the statement, which PostgreSQL checks after row security.
  ///
  /// Source: `ExecInsert` and `ExecUpdate` in `src/backend/executor/nodeModifyTable.c`.
  public var isAccessGranted: Bool {
    switch self {
    case .allowed, .bypassed: true
    case .error(let error): error.sqlState.rawValue.hasPrefix("23")
    default: false
    }
  }

  /// What no engine could decide, if so.
  public var undecidedConstruct: Undecided? {
    if case .undecided(let undecided) = self { undecided } else { nil }
  }
}

extension Bypass: CustomStringConvertible {
  /// `listing as postgres, its owner, through view count_of_vehicles_by_brand`.
  public var description: String {
    let why =
      switch reason {
      case .superuser: "a superuser"
      case .bypassRowSecurity: "BYPASSRLS"
      case .tableOwner: "its owner"
      }
    return "\(relation) as \(role), \(why)" + (throughView.map { ", through view \($0)" } ?? "")
  }
}

extension Outcome {
  /// Access granted, with the number of rows as far as it is known: none for a constraint's error.
  var reachedCount: Int? {
    if case .completed(let completion) = self { completion.count } else { nil }
  }

  var bypasses: [Bypass] {
    switch self {
    case .completed(let completion): completion.bypasses
    case .refused(_, let bypasses): bypasses
    case .undecided: []
    }
  }
}
