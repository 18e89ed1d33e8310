public import AccessModel

/// What came of one case for one identity.
public struct CaseResult: Hashable, Sendable {
  /// Whether the expectation was met.
  public enum Verdict: Hashable, Sendable {
    case passed
    case failed
    /// A construct that is not modelled stood in the way.
    case undecided(Undecided)
    /// The case cannot be asked of these fixtures, as when its row is not there.
    case broken(Diagnostic)
  }

  /// The case's name.
  public var name: String
  /// The author's explanation.
  public var why: String?
  /// Whom it was asked as; nil for who-can cases, which ask everyone.
  public var identity: String?
  /// Where the case is.
  public var place: SourcePlace?
  /// Whether the expectation was met.
  public var verdict: Verdict
  /// The expectation in words.
  public var expected: String
  /// What was found, in the same words.
  public var actual: String

  /// Whether it counts as passed; undecided and broken do not.
  public var isPassed: Bool { verdict == .passed }
}
