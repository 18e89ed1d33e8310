import AccessModel
import RowSecurity
import SQLBinding

/// Which source of a join is read first, which is seen where one has no rows and conditions of
/// another raise an error: PostgreSQL reads first what costs least so.
///
/// Source: `hash_inner_and_outer()` and `sort_inner_and_outer()` in
/// `src/backend/optimizer/path/joinpath.c`.
extension JoinPlanner {
  /// Other units that PostgreSQL may read before one, with the conditions on them alone.
  ///
  /// Tables of as many rows, joined by what is no key, are told apart by their conditions: fewer
  /// rows pass more of them, and are hashed.
  func rivals(
    of lead: Reading, _ others: [Unit], _ pending: [(BoundExpression, Set<Int>)],
    _ conditions: [BoundExpression]
  ) throws(EngineFailure) -> [any JoinNode] {
    guard !others.isEmpty, case .source(let number) = lead.unit.join, !isFew(number, conditions)
    else { return [] }
    let leadRaises = lead.asks || raises(lead.unit)
    var result: [any JoinNode] = []
    for unit in others where requirements(of: unit).isEmpty {
      let other = reading(unit, pending)
      guard case .source = unit.join, leadRaises || other.asks || raises(unit),
        leadRaises || !isSurelyFirst(lead, before: other, pending)
      else { continue }
      if let rows = try orderedScan(of: unit, other.own, nil, isHashed: false) {
        result.append(rows)
      } else {
        result.append(try node(for: unit, key: nil, conditions: other.own, among: conditions))
      }
    }
    return result
  }

  /// Whether a policy raises an error of whichever row it is asked.
  private func raises(_ unit: Unit) -> Bool {
    guard case .source(let number) = unit.join, case .table(let table) = rowSources[number] else {
      return false
    }
    return table.filters.contains { filter in
      filter.conditions.contains { condition in
        let isConstant =
          !condition.expression.mentions(level: 0) && !condition.expression.hasSubquery
        return isConstant && compiler.session.raises(condition.expression)
      }
    }
  }

  /// Whether more of its rows are left than of another's, as none of its own conditions tells.
  private func isSurelyFirst(
    _ lead: Reading, before other: Reading, _ pending: [(BoundExpression, Set<Int>)]
  ) -> Bool {
    guard lead.own.isEmpty, case .source(let number) = lead.unit.join,
      case .table(let table) = rowSources[number], table.filters.isEmpty
    else { return false }
    var isJoined = false
    for (one, another) in [(lead.unit, other.unit), (other.unit, lead.unit)] {
      guard case .source(let number) = one.join, case .table(let table) = rowSources[number]
      else { return false }
      for condition in pending {
        guard let key = key(of: one, [condition], another.sources) else { continue }
        if table.isUnique(key.column) { return false }
        isJoined = true
      }
    }
    return isJoined
  }
}

/// The rows that a join reads first, where it might read others first: what it makes no difference
/// to is certain.
final class UnsureLeadNode: JoinNode {
  private let lead: any JoinNode
  private let rivals: [any JoinNode]
  private let session: Session

  init(_ lead: any JoinNode, _ rivals: [any JoinNode], _ session: Session) {
    (self.lead, self.rivals, self.session) = (lead, rivals, session)
  }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    var isFound = false
    let isFinished: Bool
    do throws(EngineFailure) {
      isFinished = try lead.run(frame) { () throws(EngineFailure) in
        isFound = true
        return try body()
      }
    } catch {
      // Joined with nothing it would not have been asked.
      if case .postgres = error, !isFound, frame.parent == nil {
        for rival in rivals where try !hasRows(rival, frame) { throw Self.undecided }
      }
      throw error
    }
    if !isFound, frame.parent == nil {
      for rival in rivals { _ = try hasRows(rival, frame) }
    }
    return isFinished
  }

  private func hasRows(_ rival: any JoinNode, _ frame: Frame) throws(EngineFailure) -> Bool {
    let variables = session.variables
    let before = (variables.sequences, variables.notices)
    defer { (variables.sequences, variables.notices) = before }
    var isFound = false
    do throws(EngineFailure) {
      _ = try rival.run(frame) { () throws(EngineFailure) in
        isFound = true
        return true
      }
    } catch {
      throw Self.undecided
    }
    return isFound
  }

  private static let undecided = EngineFailure.undecided(
    Undecided("an error that depends on the order of a join"))
}
