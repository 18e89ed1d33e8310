import AccessModel
import RowSecurity
import SQLBinding

/// Looks at the body of a function in SQL when it is made, as `check_function_bodies` has it.
///
/// Source: `fmgr_sql_validator()` in `pg_proc.c`.
extension SimulatedSession {
  /// Throws what is wrong with new or changed functions. What is not modelled is nobody's error.
  func requireBodies(of bound: BoundCatalog, before: Catalog) throws(EngineFailure) {
    let checksBodies = variables.settings["check_function_bodies"] != "off"
    let functions = bound.catalog.functions
    for index in functions.positions(notSharedWith: before.functions)
    where index >= before.functions.count || before.functions[index] != functions[index] {
      let function = functions[index]
      try requireDefaults(of: function, bound)
      guard checksBodies, function.language == "sql", !isRenamed(function, before.functions, index),
        !before.functions.contains(where: { $0.body == function.body && $0.name == function.name }),
        !bound.names.isPolymorphic(function: index)
      else { continue }
      do throws(EngineFailure) {
        if function.isAtomic {
          try requireAtomicBody(of: index, bound)
        } else {
          try requireBody(of: function, bound)
        }
      } catch .undecided(let reason) where reason.isRefusal == true {
        throw .undecided(reason)
      } catch .undecided {
        continue
      } catch {
        throw error
      }
    }
  }

  /// What is not modelled of a statement that gives nothing, where something is asked of it, may be
  /// an error or not: there is one at any rate.
  private func unsure(
    _ reason: Undecided, _ statement: SQLStatement, of function: Catalog.Function, isLast: Bool
  ) -> Undecided {
    let isAsked =
      function.kind == .function
      ? function.returns.name != "void"
      : !function.outputs.isEmpty
    guard isLast, isAsked, !statement.givesRows else { return reason }
    return Undecided(reason.construct, isRefusal: true)
  }

  private func requireDefaults(
    of function: Catalog.Function, _ catalog: BoundCatalog
  ) throws(EngineFailure) {
    var names = catalog.names
    names.searchPath = searchPath
    for argument in function.arguments {
      guard let value = argument.defaultValue, let type = names.type(argument.type),
        !type.isPseudo
      else { continue }
      do throws(EngineFailure) {
        try Binder.requireDefault(value, of: type, in: names)
      } catch .undecided {
        continue
      } catch {
        throw error
      }
    }
  }

  /// Nothing is looked at of a function that is only called otherwise.
  private func isRenamed(
    _ function: Catalog.Function, _ before: SharedList<Catalog.Function>, _ index: Int
  ) -> Bool {
    before.indices.contains(index) && before[index].name != function.name
      && before[index].body == function.body
  }

  /// BEGIN ATOMIC: its names were found as it was read.
  private func requireAtomicBody(
    of index: Int, _ catalog: BoundCatalog
  ) throws(EngineFailure) {
    var engine = RowSecurityEngine(catalog, after: engine)
    engine.rowSecurity = variables.rowSecurity
    let function = catalog.catalog.functions[index]
    guard let statements = function.sqlStatements else { return }
    let types = catalog.functions[index].arguments.compactMap { $0 }
    var bound: [BoundStatement] = []
    for statement in statements {
      bound.append(
        try Binder.bind(
          statement, types: types, in: catalog.names, variables: .arguments(of: function, types)))
    }
    let role = function.bodyRole(of: sessionUser) ?? currentUser
    for statement in bound { try requireRewritable(statement, engine, as: role) }
    try requireResult(of: function, bound.last, catalog.names)
  }

  private func requireBody(
    of function: Catalog.Function, _ catalog: BoundCatalog
  ) throws(EngineFailure) {
    var names = catalog.names
    var engine = RowSecurityEngine(catalog, after: engine)
    let rowSecurity = function.settings.last { $0.name.lowercased() == "row_security" }
    engine.rowSecurity =
      rowSecurity.map { ServerSettings.boolean($0.value) != "off" } ?? variables.rowSecurity
    engine.isReplica = variables.isReplica
    let role = function.bodyRole(of: sessionUser) ?? currentUser
    names.searchPath = searchPath(of: role)
    if let own = function.settings.last(where: { $0.name.lowercased() == "search_path" }) {
      names.searchPath = SearchPathSetting.schemas(of: own.value, user: role, in: engine)
    }
    var types: [DataType] = []
    for argument in function.arguments {
      guard let type = names.type(argument.type) else { return }
      types.append(type)
    }
    var last: BoundStatement?
    guard let statements = try statements(of: function) else { return }
    for (place, statement) in statements.enumerated() {
      // Of others nothing is looked at before they run.
      guard let statement else {
        last = nil
        continue
      }
      let bound: BoundStatement
      do throws(EngineFailure) {
        bound = try Binder.bind(
          statement, types: types, in: names, variables: .arguments(of: function, types)
        ) { (schema) throws(EngineFailure) in
          let check = PrivilegeCheck(.usage, on: .schema(schema), as: role)
          if let error = try engine.privileges.firstFailure(of: [check]) { throw .postgres(error) }
        }
      } catch .undecided(let reason) {
        throw .undecided(
          unsure(reason, statement, of: function, isLast: place == statements.count - 1))
      }
      try requireRewritable(bound, engine, as: role)
      last = bound
    }
    if let written = statements.last, written == nil { return }
    try requireResult(of: function, last, names)
  }

  /// A body's statements in order; nil for those that are not of rows, or not modelled.
  private func statements(of function: Catalog.Function) throws(EngineFailure) -> [SQLStatement?]? {
    if let statements = function.sqlStatements { return statements }
    guard case .text(let text) = function.body, let services else { return nil }
    return try services.parse(text).map(\.statement)
  }

  /// The body is rewritten, as its maker: policies that recurse are an error now. RULES 65.
  private func requireRewritable(
    _ statement: BoundStatement, _ engine: RowSecurityEngine, as role: String
  ) throws(EngineFailure) {
    do throws(EngineFailure) {
      _ = try engine.secure(statement, as: role, planning: .toCome)
    } catch .undecided {
      return
    } catch .postgres(let error) where error.message.hasPrefix("FULL JOIN") {
      // The planner's to say.
      return
    } catch {
      throw error
    }
  }

  private func requireResult(
    of function: Catalog.Function, _ last: BoundStatement?, _ names: CatalogNames
  ) throws(EngineFailure) {
    do throws(EngineFailure) {
      try function.requireResult(of: last, names)
    } catch {
      throw error.inside("SQL function \"\(function.name.name)\"")
    }
  }
}

extension SQLStatement {
  fileprivate var givesRows: Bool {
    switch self {
    case .query: true
    case .insert(let insert): !insert.returning.isEmpty
    case .update(let update): !update.returning.isEmpty
    case .delete(let delete): !delete.returning.isEmpty
    case .merge: true
    case .truncate: false
    }
  }
}

extension Catalog.Function {
  /// What a body in SQL runs, in order; nil where it is not known.
  fileprivate var sqlStatements: [SQLStatement]? {
    switch body {
    case .query(let query): [.query(query)]
    case .statements(let statements): statements
    case .block, .text: nil
    }
  }
}
