import AccessModel
import SQLBinding
import SQLText

/// A call that is running, for the CONTEXT of what is raised in it.
protocol CallContext: AnyObject {
  /// Its lines, the innermost first.
  var contextLines: [String] { get }
}

extension SessionVariables {
  /// The lines of all calls around, the innermost first.
  var contextLines: [String] { calls.reversed().flatMap(\.contextLines) }

  /// Whether a function written in SQL is running, at whatever depth.
  var isInSQLFunction: Bool { calls.contains { $0 is SQLFunctionContext } }
}

extension EngineFailure {
  /// The same failure with one more line of CONTEXT.
  func inside(_ line: String?) -> EngineFailure {
    guard case .postgres(let error) = self else { return self }
    return .postgres(error.inside(line))
  }

  /// The failure inside a function written in SQL, whose statements have no line of their own: they
  /// are made out before the first of them runs, from 18 on each before it runs.
  func insideFunction(
    _ context: SQLFunctionContext, isInlined: Bool, _ version: PostgresVersion
  ) -> EngineFailure {
    guard case .postgres(var error) = self, !error.origin.isWhole else { return self }
    if error.origin.context.last == FunctionStatement.unnamed { error.origin.context.removeLast() }
    guard error.origin.query?.text.isEmpty == true else {
      return .postgres(error.inside(context.line))
    }
    error.origin.query = nil
    guard isInlined || version < .v18 else { return .postgres(error.inside(context.line)) }
    return .postgres(
      error.inside("SQL function \"\(context.name)\" during \(isInlined ? "inlining" : "startup")"))
  }

  /// The failure to make out a text, which LINE or else CONTEXT shows.
  func reading(_ statement: FunctionStatement, _ version: PostgresVersion) -> EngineFailure {
    guard case .postgres(var error) = self, error.origin.isOfValue else { return self }
    error.origin.query = ErrorOrigin.Query(
      statement.text, context: statement.context(version), isExpression: statement.isExpression)
    return .postgres(error)
  }
}

extension EngineFailure {
  /// The failure to plan a statement of a function in SQL, which has no text of its own.
  func planning(_ statement: FunctionStatement) -> EngineFailure {
    guard case .postgres(var error) = self, statement.text.isEmpty, error.origin.query == nil else {
      return self
    }
    error.origin.query = ErrorOrigin.Query("", context: "")
    return .postgres(error)
  }
}

extension ErrorOrigin {
  /// Nothing is known but where in a value it is.
  fileprivate var isOfValue: Bool {
    var other = self
    other.context.removeFirst(linesOfValue)
    return other == ErrorOrigin()
  }
}

extension EngineFailure {
  /// The failure, of no text that anybody wrote.
  var withoutQuery: EngineFailure {
    guard case .postgres(var error) = self else { return self }
    error.origin.query = nil
    return .postgres(error)
  }
}

/// A statement of a function written in SQL, running.
final class SQLFunctionContext: CallContext {
  let name: String
  var statement = 1

  init(_ name: String) { self.name = name }

  var line: String { "SQL function \"\(name)\" statement \(statement)" }
  var contextLines: [String] { [line] }
}

extension PLStatement {
  /// As CONTEXT names it. Source: `plpgsql_stmt_typename()` in `pl_funcs.c`.
  var contextName: String {
    switch kind {
    case .block: "statement block"
    case .assign: "assignment"
    case .conditional: "IF"
    case .cases: "CASE"
    case .loop(let loop): loop.contextName
    case .leave(_, _, let continues): continues ? "CONTINUE" : "EXIT"
    case .sql: "SQL statement"
    case .perform: "PERFORM"
    case .call: "CALL"
    case .transaction(let end): end.isCommit ? "COMMIT" : "ROLLBACK"
    case .execute: "EXECUTE"
    case .returns: "RETURN"
    case .returnsNext: "RETURN NEXT"
    case .returnsQuery: "RETURN QUERY"
    case .raise: "RAISE"
    case .diagnostics(let isStacked, _):
      isStacked ? "GET STACKED DIAGNOSTICS" : "GET DIAGNOSTICS"
    case .open: "OPEN"
    case .fetch(let fetch): fetch.targets == nil ? "MOVE" : "FETCH"
    case .close: "CLOSE"
    case .assert: "ASSERT"
    case .nothing, .unread: "NULL"
    }
  }
}

extension PLLoop {
  fileprivate var contextName: String {
    switch kind {
    case .forever: "LOOP"
    case .whilst: "WHILE"
    case .integers: "FOR with integer loop variable"
    case .elements: "FOREACH over array"
    case .rows(_, .query): "FOR over SELECT rows"
    case .rows(_, .dynamic): "FOR over EXECUTE statement"
    case .rows(_, .cursor): "FOR over cursor"
    }
  }
}

extension Catalog.Function {
  /// `f(integer,text)`, with its schema where the path does not lead to it.
  ///
  /// Source: `format_procedure()` in `regproc.c`.
  func signature(in session: Session) -> String {
    // It was made out before.
    let path = session.variables.pathAroundMaintenance ?? session.visiblePath
    let visible = path.contains(name.schema) && name.schema != "pg_temp"
    let types = arguments.map { (session.names.type($0.type)?.description) ?? $0.type.description }
    let own = quoteIdentifier(name.name)
    return (visible ? own : "\(quoteIdentifier(name.schema)).\(own)")
      + "(\(types.joined(separator: ",")))"
  }
}
