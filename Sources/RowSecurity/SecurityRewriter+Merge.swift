import AccessModel
import SQLBinding

extension SecurityRewriter {
  /// RULES 46–49.
  mutating func merge(
    _ merge: BoundMerge
  ) throws(EngineFailure) -> (BoundStatement, SecuredTarget) {
    throw .undecided(Undecided("MERGE"))
  }
}
