import AccessModel
import RowSecurity
import SQLBinding

/// Looks at the body of a function in SQL when it is made, as `check_function_bodies` has it.
///
/// Source: `fmgr_sql_validator()` in `pg_proc.c`, `check_sql_fn_retval()` in `functions.c`.
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
      } catch .undecided {
        continue
      } catch {
        throw error
      }
    }
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
      names.searchPath = SearchPathSetting.schemas(of: own.value, user: role)
    }
    var types: [DataType] = []
    for argument in function.arguments {
      guard let type = names.type(argument.type) else { return }
      types.append(type)
    }
    var last: BoundStatement?
    guard let statements = try statements(of: function) else { return }
    for statement in statements {
      // Of others nothing is looked at before they run.
      guard let statement else {
        last = nil
        continue
      }
      let bound = try Binder.bind(
        statement, types: types, in: names, variables: .arguments(of: function, types)
      ) { (schema) throws(EngineFailure) in
        let check = PrivilegeCheck(.usage, on: .schema(schema), as: role)
        if let error = try engine.privileges.firstFailure(of: [check]) { throw .postgres(error) }
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
      _ = try engine.secure(statement, as: role)
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
      try requireMatch(of: function, last, names)
    } catch {
      throw error.inside("SQL function \"\(function.name.name)\"")
    }
  }

  private func requireMatch(
    of function: Catalog.Function, _ last: BoundStatement?, _ names: CatalogNames
  ) throws(EngineFailure) {
    guard function.kind == .function || !function.outputs.isEmpty,
      let type = names.columnType(function.returns),
      type.type == .record || !type.type.isPseudo
    else { return }
    let types: [DataType]?
    switch last {
    case .query(let query): types = query.targets.map(\.expression.type)
    case let last? where !last.returningTypes.isEmpty: types = last.returningTypes
    default: types = nil
    }
    func mismatch(_ detail: String) -> EngineFailure {
      .postgres(
        PostgresError(
          SQLState(rawValue: "42P13"),
          "return type mismatch in function declared to return \(type.type)",
          detail: detail))
    }
    guard let types else {
      let changes = version >= .v17 ? "INSERT/UPDATE/DELETE/MERGE" : "INSERT/UPDATE/DELETE"
      throw mismatch("Function's final statement must be SELECT or \(changes) RETURNING.")
    }
    // A domain over a row is one value.
    var isDomain = false
    if case .domain = type.type { isDomain = true }
    if type.type.isRow, !isDomain {
      let outputs = function.outputs.map { names.type($0.type) }
      let fields =
        outputs.isEmpty ? type.type.fields?.map(\.type.type) : outputs.compactMap { $0 }
      guard let fields, outputs.isEmpty || fields.count == outputs.count else { return }
      if let detail = Self.mismatch(of: types, with: fields) { throw mismatch(detail) }
      return
    }
    guard types.count == 1 else {
      throw mismatch("Final statement must return exactly one column.")
    }
    guard Self.mayGive(types[0], type.type) else {
      throw mismatch("Actual return type is \(Self.resolved(types[0]).typeName).")
    }
  }

  private static func mismatch(of types: [DataType], with fields: [DataType]) -> String? {
    // One column may be the whole row.
    if types.count == 1, types[0].isRow { return nil }
    for (number, type) in types.enumerated() {
      guard fields.indices.contains(number) else {
        return "Final statement returns too many columns."
      }
      guard mayGive(type, fields[number]) else {
        return "Final statement returns \(resolved(type).typeName) instead of "
          + "\(fields[number].typeName) at column \(number + 1)."
      }
    }
    return types.count < fields.count ? "Final statement returns too few columns." : nil
  }

  private static func mayGive(_ actual: DataType, _ target: DataType) -> Bool {
    let actual = resolved(actual)
    if case .other = actual { return true }
    return actual.conversion(to: target).map { $0 <= .assignment } == true
  }

  private static func resolved(_ type: DataType) -> DataType { type == .unknown ? .text : type }
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
