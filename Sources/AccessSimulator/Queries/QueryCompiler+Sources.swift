import AccessModel
import RowSecurity
import SQLBinding

extension QueryCompiler {
  /// The rows behind each source. `isAlone`: of the only one of a query, which is read once.
  func rowSources(
    _ sources: [BoundSource], isAlone: Bool = false
  ) throws(EngineFailure) -> [RowSource] {
    var result: [RowSource] = []
    for (number, source) in sources.enumerated() {
      if isAlone, let stream = try stream(source) {
        result.append(.streamed(stream))
      } else {
        result.append(try rowSource(source, number))
      }
    }
    return result
  }

  /// Of a query that computes something else each time, or tells of which rows: no more are computed
  /// than are wanted.
  private func stream(_ source: BoundSource) throws(EngineFailure) -> RowStream? {
    switch source.kind {
    case .query(let query):
      guard query.isVolatile(session.catalog.catalog) || tellsOfRows(source) else { return nil }
      let compiled = try compile(query)
      return { (frame, body) throws(EngineFailure) in try compiled.forEachRow(in: frame, body) }
    case .relation(let relation):
      guard case .view = relation.id, !relation.isLocked, tellsOfRows(source),
        let query = source.innerQuery
      else { return nil }
      let compiled = try QueryCompiler(session).compile(query)
      return { (_, body) throws(EngineFailure) in try compiled.forEachRow(in: nil, body) }
    case .commonTable(let id): return compiler.commonTables[id]?.stream
    case .function, .system: return nil
    }
  }

  /// The table that a source is; nil: it is something else.
  func table(of source: BoundSource) throws(EngineFailure) -> FilteredTable? {
    guard case .relation(let relation) = source.kind, case .table = relation.id,
      case .table(let table) = try rowSource(source, 0)
    else { return nil }
    return table
  }

  private func rowSource(
    _ source: BoundSource, _ number: Int
  ) throws(EngineFailure) -> RowSource {
    switch source.kind {
    case .query(let query): return try rows(of: query, number, isLateral: source.isLateral)
    case .function(let function):
      return try rows(of: function, number, expecting: source.columnTypes)
    case .system(let relation):
      return .system(try SystemRows(session).rows(of: relation))
    case .commonTable(let id):
      guard let table = compiler.commonTables[id] else {
        throw .undecided(Undecided("a table of WITH out of its place"))
      }
      return table.source(number)
    case .relation(let relation):
      guard let security = relation.security else {
        throw .undecided(Undecided("a relation that row security has not decided"))
      }
      switch relation.id {
      case .table(let index):
        return .table(
          try session.filtered(
            table: index, security, isLocked: relation.isLocked, isOnly: relation.isOnly))
      case .view(let index):
        let view = session.catalog.catalog.views[index]
        if view.isMaterialized {
          guard !relation.isLocked else { throw .postgres(view.refusalOfLock) }
          return .rows(try session.materializedRows(ofView: index))
        }
        guard let query = security.viewQuery else {
          throw .undecided(Undecided("a view without its query"))
        }
        return .rows(try session.rows(ofView: index, query, isLocked: relation.isLocked))
      case .sequence(let index):
        let name = session.catalog.catalog.sequences[index].name
        // Source: `CheckValidRowMarkRel()` in `execMain.c`.
        guard !relation.isLocked else {
          throw .postgres(
            PostgresError(
              SQLState(rawValue: "42809"), "cannot lock rows in sequence \"\(name.name)\""))
        }
        return .rows(session.rows(ofSequence: name))
      }
    }
  }

  /// Rows are kept for as long as nothing they depend on changes.
  private func rows(
    of query: BoundQuery, _ number: Int, isLateral: Bool
  ) throws(EngineFailure) -> RowSource {
    let isJoined = isLateral && query.isOnlySelection
    let compiled =
      try isJoined
      ? QueryCompiler(session, compiler.commonTables, isJoined: true).compile(query)
      : compile(query)
    switch compiler.dependence(of: query) {
    case .nothing:
      return .rows(
        MaterializedRows(
          in: session,
          prefix: { () throws(EngineFailure) in try compiled.prefix(in: nil) }))
    case .parameters:
      return .rows(
        MaterializedRows(
          in: session, isPerRun: true,
          prefix: { () throws(EngineFailure) in try compiled.prefix(in: nil) }))
    case .rowsAround:
      return .derived(
        DerivedRows(
          number, isLateral: isLateral && query.mentions(level: 1),
          prefix: { (frame) throws(EngineFailure) in try compiled.prefix(in: frame) }))
    }
  }

  private func rows(
    of function: BoundTableFunction, _ number: Int, expecting types: [DataType?]
  ) throws(EngineFailure) -> RowSource {
    let rows = try setRows(
      function.call, expecting: Array(function.withOrdinality ? types.dropLast() : types[...]),
      isPlanned: function.inlinedCall(session.catalog.catalog) != nil)
    let width = types.count - (function.withOrdinality ? 1 : 0)
    let isLateral = function.call.arguments.contains { $0.mentions(level: 0) }
    // Read again, it is not called again. Source: `ExecReScanFunctionScan()` in `nodeFunctionscan.c`.
    let isCalledOnce =
      if case .function = function.call, function.inlinedCall(session.catalog.catalog) == nil {
        !isLateral && !function.call.arguments.contains(where: \.reachesOut)
      } else {
        false
      }
    let (called, session) = (RunCell<[Row]>(), session)
    return .derived(
      DerivedRows(number, isLateral: isLateral) { (frame) throws(EngineFailure) in
        var result =
          try isCalledOnce
          ? called.value(in: session, isPerRun: true) { () throws(EngineFailure) in
            try rows(frame)
          } : rows(frame)
        for index in result.indices where result[index].count != width {
          // A domain over a row type.
          guard result[index].count == 1, case .record(let fields) = result[index][0],
            fields.count == width
          else { throw .undecided(Undecided("rows of another width than their function's")) }
          result[index] = fields
        }
        guard function.withOrdinality else { return result }
        for index in result.indices { result[index].append(.integer(Int64(index) + 1)) }
        return result
      })
  }
}

/// What the rows of a query depend on, beside the data.
enum Dependence: Comparable {
  case nothing
  case parameters
  /// Rows of queries around it.
  case rowsAround
}

extension ExpressionCompiler {
  func dependence(of query: BoundQuery) -> Dependence {
    var result: Dependence =
      query.isCorrelated ? .rowsAround : query.dependsOnRun ? .parameters : .nothing
    for id in query.outerCommonTables {
      result = max(result, commonTables[id]?.dependence ?? .rowsAround)
    }
    return result
  }
}
