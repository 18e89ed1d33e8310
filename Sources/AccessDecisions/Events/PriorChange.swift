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

extension Outcome {
  /// What is to be said of a question where this became of the change before it: an error of the change
  /// is none of whoever asks.
  package var ofChange: Outcome {
    switch self {
    case .refused(let error, _): .undecided(Undecided("a change that is refused: \(error.message)"))
    case .completed, .undecided: self
    }
  }
}
