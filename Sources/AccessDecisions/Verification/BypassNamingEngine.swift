public import AccessModel

/// Answers as a server does, with what the simulator knows besides: why row security did not apply.
///
/// Both hold the same rows. Where they disagree, nothing is added.
public final class BypassNamingEngine: DecisionEngine {
  private let server: any DecisionEngine
  private let simulator: any DecisionEngine

  /// `server` answers, `simulator` names bypasses.
  public init(_ server: any DecisionEngine, naming simulator: any DecisionEngine) {
    self.server = server
    self.simulator = simulator
  }

  /// The server's.
  public var name: String { server.name }

  public func ask(_ probe: Probe, as identity: Identity) throws -> [Outcome] {
    Self.named(
      try server.ask(probe, as: identity), by: try simulator.ask(probe, as: identity))
  }

  public func ask(
    _ probe: Probe, as identity: Identity, after change: PriorChange
  ) throws -> [Outcome] {
    Self.named(
      try server.ask(probe, as: identity, after: change),
      by: try simulator.ask(probe, as: identity, after: change))
  }

  private static func named(_ outcomes: [Outcome], by known: [Outcome]) -> [Outcome] {
    outcomes.enumerated().map { index, outcome in
      guard known.indices.contains(index), outcome.agrees(with: known[index]) else {
        return outcome
      }
      switch (outcome, known[index]) {
      case (.completed(var completion), .completed(let other)):
        completion.bypasses = other.bypasses
        return .completed(completion)
      case (.refused(let error, _), .refused(_, let bypasses)):
        return .refused(error, bypasses: bypasses)
      default: return outcome
      }
    }
  }
}
