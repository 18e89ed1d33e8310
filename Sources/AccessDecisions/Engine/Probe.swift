public import AccessModel

/// A question to an engine: one statement, run once for each set of parameters.
///
/// Each run sees the data as loaded: whatever it changes is undone before the next.
public struct Probe: Hashable, Sendable {
  public var statement: SQLStatement
  /// One per `$n`, in order.
  public var parameterTypes: [TypeName]
  /// Text values for `$1`, `$2`, …; nil is NULL. `[[]]` runs a statement without parameters once.
  public var parameterSets: [[String?]]

  public init(
    _ statement: SQLStatement, parameterTypes: [TypeName] = [],
    parameterSets: [[String?]] = [[]]
  ) {
    self.statement = statement
    self.parameterTypes = parameterTypes
    self.parameterSets = parameterSets
  }
}

/// What can answer probes: the simulator, or a PostgreSQL server.
///
/// Engines hold the same catalog and the same rows, and must give the same outcomes.
public protocol DecisionEngine {
  /// `simulator`, or `PostgreSQL 15.18`.
  var name: String { get }

  /// The outcomes of `probe` for `identity`, one for each set of parameters.
  ///
  /// Throws only when the engine itself fails, as when a server goes away.
  func ask(_ probe: Probe, as identity: Identity) throws -> [Outcome]
}

extension DecisionEngine {
  /// The outcome of a statement without parameters.
  public func ask(_ statement: SQLStatement, as identity: Identity) throws -> Outcome {
    try ask(Probe(statement), as: identity).first
      ?? .undecided(Undecided("\(name) gave no answer"))
  }
}
