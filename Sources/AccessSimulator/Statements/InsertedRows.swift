import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// The rows that an INSERT proposes, compiled.
struct InsertedRows {
  private enum Source {
    case values([[Cell]])
    /// `isStreamed`: each row is computed when those before it are stored, which functions that it
    /// calls may see; what is wrong with those is found first. RULES 70.
    /// `mayGiveRows`: before it fails, read in another order.
    case query(CompiledQuery, isStreamed: Bool, mayGiveRows: Bool)
  }

  private enum Cell {
    case defaultValue
    /// Of many rows nearly all cells are constants, and need no closure each.
    case constant(SQLValue)
    case evaluated(Evaluator)

    var isDefault: Bool { if case .defaultValue = self { true } else { false } }
    var isEvaluated: Bool { if case .evaluated = self { true } else { false } }
  }

  private let source: Source
  /// Of several rows of VALUES, what calls functions: EXECUTE is looked at when the row's turn
  /// comes. RULES 18.
  private var calls: [Int: [BoundExpression]] = [:]
  /// The places of a row's values in the order of the table's columns.
  private let placesByColumn: [Int]
  private let session: Session
  /// Whether the planner makes the query a part of the statement.
  private var isMerged = false
  /// The only row of VALUES shows what was computed before it.
  private var isVolatile = false
  let orderCause: OrderCause?
  /// Whether values are made to fit their columns before defaults are computed: those of several rows
  /// are, in VALUES.
  ///
  /// Source: `transformInsertStmt()` in `src/backend/parser/analyze.c`.
  let areFittedFirst: Bool

  init(_ insert: BoundInsert, _ session: Session) throws(EngineFailure) {
    let source = insert.withoutUnusedUserValues(session.catalog.catalog).source
    self.session = session
    placesByColumn = insert.columns.indices.sorted { insert.columns[$0] < insert.columns[$1] }
    if case .query(let query) = source {
      orderCause = query.orderCause(session.catalog, session.database)
    } else {
      orderCause = nil
    }
    switch source {
    case .query(let query):
      isMerged = query.isMergeable(session.catalog.catalog)
      self.source = .query(
        try QueryCompiler(session).compile(query), isStreamed: !query.isDistinct,
        mayGiveRows: query.mayGiveRowsBefore(session.catalog.catalog))
      areFittedFirst = false
    case .values(let rows):
      let compiler = ExpressionCompiler(session)
      isVolatile =
        rows.count == 1
        && rows[0].contains { $0?.isVolatile(session.catalog.catalog) == true }
      var compiled: [[Cell]] = []
      compiled.reserveCapacity(rows.count)
      for (number, row) in rows.enumerated() {
        if rows.count > 1 {
          let found = row.compactMap { $0 }.filter(\.callsFunction)
          if !found.isEmpty { calls[number] = found }
        }
        var cells: [Cell] = []
        cells.reserveCapacity(row.count)
        for cell in row {
          switch cell {
          case nil: cells.append(.defaultValue)
          case .constant(let value, _)?: cells.append(.constant(value))
          case let expression?: cells.append(.evaluated(try compiler.compile(expression)))
          }
        }
        compiled.append(cells)
      }
      self.source = .values(compiled)
      areFittedFirst = compiled.count > 1 && compiled.contains { $0.contains(where: \.isEvaluated) }
    }
  }

  /// Calls `body` with each row, and whether it is the only one; nil stands for DEFAULT. A row of
  /// VALUES is computed when those before it are stored; of several, `defaultInRow` gives what DEFAULT
  /// is where it stands, nil where that does not matter.
  ///
  /// One row alone is computed with the defaults, in the order of the table's columns: where a value
  /// fails, or tells what was computed, `before` gets its place, and those that have a value. Whether
  /// there is such an order.
  ///
  /// Source: `ValuesNext()` in `src/backend/executor/nodeValuesscan.c`, `rewriteTargetListIU()`.
  @discardableResult
  func forEach(
    in order: RowOrder = .asFound,
    before: (Int, _ given: [Int]) throws(EngineFailure) -> Void = { _, _ in },
    defaultInRow: (Int) throws(EngineFailure) -> SQLValue? = { _ in nil },
    _ body: ([SQLValue?], _ isAlone: Bool) throws(EngineFailure) -> Void
  ) throws(EngineFailure) -> Bool {
    var isStreamed = false
    if case .query(_, true, _) = source, case .asFound = order { isStreamed = true }
    switch source {
    case .query(let query, _, let mayGiveRows) where isStreamed:
      var isFound = false
      do throws(EngineFailure) {
        _ = try query.forEachRow(in: nil) { (row) throws(EngineFailure) in
          isFound = true
          try body(row.map { $0 }, false)
          return true
        }
      } catch .postgres where mayGiveRows && !isFound {
        // Read in another order, the join may have given a row before, which may not be stored.
        throw .undecided(
          Undecided(
            "whether a join fails before it gives a row to store", changesNothing: true,
            isRefusal: true))
      } catch {
        // What is merged into the statement is computed with the defaults.
        if case .postgres = error, isMerged, let place = query.failedTarget {
          try before(place, Array(placesByColumn.indices))
        }
        throw error
      }
    case .query(let query, _, _):
      let rows = try query.rows(in: nil)
      guard let arranged = order.arranged(rows) else { return false }
      for row in arranged {
        try body(row.map { $0 }, rows.count == 1)
      }
    case .values(let rows):
      let frame = Frame(sources: 0, parent: nil)
      for (number, row) in rows.enumerated() {
        for call in calls[number] ?? [] { try session.requireExecute(in: call) }
        var values = [SQLValue?](repeating: nil, count: row.count)
        let isAlone = rows.count == 1 && placesByColumn.count == row.count
        for position in row.indices {
          let place = isAlone ? placesByColumn[position] : position
          let given = { row.indices.filter { !row[$0].isDefault } }
          switch row[place] {
          case .defaultValue: if rows.count > 1 { values[place] = try defaultInRow(place) }
          case .constant(let value): values[place] = value
          case .evaluated(let evaluate):
            if isAlone, isVolatile { try before(place, given()) }
            do throws(EngineFailure) {
              values[place] = try evaluate(frame)
            } catch {
              if isAlone { try before(place, given()) }
              throw error
            }
          }
        }
        try body(values, rows.count == 1)
      }
    }
    return true
  }
}

extension BoundQuery {
  /// Whether it joins relations of which one can be read as a whole, so that a row of another may come
  /// out before the next is asked for.
  fileprivate func mayGiveRowsBefore(_ catalog: Catalog) -> Bool {
    let order = QualOrder(catalog)
    let read = leaves
    return read.count > 1
      && read.contains { !$0.ownConditions.contains { order.mayMatter($0) } }
  }

  private var leaves: [BoundSource] { sources.flatMap { $0.innerQuery?.leaves ?? [$0] } }
}

extension BoundExpression {
  var callsFunction: Bool {
    var found = false
    forEach { if case .function = $0 { found = true } }
    return found
  }
}
