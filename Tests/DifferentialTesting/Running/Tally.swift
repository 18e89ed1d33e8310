import AccessDecisions
import AccessModel

/// What a run met, and how often.
public struct Tally: Sendable {
  /// Decisions asked of both engines, the undecided ones included.
  public private(set) var asked = 0
  /// Those with the same outcome.
  public private(set) var agreed = 0
  /// Those with different outcomes.
  public private(set) var disagreed = 0
  /// Those the simulator left open, by construct.
  public private(set) var undecided: [String: Int] = [:]
  /// Statement kinds, outcome kinds and shapes of policies, among what both engines agreed on.
  public private(set) var coverage: [String: Int] = [:]

  /// Those the simulator left open.
  public var undecidedCount: Int { undecided.values.reduce(0, +) }

  mutating func count(_ world: DifferentialWorld) {
    for table in world.catalog.tables {
      for policy in table.policies { coverage[policy.shape, default: 0] += 1 }
    }
  }

  mutating func count(_ statement: SQLStatement, _ theirs: Outcome, _ verdict: Verdict) {
    asked += 1
    switch verdict {
    case .agreed:
      agreed += 1
      coverage[statement.kind, default: 0] += 1
      coverage[theirs.kind, default: 0] += 1
    case .undecided(let construct):
      undecided[construct.withoutNames, default: 0] += 1
    case .disagreed: disagreed += 1
    }
  }
}

extension String {
  /// The construct without the names in it, so that the same constructs count together.
  fileprivate var withoutNames: String {
    var parts = split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices where index % 2 == 1 { parts[index] = "…" }
    return parts.joined(separator: "`")
  }
}

extension Catalog.Policy {
  /// `permissive ALL USING CHECK`.
  var shape: String {
    (isPermissive ? "permissive " : "restrictive ") + command.rawValue
      + (using == nil ? "" : " USING") + (check == nil ? "" : " CHECK")
  }
}

extension SQLStatement {
  var kind: String {
    switch self {
    case .query: "SELECT"
    case .insert: "INSERT"
    case .update: "UPDATE"
    case .delete: "DELETE"
    case .merge: "MERGE"
    case .truncate: "TRUNCATE"
    }
  }
}

extension Outcome {
  var kind: String {
    switch self {
    case .undecided: "undecided"
    case .refused(let error, _): "ERROR \(error.sqlState)"
    case .completed(let completion): completion.count == 0 ? "no rows" : "rows"
    }
  }
}
