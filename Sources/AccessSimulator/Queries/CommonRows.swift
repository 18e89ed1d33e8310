import AccessModel
import SQLBinding

/// The rows of a table of WITH, computed once for each run of the query that defines it.
final class CommonRows {
  private let id: Int
  let dependence: Dependence
  private let compute: (Frame?) throws(EngineFailure) -> [Row]
  /// Nil where they depend on rows around.
  private let fixed: MaterializedRows?
  /// For who alone reads them, as many as are wanted; nil: they are computed at once.
  private(set) var stream: RowStream?

  /// `isOfStatement`: the WITH stands before a statement that changes rows, not before a query.
  init(
    _ table: BoundCommonTable, _ session: Session, _ known: [Int: CommonRows],
    isOfStatement: Bool = false
  ) throws(EngineFailure) {
    guard case .query(let query) = table.statement else {
      throw .undecided(Undecided("a data-modifying statement in WITH"))
    }
    id = table.id
    ofStatement = isOfStatement ? (RunCell(), session) : nil
    let compute: (Frame?) throws(EngineFailure) -> [Row]
    let prefix: () throws(EngineFailure) -> MaterializedRows.Prefix
    if table.isRecursive {
      let recursion = try RecursiveRows(table, query, session, known)
      compute = recursion.rows
      prefix = { () throws(EngineFailure) in
        MaterializedRows.Prefix(rows: try recursion.rows(in: nil))
      }
    } else {
      let compiled = try QueryCompiler(session, known).compile(query)
      compute = compiled.rows
      prefix = { () throws(EngineFailure) in try compiled.prefix(in: nil) }
      if table.references == 1, query.isVolatile(session.catalog.catalog) {
        let id = table.id
        stream = { (frame, body) throws(EngineFailure) in
          try compiled.forEachRow(in: isOfStatement ? nil : frame.defining(id), body)
        }
      }
    }
    let dependence = ExpressionCompiler(session, known).dependence(of: query, besides: table.id)
    (self.compute, self.dependence) = (compute, dependence)
    switch dependence {
    case .nothing: fixed = MaterializedRows(in: session, prefix: prefix)
    case .parameters: fixed = MaterializedRows(in: session, isPerRun: true, prefix: prefix)
    case .rowsAround: fixed = nil
    }
  }

  /// The rows that the last step of a recursion brought, as the next step sees them.
  init(working: WorkingRows, id: Int) {
    self.id = id
    dependence = .rowsAround
    compute = { (_) throws(EngineFailure) in working.rows }
    fixed = nil
    self.working = working
  }

  /// What a statement of WITH that changes rows has returned.
  init(rows: ChangedTable, id: Int) {
    self.id = id
    dependence = .rowsAround
    compute = { (_) throws(EngineFailure) in rows.rows }
    fixed = nil
    returned = rows
  }

  /// Where the rows are kept that no query's frame keeps.
  private var ofStatement: (rows: RunCell<[Row]>, session: Session)?
  private var working: WorkingRows?
  private var returned: ChangedTable?

  func source(_ number: Int) -> RowSource {
    if let fixed { return .rows(fixed) }
    if let working {
      return .derived(
        DerivedRows(number, isLateral: true) { (_) throws(EngineFailure) in working.rows })
    }
    if let returned {
      return .derived(
        DerivedRows(number, isLateral: true) { (_) throws(EngineFailure) in returned.rows })
    }
    return .derived(
      DerivedRows(number, isLateral: true) { (frame) throws(EngineFailure) in
        try self.rows(from: frame)
      })
  }

  /// Kept in the frame of the query that defines the table.
  private func rows(from frame: Frame) throws(EngineFailure) -> [Row] {
    if let ofStatement {
      return try ofStatement.rows.value(in: ofStatement.session, isPerRun: true) {
        () throws(EngineFailure) in try compute(nil)
      }
    }
    let owner = try frame.defining(id)
    if let known = owner.commonRows[id] { return known }
    let rows = try compute(owner)
    owner.commonRows[id] = rows
    return rows
  }
}

extension Frame {
  /// Of the query, this one or around it, that defines a table of WITH.
  fileprivate func defining(_ id: Int) throws(EngineFailure) -> Frame {
    var current: Frame? = self
    while let candidate = current, !candidate.definedTables.contains(id) {
      current = candidate.parent
    }
    guard let current else { throw .undecided(Undecided("a table of WITH out of its place")) }
    return current
  }
}

extension ExpressionCompiler {
  /// As `dependence(of:)`, of a query that may refer to the table it defines.
  func dependence(of query: BoundQuery, besides id: Int) -> Dependence {
    var result: Dependence =
      query.isCorrelated ? .rowsAround : query.dependsOnRun ? .parameters : .nothing
    for table in query.outerCommonTables where table != id {
      result = max(result, commonTables[table]?.dependence ?? .rowsAround)
    }
    return result
  }
}

final class WorkingRows {
  var rows: [Row] = []
}

/// `non-recursive UNION [ALL] recursive`, step by step.
///
/// Source: `ExecRecursiveUnion()` in `nodeRecursiveunion.c`.
struct RecursiveRows {
  private let first: CompiledSet
  private let next: CompiledSet
  private let isAll: Bool
  private let working = WorkingRows()
  private let name: String

  /// Steps and rows that no honest recursion over fixtures needs.
  private static let maxSteps = 20_000
  private static let maxRows = 500_000

  init(
    _ table: BoundCommonTable, _ query: BoundQuery, _ session: Session, _ known: [Int: CommonRows]
  ) throws(EngineFailure) {
    guard case .operation(.union, let isAll, let left, let right)? = query.setOperation,
      query.commonTables.isEmpty
    else { throw .undecided(Undecided("a recursive query with a WITH of its own")) }
    var inner = known
    inner[table.id] = CommonRows(working: working, id: table.id)
    first = try QueryCompiler(session, known).setOperation(left, query.sources)
    next = try QueryCompiler(session, inner).setOperation(right, query.sources)
    self.isAll = isAll
    name = table.name
  }

  func rows(in parent: Frame?) throws(EngineFailure) -> [Row] {
    // The set operation is a query of its own, between the defining one and its two parts.
    let frame = Frame(sources: 0, parent: parent)
    var seen: Set<Row> = []
    func new(_ rows: [Row]) -> [Row] { isAll ? rows : rows.filter { seen.insert($0).inserted } }
    var result = new(try first.rows(in: frame))
    var step = result
    var steps = 0
    while !step.isEmpty {
      steps += 1
      guard steps <= Self.maxSteps, result.count <= Self.maxRows else {
        throw .undecided(Undecided("a recursion of WITH `\(name)` that does not end soon"))
      }
      working.rows = step
      step = new(try next.rows(in: frame))
      result += step
    }
    working.rows = []
    return result
  }
}
