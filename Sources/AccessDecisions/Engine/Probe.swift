public import AccessModel

/// A question to an engine: one statement, run once for each set of parameters.
///
/// Each run sees the data as loaded: whatever it changes is undone before the next.
public struct Probe: Hashable, Sendable {
  /// What is asked with every set of parameters.
  public let question: ProbeQuestion
  /// Text values for `$1`, `$2`, …; nil is NULL. `[[]]` runs a statement without parameters once.
  public var parameterSets: [[String?]]

  public var statement: SQLStatement { question.statement }
  /// One per `$n`, in order.
  public var parameterTypes: [TypeName] { question.parameterTypes }

  public init(
    _ statement: SQLStatement, parameterTypes: [TypeName] = [],
    parameterSets: [[String?]] = [[]]
  ) {
    self.init(
      ProbeQuestion(statement, parameterTypes: parameterTypes), parameterSets: parameterSets)
  }

  /// Asks a question that others have asked.
  public init(_ question: ProbeQuestion, parameterSets: [[String?]] = [[]]) {
    self.question = question
    self.parameterSets = parameterSets
  }
}

/// A statement with parameters: the part of a probe that many identities and rows share.
///
/// A class, so that asking again costs no copy of the tree, and whoever remembers questions finds
/// one by a number that is computed once.
public final class ProbeQuestion: Hashable, Sendable {
  public let statement: SQLStatement
  /// One per `$n`, in order.
  public let parameterTypes: [TypeName]
  private let hash: Int

  public init(_ statement: SQLStatement, parameterTypes: [TypeName] = []) {
    self.statement = statement
    self.parameterTypes = parameterTypes
    var hasher = Hasher()
    hasher.combine(statement)
    hasher.combine(parameterTypes)
    hash = hasher.finalize()
  }

  public static func == (left: ProbeQuestion, right: ProbeQuestion) -> Bool {
    left === right
      || left.hash == right.hash && left.statement == right.statement
        && left.parameterTypes == right.parameterTypes
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
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

  /// As `ask`, on the data as `change` leaves them.
  func ask(_ probe: Probe, as identity: Identity, after change: PriorChange) throws -> [Outcome]

  /// Whether it is known without asking that every statement which needs the command's privilege
  /// on columns of a table is refused, whichever they are.
  func lacksEveryColumn(
    of table: QualifiedName, for command: AccessCommand, as identity: Identity
  ) -> Bool
}

/// An engine that several threads can ask at once, each one of its own.
public protocol DivisibleEngine: DecisionEngine {
  /// Another engine over the same catalog and rows, with the same answers.
  func another() -> Self
}

extension DecisionEngine {
  public func ask(
    _ probe: Probe, as identity: Identity, after change: PriorChange
  ) throws -> [Outcome] {
    probe.parameterSets.map { _ in .undecided(Undecided("what \(name) says after a change")) }
  }

  public func lacksEveryColumn(
    of table: QualifiedName, for command: AccessCommand, as identity: Identity
  ) -> Bool { false }

  /// The outcome of a statement without parameters.
  public func ask(_ statement: SQLStatement, as identity: Identity) throws -> Outcome {
    try ask(Probe(statement), as: identity).first
      ?? .undecided(Undecided("\(name) gave no answer"))
  }
}
