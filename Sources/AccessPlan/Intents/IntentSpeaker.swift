public import AccessModel

/// Something that can stand before `may`: `Role.anon`, `Only(…)`, `Nobody(but: …)`.
public protocol IntentSpeaker {
  /// What is claimed of the subjects.
  var intentClaim: Intent.Claim { get }
  /// Who the sentence names.
  var intentAudiences: [Audience] { get }
}

// A variadic parameter can't be followed by an unlabelled one, hence one overload per number of
// commands.
extension IntentSpeaker {
  /// May do `a` to the relation's rows, or to the given columns of them.
  public func may<R: Relation>(
    _ a: CommandSet, _ relation: R.Type, columns: PartialKeyPath<R>...,
    where rows: KeyPath<R, Condition>? = nil, file: String = #fileID, line: Int = #line
  ) -> Intents { say([a], relation, columns, rows, file, line) }

  /// May do `a` and `b`.
  public func may<R: Relation>(
    _ a: CommandSet, _ b: CommandSet, _ relation: R.Type, columns: PartialKeyPath<R>...,
    where rows: KeyPath<R, Condition>? = nil, file: String = #fileID, line: Int = #line
  ) -> Intents { say([a, b], relation, columns, rows, file, line) }

  /// May do `a`, `b` and `c`.
  public func may<R: Relation>(
    _ a: CommandSet, _ b: CommandSet, _ c: CommandSet, _ relation: R.Type,
    columns: PartialKeyPath<R>..., where rows: KeyPath<R, Condition>? = nil,
    file: String = #fileID, line: Int = #line
  ) -> Intents { say([a, b, c], relation, columns, rows, file, line) }

  /// May do all four.
  public func may<R: Relation>(
    _ a: CommandSet, _ b: CommandSet, _ c: CommandSet, _ d: CommandSet, _ relation: R.Type,
    columns: PartialKeyPath<R>..., where rows: KeyPath<R, Condition>? = nil,
    file: String = #fileID, line: Int = #line
  ) -> Intents { say([a, b, c, d], relation, columns, rows, file, line) }

  func say<R: Relation>(
    _ commands: [CommandSet], _ relation: R.Type, _ columns: [PartialKeyPath<R>],
    _ rows: KeyPath<R, Condition>?, _ file: String, _ line: Int
  ) -> Intents {
    Intents(
      intentClaim, intentAudiences, commands, relation, columns, rows,
      SourcePlace(file: file, line: line))
  }
}
