public import AccessModel

/// Asks two engines every question and records where they differ.
///
/// The matrix, the cases and the intents run over it unchanged. It answers as the first engine
/// does, which knows of bypasses.
public final class ComparingEngine: DecisionEngine {
  private let first: any DecisionEngine
  private let second: any DecisionEngine
  /// What came of it so far.
  public private(set) var comparison: Comparison
  /// Called after each probe, for progress.
  public var onProgress: ((Comparison) -> Void)?

  /// Compares `first` with `second`, which is taken to be right.
  ///
  /// - Parameter limit: How many disagreements are kept; all are counted.
  public init(_ first: any DecisionEngine, _ second: any DecisionEngine, limit: Int = 100) {
    self.first = first
    self.second = second
    comparison = Comparison(engines: [first.name, second.name], limit: limit)
  }

  /// `simulator and PostgreSQL 15.18`.
  public var name: String { "\(first.name) and \(second.name)" }

  /// The first engine's outcomes, after they have been compared with the second's.
  public func ask(_ probe: Probe, as identity: Identity) throws -> [Outcome] {
    compared(
      probe, identity, try first.ask(probe, as: identity), try second.ask(probe, as: identity))
  }

  public func ask(
    _ probe: Probe, as identity: Identity, after change: PriorChange
  ) throws -> [Outcome] {
    compared(
      probe, identity, try first.ask(probe, as: identity, after: change),
      try second.ask(probe, as: identity, after: change))
  }

  private func compared(
    _ probe: Probe, _ identity: Identity, _ mine: [Outcome], _ theirs: [Outcome]
  ) -> [Outcome] {
    for (index, parameters) in probe.parameterSets.enumerated() {
      let missing = Outcome.undecided(Undecided("no answer"))
      comparison.record(
        Disagreement(
          identity: identity, statement: probe.statement, parameters: parameters,
          first: index < mine.count ? mine[index] : missing,
          second: index < theirs.count ? theirs[index] : missing))
    }
    onProgress?(comparison)
    return mine
  }
}
