import AccessModel
import SQLBinding

/// UNION, INTERSECT and EXCEPT, compiled.
indirect enum CompiledSet {
  case query(CompiledQuery)
  case operation(SQLSetOperation.Kind, isAll: Bool, CompiledSet, CompiledSet)
  /// INTERSECT or EXCEPT as from 18 on, where one side is not read beside nothing; UNION as from 17
  /// on, where both may be read in turn. `isVolatile`: whether it was read may be seen.
  case lazy(
    SQLSetOperation.Kind, isAll: Bool, CompiledSet, CompiledSet, isVolatile: Bool)
  /// Over each row as the only source.
  case converted(CompiledSet, [Evaluator])

  /// Calls `body` with each row until it returns false; false if it did. UNION ALL computes no row
  /// that nobody asks for.
  func forEachRow(
    in frame: Frame?, _ body: (Row) throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    switch self {
    case .query(let query): return try query.forEachRow(in: frame, body)
    case .converted(let inner, let casts):
      return try inner.forEachRow(in: frame) { (row) throws(EngineFailure) in
        try body(try ExpressionCompiler.values(casts, Frame(row: row)))
      }
    case .operation(.union, isAll: true, let left, let right):
      guard try left.forEachRow(in: frame, body) else { return false }
      return try right.forEachRow(in: frame, body)
    case .operation, .lazy:
      for row in try rows(in: frame) { guard try body(row) else { return false } }
      return true
    }
  }

  /// What UNION ALL puts together.
  var parts: [CompiledSet] {
    switch self {
    case .operation(.union, isAll: true, let left, let right): left.parts + right.parts
    case .converted(let inner, let casts): inner.parts.map { .converted($0, casts) }
    case .query, .operation, .lazy: [self]
    }
  }

  func rows(in frame: Frame?) throws(EngineFailure) -> [Row] {
    switch self {
    case .query(let query): return try query.rows(in: frame)
    case .converted(let inner, let casts):
      var result: [Row] = []
      for row in try inner.rows(in: frame) {
        result.append(try ExpressionCompiler.values(casts, Frame(row: row)))
      }
      return result
    case .lazy(.intersect, let isAll, let left, let right, let isVolatile):
      return try Self.common(left, right, isAll: isAll, isVolatile: isVolatile, in: frame)
    case .lazy(let kind, let isAll, let left, let right, _):
      let first = try Self.first(left, beside: right, of: kind, in: frame)
      if kind == .union {
        return Self.combined(kind, isAll: isAll, first, try right.rows(in: frame))
      }
      guard !first.isEmpty else { return [] }
      do throws(EngineFailure) {
        return Self.combined(kind, isAll: isAll, first, try right.rows(in: frame))
      } catch {
        // Sorted by an index it is read up to the last of the other side.
        guard case .postgres = error else { throw error }
        throw .undecided(Undecided("an error beyond what EXCEPT may read"))
      }
    case .operation(let kind, let isAll, let left, let right):
      return Self.combined(
        kind, isAll: isAll, try left.rows(in: frame), try right.rows(in: frame))
    }
  }

  /// The rows of one side: where both fail, one of the two is met first.
  private static func first(
    _ left: CompiledSet, beside right: CompiledSet, of kind: SQLSetOperation.Kind, in frame: Frame?
  ) throws(EngineFailure) -> [Row] {
    do throws(EngineFailure) {
      return try left.rows(in: frame)
    } catch {
      if case .failure(let other) = Result(catching: { () throws(EngineFailure) in
        try right.rows(in: frame)
      }), other != error {
        let name = kind == .union ? "UNION" : "EXCEPT"
        throw .undecided(Undecided("which side of \(name) is read first"))
      }
      throw error
    }
  }

  private static func combined(
    _ kind: SQLSetOperation.Kind, isAll: Bool, _ first: [Row], _ second: [Row]
  ) -> [Row] {
    switch kind {
    case .union: return isAll ? first + second : distinct(first + second)
    case .intersect, .except:
      var others: [Row: Int] = [:]
      for row in second { others[row, default: 0] += 1 }
      guard isAll else {
        return distinct(first.filter { (others[$0] != nil) == (kind == .intersect) })
      }
      // Each row on the right takes away, or lets through, one on the left.
      return first.filter { row in
        guard let count = others[row], count > 0 else { return kind == .except }
        others[row] = count - 1
        return kind == .intersect
      }
    }
  }

  /// The planner reads first what it takes to be the smaller side.
  ///
  /// Source: `generate_nonunion_paths()` in `src/backend/optimizer/prep/prepunion.c`.
  private static func common(
    _ left: CompiledSet, _ right: CompiledSet, isAll: Bool, isVolatile: Bool, in frame: Frame?
  ) throws(EngineFailure) -> [Row] {
    let first: [Row]
    let second: [Row]
    do throws(EngineFailure) {
      (first, second) = (try left.rows(in: frame), try right.rows(in: frame))
    } catch {
      for side in [left, right] where (try? side.rows(in: frame))?.isEmpty == true {
        throw .undecided(Undecided("INTERSECT with nothing"))
      }
      throw error
    }
    guard first.isEmpty || second.isEmpty else {
      return combined(.intersect, isAll: isAll, first, second)
    }
    if isVolatile { throw .undecided(Undecided("INTERSECT with nothing")) }
    return []
  }

  private static func distinct(_ rows: [Row]) -> [Row] {
    var seen: Set<Row> = []
    return rows.filter { seen.insert($0).inserted }
  }
}
