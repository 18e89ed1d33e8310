extension PLBody {
  /// Whether a trigger function surely returns NEW as it was given, or something else.
  public var assignsNothingToNew: Bool { block.assignsNothingToNew }
}

extension PLBlock {
  fileprivate var assignsNothingToNew: Bool {
    (body + handlers.flatMap(\.body)).allSatisfy(\.assignsNothingToNew)
  }
}

extension PLStatement {
  fileprivate var assignsNothingToNew: Bool {
    switch kind {
    case .block(let block): block.assignsNothingToNew
    case .assign(let target, _): !target.path.contains("new")
    case .conditional(let branches, let otherwise):
      (branches.flatMap(\.body) + otherwise).allSatisfy(\.assignsNothingToNew)
    case .sql(_, into: nil), .perform, .returns, .raise, .nothing, .assert: true
    default: false
    }
  }
}
