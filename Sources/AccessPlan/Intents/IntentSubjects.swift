public import AccessModel

extension Role: IntentSpeaker {
  /// What is claimed of the subjects.
  public var intentClaim: Intent.Claim { .may }
  /// Whom the sentence names.
  public var intentAudiences: [Audience] { [.role(self)] }
}

/// `Only(.owner).may(…)`: they can, and nobody else.
///
/// Roles that bypass row security by attribute are nobody's equal here: they are not judged.
public struct Only: IntentSpeaker {
  /// Whom the sentence names.
  public let intentAudiences: [Audience]
  /// What is claimed of the subjects.
  public var intentClaim: Intent.Claim { .onlyMay }

  /// Those who alone may.
  public init(_ first: Audience, _ more: Audience...) { intentAudiences = [first] + more }
}

/// `Nobody(but: .serviceRole).may(…)`: others can't; those named need not be able to either.
public struct Nobody: IntentSpeaker {
  /// Whom the sentence names.
  public let intentAudiences: [Audience]
  /// What is claimed of the subjects.
  public var intentClaim: Intent.Claim { .nobodyBut }

  /// Nobody at all.
  public init() { intentAudiences = [] }
  /// Nobody except these.
  public init(but first: Audience, _ more: Audience...) { intentAudiences = [first] + more }
}

/// `Anyone.may(…)`: every identity can, whatever its role.
public enum Anyone {
  private static let speaker = AnyoneSpeaker()

  /// May do `a` to the relation's rows, or to the given columns of them.
  public static func may<R: Relation>(
    _ a: CommandSet, _ relation: R.Type, columns: PartialKeyPath<R>...,
    file: String = #fileID, line: Int = #line
  ) -> Intents { speaker.say([a], relation, columns, nil, file, line) }

  /// May do `a` and `b`.
  public static func may<R: Relation>(
    _ a: CommandSet, _ b: CommandSet, _ relation: R.Type, columns: PartialKeyPath<R>...,
    file: String = #fileID, line: Int = #line
  ) -> Intents { speaker.say([a, b], relation, columns, nil, file, line) }

  /// May do `a`, `b` and `c`.
  public static func may<R: Relation>(
    _ a: CommandSet, _ b: CommandSet, _ c: CommandSet, _ relation: R.Type,
    columns: PartialKeyPath<R>..., file: String = #fileID, line: Int = #line
  ) -> Intents { speaker.say([a, b, c], relation, columns, nil, file, line) }

  /// May do all four.
  public static func may<R: Relation>(
    _ a: CommandSet, _ b: CommandSet, _ c: CommandSet, _ d: CommandSet, _ relation: R.Type,
    columns: PartialKeyPath<R>..., file: String = #fileID, line: Int = #line
  ) -> Intents { speaker.say([a, b, c, d], relation, columns, nil, file, line) }
}

private struct AnyoneSpeaker: IntentSpeaker, Sendable {
  var intentClaim: Intent.Claim { .may }
  var intentAudiences: [Audience] { [.public] }
}
