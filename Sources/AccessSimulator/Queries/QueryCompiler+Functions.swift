import AccessModel
import SQLBinding

/// The rows that a set-returning function gives for a frame.
typealias SetRows = (Frame) throws(EngineFailure) -> [Row]

extension QueryCompiler {
  /// `expected`: the types of the columns that FROM wants; `isPlanned`: its query is a part of this
  /// one's plan.
  func setRows(
    _ call: BoundSetCall, expecting expected: [DataType?]? = nil, isPlanned: Bool = false
  ) throws(EngineFailure) -> SetRows {
    switch call {
    case .scalar(let expression):
      let value = try compiler.compile(expression)
      guard expression.type.isRow else {
        return { (frame) throws(EngineFailure) in [[try value(frame)]] }
      }
      let width = expression.type.fields?.count ?? 0
      return { (frame) throws(EngineFailure) in
        if case .record(let values) = try value(frame) { return [values] }
        return [Row(repeating: .null, count: width)]
      }
    case .function(let index, let written):
      let (arguments, session) = (try compiler.compile(written), session)
      let types =
        session.catalog.names.isPolymorphic(function: index) ? written.map(\.type) : nil
      return { (frame) throws(EngineFailure) in
        var run = FunctionRun(session, index, types: types, expecting: expected)
        run.isPartOfQuery = isPlanned
        let rows = try run.rows(try ExpressionCompiler.values(arguments, frame))
        guard let expected, rows.contains(where: { $0.count != expected.count }) else {
          return rows
        }
        return try Self.spread(rows, over: expected.count)
      }
    case .builtin(let builtin, let arguments):
      guard let body = SetFunctionLibrary.bodies[builtin.name] else {
        throw .undecided(Undecided("function `\(builtin.id)`"))
      }
      let arguments = try compiler.compile(arguments)
      let call = BuiltinCall(session: session, builtin: builtin)
      return { (frame) throws(EngineFailure) in
        let values = try ExpressionCompiler.values(arguments, frame)
        if builtin.isStrict, values.contains(where: \.isNull) { return [] }
        for case .undetermined in values {
          if let rows = try PartialJSON.rows(values, call, body) { return rows }
        }
        for value in values {
          if case .undetermined = value { try value.requireDetermined() }
        }
        return try body(values, call)
      }
    }
  }

  /// Rows of one composite value each, as of a domain over a row type, as rows of its fields.
  private static func spread(_ rows: [Row], over width: Int) throws(EngineFailure) -> [Row] {
    var result: [Row] = []
    for row in rows {
      if row.count == 1, case .record(let fields) = row[0], fields.count == width {
        result.append(fields)
      } else if row.count == 1, row[0].isNull {
        result.append(Row(repeating: .null, count: width))
      } else {
        throw .undecided(Undecided("the columns of a function's rows"))
      }
    }
    return result
  }

  /// The rows of a function in the select list: each one value, a row as a value of its own.
  func setValues(_ function: BoundSetFunction) throws(EngineFailure) -> SetRows {
    let rows = try setRows(function.call)
    guard function.type.isRow else { return rows }
    return { (frame) throws(EngineFailure) in try rows(frame).map { [.record($0)] } }
  }

  func window(
    _ window: BoundWindow, at index: Int, keys: [BoundExpression]
  ) throws(EngineFailure) -> CompiledWindow {
    let function: CompiledWindow.Function
    switch window.function {
    case .builtin(let builtin, let arguments):
      function = .builtin(name: builtin.name, try compiler.compile(arguments))
    case .aggregate(let aggregate):
      guard !aggregate.isDistinct else {
        throw .postgres(
          PostgresError(
            .featureNotSupported, "DISTINCT is not implemented for window functions"))
      }
      function = .aggregate(try self.aggregate(aggregate))
    }
    return CompiledWindow(
      index: index, function: function,
      partitionBy: window.partitionBy.compactMap { keys.firstIndex(of: $0) },
      orderKeys: window.orderBy.compactMap { keys.firstIndex(of: $0.expression) },
      orderBy: try orders(window.orderBy),
      frame: try window.frame.map { (frame) throws(EngineFailure) in
        try CompiledFrame(
          frame, compiler, orderedBy: window.orderBy.first?.expression.type,
          isDescending: window.orderBy.first?.isDescending == true)
      })
  }
}

extension BoundQuery {
  /// What its windows order and part rows by, as it is computed.
  ///
  /// Source: `transformWindowDefinitions()` in `src/backend/parser/parse_clause.c`.
  var windowKeys: [BoundExpression] {
    var result: [BoundExpression] = []
    for window in windows {
      for key in window.orderBy.map(\.expression) + window.partitionBy where !result.contains(key) {
        result.append(key)
      }
    }
    return result
  }
}
