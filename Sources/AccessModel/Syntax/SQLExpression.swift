/// A scalar SQL expression as written: names not resolved, types not known.
///
/// The tree is what plans build, `SQLFrontend` reads, `SQLText` writes and `SQLBinding` resolves.
public indirect enum SQLExpression: Hashable, Codable, Sendable {
  /// `qualifier.name`; the qualifier is a table name or alias, nil if absent.
  case column(qualifier: String?, name: String)
  /// `schema.relation.name` in a statement; definitions keep the relation's alone.
  case schemaColumn(schema: String, relation: String, name: String)
  case literal(SQLLiteral)
  /// `$1` is 1.
  case parameter(number: Int)
  case call(SQLFunctionCall)
  /// `-a`.
  case unary(symbol: String, operand: SQLExpression)
  /// `a = b`, `a + b`, `a || b`, `a ->> b`: any binary operator but AND and OR.
  case binary(symbol: String, left: SQLExpression, right: SQLExpression)
  case and(operands: [SQLExpression])
  case or(operands: [SQLExpression])
  case not(operand: SQLExpression)
  /// `a IS NULL`, `a IS NOT TRUE`, ….
  case test(operand: SQLExpression, kind: SQLTest)
  /// `a IS [NOT] DISTINCT FROM b`.
  case distinct(left: SQLExpression, right: SQLExpression, negated: Bool)
  case inList(operand: SQLExpression, list: [SQLExpression], negated: Bool)
  case inQuery(operand: SQLExpression, query: SQLQuery, negated: Bool)
  case exists(query: SQLQuery)
  /// `(SELECT …)` used as a value.
  case scalarQuery(query: SQLQuery)
  case between(operand: SQLExpression, low: SQLExpression, high: SQLExpression, negated: Bool)
  /// `a [NOT] LIKE b`; `insensitive` for ILIKE.
  case like(operand: SQLExpression, pattern: SQLExpression, negated: Bool, insensitive: Bool)
  /// `CASE [operand] WHEN … THEN … ELSE … END`.
  case cases(operand: SQLExpression?, branches: [SQLCaseBranch], otherwise: SQLExpression?)
  case coalesce(operands: [SQLExpression])
  case nullIf(left: SQLExpression, right: SQLExpression)
  case cast(operand: SQLExpression, type: TypeName)
  /// `CURRENT_USER`, `SESSION_USER`, `CURRENT_TIMESTAMP`, …: functions without parentheses.
  case valueFunction(SQLValueFunction)
  /// `ARRAY[a, b]`.
  case array(elements: [SQLExpression])
  /// `ARRAY(SELECT …)`.
  case arrayQuery(query: SQLQuery)
  /// `left = ANY (array)`, or `ALL`.
  case quantified(symbol: String, left: SQLExpression, array: SQLExpression, isAll: Bool)
  /// `left < ANY (SELECT …)`, or `ALL`. `= ANY` of a query is `inQuery`.
  case quantifiedQuery(symbol: String, left: SQLExpression, query: SQLQuery, isAll: Bool)
  /// `ROW(a, b)`.
  case row(fields: [SQLExpression])
  /// `a[1]`, or with `isSlice` `a[lower:upper]`.
  case subscripted(
    operand: SQLExpression, lower: SQLExpression?, upper: SQLExpression?, isSlice: Bool)
  /// `(composite).name`.
  case field(operand: SQLExpression, name: String)
  /// `a COLLATE "name"`.
  case collated(operand: SQLExpression, collation: String)
  /// `GREATEST(a, b)` or `LEAST(a, b)`.
  case extremum(operands: [SQLExpression], isGreatest: Bool)
  /// `name => value` in a call.
  case namedArgument(name: String, value: SQLExpression)
  /// A relation's row as a value: `t` or `t.*` inside an expression.
  case wholeRow(qualifier: String)
  /// SQL text that nothing has parsed: decisions that need it are undecided.
  case unread(text: String)
}

/// A constant as written. Strings carry no type until they are bound.
public enum SQLLiteral: Hashable, Codable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  /// `1.50`, and integers too long for 64 bits; the digits as written.
  case decimal(String)
  case string(String)

  /// By bytes, as PostgreSQL compares texts: to Swift, canonically equivalent strings are equal.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.boolean(let x), .boolean(let y)): x == y
    case (.integer(let x), .integer(let y)): x == y
    case (.decimal(let x), .decimal(let y)), (.string(let x), .string(let y)):
      x.utf8.elementsEqual(y.utf8)
    default: false
    }
  }
}

/// `name(arguments)`, aggregate or not.
public struct SQLFunctionCall: Hashable, Codable, Sendable {
  /// Nil where the call names no schema.
  public var schema: String?
  public var name: String
  public var arguments: [SQLExpression]
  /// `count(*)`.
  public var isStar: Bool
  /// `count(DISTINCT a)`.
  public var isDistinct: Bool
  /// What a call seldom has; nil where it has none of it.
  public var clauses: Clauses?
  /// What a stored call means though its name has come to mean others too; nil: what is found.
  public var meaning: Meaning?

  public enum Meaning: Hashable, Codable, Sendable {
    /// One of PostgreSQL's own.
    case builtin
    /// By its name and the types of its arguments.
    case function(QualifiedName, [TypeName])
    /// What is found; `number`: among the calls that are looked at, `path`: the schemas that have
    /// functions of the name, where it was found in several.
    case open(number: Int = 0, path: [String]? = nil)
  }

  /// The clauses of aggregates and window functions.
  public struct Clauses: Hashable, Codable, Sendable {
    /// `array_agg(a ORDER BY b)`.
    public var orderBy: [SQLOrder]
    /// `FILTER (WHERE …)`.
    public var filter: SQLExpression?
    /// `OVER (…)`.
    public var window: SQLWindow?
    /// `WITHIN GROUP (ORDER BY …)`: `orderBy` stands there.
    public var isWithinGroup: Bool
    /// `VARIADIC` before the last argument.
    public var isVariadic: Bool
    /// `GROUPING (a, b)`, which is no function.
    @Omitted public var isGrouping: Bool

    public init(
      orderBy: [SQLOrder] = [], filter: SQLExpression? = nil, window: SQLWindow? = nil,
      isWithinGroup: Bool = false, isVariadic: Bool = false
    ) {
      self.orderBy = orderBy
      self.filter = filter
      self.window = window
      self.isWithinGroup = isWithinGroup
      self.isVariadic = isVariadic
    }
  }

  public init(
    schema: String? = nil, _ name: String, _ arguments: [SQLExpression] = [],
    isStar: Bool = false, isDistinct: Bool = false, clauses: Clauses? = nil
  ) {
    self.clauses = clauses
    self.schema = schema
    self.name = name
    self.arguments = arguments
    self.isStar = isStar
    self.isDistinct = isDistinct
  }
}

/// `WHEN condition THEN result`.
public struct SQLCaseBranch: Hashable, Codable, Sendable {
  public var condition: SQLExpression
  public var result: SQLExpression

  public init(when condition: SQLExpression, then result: SQLExpression) {
    self.condition = condition
    self.result = result
  }
}

/// The postfix tests, which are never NULL.
public enum SQLTest: String, Hashable, Codable, Sendable {
  case isNull = "IS NULL"
  case isNotNull = "IS NOT NULL"
  case isTrue = "IS TRUE"
  case isNotTrue = "IS NOT TRUE"
  case isFalse = "IS FALSE"
  case isNotFalse = "IS NOT FALSE"
  case isUnknown = "IS UNKNOWN"
  case isNotUnknown = "IS NOT UNKNOWN"
}

/// The functions SQL spells without parentheses.
public enum SQLValueFunction: String, Hashable, Codable, Sendable {
  case currentUser = "CURRENT_USER"
  case currentRole = "CURRENT_ROLE"
  case user = "USER"
  case sessionUser = "SESSION_USER"
  case currentTimestamp = "CURRENT_TIMESTAMP"
  case currentDate = "CURRENT_DATE"
  case currentTime = "CURRENT_TIME"
  case localTime = "LOCALTIME"
  case localTimestamp = "LOCALTIMESTAMP"
  case currentCatalog = "CURRENT_CATALOG"
  case currentSchema = "CURRENT_SCHEMA"
}
