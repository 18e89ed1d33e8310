import AccessModel
import RowSecurity
import SQLBinding

/// A join with a table of which PostgreSQL expects few rows: how often another is read is a
/// matter of small differences in cost. What functions do that shows it is undecided.
///
/// Source: `estimate_rel_size()` in `src/backend/optimizer/util/plancat.c`, `add_path()` in
/// `src/backend/optimizer/util/pathnode.c`, `match_unsorted_outer()` in
/// `src/backend/optimizer/path/joinpath.c`.
final class JoinOfFewNode: JoinNode {
  private let input: any JoinNode
  private let session: Session

  init(_ input: any JoinNode, _ session: Session) {
    (self.input, self.session) = (input, session)
  }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    var before = FunctionEffects(session)
    var hasSpoken = false
    defer { if hasSpoken { session.variables.unsureNotices = Self.undecided } }
    func compare() throws(EngineFailure) {
      let now = FunctionEffects(session)
      // What the statement itself has written by then is shown to functions too.
      if now.database != before.database, session.variables.limits.mayHaveWritten {
        throw .undecided(Self.undecided)
      }
      if now.notices != before.notices { hasSpoken = true }
    }
    let isFinished = try input.run(frame) { () throws(EngineFailure) in
      try compare()
      let goesOn = try body()
      before = FunctionEffects(session)
      return goesOn
    }
    try compare()
    return isFinished
  }

  func count() throws(EngineFailure) -> Int? { try input.count() }

  private static let undecided = Undecided(
    "what functions do in a join with few rows")
}

extension JoinPlanner {
  /// With what is not known of it where PostgreSQL expects few rows of a table.
  func ofFew(
    _ join: any JoinNode, _ units: [Unit], _ conditions: [BoundExpression]
  ) -> any JoinNode {
    guard readsCounted(conditions) || units.count > 1 && expectsOne(units, conditions) else {
      return join
    }
    return JoinOfFewNode(join, compiler.session)
  }

  /// Whether one row is expected of a table that may give more: another is read whole for each then.
  private func expectsOne(_ units: [Unit], _ conditions: [BoundExpression]) -> Bool {
    let pending = conditions.map { ($0, $0.sources(atLevel: 0)) }
    return units.contains { unit in
      guard let table = table(of: unit) else { return false }
      let own = own(of: unit, pending)
      guard let side = JoinCost.Side(table, own, key: nil, compiler.session) else { return false }
      return side.kept == 1...1 && !table.isOneRow(meeting: own + table.policyConjuncts)
        && units.contains { other in
          guard other.sources != unit.sources, !keepsRows(other),
            asks(other, self.own(of: other, pending))
          else { return false }
          let key = key(of: other, pending, unit.sources)
          return key.map { self.table(of: other)?.isIndexed($0.column) == true } != true
        }
    }
  }

  /// Whether a hash or a sort holds its rows, which is read again in their place.
  private func keepsRows(_ unit: Unit) -> Bool {
    guard case .source(let number) = unit.join else { return false }
    return sources[number].innerQuery?.grouping?.keys.isEmpty == false
  }

  /// Whether it joins a small table whose rows PostgreSQL has counted.
  func readsCounted(_ conditions: [BoundExpression]) -> Bool {
    let joined = conditions.filter { isJoin($0) }
    guard sources.count > 1 || !joined.isEmpty else { return false }
    return rowSources.contains { source in
      if case .table(let table) = source { table.countedRows != nil } else { false }
    } || joined.contains(where: isOfCounted)
  }

  private func isOfCounted(_ condition: BoundExpression) -> Bool {
    guard let database = compiler.session.database else { return false }
    return subqueryRows(condition.withoutNegation)?.sources.contains { source in
      guard case .relation(let relation) = source.kind, case .table(let table) = relation.id else {
        return false
      }
      return database.tables[table].counted != nil
    } == true
  }
}
