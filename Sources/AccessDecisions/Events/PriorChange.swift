public import AccessModel

/// A change of one row that somebody has made before a question is asked.
public struct PriorChange: Hashable, Sendable {
  /// The statement, with its values.
  public var probe: Probe
  /// Who made it.
  public var identity: Identity

  init(_ probe: Probe, by identity: Identity) {
    self.probe = probe
    self.identity = identity
  }
}
