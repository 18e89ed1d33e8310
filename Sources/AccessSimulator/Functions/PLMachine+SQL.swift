import AccessModel
import SQLBinding

extension PLMachine {
  /// An SQL statement. Source: `exec_stmt_execsql()`.
  func run(_ command: PLCommand, into: PLInto?) throws(EngineFailure) {
    guard command.isTransaction != true else {
      throw Self.refusedTransaction("unsupported transaction command in PL/pgSQL")
    }
    guard let statement = command.statement else { return try perform(command.text) }
    // STRICT looks for a second row, and no further.
    let isChecked = into?.isStrict == true || level(of: .tooManyRows) != nil
    let rowLimit = into.map { _ in isChecked ? 2 : 1 } ?? .max
    let result = try execute(statement, text: command.text, upTo: rowLimit)
    rowCount = result.count
    setFound(result.count > 0)
    guard let into else {
      if case .query = statement {
        throw .postgres(
          PostgresError(
            .syntaxError, "query has no destination for result data",
            hint: "If you want to discard the results of a SELECT, use PERFORM instead."))
      }
      guard result.types.isEmpty else {
        throw .postgres(
          PostgresError(.syntaxError, "query has no destination for result data"))
      }
      return
    }
    var isQuery = false
    if case .query = statement { isQuery = true }
    try requireOne(result, into, isQuery: isQuery)
    if !into.isStrict, isQuery, result.rows.count > 1, let level = level(of: .tooManyRows) {
      try report(
        level,
        PostgresError(
          SQLState(rawValue: "P0003"), "query returned more than one row",
          hint: "Make sure the query returns a single row, or use LIMIT 1."))
    }
    try assign(result, to: into.targets)
  }

  /// STRICT, and what changes rows, must not give several.
  private func requireOne(
    _ result: SQLResult, _ into: PLInto, isQuery: Bool, hints: Bool = true
  ) throws(EngineFailure) {
    let fails = into.isStrict ? result.rows.count != 1 : !isQuery && result.rows.count > 1
    if fails, let setting = variables.settings["plpgsql.print_strict_params"],
      ServerSettings.boolean(setting) == "on"
    {
      throw .undecided(Undecided("the parameters of a STRICT query", isRefusal: true))
    }
    if into.isStrict, result.rows.isEmpty {
      throw .postgres(
        PostgresError(SQLState(rawValue: "P0002"), "query returned no rows"))
    }
    if into.isStrict || !isQuery, result.rows.count > 1 {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "P0003"), "query returned more than one row",
          hint: hints ? "Make sure the query returns a single row, or use LIMIT 1." : nil))
    }
  }

  /// A statement that neither reads nor changes rows. Those of CREATE TABLE AS are counted.
  ///
  /// Source: `_SPI_execute_plan()` in `src/backend/executor/spi.c`.
  private func perform(_ text: String) throws(EngineFailure) {
    guard !session.isReadOnly else {
      throw .undecided(Undecided("`\(text.prefix(40))` in a function that is not volatile"))
    }
    guard let services = variables.services else {
      throw .undecided(Undecided("`\(text.prefix(40))` in a function"))
    }
    session.variables.limits.mayHaveWritten = true
    do throws(EngineFailure) {
      rowCount = try services.perform(text, session.role)
    } catch {
      let statement = FunctionStatement(
        statement: .query(SQLQuery(.unread(text: text))), text: text)
      throw error.reading(statement, variables.version)
    }
  }

  /// EXECUTE. Source: `exec_stmt_dynexecute()`.
  func runDynamic(
    _ text: PLExpression, into: PLInto?, _ using: [PLExpression]
  ) throws(EngineFailure) {
    let commands = try commands(of: text)
    let given = try arguments(using)
    for (index, command) in commands.enumerated() {
      guard command.isTransaction != true else {
        throw Self.refusedTransaction("EXECUTE of transaction commands is not implemented")
      }
      guard let statement = command.statement else {
        try perform(command.text)
        if index == commands.count - 1, command.isSelectInto {
          throw .postgres(
            PostgresError(
              .featureNotSupported, "EXECUTE of SELECT ... INTO is not implemented",
              hint: "You might want to use EXECUTE ... INTO or EXECUTE CREATE TABLE ... AS "
                + "instead."))
        }
        if into != nil, index == commands.count - 1 { throw Self.cannotReturnData }
        continue
      }
      let result = try execute(dynamic: statement, text: command.text, given)
      rowCount = result.count
      guard let into, index == commands.count - 1 else { continue }
      guard !result.types.isEmpty else { throw Self.cannotReturnData }
      if into.isStrict { try requireOne(result, into, isQuery: false, hints: false) }
      try assign(result, to: into.targets)
    }
  }

  private static func refusedTransaction(_ message: String) -> EngineFailure {
    .postgres(PostgresError(.featureNotSupported, message))
  }

  private static let cannotReturnData = EngineFailure.postgres(
    PostgresError(.syntaxError, "INTO used with a command that cannot return data"))

  /// The statements of a computed text.
  private func commands(of text: PLExpression) throws(EngineFailure) -> [PLCommand] {
    guard let sql = try self.text(text) else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22004"), "query string argument of EXECUTE is null"))
    }
    guard let services = variables.services else {
      throw .undecided(Undecided("EXECUTE in a PL/pgSQL function"))
    }
    return try services.parse(sql)
  }

  /// The values of USING, untyped literals as text.
  func arguments(
    _ list: [PLExpression]
  ) throws(EngineFailure) -> [(value: SQLValue, type: DataType)] {
    var result: [(value: SQLValue, type: DataType)] = []
    for expression in list { result.append(try evaluate(expression)) }
    return result
  }

  /// The rows of a loop, a cursor or RETURN QUERY. `isCursor`: it may be asked where they are.
  /// `isFetched`: not all at once.
  func result(
    of rows: PLRows, isCursor: Bool = false, isFetched: Bool = true
  ) throws(EngineFailure) -> SQLResult {
    switch rows {
    case .query(let command):
      guard let statement = command.statement else {
        throw .undecided(Undecided("`\(command.text.prefix(40))` as a query"))
      }
      var result = try execute(
        statement, text: command.text, keepsPlaces: isCursor, isFetched: isFetched)
      result.isReadOnly = statement.isReadOnly
      return result
    case .dynamic(let text, let using):
      let commands = try commands(of: text)
      if commands.count == 1, commands[0].isSelectInto {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42P11"), "cannot open SELECT INTO query as cursor"))
      }
      guard commands.count == 1, let statement = commands[0].statement else {
        throw .undecided(Undecided("this text as the query of EXECUTE"))
      }
      var result = try execute(
        dynamic: statement, text: commands[0].text, try arguments(using), isFetched: isFetched)
      result.isReadOnly = statement.isReadOnly
      return result
    case .cursor(let target, let arguments):
      guard case .variable(let slot) = try reference(target),
        case .cursor(let cursor) = slot.content,
        let query = cursor.query
      else {
        throw .postgres(
          PostgresError(.syntaxError, "cursor FOR loop must use a bound cursor variable"))
      }
      return try result(of: cursor, query, arguments)
    }
  }

  /// A declared cursor's rows, its arguments being variables of a scope of their own.
  private func result(
    of cursor: PLCursor, _ query: PLExpression, _ arguments: [PLExpression]
  ) throws(EngineFailure) -> SQLResult {
    let scope = PLScope(label: nil)
    for (argument, value) in zip(cursor.arguments, arguments) {
      guard let name = argument.name, let type = ColumnType(argument.type) else {
        throw .undecided(Undecided("the type `\(argument.type)` of a cursor's argument"))
      }
      scope.slots[name] = PLSlot(name, .scalar(type, try evaluate(value, as: type)))
    }
    scopes.scopes.append(scope)
    defer { scopes.scopes.removeLast() }
    return try execute(.query(query.query), text: query.text, keepsPlaces: true, isFetched: true)
  }
}

extension PLCommand {
  /// No other query is more than rows.
  fileprivate var isSelectInto: Bool {
    let word = text.drop(while: \.isWhitespace).prefix(while: \.isLetter).lowercased()
    return statement == nil && ["select", "with"].contains(word)
  }
}

extension SQLStatement {
  /// Source: `ChoosePortalStrategy()` in `src/backend/tcop/pquery.c`.
  fileprivate var isReadOnly: Bool {
    guard case .query(let query) = self else { return false }
    return query.with?.tables.allSatisfy { table in
      if case .query = table.statement { true } else { false }
    } ?? true
  }
}
