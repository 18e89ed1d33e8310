/// A SELECT or VALUES with its ordering and limits.
public struct SQLQuery: Hashable, Codable, Sendable {
  public indirect enum Body: Hashable, Codable, Sendable {
    case select(SQLSelect)
    case values(rows: [[SQLExpression]])
    /// SQL text that nothing has parsed: decisions that need it are undecided.
    case unread(text: String)
  }

  public var body: Body
  public var orderBy: [SQLOrder]
  public var limit: SQLExpression?
  public var offset: SQLExpression?

  public init(
    _ body: Body, orderBy: [SQLOrder] = [], limit: SQLExpression? = nil,
    offset: SQLExpression? = nil
  ) {
    self.body = body
    self.orderBy = orderBy
    self.limit = limit
    self.offset = offset
  }

  public init(_ select: SQLSelect) { self.init(.select(select)) }
}

/// `SELECT targets FROM … WHERE … GROUP BY … HAVING …`.
public struct SQLSelect: Hashable, Codable, Sendable {
  public var isDistinct: Bool
  public var targets: [SQLTarget]
  /// Comma-separated items.
  public var from: [SQLFromItem]
  public var condition: SQLExpression?
  public var groupBy: [SQLExpression]
  public var having: SQLExpression?

  public init(
    _ targets: [SQLTarget], from: [SQLFromItem] = [], where condition: SQLExpression? = nil,
    groupBy: [SQLExpression] = [], having: SQLExpression? = nil, isDistinct: Bool = false
  ) {
    self.targets = targets
    self.from = from
    self.condition = condition
    self.groupBy = groupBy
    self.having = having
    self.isDistinct = isDistinct
  }
}

/// One item of a select list or RETURNING list.
public enum SQLTarget: Hashable, Codable, Sendable {
  /// `expression [AS name]`.
  case expression(SQLExpression, name: String?)
  /// `*` or `qualifier.*`.
  case star(qualifier: String?)
}

/// One item of FROM.
public indirect enum SQLFromItem: Hashable, Codable, Sendable {
  /// A table or view; `schema` nil means the search path.
  case relation(schema: String?, name: String, alias: String?)
  case subquery(SQLQuery, alias: String)
  case join(kind: SQLJoinKind, left: SQLFromItem, right: SQLFromItem, condition: SQLExpression?)
}

public enum SQLJoinKind: String, Hashable, Codable, Sendable {
  case inner = "JOIN"
  case left = "LEFT JOIN"
  case right = "RIGHT JOIN"
  case full = "FULL JOIN"
  case cross = "CROSS JOIN"
}

public struct SQLOrder: Hashable, Codable, Sendable {
  public var expression: SQLExpression
  public var isDescending: Bool
  /// Nil: PostgreSQL's default, NULLs as larger than anything.
  public var nullsFirst: Bool?

  public init(_ expression: SQLExpression, isDescending: Bool = false, nullsFirst: Bool? = nil) {
    self.expression = expression
    self.isDescending = isDescending
    self.nullsFirst = nullsFirst
  }
}
