import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// `SELECT columns FROM table WHERE column = value`, run for one value after the other: nothing is
/// made for a row but its text.
struct PointQuery {
  private let table: FilteredTable
  private let column: Int
  private let key: Evaluator
  /// What is asked before any row.
  private let gates: [Evaluator]
  private let shown: [Int]
  private let types: [DataType]
  private let frame = Frame(sources: 1, parent: nil)
  private let none: Completion

  /// Nil where the query is of another shape.
  init?(_ query: BoundQuery, _ session: Session) throws(EngineFailure) {
    guard query.commonTables.isEmpty, query.sources.count == 1, query.joins == [.source(0)],
      query.grouping == nil, query.windows.isEmpty, query.setFunctions.isEmpty,
      !query.isDistinct, query.distinctOn == nil, query.orderBy.isEmpty, query.limit == nil,
      query.offset == nil, query.lockedSources.isEmpty, query.values == nil,
      query.setOperation == nil, !query.targets.contains(where: \.expression.type.mayHoldRelations),
      case .relation(let relation) = query.sources[0].kind, case .table = relation.id,
      case .compare(.equal, let left, let right, _)? = query.condition
    else { return nil }
    let sides =
      JoinPlanner.plainColumn(left, of: 0).map { ($0, right) }
      ?? JoinPlanner.plainColumn(right, of: 0).map { ($0, left) }
    let catalog = session.catalog.catalog
    guard let (column, value) = sides, value.sources(atLevel: 0).isEmpty,
      !value.isVolatile(catalog, inQueries: false)
    else { return nil }
    var shown: [Int] = []
    for target in query.targets {
      guard case .column(let position, _) = target.expression, position.level == 0,
        position.column >= 0
      else { return nil }
      shown.append(position.column)
    }
    let compiler = QueryCompiler(session)
    guard case .table(let table)? = try compiler.rowSources(query.sources).first, !table.isDenied,
      table.gates.isEmpty
    else { return nil }
    let inliner = FunctionInliner(session: session)
    let conditions = inliner.inlined(JoinPlanner.conjuncts(query.condition))
    let indexed = IndexConditions(source: 0, table: table, session: session, conditions: conditions)
    let order = session.order(ofTable: table.table).ordered(
      inliner.inlined(table.filters), conditions, of: 0, levels: 0,
      isIndexed: { indexed.contains($0) },
      raises: session.raises, isNeeded: table.showsInside(conditions))
    // Found by its key first, the row might not be one that a policy is asked about.
    guard order == nil else { return nil }
    var planner = JoinPlanner(
      compiler: compiler.compiler, sources: query.sources, rowSources: [.table(table)])
    var asked = JoinPlanner.conjuncts(query.condition)
    try planner.takeGates(of: [JoinPlanner.Unit(sources: [0], join: .source(0))], &asked)
    guard !table.hasTablesBelow, !planner.gates.contains(where: \.callsCatalog) else { return nil }
    gates = try compiler.compiler.compile(planner.gates)
    (self.table, self.column, self.shown) = (table, column, shown)
    key = try compiler.compiler.compile(value)
    types = query.targets.map(\.expression.type)
    none = Completion(tag: "SELECT 0", count: 0, columns: query.targets.map(\.name))
  }

  func run() throws(EngineFailure) -> Completion {
    for gate in gates where try frame.fails(gate) { return none }
    if table.isEmpty, !table.isIndexed(column) { return none }
    var rows: [[String?]] = []
    let value = try key(frame)
    if case .undetermined = value { try value.requireDetermined() }
    for position in table.positions(column: column, equal: value)
    where try table.isVisible(Int(position)) {
      let row = table.rows[Int(position)]
      var texts: [String?] = []
      texts.reserveCapacity(shown.count)
      for (column, type) in zip(shown, types) {
        try row[column].requireShown(as: type)
        texts.append(row[column].output(as: type))
      }
      rows.append(texts)
    }
    if rows.isEmpty { return none }
    var completion = none
    completion.tag = rows.count == 1 ? "SELECT 1" : "SELECT \(rows.count)"
    completion.count = rows.count
    completion.rows = rows
    return completion
  }
}
