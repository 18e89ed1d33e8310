import AccessModel
import CPgQuery
import RowSecurity
import SQLBinding

/// Bodies of functions, in SQL of both forms and in PL/pgSQL.
extension CatalogBuilder {
  mutating func setBody(
    _ source: String?, _ sqlBody: Node?, of function: inout Catalog.Function
  ) throws(ReadFailure) {
    if sqlBody != nil, bodyRefusal(of: function) != nil {
      throw .unsupported("BEGIN ATOMIC of a function with a role that may not be set")
    }
    if let sqlBody, let query = try atomicQuery(sqlBody) {
      // BEGIN ATOMIC bodies are bound now.
      var resolver = bodyResolver(function, path: state.searchPath, isStrict: true)
      resolver.expandsStars = true
      function.isAtomic = true
      function.body = .query(try resolver.resolve(query))
      noteBareNames(resolver)
      return
    }
    if let sqlBody, let statements = try atomicStatements(sqlBody) {
      function.isAtomic = true
      var resolved: [SQLStatement] = []
      for statement in statements {
        var resolver = bodyResolver(function, path: state.searchPath, isStrict: true)
        resolver.expandsStars = true
        resolved.append(try resolver.resolve(statement))
        noteBareNames(resolver)
      }
      function.body = .statements(resolved)
      return
    }
    let text = source ?? sqlBody.flatMap(Deparser.statement) ?? ""
    function.body = .text(text)
    function.isAtomic = sqlBody != nil
    // Nobody looks at it: see `bodyRefusal(of:)`.
    guard bodyRefusal(of: function) == nil else { return }
    if isSession, sqlBody != nil, function.isAtomic, source == nil {
      throw .unsupported("a body of BEGIN ATOMIC of this kind")
    }
    if function.language == "plpgsql" {
      // Which number a parameter has is not known where others come between.
      if isSession, function.hasOutputsFirst, text.contains(/\$[0-9]/) { return }
      do throws(ReadFailure) {
        let checks = isSession && checksBodies
        var compilation =
          checks ? PLCompilation(function, PLTypeLookup(bodyState(of: function))) : nil
        compilation?.shadowing = shadowing
        do throws(ReadFailure) {
          function.body = .block(
            try PLReader.body(of: text, version: state.postgresVersion, for: compilation))
        } catch .unsupported(let what, _) where shadowing == .warned {
          // Warnings have places, which are not told of here.
          unsureNotices = what
          compilation?.shadowing = .allowed
          function.body = .block(
            try PLReader.body(of: text, version: state.postgresVersion, for: compilation))
        }
      } catch {
        // What can't be read is undecided when it is called.
        guard case .refused(let answer, let place) = error, checksBodies else { return }
        throw .refused(
          answer,
          location: place.flatMap {
            PLSource.offset(of: $0, in: Array(text.utf8), of: statementText)
          })
      }
      return
    }
    if function.language == "internal", isSession {
      function.body = .query(try builtinCall(text, of: function))
    }
    guard function.language == "sql" else { return }
    let path = function.settings.first { $0.name == "search_path" }?.value
    if source != nil, path != nil || state.searchPath.filter({ $0 != "$user" }) == ["public"] {
      function.source = text
    }
    guard let query = SQLBody.query(of: text, version: state.postgresVersion) else {
      if let statements = SQLBody.statements(of: text, version: state.postgresVersion) {
        function.body = .statements(statements)
      } else if isSession, checksBodies {
        let bytes = Array(text.utf8)
        for part in StatementSplitter.split(bytes) where part.kind == .sql {
          _ = try ParsedStatement.parse(part, in: bytes, version: state.postgresVersion)
        }
      }
      return
    }
    function.body = .query(query)
    // A session's calls find the names, each by its own search path.
    guard !isSession else { return }
    state.lateBodies.append(
      DatabaseState.LateBody(
        function: function.name, arguments: function.arguments.map(\.type),
        searchPath: path.map(SearchPath.parse) ?? state.searchPath))
  }

  /// Whoever its body is looked at as must be able to call it.
  ///
  /// Source: `CheckFunctionValidatorAccess()` in `src/backend/utils/fmgr/fmgr.c`.
  func requireExecutable(_ function: Catalog.Function) throws(ReadFailure) {
    guard isSession, bodyRefusal(of: function) == nil,
      let index = state.catalog.functions.firstIndex(where: {
        $0.name == function.name
          && Self.same($0.arguments.map(\.type), function.arguments.map(\.type))
      })
    else { return }
    let role = checksBodies ? function.bodyRole(of: state.sessionRole) : nil
    let authority = DefinitionAuthority(
      state.catalog, as: role ?? state.currentRole, version: state.postgresVersion)
    do throws(PostgresError) {
      try authority.require(.execute(function: index, named: function.name.name))
    } catch {
      throw .refused(error, location: nil)
    }
  }

  /// What a function of PostgreSQL's own does, under another name.
  private func builtinCall(
    _ name: String, of function: Catalog.Function
  ) throws(ReadFailure) -> SQLQuery {
    let types = function.arguments.map { DataType($0.type) }
    let isKnown = Builtin.functions(named: name).contains {
      $0.arguments == types && $0.result == DataType(function.returns)
    }
    guard isKnown, !function.returnsSet else {
      throw .unsupported("a function in \(function.language)")
    }
    let arguments = types.indices.map { SQLExpression.parameter(number: $0 + 1) }
    return SQLQuery(
      SQLSelect([
        .expression(.call(SQLFunctionCall(schema: "pg_catalog", name, arguments)), name: nil)
      ]))
  }

  /// Of variables that hide others.
  private var shadowing: PLCompilation.Shadowing {
    if extraChecks.errors.contains(.shadowedVariables) { return .refused }
    return extraChecks.warnings.contains(.shadowedVariables) ? .warned : .allowed
  }

  private mutating func atomicQuery(_ body: Node) throws(ReadFailure) -> SQLQuery? {
    if body.kind == PG_QUERY__NODE__NODE_RETURN_STMT { return try returned(body) }
    let statements = Self.atomicNodes(body)
    guard statements.count == 1 else { return nil }
    switch statements[0].kind {
    case PG_QUERY__NODE__NODE_SELECT_STMT: return try reader.query(statements[0])
    case PG_QUERY__NODE__NODE_RETURN_STMT: return try returned(statements[0])
    default: return nil
    }
  }

  private mutating func returned(_ node: Node) throws(ReadFailure) -> SQLQuery {
    let value = try reader.expression(node.pointee.return_stmt.pointee.returnval)
    return SQLQuery(SQLSelect([.expression(value, name: nil)]))
  }

  /// Between semicolons there may be nothing.
  private static func atomicNodes(_ body: Node) -> [Node] {
    body.items.flatMap { $0.items.isEmpty ? [$0] : $0.items }
      .filter { $0.kind != PG_QUERY__NODE__NODE__NOT_SET && $0.kind != PG_QUERY__NODE__NODE_LIST }
  }

  /// The statements of BEGIN ATOMIC; nil if one is of another kind.
  private mutating func atomicStatements(_ body: Node) throws(ReadFailure) -> [SQLStatement]? {
    var result: [SQLStatement] = []
    for node in Self.atomicNodes(body) {
      if node.kind == PG_QUERY__NODE__NODE_RETURN_STMT {
        result.append(.query(try returned(node)))
        continue
      }
      guard let statement = try reader.statement(node) else { return nil }
      result.append(statement)
    }
    return result
  }

  func bodyResolver(
    _ function: Catalog.Function, path: [String], isStrict: Bool
  ) -> NameResolver {
    NameResolver(state, of: function, path: path, isStrict: isStrict)
  }

  /// Writes out the names in bodies that are text, against everything that there is in the end.
  mutating func finishBodies() {
    for body in state.lateBodies {
      guard
        let index = state.catalog.functions.firstIndex(where: {
          $0.name == body.function && $0.arguments.map(\.type) == body.arguments
        }), case .query(let query) = state.catalog.functions[index].body
      else { continue }
      var resolver = bodyResolver(
        state.catalog.functions[index], path: body.searchPath, isStrict: false)
      if let resolved = try? resolver.resolve(query) {
        state.catalog.functions[index].body = .query(resolved)
      }
    }
    state.lateBodies = []
  }
}

extension Catalog.Function {
  /// An OUT parameter comes before one that calls give.
  fileprivate var hasOutputsFirst: Bool {
    outputs.contains { !$0.isArgument && $0.argumentsBefore < arguments.count }
  }
}
