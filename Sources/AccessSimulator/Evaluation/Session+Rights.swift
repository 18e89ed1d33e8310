import AccessModel
import RowSecurity
import SQLBinding

/// What the session's role may do, as it comes up while a statement runs.
extension Session {
  /// Throws PostgreSQL's error where a privilege is missing that is looked at as a statement runs.
  func requireHeld(_ checks: [PrivilegeCheck]) throws(EngineFailure) {
    guard let error = try engine.privileges.firstFailure(of: checks) else { return }
    variables.missingPrivileges += checks.filter { !engine.privileges.verdict(on: $0).isHeld }
    throw .postgres(error)
  }

  /// Whether all are certainly held.
  func holds(_ checks: [PrivilegeCheck]) -> Bool {
    checks.allSatisfy { engine.privileges.verdict(on: $0).isHeld }
  }

  /// EXECUTE on the functions of a table's expression that planning leaves. RULES 18.
  func requireExecute(in expression: BoundExpression) throws(EngineFailure) {
    try engine.requireExecute(in: try ConstantFolder(session: self).fold(expression), as: role)
  }

  /// The same for an expression of an index.
  func requireExecute(inIndex expression: BoundExpression) throws(EngineFailure) {
    try engine.requireExecute(
      inIndex: try ConstantFolder(session: self).fold(expression), as: role)
  }

  /// Refuses to move a sequence in a read-only transaction, but for a temporary one.
  ///
  /// Source: `PreventCommandIfReadOnly()` in `src/backend/tcop/utility.c`.
  func requireWritable(_ sequence: SequenceStore.ID, _ command: String) throws(EngineFailure) {
    guard variables.isReadOnly else { return }
    let isTemporary =
      switch sequence {
      case .named(let name): catalog.catalog.sequence(name)?.isTemporary
      case .identity(let table, _): catalog.catalog.table(table)?.isTemporary
      }
    if isTemporary == true { return }
    throw .postgres(PostgresError(readOnly: command))
  }

  /// Whether there are schemas that the role may not use.
  var hasHiddenSchemas: Bool {
    !engine.roles.isSuperuser(role)
      && !holds(
        engine.catalog.catalog.schemas.map {
          PrivilegeCheck(.usage, on: .schema($0.name), as: role)
        })
  }

  /// Reads the text of a function, which names schemas that the role may have to use.
  func requireSchemas(ofFunction index: Int, _ query: SQLQuery) throws(EngineFailure) {
    let model = catalog.catalog.functions[index]
    let types = catalog.functions[index].arguments.compactMap { $0 }
    guard types.count == model.arguments.count else { return }
    _ = try bound(query, of: model, types)
  }

  /// A function's query over arguments of `types`, in schemas that the role may use; names in BEGIN
  /// ATOMIC were found as it was made.
  func bound(
    _ query: SQLQuery, of function: Catalog.Function, _ types: [DataType]
  ) throws(EngineFailure) -> BoundStatement {
    let variables = VariableNames.arguments(of: function, types)
    if function.isAtomic {
      return try Binder.bind(.query(query), types: types, in: catalog.names, variables: variables)
    }
    return try Binder.bind(.query(query), types: types, in: names, variables: variables) {
      (schema) throws(EngineFailure) in
      try self.requireHeld([PrivilegeCheck(.usage, on: .schema(schema), as: self.role)])
    }
  }
}
