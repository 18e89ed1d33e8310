import AccessModel

/// What stored expressions and queries name.
struct References {
  var relations: Set<QualifiedName> = []
  var columns: Set<NameResolver.Column> = []
  var calls: [FunctionCalls.Call] = []
  var operators: Set<FunctionCalls.OperatorUse> = []
  var types: Set<String> = []

  /// Of expressions over a relation's row.
  init(_ expressions: [SQLExpression?], over relation: QualifiedName?, in state: DatabaseState) {
    let expressions = expressions.compactMap { $0 }
    guard !expressions.isEmpty else { return }
    var resolver = NameResolver(state, isStrict: false)
    for expression in expressions {
      if let relation {
        _ = try? resolver.expression(expression, over: relation)
      } else {
        _ = try? resolver.resolve(expression)
      }
      calls += FunctionCalls.calls(in: expression)
      operators.formUnion(FunctionCalls.operators(in: expression))
      types.formUnion(Self.sequencesAndTypes(in: expression, &relations, state))
    }
    relations.formUnion(resolver.relations)
    columns = resolver.used
  }

  init(_ query: SQLQuery, in state: DatabaseState) {
    var resolver = NameResolver(state, isStrict: false)
    _ = try? resolver.resolve(query)
    relations = resolver.relations
    columns = resolver.used
    let expression = SQLExpression.scalarQuery(query: query)
    calls = FunctionCalls.calls(in: expression)
    operators = Set(FunctionCalls.operators(in: expression))
    types = Self.sequencesAndTypes(in: expression, &relations, state)
  }

  /// Of a statement in a function's body.
  init(_ statement: SQLStatement, of function: Catalog.Function, in state: DatabaseState) {
    var resolver = NameResolver(state, of: function, isStrict: false)
    _ = try? resolver.resolve(statement)
    relations = resolver.relations
    columns = resolver.used
    for case .expression(let expression) in SQLNode.statement(statement).descendants {
      if case .call(let call) = expression { calls.append(FunctionCalls.Call(call)) }
      if let use = FunctionCalls.OperatorUse(expression) { operators.insert(use) }
      types.formUnion(Self.sequencesAndTypes(in: expression, &relations, state))
    }
  }

  init(_ rule: Catalog.Rule, of relation: QualifiedName, in state: DatabaseState) {
    var resolver = NameResolver(state, isStrict: false)
    _ = try? resolver.resolve(rule, of: relation)
    relations = resolver.relations
    columns = resolver.used
    let condition = [rule.condition].compactMap { $0 }.map(SQLNode.expression)
    for part in condition + rule.actions.map(SQLNode.statement) {
      for case .expression(let expression) in part.descendants {
        if case .call(let call) = expression { calls.append(FunctionCalls.Call(call)) }
        if let use = FunctionCalls.OperatorUse(expression) { operators.insert(use) }
        types.formUnion(Self.sequencesAndTypes(in: expression, &relations, state))
      }
    }
  }

  /// Names of types that values are cast to; a cast to regclass names a sequence.
  private static func sequencesAndTypes(
    in expression: SQLExpression, _ relations: inout Set<QualifiedName>, _ state: DatabaseState
  ) -> Set<String> {
    var types: Set<String> = []
    for case .cast(let operand, let type) in FunctionCalls.expressions(in: expression) {
      types.insert(type.name)
      guard type.name == "regclass", case .literal(.string(let text)) = operand else { continue }
      if let name = state.relation(ofText: text) { relations.insert(name) }
    }
    return types
  }
}

extension DatabaseState {
  /// The relation that `'schema.name'::regclass` means.
  func relation(ofText text: String) -> QualifiedName? {
    let parts = SearchPath.dotted(text)
    guard let last = parts.last, parts.count <= 2 else { return nil }
    return find(SQLRelationName(schema: parts.count == 2 ? parts[0] : nil, last))
  }
}
