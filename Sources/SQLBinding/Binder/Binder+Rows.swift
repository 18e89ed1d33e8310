import AccessModel

/// Rows as values, and arrays.
extension Binder {
  /// `ROW(…)`; literals in it become text. Source: `transformRowExpr()`.
  mutating func row(
    _ fields: [SQLExpression], in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    var bound = try self.fields(ofRow: fields, in: scope)
    for index in bound.indices where bound[index].type == .unknown {
      // The type stays open until the row meets another; then text, as everywhere.
      if case .constant = bound[index] { continue }
      bound[index] = try coerce(bound[index], to: .text, .implicit)
    }
    let types = bound.enumerated().map { index, field in
      CompositeType.Field(
        "f\(index + 1)", ColumnType(field.type == .unknown ? .text : field.type))
    }
    return .row(bound, type: .record(types))
  }

  /// The fields of `ROW(…)`, in which `t.*` stands for each of the columns.
  mutating func fields(
    ofRow fields: [SQLExpression], in scope: Scope
  ) throws(EngineFailure) -> [BoundExpression] {
    var bound: [BoundExpression] = []
    for field in fields {
      let value = try expression(field, in: scope)
      guard case .wholeRow = field else {
        bound.append(value)
        continue
      }
      bound += try Self.parts(of: value)
    }
    return bound
  }

  private static func parts(
    of row: BoundExpression
  ) throws(EngineFailure) -> [BoundExpression] {
    if case .row(let fields, _) = row { return fields }
    guard row.type.isRow else { return [row] }
    guard let fields = row.type.fields else {
      throw .undecided(Undecided("the fields of an unknown row"))
    }
    return fields.enumerated().map { .field(row, $0, $1.type.type) }
  }

  /// A relation's row as a value; it reads every column. RULES 12.
  func wholeRow(
    _ qualifier: String, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    if let row = try scope.wholeRow(qualifier) { return row }
    throw .postgres(
      PostgresError(.undefinedColumn, "column \"\(qualifier)\" does not exist"))
  }

  /// `(row).name`. Source: `ParseComplexProjection()`.
  mutating func field(
    _ operand: SQLExpression, _ name: String, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    guard !name.isEmpty else { throw undecided("`.*` of a composite value") }
    let bound = try expression(operand, in: scope)
    guard bound.type.isRow else {
      if let computed = try computedColumn(name, of: bound, in: scope) { return computed }
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"),
          "column notation .\(name) applied to type \(bound.type), which is not a composite type"))
    }
    // What a variable of type RECORD holds is not known before it runs. Source:
    // `get_expr_result_tupdesc()` in `funcapi.c`.
    if case .parameter = bound, case .record = bound.type {
      throw .postgres(
        PostgresError(
          .undefinedColumn, "could not identify column \"\(name)\" in record data type"))
    }
    guard let fields = bound.type.fields else { throw undecided("a field of an unknown row") }
    guard let index = fields.firstIndex(where: { $0.name == name }) else {
      if let computed = try computedColumn(name, of: bound, in: scope) { return computed }
      let missing =
        if case .record = bound.type {
          "could not identify column \"\(name)\" in record data type"
        } else if let source = Self.source(ofRow: operand, bound) {
          "column \(source).\(name) does not exist"
        } else {
          "column \"\(name)\" not found in data type \(bound.type)"
        }
      throw .postgres(PostgresError(.undefinedColumn, missing))
    }
    return .field(bound, index, fields[index].type.type)
  }

  /// The source whose whole row an expression is.
  private static func source(
    ofRow operand: SQLExpression, _ bound: BoundExpression
  ) -> String? {
    switch operand {
    case .wholeRow(let alias): return alias
    case .column(nil, let name): if case .column = bound { return nil } else { return name }
    default: return nil
    }
  }

  /// `(row).*` in a select list: the row is computed for each of its fields.
  ///
  /// Source: `ExpandRowReference()` in `src/backend/parser/parse_target.c`.
  mutating func fields(
    of operand: SQLExpression, in scope: Scope
  ) throws(EngineFailure) -> [BoundTarget] {
    let first = try expression(operand, in: scope)
    guard first.type.isRow else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42809"), "type \(first.type) is not composite"))
    }
    guard let fields = first.type.fields else { throw undecided("the fields of an unknown row") }
    var result: [BoundTarget] = []
    for (index, field) in fields.enumerated() {
      if case .row(let values, _) = first, values.indices.contains(index) {
        result.append(BoundTarget(field.name, values[index]))
        continue
      }
      let row = index == 0 ? first : try expression(operand, in: scope)
      result.append(BoundTarget(field.name, .field(row, index, field.type.type)))
    }
    return result
  }

  /// `ROW(…) = ROW(…)` and its kin, which compare field by field.
  /// Source: `make_row_comparison_op()`.
  mutating func compareRows(
    _ symbol: String, _ left: [SQLExpression], _ right: [SQLExpression], in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    try compareRows(
      symbol, try fields(ofRow: left, in: scope), try fields(ofRow: right, in: scope))
  }

  func compareRows(
    _ symbol: String, _ left: [BoundExpression], _ right: [BoundExpression]
  ) throws(EngineFailure) -> BoundExpression {
    guard left.count == right.count else {
      throw .postgres(
        PostgresError(.syntaxError, "unequal number of entries in row expressions"))
    }
    guard !left.isEmpty else {
      throw .postgres(
        PostgresError(.featureNotSupported, "cannot compare rows of zero length"))
    }
    guard let comparison = ComparisonOperator(symbol: symbol) else {
      throw undecided("operator `\(symbol)` of rows")
    }
    var pairs: [BoundExpression] = []
    for (a, b) in zip(left, right) {
      pairs.append(try compare(comparison, a, b, written: symbol))
    }
    if pairs.count == 1 { return pairs[0] }
    switch comparison {
    case .equal: return .and(pairs)
    case .notEqual: return .or(pairs)
    default: break
    }
    var (lefts, rights): ([BoundExpression], [BoundExpression]) = ([], [])
    for pair in pairs {
      guard case .compare(_, let a, let b, _) = pair else {
        throw undecided("the order of rows with a \(pair.operands.first?.type ?? .unknown)")
      }
      lefts.append(a)
      rights.append(b)
    }
    return .compareRows(comparison, lefts, rights)
  }

  /// `IS [NOT] DISTINCT FROM`, of rows field by field. Source: `transformAExprDistinct()`.
  mutating func distinct(
    _ left: SQLExpression, _ right: SQLExpression, negated: Bool, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    guard case .row(let a) = left, case .row(let b) = right else {
      return try distinct(
        try expression(left, in: scope), try expression(right, in: scope), negated: negated)
    }
    let (lefts, rights) = (try fields(ofRow: a, in: scope), try fields(ofRow: b, in: scope))
    guard lefts.count == rights.count else {
      throw .postgres(
        PostgresError(.syntaxError, "unequal number of entries in row expressions"))
    }
    var pairs: [BoundExpression] = []
    for (x, y) in zip(lefts, rights) { pairs.append(try distinct(x, y, negated: negated)) }
    if pairs.isEmpty { return .constant(.boolean(negated), .boolean) }
    return pairs.count == 1 ? pairs[0] : negated ? .and(pairs) : .or(pairs)
  }

  private func distinct(
    _ left: BoundExpression, _ right: BoundExpression, negated: Bool
  ) throws(EngineFailure) -> BoundExpression {
    let compared = try compare(.equal, left, right, written: "=")
    guard case .compare(_, let a, let b, let type) = compared else {
      throw undecided("IS DISTINCT FROM of \(left.type)")
    }
    return .distinct(a, b, type: type, negated: negated)
  }
}
