import AccessModel

extension Binder {
  /// Binds an expression in a scope.
  mutating func expression(
    _ written: SQLExpression, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    try nested { (binder) throws(EngineFailure) in
      try binder.unnested(written, in: scope)
    }
  }

  private mutating func unnested(
    _ written: SQLExpression, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    switch written {
    case .column(let qualifier, let name): return try column(name, qualifier, in: scope)
    case .schemaColumn(let schema, let relation, let name):
      return try column(name, relation, schema: schema, in: scope)
    case .literal(let literal): return try constant(literal)
    case .parameter(let number):
      guard parameterTypes.indices.contains(number - 1) else {
        if let known = try variables?.lookUp(["$\(number)"]) {
          return .parameter(number: known.number, known.type)
        }
        throw .postgres(
          PostgresError(SQLState(rawValue: "42P02"), "there is no parameter $\(number)"))
      }
      let declared = parameterTypes[number - 1]
      return .parameter(number: number, deduced?.type(of: number, declared) ?? declared)
    case .call(let call): return try self.call(call, in: scope)
    case .unary(let symbol, let operand): return try unary(symbol, operand, in: scope)
    case .binary(let symbol, .row(let left), .row(let right)):
      return try compareRows(symbol, left, right, in: scope)
    case .binary(let symbol, .row(let fields), .scalarQuery(let query)):
      return try quantified(symbol, .row(fields: fields), query, .oneRow, in: scope)
    case .binary(let symbol, let left, let right):
      return try binary(
        symbol, try expression(left, in: scope), try expression(right, in: scope))
    case .and(let operands): return .and(try conditions(operands, "AND", in: scope))
    case .or(let operands): return .or(try conditions(operands, "OR", in: scope))
    case .not(let operand): return .not(try condition(operand, "NOT", in: scope))
    case .test(let operand, let test): return try self.test(operand, test, in: scope)
    case .distinct(let left, let right, let negated):
      return try distinct(left, right, negated: negated, in: scope)
    case .inList, .inQuery, .exists, .scalarQuery: return try subquery(written, in: scope)
    case .between(let operand, let low, let high, let negated):
      let value = try expression(operand, in: scope)
      let (first, last) = (try expression(low, in: scope), try expression(high, in: scope))
      guard !negated else {
        return .or([
          try compare(.less, value, first, written: "<"),
          try compare(.greater, value, last, written: ">"),
        ])
      }
      return .and([
        try compare(.greaterOrEqual, value, first, written: ">="),
        try compare(.lessOrEqual, value, last, written: "<="),
      ])
    case .like(let operand, let pattern, let negated, let insensitive):
      let symbol = (negated ? "!~~" : "~~") + (insensitive ? "*" : "")
      return try binary(
        symbol, try expression(operand, in: scope), try expression(pattern, in: scope))
    case .cases(let operand, let branches, let otherwise):
      let before = scope.setFunctions?.count
      let bound = try cases(operand, branches, otherwise, in: scope)
      try requireNoSets(in: "CASE", scope, since: before)
      return bound
    case .coalesce(let operands):
      let before = scope.setFunctions?.count
      let bound = try expressions(operands, in: scope)
      try requireNoSets(in: "COALESCE", scope, since: before)
      let type = try commonType(bound, "COALESCE")
      return .coalesce(try coerceAll(bound, to: type), type: type)
    case .nullIf(let left, let right):
      let value = try expression(left, in: scope)
      let equality = try compare(.equal, value, try expression(right, in: scope), written: "=")
      // As the operator takes it. Source: `transformAExprNullIf()` in `parse_expr.c`.
      let isText = value.type == .unknown || value.type == .varchar
      var typed = isText ? try coerce(value, to: .text, .implicit) : value
      if case .compare(_, let operand, _, _) = equality, typed.type.isPromoted(to: operand.type) {
        typed = operand
      }
      return .nullIf(typed, equality: equality, type: typed.type)
    case .cast(let operand, let name): return try cast(operand, to: name, in: scope)
    // Three names of one value.
    case .valueFunction(.currentRole), .valueFunction(.user): return .valueFunction(.currentUser)
    case .valueFunction(let function): return .valueFunction(function)
    case .unread: throw undecided("SQL text that has not been parsed")
    case .arrayQuery, .quantifiedQuery: return try subquery(written, in: scope)
    case .array(let elements): return try array(elements, in: scope)
    case .quantified(let symbol, let left, let array, let isAll):
      return try quantified(symbol, left, array, isAll: isAll, in: scope)
    case .row(let fields): return try row(fields, in: scope)
    case .wholeRow(let qualifier):
      if let variables, try scope.wholeRow(qualifier) == nil,
        let known = try variables.lookUp([qualifier])
      {
        return .parameter(number: known.number, known.type)
      }
      return try wholeRow(qualifier, in: scope)
    case .field(let operand, let name): return try field(operand, name, in: scope)
    case .subscripted: return try subscripted(written, in: scope)
    case .collated(let operand, let collation):
      return try collated(operand, collation, in: scope)
    case .extremum(let operands, let isGreatest):
      let bound = try expressions(operands, in: scope)
      let type = try commonType(bound, isGreatest ? "GREATEST" : "LEAST")
      return .extremum(try coerceAll(bound, to: type), isGreatest: isGreatest, type: type)
    case .namedArgument(let name, _): throw undecided("the named argument `\(name)`")
    }
  }

  mutating func expressions(
    _ list: [SQLExpression], in scope: Scope
  ) throws(EngineFailure) -> [BoundExpression] {
    var result: [BoundExpression] = []
    for item in list { result.append(try expression(item, in: scope)) }
    return result
  }

  private mutating func conditions(
    _ list: [SQLExpression], _ clause: String, in scope: Scope
  ) throws(EngineFailure) -> [BoundExpression] {
    var result: [BoundExpression] = []
    for item in list { result.append(try condition(item, clause, in: scope)) }
    return result
  }

  func coerceAll(
    _ list: [BoundExpression], to type: DataType
  ) throws(EngineFailure) -> [BoundExpression] {
    var result: [BoundExpression] = []
    for item in list { result.append(try coerce(item, to: type, .implicit)) }
    return result
  }

  /// Integers are `integer` if they fit, else `bigint`, else `numeric`.
  private func constant(_ literal: SQLLiteral) throws(EngineFailure) -> BoundExpression {
    switch literal {
    case .null: return .constant(.null, .unknown)
    case .boolean(let value): return .constant(.boolean(value), .boolean)
    case .integer(let value):
      return .constant(.integer(value), Int32(exactly: value) == nil ? .bigint : .integer)
    case .decimal(let digits):
      return .constant(try .input(digits, as: .numeric), .numeric)
    case .string(let string): return .constant(.text(Text(string)), .unknown)
    }
  }

  private mutating func test(
    _ operand: SQLExpression, _ test: SQLTest, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    switch test {
    case .isNull, .isNotNull: return .test(try expression(operand, in: scope), test)
    default:
      return .test(try condition(operand, test.rawValue, in: scope), test)
    }
  }

  private mutating func cases(
    _ operand: SQLExpression?, _ branches: [SQLCaseBranch], _ otherwise: SQLExpression?,
    in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    var conditions: [BoundExpression] = []
    let value = try operand.map { (operand) throws(EngineFailure) in
      let value = try expression(operand, in: scope)
      return value.type == .unknown ? try coerceAll([value], to: .text)[0] : value
    }
    for branch in branches {
      if let value {
        conditions.append(
          try compare(.equal, value, try expression(branch.condition, in: scope), written: "="))
      } else {
        conditions.append(try condition(branch.condition, "CASE/WHEN", in: scope))
      }
    }
    let results = try expressions(branches.map(\.result), in: scope)
    let rest = try otherwise.map { (written) throws(EngineFailure) in
      try expression(written, in: scope)
    }
    // ELSE counts first. Source: `transformCaseExpr()`.
    let type = try commonType([rest].compactMap { $0 } + results, "CASE")
    let typed = try coerceAll(results, to: type)
    return .cases(
      zip(conditions, typed).map {
        BoundCaseBranch(condition: $0, result: $1, operand: value?.hasCall == true ? value : nil)
      },
      otherwise: try rest.map { (bound) throws(EngineFailure) in
        try coerce(bound, to: type, .implicit)
      } ?? .constant(.null, type),
      type: type)
  }

  private mutating func cast(
    _ operand: SQLExpression, to name: TypeName, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    guard let target = try columnType(name) else { throw missing(type: name) }
    if case .array(let elements) = operand, case .array(let element) = target.type {
      return try array(elements, of: ColumnType(element, modifiers: target.modifiers), in: scope)
    }
    let value = try expression(operand, in: scope)
    if let fields = try intervalFields(value, target) { return fields }
    let bound = try coerce(value, to: target.type, .explicit)
    guard !target.modifiers.isEmpty else { return bound }
    return .cast(bound, from: target.type, to: target)
  }

  /// A text as an interval whose type says which fields its numbers count; nil for anything else.
  func intervalFields(
    _ value: BoundExpression, _ target: ColumnType
  ) throws(EngineFailure) -> BoundExpression? {
    guard target.type == .interval, target.modifiers.count > 1 else { return nil }
    if case .constant(.text(let text), .unknown) = value {
      return .constant(try .input(text.string, as: target).fitted(to: target), .interval)
    }
    guard !value.type.isString else { throw undecided("a text as an interval of some fields") }
    return nil
  }
}
