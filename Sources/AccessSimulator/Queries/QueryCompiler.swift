import AccessModel
import SQLBinding

/// Makes a bound, decided query ready to run.
struct QueryCompiler {
  let session: Session
  let compiler: ExpressionCompiler

  init(_ session: Session) {
    self.session = session
    compiler = ExpressionCompiler(session)
  }

  func compile(_ query: BoundQuery) throws(EngineFailure) -> CompiledQuery {
    let compiled = CompiledQuery(sourceCount: query.sources.count)
    if let rows = query.values {
      for row in rows { compiled.values.append(try compiler.compile(row)) }
      compiled.isValues = true
    } else {
      let planner = JoinPlanner(
        compiler: compiler, sources: query.sources, rowSources: try rowSources(query.sources))
      compiled.join = try planner.plan(query.joins, where: query.condition)
      compiled.targets = try compiler.compile(query.targets.map(\.expression))
    }
    if let grouping = query.grouping {
      compiled.grouping = CompiledGrouping(
        keys: try compiler.compile(grouping.keys),
        aggregates: try aggregates(grouping.aggregates),
        having: try optional(grouping.having))
    }
    compiled.isDistinct = query.isDistinct
    for order in query.orderBy {
      compiled.orderBy.append(
        CompiledOrder(
          key: try compiler.compile(order.expression), isDescending: order.isDescending,
          nullsFirst: order.nullsFirst))
    }
    compiled.limit = try optional(query.limit)
    compiled.offset = try optional(query.offset)
    return compiled
  }

  /// The rows behind each source.
  func rowSources(_ sources: [BoundSource]) throws(EngineFailure) -> [RowSource] {
    var result: [RowSource] = []
    for source in sources { result.append(try rowSource(source)) }
    return result
  }

  private func rowSource(_ source: BoundSource) throws(EngineFailure) -> RowSource {
    switch source.kind {
    case .query(let query):
      // Rows and indexes are kept from run to run; parameters would change them.
      guard !query.mentionsParameter else {
        throw .undecided(Undecided("a parameter in a subquery in FROM"))
      }
      let compiled = try compile(query)
      return .rows(MaterializedRows { () throws(EngineFailure) in try compiled.rows(in: nil) })
    case .function: throw .undecided(Undecided("a function in FROM"))
    case .commonTable: throw .undecided(Undecided("WITH"))
    case .relation(let relation):
      guard let security = relation.security else {
        throw .undecided(Undecided("a relation that row security has not decided"))
      }
      switch relation.id {
      case .table(let index): return .table(try session.filtered(table: index, security))
      case .view(let index):
        if session.catalog.catalog.views[index].isMaterialized {
          return .rows(try session.materializedRows(ofView: index))
        }
        guard let query = security.viewQuery else {
          throw .undecided(Undecided("a view without its query"))
        }
        return .rows(try session.rows(ofView: index, query))
      }
    }
  }

  private func optional(_ expression: BoundExpression?) throws(EngineFailure) -> Evaluator? {
    guard let expression else { return nil }
    return try compiler.compile(expression)
  }

  private func aggregates(
    _ list: [BoundAggregate]
  ) throws(EngineFailure) -> [CompiledAggregate] {
    var result: [CompiledAggregate] = []
    for aggregate in list {
      result.append(
        CompiledAggregate(
          aggregate: aggregate, arguments: try compiler.compile(aggregate.arguments),
          order: try compiler.compile(aggregate.orderBy.map(\.expression)),
          filter: try optional(aggregate.filter)))
    }
    return result
  }
}
