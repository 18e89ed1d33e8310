public import AccessModel

extension Catalog.Trigger.Enabled {
  /// Whether a trigger or rule is looked at; `isReplica`: as `session_replication_role` says.
  ///
  /// Source: `TriggerEnabled()` in `trigger.c`, `matchLocks()` in `rewriteHandler.c`.
  public func fires(isReplica: Bool) -> Bool {
    self == .always || self == (isReplica ? .replica : .origin)
  }
}
