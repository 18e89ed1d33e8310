import AccessFixtures
public import AccessModel

/// What one identity gets by calling one function, with whatever arguments.
public struct CallCell: Hashable, Sendable {
  /// How much, and why not more.
  public enum Kind: Hashable, Sendable {
    /// So many different rows, of all calls together.
    case rows(Int)
    /// A function of one value: it gave one that is not NULL.
    case value
    /// Calls are permitted, and gave no row, or NULL.
    case nothing
    /// 42501: EXECUTE, or a privilege that the function needs of its caller, is missing.
    case noPrivilege
    /// A construct that is not modelled.
    case undecided(Undecided)
    /// Every call fails with another error.
    case error(PostgresError)
  }

  /// How much, and why not more.
  public var kind: Kind
  /// The columns that hold something in those rows.
  public var columns: [String] = []
  /// How many choices of arguments were tried.
  public var calls: Int
  /// What is read or written in the function is checked as its owner.
  public var runsAsOwner: Bool

  init(_ call: FunctionCall, _ outcomes: [Outcome], in catalog: Catalog) {
    calls = outcomes.count
    runsAsOwner = call.function.isSecurityDefiner
    let results = call.function.results(in: catalog)
    var rows: Set<[String?]> = []
    var filled: Set<Int> = []
    for row in outcomes.flatMap(\.rows) where row.contains(where: { $0 != nil }) {
      guard rows.insert(row).inserted else { continue }
      filled.formUnion(row.indices.filter { row[$0] != nil })
    }
    columns = results.indices.filter(filled.contains).map { results[$0].name }
    let decisions = outcomes.map { Decision($0) }
    if let undecided = decisions.lazy.compactMap(\.undecidedConstruct).first {
      kind = .undecided(undecided)
    } else if !rows.isEmpty {
      kind = call.function.returnsSet || results.count > 1 ? .rows(rows.count) : .value
    } else {
      kind = Self.refusal(decisions) ?? .nothing
    }
  }

  /// The error that every call ended with, if none came through.
  private static func refusal(_ decisions: [Decision]) -> Kind? {
    var refusal: Kind?
    for decision in decisions {
      switch decision {
      case .allowed, .bypassed, .filtered, .undecided: return nil
      case .noPrivilege: refusal = refusal ?? .noPrivilege
      case .checkViolated(_, let error), .recursion(let error), .error(let error):
        refusal = refusal ?? .error(error)
      }
    }
    return refusal
  }

  /// `✓ · ✗ ? !`, or the number of rows; `‼` before what comes out with the owner's rights.
  public var text: String {
    switch kind {
    case .rows(let count): runsAsOwner ? "‼ \(count)" : "\(count)"
    case .value: runsAsOwner ? "‼ ✓" : "✓"
    case .nothing: "·"
    case .noPrivilege: "✗"
    case .undecided: "?"
    case .error(let error): "! \(error.sqlState)"
    }
  }
}
