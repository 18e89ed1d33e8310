import AccessFixtures
import AccessModel

/// Asks the standard probes of one relation as one identity, falling back to fewer columns where
/// privileges are by column.
///
/// Which columns a role may use is a privilege rule, and those live in engines only; so columns are
/// found by asking: first all, then one by one, then those not refused.
struct Prober {
  let engine: RecordingEngine
  let identity: Identity
  let rows: RelationRows

  var probes: StandardProbes { rows.probes }

  /// What a probe was finally asked with, and the answers.
  struct Answer {
    var columns: [String]
    /// Each row index the probe was run for, or none where it ran once for the whole relation.
    var indices: [Int] = []
    private(set) var outcomes: [Outcome]
    /// What each outcome means.
    private(set) var decisions: [Decision]

    init(columns: [String], indices: [Int] = [], outcomes: [Outcome]) {
      self.columns = columns
      self.indices = indices
      self.outcomes = outcomes
      decisions = outcomes.map { Decision($0) }
    }

    mutating func append(_ more: [Outcome]) {
      outcomes += more
      decisions += more.map { Decision($0) }
    }

    var undecided: Undecided? { decisions.lazy.compactMap(\.undecidedConstruct).first }
    /// Rows whose outcome shows that access was granted.
    var reached: [Int] { zip(indices, decisions).filter { $1.isAccessGranted }.map(\.0) }
    /// Whether it all ended at missing privileges.
    var isRefused: Bool {
      !outcomes.isEmpty
        && decisions.allSatisfy { if case .noPrivilege = $0 { true } else { false } }
    }
    var bypasses: [Bypass] {
      var seen: [Bypass] = []
      for bypass in outcomes.flatMap(\.bypasses) where !seen.contains(bypass) {
        seen.append(bypass)
      }
      return seen
    }
  }

  /// Reads those of `columns` that can be read, without WHERE.
  func read(_ columns: [String]) throws -> Answer {
    try asking(.select, columns) { probes.read($0) }
  }

  /// Inserts copies of rows, each alone.
  func insert(_ columns: [String], _ indices: [Int]) throws -> Answer {
    var answer = try asking(.insert, columns) { usable in
      probes.insert(usable, indices.map { rows.values($0, usable) })
    }
    answer.indices = indices
    return answer
  }

  /// `INSERT … DEFAULT VALUES`, once.
  func insertDefaults() throws -> Answer {
    Answer(columns: [], outcomes: try engine.ask(probes.insert([], [[]]), as: identity))
  }

  /// Writes the values of one row over one row `target`, once for each of `sources`.
  func overwrite(
    _ target: Int, _ columns: [String], from sources: [Int]
  ) throws -> Answer {
    var answer = try asking(.update, columns) { usable in
      probes.update(usable, sources.map { rows.values($0, usable) + rows.key(target) })
    }
    answer.indices = sources
    return answer
  }

  func delete(_ indices: [Int]) throws -> Answer {
    let outcomes = try engine.ask(probes.delete(indices.map(rows.key)), as: identity)
    return Answer(columns: [], indices: indices, outcomes: outcomes)
  }

  func blindDelete() throws -> Answer {
    Answer(columns: [], outcomes: try engine.ask(probes.blindDelete(), as: identity))
  }

  func truncate() throws -> Answer {
    Answer(columns: [], outcomes: try engine.ask(probes.truncate(), as: identity))
  }

  func asking(
    _ command: AccessCommand, _ columns: [String], _ probe: ([String]) -> Probe
  ) throws -> Answer {
    let all = try engine.ask(probe(columns), as: identity)
    guard columns.count > 1, !all.isEmpty, all.allSatisfy(Self.mayLieInColumns),
      !engine.lacksEveryColumn(of: rows.shape.name, for: command, as: identity)
    else { return Answer(columns: columns, outcomes: all) }
    var usable: [String] = []
    for column in columns {
      var single = probe([column])
      single.parameterSets = Array(single.parameterSets.prefix(1))
      if try !engine.ask(single, as: identity).allSatisfy(Self.mayLieInColumns) {
        usable.append(column)
      }
    }
    guard !usable.isEmpty else { return Answer(columns: columns, outcomes: all) }
    return Answer(columns: usable, outcomes: try engine.ask(probe(usable), as: identity))
  }

  /// A missing privilege, or a view's column that cannot be written (0A000).
  private static func mayLieInColumns(_ outcome: Outcome) -> Bool {
    switch Decision(outcome) {
    case .noPrivilege: true
    case .error(let error): error.sqlState == .featureNotSupported
    default: false
    }
  }
}
