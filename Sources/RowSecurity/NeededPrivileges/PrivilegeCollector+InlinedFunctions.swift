public import AccessModel
public import SQLBinding

/// Functions in FROM that are one query of SQL stand in the plan as that query: its tables are looked
/// at whether or not a row is asked for. RULES 72.
///
/// Source: `preprocess_function_rtes()` in `prepjointree.c`, `inline_set_returning_function()` in
/// `src/backend/optimizer/util/clauses.c`.
extension PrivilegeCollector {
  /// How deep queries may stand in each other where functions bring them along.
  private static var maxDepth: Int { 100 }

  /// The same query with those functions replaced, in its subqueries and views too.
  func inliningFunctions(
    _ query: BoundQuery, depth: Int = 0
  ) throws(EngineFailure) -> BoundQuery {
    guard query.callsFunctionInFrom else { return query }
    var result = query
    for index in result.sources.indices {
      let source = result.sources[index]
      switch source.kind {
      case .query(let inner):
        result.sources[index].kind = .query(try inliningFunctions(inner, depth: depth))
      case .relation(var relation):
        guard let inner = relation.security?.viewQuery else { continue }
        relation.security?.viewQuery = try inliningFunctions(inner, depth: depth)
        result.sources[index].kind = .relation(relation)
      case .function(let function):
        guard let body = try body(of: function, as: source, depth) else { continue }
        result.sources[index].kind = .query(body)
        result.sources[index].isLateral = source.isLateral || body.mentions(level: 1)
      case .commonTable, .system: break
      }
    }
    if let condition = query.condition {
      result.condition = try inliningFunctions(inJoined: condition, depth)
    }
    for index in result.joins.indices {
      result.joins[index] = try query.joins[index].mapConditions {
        (condition) throws(EngineFailure) in try inliningFunctions(inJoined: condition, depth)
      }
    }
    return result
  }

  /// Subqueries that are joined with the query around them; others are planned in their turn.
  private func inliningFunctions(
    inJoined condition: BoundExpression, _ depth: Int
  ) throws(EngineFailure) -> BoundExpression {
    guard condition.hasSubquery else { return condition }
    var conjuncts: [BoundExpression] = []
    for conjunct in condition.conjuncts {
      guard isJoined(conjunct) else {
        conjuncts.append(conjunct)
        continue
      }
      conjuncts.append(
        try conjunct.mapQueries { (query, _) throws(EngineFailure) in
          try inliningFunctions(query, depth: depth)
        })
    }
    return conjuncts.count == 1 ? conjuncts[0] : .and(conjuncts)
  }

  private func body(
    of function: BoundTableFunction, as source: BoundSource, _ depth: Int
  ) throws(EngineFailure) -> BoundQuery? {
    let catalog = engine.catalog.catalog
    guard let (index, arguments) = function.inlinedCall(catalog),
      engine.privileges.verdict(on: PrivilegeCheck(.execute, on: .function(index), as: caller))
        .isHeld
    else { return nil }
    guard self.depth + depth < Self.maxDepth else {
      throw .postgres(PostgresError(.stackDepthExceeded, "stack depth limit exceeded"))
    }
    let secured: BoundQuery
    do throws(EngineFailure) {
      let types = arguments.map(\.type)
      guard let written = try planning.functionBody(index, types)?.giving(source.columnTypes) else {
        return nil
      }
      var rewriter = SecurityRewriter(engine, caller: caller, planning)
      secured = try rewriter.query(written.substitutingParameters(arguments), as: caller)
    } catch {
      guard case .postgres(let refusal) = error else { throw error }
      let name = catalog.functions[index].name.name
      throw .postgres(refusal.inside("SQL function \"\(name)\" during inlining"))
    }
    return try inliningFunctions(secured, depth: depth + 1)
  }
}

extension Catalog.Function {
  /// What `inline_set_returning_function()` takes, as far as the definition says.
  public var isInlinedInFrom: Bool {
    guard case .query = body else { return false }
    return language == "sql" && kind == .function && returnsSet && volatility != .volatile
      && !isStrict && !isSecurityDefiner && settings.isEmpty
  }
}

extension BoundTableFunction {
  /// The function and its arguments, where the planner puts its query in the place of the call, if
  /// whoever plans may call it; nil: it is called.
  public func inlinedCall(
    _ catalog: Catalog
  ) -> (index: Int, arguments: [BoundExpression])? {
    guard !withOrdinality, case .function(let index, let arguments) = call,
      catalog.functions[index].isInlinedInFrom,
      !arguments.contains(where: { $0.hasSubquery || $0.isVolatile(catalog) })
    else { return nil }
    return (index, arguments)
  }
}

extension BoundQuery {
  /// Whether a function of the catalog is in FROM, of a view's query or in a condition too.
  fileprivate var callsFunctionInFrom: Bool {
    let conditions = [condition].compactMap { $0 } + joins.flatMap(\.conditions)
    return conditions.contains { $0.hasSubquery && $0.conjuncts.contains(where: \.callsInFrom) }
      || sources.contains { source in
        switch source.kind {
        case .function(let function):
          if case .function = function.call { true } else { false }
        case .query, .relation: source.innerQuery?.callsFunctionInFrom == true
        case .commonTable, .system: false
        }
      }
  }

  /// With outputs of these types; nil where it gives values of a row type for their fields.
  ///
  /// Source: `check_sql_fn_retval()` in `src/backend/executor/functions.c`.
  fileprivate func giving(_ types: [DataType?]) -> BoundQuery? {
    guard targets.count == types.count else { return nil }
    let given = targets.map(\.expression.type)
    guard given != types else { return self }
    var outputs: [BoundTarget] = []
    for (column, (target, type)) in zip(targets, types).enumerated() {
      let value = BoundExpression.column(
        ColumnPosition(level: 0, source: 0, column: column), given[column])
      guard let type, type != given[column] else {
        outputs.append(BoundTarget(target.name, value))
        continue
      }
      guard given[column].fields == nil else { return nil }
      outputs.append(
        BoundTarget(target.name, .cast(value, from: given[column], to: ColumnType(type))))
    }
    let inner = BoundSource(
      alias: "", kind: .query(self), columnNames: targets.map(\.name), columnTypes: given)
    return BoundQuery(sources: [inner], joins: [.source(0)], targets: outputs)
  }
}

extension BoundExpression {
  fileprivate var callsInFrom: Bool { withoutNegation.subquery?.callsFunctionInFrom == true }
}
