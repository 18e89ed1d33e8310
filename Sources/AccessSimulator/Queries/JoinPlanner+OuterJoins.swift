import AccessModel
import RowSecurity
import SQLBinding

/// LEFT, RIGHT and FULL joins: which rows of each side are read, and what is asked of them before
/// they are joined.
extension JoinPlanner {
  func outerJoin(
    _ kind: BoundJoin.Kind, _ left: BoundJoin, _ right: BoundJoin, _ condition: BoundExpression?,
    _ conditions: [BoundExpression]
  ) throws(EngineFailure) -> any JoinNode {
    let (first, second) = kind == .right ? (right, left) : (left, right)
    var on = Self.conjuncts(condition)
    if let planned {
      on = planned.asked(on, present: left.innerSources + right.innerSources)
    }
    // What speaks of the preserved side alone is asked before it is joined.
    let sources = Set(first.sources)
    let isEarly = { (condition: BoundExpression) in
      let own = condition.sources(atLevel: 0)
      return kind != .full && !own.isEmpty && own.isSubset(of: sources)
    }
    let early = conditions.filter(isEarly)
    let late = conditions.filter { !isEarly($0) }
    let compiled = try asking.compile(late)
    var (optional, rest) = try inner(
      second, on, beside: first.sources.count == 1 ? first.sources[0] : nil, early,
      isFull: kind == .full)
    // By itself it has no row to be found by.
    let alone = optional
    if kind == .full || !second.isSource, let kept = try kept(second, optional, rest) {
      optional = kept
    }
    var preserved = try plan([first], where: early.isEmpty ? nil : .and(early))
    // Where both sides fail one of them is met first.
    if let other = kind == .full ? alone : try readAlone(second, alone, on) {
      let order = QualOrder(catalog)
      preserved = UnsureOrderNode(
        preserved, [other], isLead: false, readsAll: true,
        mayFailJoined: kind == .full
          && (late + rest).contains {
            order.mayMatterBesideOthers($0, raises: compiler.session.raises)
          }, compiler.session)
    }
    let join = OuterJoinNode(
      preserved, optional,
      conditions: try asking.compile(rest), isFull: kind == .full, leftWidths: widths(first),
      rightWidths: widths(second))
    return compiled.isEmpty ? join : FilterNode(join, compiled)
  }

  /// All rows of the side that may be missing, with what ON asks of them alone; nil: they depend on
  /// those of the other side.
  private func readAlone(
    _ join: BoundJoin, _ optional: any JoinNode, _ conditions: [BoundExpression]
  ) throws(EngineFailure) -> (any JoinNode)? {
    guard join.sources.allSatisfy({ !sources[$0].isLateral }) else { return nil }
    // A join finds nothing by key: it is read alone as it is.
    guard case .source = join else { return optional }
    return try compiler.session.compilingLook { () throws(EngineFailure) in
      try plan([join], where: .and(own(of: join, conditions)))
    }
  }

  /// What is asked of the rows of one side alone, before they are joined.
  private func own(
    of join: BoundJoin, _ conditions: [BoundExpression]
  ) -> [BoundExpression] {
    conditions.filter { condition in
      let mentioned = condition.sources(atLevel: 0)
      return !mentioned.isEmpty && mentioned.isSubset(of: join.sources) && !condition.hasSubquery
    }
  }

  /// The side that may be missing: found by key where ON has one. A FULL join visits all of it.
  /// `rest`: what is left to be asked of the pairs. `other`: the one source that it is joined to,
  /// with what is asked of that alone.
  private func inner(
    _ join: BoundJoin, _ conditions: [BoundExpression], beside other: Int?,
    _ early: [BoundExpression], isFull: Bool
  ) throws(EngineFailure) -> (any JoinNode, rest: [BoundExpression]) {
    if planned?.unreadSources.isSuperset(of: join.sources) == true { return (try emptyNode(), []) }
    guard case .source(let number) = join, !isFull else {
      let own = isFull ? [] : own(of: join, conditions)
      return (try plan([join], where: .and(own)), conditions.without(own))
    }
    let others = Set(sources.indices).subtracting([number])
    let unit = Unit(sources: [number], join: join)
    let pending = conditions.map { ($0, $0.sources(atLevel: 0)) }
    let key = key(of: unit, pending, others)
    let joining = key.flatMap { pending[$0.condition].1 == unit.sources ? nil : $0 }
    let reading = reading(unit, pending)
    let search =
      joining.map { self.search(of: reading, by: $0, other.map { [$0] } ?? others, early) }
      ?? RowSearch.byKey
    let constant =
      reading.asks ? joining.flatMap { implied($0, of: unit, early) } : BoundExpression?.none
    if let ordered = try orderedScan(
      of: unit, reading.own + [constant].compactMap { $0 }, joining,
      constant == nil ? search : .byKey
    ) {
      return (ordered, conditions.without(reading.own))
    }
    return (try node(for: unit, key: key, conditions: []), conditions)
  }

  private func widths(_ join: BoundJoin) -> [(source: Int, width: Int)] {
    join.sources.map { ($0, sources[$0].columnNames.count) }
  }
}
