import AccessModel
import RowSecurity
import SQLBinding

extension FunctionRun {
  /// Runs an SQL function's statements; the last one gives the result.
  ///
  /// Source: `fmgr_sql()` in `src/backend/executor/functions.c`.
  func run(
    _ statements: [SQLStatement], _ inner: FunctionSession, _ arguments: [SQLValue]
  ) throws(EngineFailure) -> [Row] {
    let function = session.catalog.catalog.functions[index]
    var types = self.types ?? []
    if self.types == nil {
      for argument in function.arguments {
        guard let type = session.names.type(argument.type) else {
          throw .undecided(Undecided("an argument of type `\(argument.type)`"))
        }
        types.append(type)
      }
    }
    let parameters = ArgumentParameters(function, types, arguments)
    let context = SQLFunctionContext(function.name.name)
    session.variables.calls.append(context)
    defer { session.variables.calls.removeLast() }
    let isPlannedAhead = session.engine.version < .v18 && statements.count > 1
    if isPlannedAhead { try planAhead(statements, inner, parameters, context) }
    let planned = inner.environment
    var last = SQLResult()
    for (number, statement) in statements.enumerated() {
      guard !isPlannedAhead || inner.environment.isSame(as: planned) else {
        throw .undecided(Undecided("a statement planned before the function changed its settings"))
      }
      try session.variables.limits.step()
      context.statement = number + 1
      do throws(EngineFailure) {
        // One value is the first row's: the others are not asked for.
        let isResult = number == statements.count - 1 && !function.returnsSet
        last = try inner.execute(
          FunctionStatement(
            statement: statement, text: "", line: number, rowLimit: isResult ? 1 : .max),
          parameters)
      } catch {
        throw error.insideFunction(
          context, isInlined: function.mayBeInlined, session.engine.version)
      }
    }
    return try converted(last, try shape(), isSet: function.returnsSet)
  }

  /// Before 18 all statements are planned before the first one runs.
  ///
  /// Source: `init_execution_state()` in `src/backend/executor/functions.c`.
  private func planAhead(
    _ statements: [SQLStatement], _ inner: FunctionSession, _ parameters: ArgumentParameters,
    _ context: SQLFunctionContext
  ) throws(EngineFailure) {
    let function = session.catalog.catalog.functions[index]
    for (number, statement) in statements.enumerated() {
      do throws(EngineFailure) {
        try inner.planAhead(
          FunctionStatement(statement: statement, text: "", line: number), parameters)
      } catch {
        guard case .postgres(var failure) = error else { throw error }
        failure.origin.query = failure.origin.query ?? ErrorOrigin.Query("", context: "")
        throw EngineFailure.postgres(failure).insideFunction(
          context, isInlined: function.mayBeInlined, session.engine.version)
      }
    }
  }

  private func converted(
    _ result: SQLResult, _ shape: PLOutput.Shape, isSet: Bool
  ) throws(EngineFailure) -> [Row] {
    let targets: [ColumnType?]
    switch shape {
    case .nothing: return isSet ? [] : [[.null]]
    case .value(let type): targets = [type]
    case .row(let fields): targets = fields.map(\.type)
    case .record:
      try requireExpected(result.types)
      return isSet ? result.rows : Array(result.rows.prefix(1))
    case .trigger: return []
    case .unknown(let type): throw .undecided(Undecided("a function that returns `\(type)`"))
    }
    // One value of a row type stands for its fields.
    if targets.count != 1 || shape.isRow, result.types.count == 1,
      let fields = result.types[0].fields
    {
      // NULL is no row.
      if !isSet, result.rows.first?.first?.isNull != false { return [] }
      var spread = result
      spread.types = fields.map(\.type.type)
      spread.rows = try result.rows.map { (row) throws(EngineFailure) in
        guard case .record(let values)? = row.first else {
          throw .undecided(Undecided("NULL among the rows of a function"))
        }
        return values
      }
      return try converted(spread, shape, isSet: isSet)
    }
    guard result.types.count == targets.count else {
      throw .undecided(Undecided("an SQL function's result as one value of a row type"))
    }
    var rows: [Row] = []
    for row in isSet ? result.rows[...] : result.rows.prefix(1) {
      var converted: Row = []
      for (index, value) in row.enumerated() {
        guard let target = targets[index] else {
          throw .undecided(Undecided("the type of a result's column"))
        }
        try session.requireNoCastFunction(from: result.types[index], to: target.type)
        if target.type.isConstrained {
          let source = result.types[index]
          converted.append(try session.cast(value, from: source, to: target.type))
        } else {
          converted.append(try value.assigned(from: result.types[index], to: target))
        }
      }
      rows.append(converted)
    }
    return rows
  }
}

extension Catalog.Function {
  /// One SELECT without FROM and the like, which the planner puts in the place of the call.
  ///
  /// Source: `inline_function()` in `clauses.c`.
  fileprivate var mayBeInlined: Bool {
    let queries: [SQLQuery]
    switch body {
    case .query(let query): queries = [query]
    case .statements(let list):
      queries = list.compactMap { if case .query(let query) = $0 { query } else { nil } }
      guard queries.count == list.count else { return false }
    case .block, .text: return false
    }
    return queries.count == 1 && !isSecurityDefiner && settings.isEmpty && !returnsSet
      && kind == .function
  }
}
