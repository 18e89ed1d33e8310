import AccessModel

extension Binder {
  /// `ARRAY[…]`. Source: `transformArrayExpr()`.
  mutating func array(
    _ elements: [SQLExpression], in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    let bound = try expressions(elements, in: scope)
    guard !bound.isEmpty else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P18"), "cannot determine type of empty array",
          hint: "Explicitly cast to the desired type, for example ARRAY[]::integer[]."))
    }
    let type = try commonType(bound, "ARRAY")
    let isNested = elements.contains { if case .array = $0 { true } else { false } }
    if isNested || type.isArray {
      return .array(try coerceAll(bound, to: type), type: type)
    }
    return .array(try coerceAll(bound, to: type), type: .array(type))
  }

  /// `ARRAY[…]::type[]`: each element is converted by itself, and there may be none.
  mutating func array(
    _ elements: [SQLExpression], of element: ColumnType, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    var bound: [BoundExpression] = []
    for written in elements {
      if case .array(let inner) = written {
        bound.append(try array(inner, of: element, in: scope))
        continue
      }
      let value = try expression(written, in: scope)
      let isArray = value.type.isArray
      let wanted: DataType = isArray ? .array(element.type) : element.type
      let converted = try coerce(value, to: wanted, .explicit)
      bound.append(
        element.modifiers.isEmpty
          ? converted
          : .cast(
            converted, from: wanted, to: ColumnType(wanted, modifiers: element.modifiers)))
    }
    return .array(bound, type: .array(element.type))
  }

  /// `left operator ANY (array)`. Source: `make_scalar_array_op()`.
  mutating func quantified(
    _ symbol: String, _ left: SQLExpression, _ array: SQLExpression, isAll: Bool, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    let value = try expression(left, in: scope)
    let list = try expression(array, in: scope)
    return try quantified(symbol, value, list, isAll: isAll)
  }

  private func quantified(
    _ symbol: String, _ value: BoundExpression, _ list: BoundExpression, isAll: Bool
  ) throws(EngineFailure) -> BoundExpression {
    let element: DataType
    if list.type == .unknown {
      element = .unknown
    } else if let known = list.type.element {
      element = known
    } else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"), "op ANY/ALL (array) requires array on right side"))
    }
    // Resolved as if it stood between the value and one element.
    let sample = BoundExpression.parameter(number: 0, element)
    let operation = try binaryOperator(symbol, value, sample)
    let converted = try coerce(
      list, to: .array(operation.right), list.type == .unknown ? .implicit : .explicit)
    return .quantified(
      operation.symbol, try coerce(value, to: operation.left, .implicit), converted, isAll: isAll)
  }

  /// The operator for a value and an element, and the types of both.
  private func binaryOperator(
    _ symbol: String, _ value: BoundExpression, _ element: BoundExpression
  ) throws(EngineFailure) -> (symbol: BoundOperator, left: DataType, right: DataType) {
    let untyped = element.type == .unknown ? BoundExpression.constant(.null, .unknown) : element
    if let comparison = ComparisonOperator(symbol: symbol),
      case .compare(_, let a, let b, let type) = try compare(
        comparison, value, untyped, written: symbol)
    {
      return (.compare(comparison, type), a.type, b.type)
    }
    let call = try resolveOperator(symbol, [value, untyped])
    guard case .builtin(let builtin) = call.target, call.arguments.count == 2 else {
      throw undecided("operator `\(symbol)`")
    }
    guard builtin.result == .boolean else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"), "op ANY/ALL (array) requires operator to yield boolean"))
    }
    return (.builtin(builtin), call.arguments[0].type, call.arguments[1].type)
  }

  /// `a[1]`, `a[2:3]`, and the members of a `jsonb`. Source: `transformContainerSubscripts()`.
  mutating func subscripted(
    _ written: SQLExpression, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    var operand = written
    var brackets: [(lower: SQLExpression?, upper: SQLExpression?, isSlice: Bool)] = []
    while case .subscripted(let inner, let lower, let upper, let isSlice) = operand {
      brackets.insert((lower, upper, isSlice), at: 0)
      operand = inner
    }
    let container = try expression(operand, in: scope)
    if container.type.base == .jsonb {
      return try member(of: try coerce(container, to: .jsonb, .implicit), brackets, in: scope)
    }
    guard let element = container.type.element else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "cannot subscript type \(container.type) because it does not support subscripting"))
    }
    let array = try coerce(container, to: .array(element), .implicit)
    let isSlice = brackets.contains(where: \.isSlice)
    var subscripts: [BoundSubscript] = []
    for bracket in brackets {
      var (lower, upper) = (
        try subscriptBound(bracket.lower, in: scope),
        try subscriptBound(bracket.upper, in: scope)
      )
      if !bracket.isSlice {
        // Of an element the reader may put the subscript on either side; in a slice it is `1:n`.
        upper = upper ?? lower
        lower = isSlice ? .constant(.integer(1), .integer) : nil
      }
      subscripts.append(BoundSubscript(lower: lower, upper: upper, isSlice: isSlice))
    }
    return .subscripted(array, subscripts, type: isSlice ? .array(element) : element)
  }

  mutating func subscriptBound(
    _ written: SQLExpression?, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression? {
    guard let written else { return nil }
    let value = try expression(written, in: scope)
    guard
      value.type == .unknown
        || value.type.conversion(to: .integer).map({ $0 <= .assignment }) == true
    else {
      throw .postgres(
        PostgresError(.datatypeMismatch, "array subscript must have type integer"))
    }
    return try coerce(value, to: .integer, .assignment)
  }

  private mutating func member(
    of container: BoundExpression,
    _ brackets: [(lower: SQLExpression?, upper: SQLExpression?, isSlice: Bool)], in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    var path: [BoundExpression] = []
    for bracket in brackets {
      guard !bracket.isSlice, let key = bracket.upper ?? bracket.lower else {
        throw .postgres(
          PostgresError(.datatypeMismatch, "jsonb subscript does not support slices"))
      }
      path.append(try memberKey(try expression(key, in: scope)))
    }
    guard
      let builtin = Builtin.functions(named: "jsonb_extract_path").first(where: {
        $0.arguments.count == 2
      })
    else { throw undecided("a subscript of jsonb") }
    var call = builtin
    call.arguments = [.jsonb, .array(.text)]
    return .builtin(call, [container, .array(path, type: .array(.text))])
  }

  /// Source: `jsonb_subscript_transform()` in `jsonbsubs.c`.
  func memberKey(_ key: BoundExpression) throws(EngineFailure) -> BoundExpression {
    let isInteger = key.type.conversion(to: .integer).map { $0 <= .implicit } == true
    guard
      isInteger || key.type == .unknown
        || key.type.conversion(to: .text).map({ $0 <= .implicit }) == true
    else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch, "subscript type \(key.type) is not supported",
          hint: "jsonb subscript must be coercible to either integer or text."))
    }
    return try coerce(key, to: .text, isInteger ? .assignment : .implicit)
  }

  /// Only the collations that order by bytes are modelled.
  mutating func collated(
    _ operand: SQLExpression, _ collation: String, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    var bound = try expression(operand, in: scope)
    if bound.type == .unknown { bound = try coerce(bound, to: .text, .implicit) }
    guard bound.type.isString || bound.type.element?.isString == true else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch, "collations are not supported by type \(bound.type)"))
    }
    let name = collation.hasPrefix("pg_catalog.") ? String(collation.dropFirst(11)) : collation
    guard ["C", "POSIX", "default", "ucs_basic"].contains(name) else {
      throw undecided("COLLATE \"\(name)\"")
    }
    // Where they meet it is an error. Source: `merge_collation_state()` in `parse_collate.c`.
    guard explicitCollation ?? name == name else {
      throw undecided("several collations in one statement")
    }
    explicitCollation = name
    return bound
  }
}
