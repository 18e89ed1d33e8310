public import AccessModel

/// An expression whose names are resolved and whose types are known.
///
/// Every implicit conversion is an explicit `cast` node, so that nothing below needs to know the
/// rules of type resolution again.
public indirect enum BoundExpression: Hashable, Sendable {
  case column(ColumnPosition, DataType)
  case constant(SQLValue, DataType)
  case parameter(number: Int, DataType)
  /// Both sides have type `type`.
  case compare(ComparisonOperator, BoundExpression, BoundExpression, type: DataType)
  /// Both sides and the result have type `type`.
  case arithmetic(ArithmeticOperator, BoundExpression, BoundExpression, type: DataType)
  case negate(BoundExpression, type: DataType)
  case builtin(Builtin, [BoundExpression])
  /// A function of the catalog, by its position in `BoundCatalog.functions`.
  case function(index: Int, [BoundExpression], returns: DataType)
  case and([BoundExpression])
  case or([BoundExpression])
  case not(BoundExpression)
  case test(BoundExpression, SQLTest)
  case distinct(BoundExpression, BoundExpression, type: DataType, negated: Bool)
  case exists(BoundQuery)
  /// The query gives one column and at most one row.
  case scalarQuery(BoundQuery, DataType)
  /// The query's one column has type `type`, as has the operand.
  case inQuery(BoundExpression, BoundQuery, type: DataType, negated: Bool)
  /// Operands compared with the columns of a query's rows, for ANY or ALL of them.
  case quantifiedQuery(BoundQuantifiedQuery)
  /// `ARRAY(SELECT …)`.
  case arrayQuery(BoundQuery, DataType)
  /// Branches' conditions are boolean.
  case cases([BoundCaseBranch], otherwise: BoundExpression, type: DataType)
  case coalesce([BoundExpression], type: DataType)
  /// NULL where the equality is TRUE, else the value.
  case nullIf(BoundExpression, equality: BoundExpression, type: DataType)
  /// `modifiers` are those of the written type, as in `numeric(10,2)`.
  case cast(BoundExpression, from: DataType, to: ColumnType)
  case valueFunction(SQLValueFunction)
  /// `ARRAY[…]`; elements that are arrays make more dimensions.
  case array([BoundExpression], type: DataType)
  /// `left operator ANY (array)`, or ALL.
  case quantified(BoundOperator, BoundExpression, BoundExpression, isAll: Bool)
  /// `ROW(…)`, or a relation's row as a value.
  case row([BoundExpression], type: DataType)
  /// `<`, `<=`, `>` or `>=` of rows, field by field: NULL where the first fields that differ, or
  /// that are NULL, have none.
  case compareRows(ComparisonOperator, [BoundExpression], [BoundExpression])
  /// A field of a row, by its place.
  case field(BoundExpression, Int, DataType)
  /// An element or a slice of an array.
  case subscripted(BoundExpression, [BoundSubscript], type: DataType)
  /// A value with one part replaced, for a column of which only that is assigned.
  case assigned(BoundPartAssignment)
  /// GREATEST and LEAST, which ignore NULLs.
  case extremum([BoundExpression], isGreatest: Bool, type: DataType)
  /// The value of a GROUP BY expression, above the grouping.
  case groupKey(Int, DataType)
  /// The value of an aggregate, above the grouping.
  case aggregate(Int, DataType)
  /// The value of a window function of the query.
  case window(Int, DataType)
  /// The value of a set-returning function of the select list, for the row at hand.
  case setResult(Int, DataType)

  public var isColumn: Bool { if case .column = self { true } else { false } }

  /// The type of the value.
  public var type: DataType {
    switch self {
    case .column(_, let type), .constant(_, let type), .parameter(_, let type),
      .arithmetic(_, _, _, let type), .negate(_, let type), .function(_, _, let type),
      .scalarQuery(_, let type), .cases(_, _, let type), .coalesce(_, let type),
      .nullIf(_, _, let type), .groupKey(_, let type), .aggregate(_, let type),
      .window(_, let type), .setResult(_, let type), .arrayQuery(_, let type),
      .array(_, let type), .row(_, let type), .field(_, _, let type),
      .subscripted(_, _, let type), .extremum(_, _, let type):
      type
    case .builtin(let builtin, _): builtin.result
    case .cast(_, _, let target): target.type
    case .assigned(let assignment): assignment.type
    case .compare, .and, .or, .not, .test, .distinct, .exists, .inQuery, .quantified,
      .quantifiedQuery, .compareRows:
      .boolean
    case .valueFunction(let function): function.type
    }
  }
}

/// `container`, its field or elements replaced by `value`.
public struct BoundPartAssignment: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    /// By its place among the fields; how many there are.
    case field(Int, of: Int)
    case elements([BoundSubscript])
    /// Of jsonb, by keys as text; `startsAsArray`: NULL becomes an array.
    case members([BoundExpression], startsAsArray: Bool)
  }

  public var container: BoundExpression
  public var part: Part
  public var value: BoundExpression
  public var type: DataType

  var operands: [BoundExpression] {
    switch part {
    case .field: [container, value]
    case .elements(let subscripts): [container, value] + subscripts.flatMap(\.bounds)
    case .members(let keys, _): [container, value] + keys
    }
  }

  func mapOperands<Failure: Error>(
    _ map: (BoundExpression) throws(Failure) -> BoundExpression
  ) throws(Failure) -> BoundPartAssignment {
    var result = self
    result.container = try map(container)
    result.value = try map(value)
    switch part {
    case .field: break
    case .elements(let subscripts):
      var mapped: [BoundSubscript] = []
      for item in subscripts { mapped.append(try item.mapBounds(map)) }
      result.part = .elements(mapped)
    case .members(let keys, let startsAsArray):
      var mapped: [BoundExpression] = []
      for key in keys { mapped.append(try map(key)) }
      result.part = .members(mapped, startsAsArray: startsAsArray)
    }
    return result
  }
}

/// `(a, b) = ANY (SELECT …)`. The query's columns and the operands have the same types.
public struct BoundQuantifiedQuery: Hashable, Sendable {
  public var operands: [BoundExpression]
  public var symbol: ComparisonOperator
  public var query: BoundQuery
  public var types: [DataType]
  public var isAll: Bool
  /// `(a, b) = (SELECT …)`: of the one row; NULL where there is none, an error where there are more.
  public var isOfOneRow = false
}

extension SQLValueFunction {
  public var type: DataType {
    switch self {
    case .currentUser, .currentRole, .user, .sessionUser, .currentCatalog, .currentSchema: .name
    case .currentTimestamp: .timestamptz
    case .currentDate: .date
    case .localTimestamp: .timestamp
    case .localTime: .time
    case .currentTime: .other("time with time zone")
    }
  }
}

/// A binary operator whose operands' types are known.
public enum BoundOperator: Hashable, Sendable {
  /// Both sides have the type.
  case compare(ComparisonOperator, DataType)
  case builtin(Builtin)
}

/// One pair of brackets.
public struct BoundSubscript: Hashable, Sendable {
  public var lower: BoundExpression?
  /// Of an element, the subscript itself.
  public var upper: BoundExpression?
  public var isSlice: Bool

  public init(lower: BoundExpression?, upper: BoundExpression?, isSlice: Bool) {
    self.lower = lower
    self.upper = upper
    self.isSlice = isSlice
  }

  var bounds: [BoundExpression] { [lower, upper].compactMap { $0 } }

  func mapBounds<Failure: Error>(
    _ map: (BoundExpression) throws(Failure) -> BoundExpression
  ) throws(Failure) -> BoundSubscript {
    var result = self
    if let lower { result.lower = try map(lower) }
    if let upper { result.upper = try map(upper) }
    return result
  }
}

/// Where a column's value is found: which enclosing query, which of its sources, which column.
public struct ColumnPosition: Hashable, Sendable {
  /// 0 is the query the expression stands in, 1 the query around it, ….
  public var level: Int
  public var source: Int
  public var column: Int

  public init(level: Int, source: Int, column: Int) {
    self.level = level
    self.source = source
    self.column = column
  }
}

public struct BoundCaseBranch: Hashable, Sendable {
  public var condition: BoundExpression
  public var result: BoundExpression
  /// `CASE operand WHEN value`: the condition compares the operand, which is computed once for all
  /// branches.
  public var operand: BoundExpression?

  public init(
    condition: BoundExpression, result: BoundExpression, operand: BoundExpression? = nil
  ) {
    self.condition = condition
    self.result = result
    self.operand = operand
  }
}

public enum ComparisonOperator: String, Hashable, Sendable, CaseIterable {
  case equal = "="
  case notEqual = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// From an operator's symbol; `!=` is `<>`.
  public init?(symbol: String) {
    if symbol == "!=" { self = .notEqual } else { self.init(rawValue: symbol) }
  }

  /// What holds where it does not, of operands that are not NULL.
  public var negated: ComparisonOperator {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// Whether it holds of operands that compare as `order` (-1, 0, 1).
  @inlinable
  public func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}

public enum ArithmeticOperator: String, Hashable, Sendable, CaseIterable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case modulo = "%"
}
