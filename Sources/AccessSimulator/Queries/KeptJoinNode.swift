import SQLBinding

/// A join that is read once for all rows that it is joined to, and found by what they equal.
///
/// Source: `ExecHashJoinImpl()` in `src/backend/executor/nodeHashjoin.c`, `ExecMaterial()` in
/// `src/backend/executor/nodeMaterial.c`.
final class KeptJoinNode: JoinNode {
  /// Equalities that find its rows: of what they hold, and of the row that they are joined to.
  struct Key {
    let own: [Evaluator]
    let other: [Evaluator]
  }

  /// More are read again each time.
  private static let mostKept = 1 << 20

  private let input: any JoinNode
  private let sources: [Int]
  private let key: Key?
  private let session: Session
  private var kept: (frame: Frame, rows: Kept)?
  private var keepsNone = false
  /// Which of its rows is in the frame.
  private(set) var position = -1

  private struct Kept {
    /// Of each combination as many as there are sources.
    var rows: [Row] = []
    var positions: [Int] = []
    var count = 0
    /// Nil: they are not found by a key.
    var index: [[SQLValue]: [UInt32]]?
  }

  init(_ input: any JoinNode, sources: [Int], key: Key?, in session: Session) {
    (self.input, self.sources, self.key, self.session) = (input, sources, key, session)
  }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    try run(frame, byKey: true, body)
  }

  /// `byKey`: those alone that equal what they are joined to.
  func run(
    _ frame: Frame, byKey: Bool, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    // A hash is made of all before the first is looked for.
    if kept?.frame !== frame, !keepsNone, key != nil {
      _ = try read(frame) { () throws(EngineFailure) in !self.keepsNone }
    }
    guard let kept, kept.frame === frame else { return try read(frame, body) }
    guard byKey, let index = kept.rows.index, let key, kept.rows.count > 0 else {
      for number in 0..<kept.rows.count {
        put(number, of: kept.rows, into: frame)
        guard try body() else { return false }
      }
      return true
    }
    var values: [SQLValue] = []
    for operand in key.other {
      let value = try operand(frame)
      if case .undetermined = value { try value.requireDetermined() }
      values.append(value)
    }
    for number in index[values] ?? [] {
      put(Int(number), of: kept.rows, into: frame)
      guard try body() else { return false }
    }
    return true
  }

  private func put(_ number: Int, of kept: Kept, into frame: Frame) {
    let start = number * sources.count
    for (offset, source) in sources.enumerated() {
      frame.rows[source] = kept.rows[start + offset]
      frame.positions[source] = kept.positions[start + offset]
    }
    position = number
  }

  /// Keeps what is read, unless it ends early.
  private func read(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    var found = Kept()
    found.index = key.map { _ in [:] }
    var number = -1
    let before = session.variables.notices.count
    let isFinished = try input.run(frame) { () throws(EngineFailure) in
      number += 1
      if !self.keepsNone { try self.add(frame, to: &found) }
      self.position = number
      return try body()
    }
    // What is said while one only looks is taken back, and said again.
    let isSaid = session.looks.mayRun || before == session.variables.notices.count
    if isFinished, !keepsNone, isSaid { kept = (frame, found) }
    return isFinished
  }

  private func add(_ frame: Frame, to found: inout Kept) throws(EngineFailure) {
    guard found.count < Self.mostKept else {
      keepsNone = true
      found = Kept()
      return
    }
    for source in sources {
      found.rows.append(frame.rows[source])
      found.positions.append(frame.positions[source])
    }
    if let key, found.index != nil {
      var values: [SQLValue] = []
      for operand in key.own { values.append(try operand(frame)) }
      if values.contains(where: \.isUndetermined) {
        found.index = nil
      } else if !values.contains(where: \.isNull) {
        found.index?[values, default: []].append(UInt32(found.count))
      }
    }
    found.count += 1
  }
}

extension JoinPlanner {
  /// The side that may be missing, where it is a join, or visited whole: read once.
  /// `conditions`: what is asked of the pairs.
  func kept(
    _ join: BoundJoin, _ node: any JoinNode, _ conditions: [BoundExpression]
  ) throws(EngineFailure) -> KeptJoinNode? {
    for number in join.sources {
      if sources[number].isLateral { return nil }
      if case .system = rowSources[number] { return nil }
    }
    var own: [Evaluator] = []
    var other: [Evaluator] = []
    for condition in conditions {
      guard let (inner, outer) = sides(of: condition, Set(join.sources)) else { continue }
      own.append(try compiler.compile(inner))
      other.append(try compiler.compile(outer))
    }
    return KeptJoinNode(
      node, sources: join.sources, key: own.isEmpty ? nil : .init(own: own, other: other),
      in: compiler.session)
  }

  /// What a hash is made of, and what looks there. Neither fails: they are asked of more rows than
  /// the equality is.
  private func sides(
    of condition: BoundExpression, _ inside: Set<Int>
  ) -> (own: BoundExpression, other: BoundExpression)? {
    guard case .compare(.equal, let left, let right, _) = condition else { return nil }
    for (own, other) in [(left, right), (right, left)] {
      let mentioned = other.sources(atLevel: 0)
      guard mentioned.count == 1, mentioned.isDisjoint(with: inside),
        inside.contains(where: { Self.plainColumn(own, of: $0) != nil }),
        mentioned.contains(where: { Self.plainColumn(other, of: $0) != nil })
      else { continue }
      return (own, other)
    }
    return nil
  }
}
