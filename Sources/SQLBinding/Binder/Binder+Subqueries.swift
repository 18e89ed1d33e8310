import AccessModel

extension Binder {
  /// EXISTS, IN and subqueries used as values.
  mutating func subquery(
    _ written: SQLExpression, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    if let place = scope.clause.withoutSubqueries, !written.isListSearch {
      throw .postgres(
        PostgresError(.featureNotSupported, "cannot use subquery in \(place)"))
    }
    switch written {
    case .exists(let query): return .exists(try self.query(query, inside: scope))
    case .scalarQuery(let query):
      let bound = try self.query(query, inside: scope)
      try requireOneColumn(bound)
      return .scalarQuery(bound, bound.targets[0].expression.type)
    case .inQuery(let operand, let query, let negated):
      return try inQuery(operand, query, negated: negated, in: scope)
    case .inList(let operand, let list, let negated):
      let value = try expression(operand, in: scope)
      let symbol = negated ? "<>" : "="
      var alternatives: [BoundExpression] = []
      // Of several the type is that of all; of one its operator says what it is.
      let isOfObjects = if case .object = value.type.base { list.count > 1 } else { false }
      for item in list {
        // Rows that are written out are compared field by field.
        if case .row(let fields, _) = value, case .row = operand, case .row(let others) = item {
          let right = try self.fields(ofRow: others, in: scope)
          alternatives.append(try compareRows(symbol, fields, right))
          continue
        }
        var element = try expression(item, in: scope)
        if isOfObjects, element.type == .unknown {
          element = try coerce(element, to: value.type, .implicit)
        }
        alternatives.append(
          try compare(negated ? .notEqual : .equal, value, element, written: symbol))
      }
      guard !alternatives.isEmpty else {
        throw .postgres(PostgresError(.syntaxError, "syntax error at or near \")\""))
      }
      alternatives = withArray(alternatives, negated: negated)
      if alternatives.count == 1 { return alternatives[0] }
      return negated ? .and(alternatives) : .or(alternatives)
    case .arrayQuery(let query):
      let bound = try self.query(query, inside: scope)
      try requireOneColumn(bound)
      let type = bound.targets[0].expression.type
      return .arrayQuery(bound, type.element == nil ? .array(type) : type)
    case .quantifiedQuery(let symbol, let left, let query, let isAll):
      return try quantified(symbol, left, query, isAll ? .all : .any, in: scope)
    default: throw undecided("a subquery of this form")
    }
  }

  /// Of an IN list with calls or NULLs, the elements without columns as one array: all of them are
  /// computed, what is looked for once, and no NULL among them makes a constant of the whole.
  ///
  /// Source: `transformAExprIn()` in `src/backend/parser/parse_expr.c`.
  private func withArray(_ comparisons: [BoundExpression], negated: Bool) -> [BoundExpression] {
    var (elements, others) = ([BoundExpression](), [BoundExpression]())
    var common: (value: BoundExpression, type: DataType)?
    for comparison in comparisons {
      guard case .compare(_, let value, let element, let type) = comparison else {
        return comparisons
      }
      if element.mentions(level: 0) {
        others.append(comparison)
        continue
      }
      guard common == nil || common?.value == value && common?.type == type else {
        return comparisons
      }
      common = (value, type)
      elements.append(element)
    }
    guard let (value, type) = common, elements.count > 1, type.element == nil,
      ([value] + elements).contains(where: \.hasCall) || elements.contains(where: \.hasNull)
    else { return comparisons }
    let array = BoundExpression.quantified(
      .compare(negated ? .notEqual : .equal, type), value,
      .array(elements, type: .array(type)), isAll: negated)
    return [array] + others
  }

  private mutating func inQuery(
    _ operand: SQLExpression, _ query: SQLQuery, negated: Bool, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    if case .row = operand {
      let found = try quantified("=", operand, query, .any, in: scope)
      return negated ? .not(found) : found
    }
    // The query comes first, and so do the mistakes in it.
    var bound = try self.query(query, inside: scope)
    let value = try expression(operand, in: scope)
    try requireColumns(1, of: bound)
    let column = bound.targets[0].expression
    guard let type = comparedType(value.type, column.type), type.isComparable
    else { throw incomparable("=", value.type, column.type) }
    try bound.coerceOutput(0, to: type, by: self)
    return .inQuery(
      try coerce(value, to: type, .implicit), bound, type: type, negated: negated)
  }

  /// Rows of two types compare as records: here, if their fields have the same types.
  ///
  /// Source: `record_eq()` in `src/backend/utils/adt/rowtypes.c`.
  private func comparedType(_ a: DataType, _ b: DataType) -> DataType? {
    if let type = DataType.common(a, b) { return type }
    switch (a.base, b.base) {
    case (.object, .oid), (.oid, .object): return .oid
    default: break
    }
    guard let left = a.fields, let right = b.fields, left.map(\.type.type) == right.map(\.type.type)
    else { return nil }
    return .record
  }

  private func incomparable(
    _ symbol: String, _ left: DataType, _ right: DataType
  ) -> EngineFailure {
    left.isRow && right.isRow
      ? undecided("rows of two types compared") : .postgres(noOperator(symbol, left, right))
  }

  /// Which rows of a subquery a comparison is about.
  enum ComparedRows { case any, all, oneRow }

  /// `left symbol ANY (SELECT …)` or ALL, and `(a, b) symbol (SELECT …)`.
  ///
  /// Source: `transformSubLink()` in `parse_expr.c`, `make_row_comparison_op()`.
  mutating func quantified(
    _ symbol: String, _ left: SQLExpression, _ query: SQLQuery, _ rows: ComparedRows,
    in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    var bound = try self.query(query, inside: scope)
    var operands: [BoundExpression]
    if case .row(let fields) = left {
      operands = try expressions(fields, in: scope)
    } else {
      operands = [try expression(left, in: scope)]
    }
    try requireColumns(operands.count, of: bound)
    guard let comparison = ComparisonOperator(symbol: symbol),
      operands.count == 1 || comparison == .equal || comparison == .notEqual || rows == .oneRow
    else { throw undecided("`\(symbol) \(rows == .all ? "ALL" : "ANY")` of a query") }
    var types: [DataType] = []
    for index in operands.indices {
      let column = bound.targets[index].expression
      guard let type = comparedType(operands[index].type, column.type), type.isComparable
      else { throw incomparable(symbol, operands[index].type, column.type) }
      operands[index] = try coerce(operands[index], to: type, .implicit)
      try bound.coerceOutput(index, to: type, by: self)
      types.append(type)
    }
    return .quantifiedQuery(
      BoundQuantifiedQuery(
        operands: operands, symbol: comparison, query: bound, types: types, isAll: rows != .any,
        isOfOneRow: rows == .oneRow))
  }

  private func requireColumns(_ count: Int, of query: BoundQuery) throws(EngineFailure) {
    guard query.targets.count != count else { return }
    throw .postgres(
      PostgresError(
        .syntaxError,
        query.targets.count < count
          ? "subquery has too few columns" : "subquery has too many columns"))
  }

  private func requireOneColumn(_ query: BoundQuery) throws(EngineFailure) {
    guard query.targets.count == 1 else {
      throw .postgres(
        PostgresError(
          .syntaxError,
          query.targets.isEmpty
            ? "subquery must return a column" : "subquery must return only one column"))
    }
  }
}

extension BoundQuery {
  /// Converts an output column; that of VALUES in each of its rows.
  mutating func coerceOutput(
    _ index: Int, to type: DataType, by binder: Binder
  ) throws(EngineFailure) {
    guard let rows = values else {
      targets[index].expression = try binder.coerce(
        targets[index].expression, to: type, .implicit)
      return
    }
    for row in rows.indices {
      values?[row][index] = try binder.coerce(rows[row][index], to: type, .implicit)
    }
    targets[index].expression = .constant(.null, type)
  }
}

extension BoundExpression {
  /// Whether it calls a function of the catalog, or a volatile one.
  var hasCall: Bool {
    switch self {
    case .function: true
    case .builtin(let builtin, _) where builtin.volatility == .volatile: true
    default: hasOperand(where: \.hasCall)
    }
  }

  fileprivate var hasNull: Bool {
    if case .constant(.null, _) = self { true } else { hasOperand(where: \.hasNull) }
  }
}

extension SQLExpression {
  /// `IN (…)` with values, and not with a subquery.
  fileprivate var isListSearch: Bool {
    if case .inList = self { true } else { false }
  }
}
