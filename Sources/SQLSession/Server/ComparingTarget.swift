import AccessModel

/// Runs each statement in the simulator and on a server, and keeps where they differ. The
/// simulator's answers are the ones that are reported.
public final class ComparingTarget: ScriptTarget {
  /// A statement that the two answered differently.
  public struct Difference: Hashable, Sendable {
    public var statement: String
    public var simulated: StatementResult
    public var server: StatementResult
  }

  private let simulated: any ScriptTarget
  private let server: any ScriptTarget
  public private(set) var differences: [Difference] = []
  /// Statements that both answered the same.
  public private(set) var same = 0
  public private(set) var undecided = 0
  private let onDifference: (Difference) -> Void
  /// Called with every statement, the verdict, the simulator's answer and the server's.
  public var onAnswer:
    ((String, ResultComparison.Verdict, StatementResult, StatementResult) -> Void)?

  public init(
    simulated: any ScriptTarget, server: any ScriptTarget,
    onDifference: @escaping (Difference) -> Void = { _ in }
  ) {
    self.simulated = simulated
    self.server = server
    self.onDifference = onDifference
    if let simulated = simulated as? SimulatedTarget, let server = server as? ServerTarget {
      simulated.serverNumber = server.serverNumber
    }
  }

  public func run(_ statement: String, copyData: () -> [String]) throws -> StatementResult {
    var lines: [String]?
    let data = {
      if let lines { return lines }
      let read = copyData()
      lines = read
      return read
    }
    let theirs = try server.run(statement, copyData: data)
    let ours = try simulated.run(statement, copyData: data)
    let verdict = ResultComparison(statement).compare(ours, theirs)
    onAnswer?(statement, verdict, ours, theirs)
    switch verdict {
    case .same: same += 1
    case .undecided: undecided += 1
    case .different:
      let difference = Difference(statement: statement, simulated: ours, server: theirs)
      differences.append(difference)
      onDifference(difference)
    }
    return ours
  }

  public func bindNext() { simulated.bindNext() }

  public var isInTransaction: Bool { simulated.isInTransaction }

  public func connect(user: String?, database: String?) throws -> StatementResult {
    _ = try server.connect(user: user, database: database)
    return try simulated.connect(user: user, database: database)
  }
}
