public import AccessModel

/// One probe, who asked it, and what an engine answered.
public struct AskedProbe: Hashable, Sendable {
  /// Who asked.
  public var identity: Identity
  /// What was asked.
  public var probe: Probe
  /// One per set of parameters.
  public var outcomes: [Outcome]
  /// What somebody had changed before.
  public var change: PriorChange?

  /// Pairs a question with its answers.
  public init(
    _ identity: Identity, _ probe: Probe, _ outcomes: [Outcome], after change: PriorChange? = nil
  ) {
    self.change = change
    self.identity = identity
    self.probe = probe
    self.outcomes = outcomes
  }
}

/// An engine that remembers: a question asked again is answered from memory, and all questions can
/// be put to another engine afterwards.
///
/// Sound because engines undo every change: the same question has the same answer.
public final class RecordingEngine: DecisionEngine {
  private let engine: any DecisionEngine
  /// False where no other engine will be asked the same, so that what is known need not be asked.
  private let asksEverything: Bool
  private var positions: [Question: Int] = [:]
  /// Every different question so far, in order.
  public private(set) var asked: [AskedProbe] = []

  private struct Question: Hashable {
    var identity: Identity
    var probe: Probe
    var change: PriorChange?

    // The rest seldom differs where these are the same, and is long.
    func hash(into hasher: inout Hasher) {
      hasher.combine(identity.name)
      hasher.combine(probe.question)
      hasher.combine(probe.parameterSets.count)
      hasher.combine(probe.parameterSets.first)
    }
  }

  /// Remembers what `engine` answers. A recording engine is not wrapped twice: use `around`.
  public convenience init(_ engine: any DecisionEngine) {
    self.init(engine, asksEverything: true)
  }

  init(_ engine: any DecisionEngine, asksEverything: Bool) {
    self.engine = engine
    self.asksEverything = asksEverything
    // Of one relation and a few identities.
    positions.reserveCapacity(64)
  }

  /// `engine` itself if it records already.
  public static func around(_ engine: any DecisionEngine) -> RecordingEngine {
    engine as? RecordingEngine ?? RecordingEngine(engine)
  }

  public func lacksEveryColumn(
    of table: QualifiedName, for command: AccessCommand, as identity: Identity
  ) -> Bool {
    !asksEverything && engine.lacksEveryColumn(of: table, for: command, as: identity)
  }

  /// The name of the engine that answers.
  public var name: String { engine.name }

  /// How many statements were run.
  public var executions: Int { asked.reduce(0) { $0 + $1.probe.parameterSets.count } }

  /// The outcomes, exactly as many as there are sets of parameters: an engine that answers fewer
  /// leaves the rest undecided.
  public func ask(_ probe: Probe, as identity: Identity) throws -> [Outcome] {
    try ask(probe, as: identity, nil)
  }

  public func ask(
    _ probe: Probe, as identity: Identity, after change: PriorChange
  ) throws -> [Outcome] {
    try ask(probe, as: identity, change)
  }

  private func ask(
    _ probe: Probe, as identity: Identity, _ change: PriorChange?
  ) throws -> [Outcome] {
    let question = Question(identity: identity, probe: probe, change: change)
    if let position = positions[question] { return asked[position].outcomes }
    var outcomes: [Outcome] = []
    if !probe.parameterSets.isEmpty {
      outcomes =
        try change.map { try engine.ask(probe, as: identity, after: $0) }
        ?? engine.ask(probe, as: identity)
    }
    let wanted = probe.parameterSets.count
    while outcomes.count < wanted {
      outcomes.append(.undecided(Undecided("\(engine.name) gave no answer")))
    }
    outcomes.removeLast(outcomes.count - wanted)
    positions[question] = asked.count
    asked.append(AskedProbe(identity, probe, outcomes, after: change))
    return outcomes
  }
}
