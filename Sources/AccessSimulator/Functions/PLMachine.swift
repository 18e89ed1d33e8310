import AccessModel
import SQLBinding

/// One call of a PL/pgSQL function, running.
///
/// Source: `pl_exec.c` in `src/pl/plpgsql/src`.
final class PLMachine {
  /// What comes after a statement.
  enum Flow: Equatable {
    case next
    case exits(label: String?)
    case continues(label: String?)
    case returns
  }

  let session: FunctionSession
  let body: PLBody
  var scopes = PLScopes()
  /// `f(integer)`, for CONTEXT.
  let signature: String
  /// The statement that runs, and its place; a declaration has a place only.
  var current: PLStatement?
  var line = 0
  /// What CONTEXT says in the place of a statement; empty: nothing.
  var phase: String?
  /// What REFERENCING of a trigger names.
  var transition: TransitionNames?
  /// COMMIT and ROLLBACK are allowed, outside of blocks that handle errors.
  var mayEndTransaction = false
  let found = PLSlot("found", .scalar(ColumnType(DataType.boolean), .boolean(false)))
  var rowCount = 0
  /// How many portals were opened, and which went with the blocks that opened them.
  var openedPortals = 0
  var lostPortals: [Range<Int>] = []
  /// DO may end the transaction, which no function may.
  var isFunction = true
  /// Errors being handled, innermost last.
  var handled: [PostgresError] = []
  var output: PLOutput

  init(
    _ session: FunctionSession, _ body: PLBody, _ output: PLOutput, signature: String
  ) {
    self.signature = signature
    self.session = session
    self.body = body
    self.output = output
  }

  var variables: SessionVariables { session.variables }

  func setFound(_ value: Bool) {
    found.content = .scalar(ColumnType(DataType.boolean), .boolean(value))
  }

  /// Runs the body; whether RETURN was reached.
  func run() throws(EngineFailure) -> Bool {
    switch try run(body.block) {
    case .returns: return true
    case .next: return false
    case .exits:
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "2F005"), "control reached end of function without RETURN"))
    case .continues:
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "2F005"), "control reached end of function without RETURN"))
    }
  }

  /// Runs the block of a DO.
  static func run(
    _ body: PLBody, _ session: FunctionSession, mayEndTransaction: Bool
  ) throws(EngineFailure) {
    let limits = session.variables.limits
    try session.variables.limits.enter(cost: 9)
    defer { session.variables.limits.unwind(to: limits) }
    let machine = PLMachine(
      session, body, PLOutput(shape: .nothing, isSet: false), signature: "inline_code_block")
    machine.isFunction = false
    machine.mayEndTransaction = mayEndTransaction
    let scope = PLScope(label: nil)
    scope.slots["found"] = machine.found
    machine.scopes.scopes.append(scope)
    try machine.called { () throws(EngineFailure) in _ = try machine.run() }
  }

  func run(_ block: PLBlock) throws(EngineFailure) -> Flow {
    let scope = PLScope(label: block.label)
    scopes.scopes.append(scope)
    defer { scopes.scopes.removeLast() }
    phase = "during statement block local variable initialization"
    for declaration in block.declarations {
      scope.slots[declaration.name] = try slot(declaration)
    }
    phase = nil
    let flow = try guarded(block)
    if case .exits(let label) = flow, let label, label == block.label { return .next }
    return flow
  }

  /// The body, in a subtransaction if errors are handled.
  private func guarded(_ block: PLBlock) throws(EngineFailure) -> Flow {
    guard !block.handlers.isEmpty else { return try run(block.body) }
    let savepoint = FunctionSavepoint(session.caller.workingStore, variables)
    let (depth, portals) = (variables.limits, openedPortals)
    variables.subtransactions += 1
    do throws(EngineFailure) {
      let flow = try run(block.body)
      variables.subtransactions -= 1
      return flow
    } catch {
      variables.subtransactions -= 1
      // Whether a handler takes an error that is not known, nobody knows either.
      if case .undecided(var construct) = error {
        construct.isRefusal = nil
        throw .undecided(construct)
      }
      guard case .postgres(let raised) = error,
        let handler = block.handlers.first(where: { $0.handles(raised.sqlState) })
      else { throw error }
      savepoint.restore(session.caller.workingStore, variables)
      lostPortals.append(portals..<openedPortals)
      variables.limits.unwind(to: depth)
      let whole = whole(raised)
      phase = nil
      return try handle(whole, handler)
    }
  }

  /// An error that is caught here, with the lines of all calls around.
  private func whole(_ error: PostgresError) -> PostgresError {
    guard !error.origin.isWhole else { return error }
    var result = error
    if let line = contextLine { result = result.inside(line) }
    let around = variables.calls.dropLast().reversed().flatMap(\.contextLines)
    for line in around { result = result.inside(line) }
    result.origin.isWhole = true
    return result
  }

  private func handle(_ error: PostgresError, _ handler: PLHandler) throws(EngineFailure) -> Flow {
    let scope = PLScope(label: nil)
    let text = ColumnType(DataType.text)
    scope.slots["sqlstate"] = PLSlot(
      "sqlstate", .scalar(text, .text(Text(error.sqlState.rawValue))), isConstant: true)
    scope.slots["sqlerrm"] = PLSlot(
      "sqlerrm", .scalar(text, .text(Text(error.message))), isConstant: true)
    scopes.scopes.append(scope)
    handled.append(error)
    defer {
      scopes.scopes.removeLast()
      handled.removeLast()
    }
    return try run(handler.body)
  }

  func run(_ statements: [PLStatement]) throws(EngineFailure) -> Flow {
    let around = (current, line)
    for statement in statements {
      try variables.limits.step()
      (current, line) = (statement, statement.line)
      let flow = try run(statement)
      guard flow == .next else { return flow }
    }
    (current, line) = around
    return .next
  }

  private func run(_ statement: PLStatement) throws(EngineFailure) -> Flow {
    switch statement.kind {
    case .nothing: return .next
    case .block(let block): return try run(block)
    case .assign(let target, let expression):
      try assign(expression, to: target)
      return .next
    case .conditional(let branches, let otherwise):
      for branch in branches where try condition(branch.condition) {
        return try run(branch.body)
      }
      return try run(otherwise)
    case .cases(let cases): return try run(cases)
    case .loop(let loop): return try run(loop)
    case .leave(let label, let condition, let continues):
      if let condition, try !self.condition(condition) { return .next }
      return continues ? .continues(label: label) : .exits(label: label)
    case .returns(let expression):
      try returnValue(expression)
      return .returns
    default:
      try act(statement.kind)
      return .next
    }
  }

  /// Statements after which the next one follows.
  private func act(_ kind: PLStatement.Kind) throws(EngineFailure) {
    switch kind {
    case .sql(let command, let into): try run(command, into: into)
    case .perform(let expression):
      let result = try execute(.query(expression.query), text: "SELECT " + expression.text)
      rowCount = result.count
      setFound(result.count > 0)
    case .call(let call): try run(call)
    case .transaction(let end): try endTransaction(end)
    case .execute(let text, let into, let using): try runDynamic(text, into: into, using)
    case .returnsNext(let expression): try returnNext(expression)
    case .returnsQuery(let rows): try returnQuery(rows)
    case .raise(let raise): try run(raise)
    case .diagnostics(let isStacked, let items): try diagnose(items, isStacked: isStacked)
    case .open(let cursor, let rows): try open(cursor, rows)
    case .fetch(let fetch): try run(fetch)
    case .close(let cursor): try close(cursor)
    case .assert(let condition, let message): try assert(condition, message)
    case .unread(let name): throw .undecided(Undecided("`\(name)` in a PL/pgSQL function"))
    default: break
    }
  }

  private func run(_ cases: PLCase) throws(EngineFailure) -> Flow {
    let scope = PLScope(label: nil)
    if let operand = cases.operand {
      let (value, type) = try evaluate(operand)
      scope.slots[PLCase.operandName] = PLSlot(
        PLCase.operandName, .scalar(ColumnType(type), value))
    }
    scopes.scopes.append(scope)
    defer { scopes.scopes.removeLast() }
    for branch in cases.branches where try condition(branch.condition) {
      return try run(branch.body)
    }
    guard let otherwise = cases.otherwise else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "20000"), "case not found",
          hint: "CASE statement is missing ELSE part."))
    }
    return try run(otherwise)
  }
}

// MARK: - CONTEXT

extension PLMachine: CallContext {
  /// Source: `plpgsql_exec_error_callback()` in `pl_exec.c`.
  var contextLine: String? {
    let function = "PL/pgSQL function \(signature)"
    if let phase {
      if phase.isEmpty { return function }
      return line > 0 && !phase.hasSuffix("exit") && phase != Self.castsResult
        ? "\(function) line \(line) \(phase)" : "\(function) \(phase)"
    }
    guard let current else { return "\(function)" }
    return "\(function) line \(current.line) at \(current.contextName)"
  }

  var isTemporary: Bool { signature.hasPrefix("pg_temp.") }

  var contextLines: [String] {
    let sql = session.running?.context(variables.version)
    return [sql, contextLine].compactMap { $0 }.filter { !$0.isEmpty }
  }

  /// Runs `body` as a call, whose line errors get.
  func called<Result>(
    _ body: () throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    variables.calls.append(self)
    defer { variables.calls.removeLast() }
    do throws(EngineFailure) {
      return try body()
    } catch {
      // CONTEXT names the temporary schema by a number.
      if case .postgres = error, isTemporary {
        throw .undecided(
          Undecided("an error in the temporary function `\(signature)`", isRefusal: true))
      }
      throw error.inside(contextLine)
    }
  }
}

/// What a statement or a subtransaction goes back to when it fails.
struct FunctionSavepoint {
  private let database: Database?
  private let settings: Settings
  private let sequences: SequenceStore
  /// Puts back what functions' definitions have changed.
  private let undo: (() -> Void)?

  init(_ store: DataStore?, _ variables: SessionVariables) {
    database = store?.database
    settings = variables.settings
    sequences = variables.sequences
    undo = variables.services?.savepoint()
  }

  func restore(_ store: DataStore?, _ variables: SessionVariables) {
    undo?()
    if let database { store?.database = database }
    variables.settings.restore(settings)
    variables.sequences.undo(to: sequences)
  }
}
