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
    types.formUnion(
      Self.constantTypes(in: expressions.map(SQLNode.expression), beside: columns, state))
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
    types.formUnion(Self.constantTypes(in: [.expression(expression)], beside: columns, state))
  }

  /// Constants take the type of the column that they stand beside.
  static func constantTypes(
    in nodes: [SQLNode], beside columns: Set<NameResolver.Column>, _ state: DatabaseState
  ) -> Set<String> {
    let typed = columns.compactMap { column -> (name: String, type: String)? in
      guard
        let found = state.catalog.table(column.relation)?.columns.first(where: {
          $0.name == column.name
        }), found.type.name.contains(".")
      else { return nil }
      return (column.name, found.type.name)
    }
    guard !typed.isEmpty else { return [] }
    var types: Set<String> = []
    for case .expression(let expression) in nodes.flatMap(\.descendants) {
      let operands: [SQLExpression] =
        switch expression {
        case .binary(_, let left, let right), .distinct(let left, let right, _): [left, right]
        case .inList(let operand, let list, _): [operand] + list
        case .between(let operand, let low, let high, _): [operand, low, high]
        default: []
        }
      let names = operands.compactMap(\.columnName)
      guard operands.contains(where: \.isText) else { continue }
      types.formUnion(typed.filter { names.contains($0.name) }.map(\.type))
    }
    return types
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

extension SQLExpression {
  fileprivate var columnName: String? {
    switch self {
    case .column(_, let name), .schemaColumn(_, _, let name): name
    default: nil
    }
  }

  fileprivate var isText: Bool {
    if case .literal(.string) = self { true } else { false }
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
