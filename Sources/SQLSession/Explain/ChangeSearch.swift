import AccessDecisions
import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

/// Finds changes that let a statement through, by trying them.
///
/// What one change achieves may show the next obstacle, as where a grant leads to a policy: changes
/// are then put together, as long as each moves something.
struct ChangeSearch {
  /// Enough for any one decision, and never long.
  static let maxTrials = 80
  static let maxDepth = 4
  static let maxFound = 5
  /// Of changes of the same kinds.
  static let maxAlike = 2

  private let base: SimulatedTarget
  private let question: ExplainedStatement

  init(_ base: SimulatedTarget, _ question: ExplainedStatement) {
    self.base = base
    self.question = question
  }

  private struct Candidate {
    let change: ProposedChange
    let depth: Int
    /// Obstacles met on the way here.
    let met: Set<String>
  }

  /// Those that were found, the smallest first.
  func changes(from start: StatementInspection) -> [TriedChange] {
    var pending = start.proposals.map {
      Candidate(change: $0, depth: 1, met: [start.obstacle])
    }
    var found: [TriedChange] = []
    // Those after which nothing refuses the statement, though it finds no row, or fails for what
    // the data are.
    var granted: [TriedChange] = []
    let seeksGrant = !start.isGranted
    var trials = 0
    var next = 0
    while next < pending.count, trials < Self.maxTrials, found.count < 3 * Self.maxFound {
      let candidate = pending[next]
      next += 1
      // No more than one way of each kind of change needs to be combined with others.
      let alike = found.filter { $0.change.kinds == candidate.change.kinds }.count
      guard alike < Self.maxAlike else { continue }
      trials += 1
      guard let inspection = inspection(after: candidate.change) else { continue }
      if inspection.isAllowed {
        found.append(TriedChange(candidate.change, inspection.outcome))
        continue
      }
      if seeksGrant, inspection.isGranted {
        granted.append(TriedChange(candidate.change, inspection.outcome))
      }
      let obstacle = inspection.obstacle
      guard candidate.depth < Self.maxDepth, !candidate.met.contains(obstacle) else { continue }
      pending += inspection.proposals.prefix(12).map {
        Candidate(
          change: candidate.change.followed(by: $0), depth: candidate.depth + 1,
          met: candidate.met.union([obstacle]))
      }
    }
    return Array(Self.smallest(found.isEmpty ? granted : found).prefix(Self.maxFound))
  }

  /// By their number of statements, then by what they change; without those that hold another, or
  /// that do with more what another does with less.
  private static func smallest(_ found: [TriedChange]) -> [TriedChange] {
    let sorted = found.enumerated().sorted { a, b in
      let (x, y) = (a.element.change, b.element.change)
      if x.steps.count != y.steps.count { return x.steps.count < y.steps.count }
      if let p = x.kinds.first, let q = y.kinds.first, p != q { return p < q }
      return a.offset < b.offset
    }.map(\.element)
    var result: [TriedChange] = []
    for change in sorted {
      let isMore = result.contains { smaller in
        let (steps, kinds) = (smaller.change.steps, smaller.change.kinds)
        return kinds == change.change.kinds && steps.count < change.change.steps.count
          || smaller.change.statement == nil && !steps.isEmpty
            && Set(steps).isSubset(of: change.change.steps)
      }
      if !isMore { result.append(change) }
    }
    return result
  }

  /// The statement as it is decided after a change; nil where the change itself fails, or is not
  /// decided.
  private func inspection(after change: ProposedChange) -> StatementInspection? {
    let administrator = base.administratorsFork()
    for step in change.steps where step.isAdministrators {
      guard case .completed? = try? administrator.run(step.sql, copyData: { [] }).outcome else {
        return nil
      }
    }
    let session = base.fork()
    session.takeDatabase(of: administrator)
    for step in change.steps where !step.isAdministrators {
      guard case .completed? = try? session.run(step.sql, copyData: { [] }).outcome else {
        return nil
      }
    }
    var asked = question
    if let text = change.statement {
      let read = try? SessionStatementReader.read(text, version: base.session.version)
      guard case .data(let other)? = read else { return nil }
      asked.statement = other
    }
    return session.inspect(asked)
  }
}
