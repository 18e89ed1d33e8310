import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// What an SQL statement of a function gives.
struct SQLResult {
  var names: [String] = []
  var types: [DataType] = []
  var rows: [Row] = []
  /// Rows read or changed.
  var count = 0
}

/// The SQL of one call of a function: as whom it runs, and which rows it sees.
///
/// Statements of a volatile function see what the statement around the call has written so far, and
/// what those before them wrote; others see what that statement sees. RULES 70, 71.
final class FunctionSession {
  /// The session of the statement that calls.
  let caller: Session
  /// Inside SECURITY DEFINER functions, where SET ROLE is refused; nil: whoever the session is.
  let fixedRole: String?
  let isReadOnly: Bool
  /// The body is BEGIN ATOMIC: its names were found when it was made. RULES 17.
  var isAtomic = false

  /// `owner`: of a SECURITY DEFINER function.
  init(caller: Session, owner: String?, isReadOnly: Bool) {
    self.caller = caller
    fixedRole = owner ?? (caller.role == caller.variables.currentUser ? nil : caller.role)
    self.isReadOnly = isReadOnly
    guard !isReadOnly else { return }
    caller.writes?.publish()
  }

  /// Lets the statement around the call see what the function wrote.
  func end() {
    if !isReadOnly { caller.writes?.adopt() }
  }

  /// `current_user` now.
  var role: String { fixedRole ?? variables.currentUser }

  var variables: SessionVariables { caller.variables }

  /// What a statement of the function runs in now.
  private func session() throws(EngineFailure) -> Session {
    let store = caller.workingStore
    guard let database = isReadOnly ? caller.database : store?.database else {
      throw .undecided(Undecided("a function that runs SQL outside of any data"))
    }
    var engine = variables.engine ?? caller.engine
    engine.rowSecurity = variables.rowSecurity
    engine.ignoresForce = caller.engine.ignoresForce
    return Session(
      engine, database, role: role, variables: variables, store: store, depth: caller.depth + 1)
  }

  /// Runs one statement.
  ///
  /// `names`: of variables, whose values `values` gives once the statement is bound: `$1` first.
  func execute(
    _ statement: SQLStatement, types: [DataType] = [], names: VariableNames? = nil,
    values: () throws(EngineFailure) -> [SQLValue]
  ) throws(EngineFailure) -> SQLResult {
    try requireAllowed(statement)
    try variables.limits.step(FunctionLimits.sqlCost)
    let session = try session()
    defer { session.close() }
    let engine = session.engine
    let bound = try Binder.bind(
      statement, types: types, in: session.names, variables: names, isCallerText: !isAtomic
    ) { (schema) throws(EngineFailure) in
      guard !self.isAtomic else { return }
      let check = PrivilegeCheck(.usage, on: .schema(schema), as: session.role)
      try session.requireHeld([check])
    }
    let secured = try engine.secure(
      bound, as: role, folding: ConstantFolder(session: session).fold)
    try session.requireHeld(secured.privileges)
    let parameters = try values()
    guard case .query(let query) = secured.statement else {
      return try change(secured, session, parameters)
    }
    session.begin(parameters: parameters)
    let rows = try QueryCompiler(session).compile(query).rows(in: nil)
    return SQLResult(
      names: query.targets.map(\.name), types: query.targets.map(\.expression.type), rows: rows,
      count: rows.count)
  }

  private func change(
    _ secured: SecuredStatement, _ session: Session, _ parameters: [SQLValue]
  ) throws(EngineFailure) -> SQLResult {
    guard let database = session.database else { return SQLResult() }
    variables.limits.mayHaveWritten = true
    let completion = try StatementRunner(secured, session, database).run(parameters)
    let types = secured.statement.returningTypes
    var result = SQLResult(names: completion.columns, types: types, count: completion.count)
    for row in completion.rows {
      var values: Row = []
      for (text, type) in zip(row, types) {
        guard let text else {
          values.append(.null)
          continue
        }
        values.append(try .input(text, as: type))
      }
      result.rows.append(values)
    }
    return result
  }

  /// A function that is not volatile reads only. Source: `_SPI_execute_plan()`, `init_execution_state()`.
  private func requireAllowed(_ statement: SQLStatement) throws(EngineFailure) {
    guard isReadOnly, let command = statement.writingCommand else { return }
    throw .postgres(
      PostgresError(
        .featureNotSupported, "\(command) is not allowed in a non-volatile function"))
  }
}

extension SQLStatement {
  /// The command's name if it writes.
  fileprivate var writingCommand: String? {
    switch self {
    case .query: nil
    case .insert: "INSERT"
    case .update: "UPDATE"
    case .delete: "DELETE"
    case .merge: "MERGE"
    case .truncate: "TRUNCATE TABLE"
    }
  }
}

extension BoundStatement {
  /// The types of what RETURNING gives.
  fileprivate var returningTypes: [DataType] {
    switch self {
    case .with(_, let main): main.returningTypes
    case .query, .truncate: []
    case .insert(let insert): insert.returning.map(\.expression.type)
    case .update(let update): update.returning.map(\.expression.type)
    case .delete(let delete): delete.returning.map(\.expression.type)
    case .merge(let merge): merge.returning.map(\.expression.type)
    }
  }
}
