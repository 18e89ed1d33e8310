/// A SELECT or VALUES with its ordering and limits.
public struct SQLQuery: Hashable, Codable, Sendable {
  public indirect enum Body: Hashable, Codable, Sendable {
    case select(SQLSelect)
    case values(rows: [[SQLExpression]])
    /// `left UNION right` and its kin.
    case setOperation(SQLSetOperation)
    /// SQL text that nothing has parsed: decisions that need it are undecided.
    case unread(text: String)
  }

  public var body: Body
  public var orderBy: [SQLOrder]
  public var limit: SQLExpression?
  public var offset: SQLExpression?
  /// `FETCH FIRST … WITH TIES`; nil for a plain limit.
  public var withTies: Bool?
  /// `FOR UPDATE` and its kin, in the order of writing; nil without.
  public var locks: [SQLRowLock]?
  /// `WITH …` before the query.
  public var with: SQLWith?

  public init(
    _ body: Body, orderBy: [SQLOrder] = [], limit: SQLExpression? = nil,
    offset: SQLExpression? = nil, withTies: Bool? = nil, locks: [SQLRowLock]? = nil,
    with: SQLWith? = nil
  ) {
    self.with = with
    self.withTies = withTies
    self.locks = locks
    self.body = body
    self.orderBy = orderBy
    self.limit = limit
    self.offset = offset
  }

  public init(_ select: SQLSelect) { self.init(.select(select)) }
}

/// `FOR strength [OF sources] [NOWAIT | SKIP LOCKED]`.
public struct SQLRowLock: Hashable, Codable, Sendable {
  public enum Strength: String, Hashable, Codable, Sendable {
    case update = "FOR UPDATE"
    case noKeyUpdate = "FOR NO KEY UPDATE"
    case share = "FOR SHARE"
    case keyShare = "FOR KEY SHARE"
  }

  /// What to do about rows that another transaction holds.
  public enum Waiting: String, Hashable, Codable, Sendable {
    case block = ""
    case error = "NOWAIT"
    case skip = "SKIP LOCKED"
  }

  public var strength: Strength
  /// Names of items of FROM; empty: all.
  public var sources: [String]
  public var waiting: Waiting

  public init(_ strength: Strength, of sources: [String] = [], _ waiting: Waiting = .block) {
    self.strength = strength
    self.sources = sources
    self.waiting = waiting
  }
}

/// `SELECT targets FROM … WHERE … GROUP BY … HAVING …`.
public struct SQLSelect: Hashable, Codable, Sendable {
  public var isDistinct: Bool
  /// `DISTINCT ON (…)`; nil without.
  public var distinctOn: [SQLExpression]?
  public var targets: [SQLTarget]
  /// Comma-separated items.
  public var from: [SQLFromItem]
  public var condition: SQLExpression?
  public var groupBy: [SQLExpression]
  /// `GROUPING SETS`, `ROLLUP` and `CUBE`, beside the plain keys; nil without.
  public var groupingSets: [SQLGroupingSets]?
  public var having: SQLExpression?

  public init(
    _ targets: [SQLTarget], from: [SQLFromItem] = [], where condition: SQLExpression? = nil,
    groupBy: [SQLExpression] = [], groupingSets: [SQLGroupingSets]? = nil,
    having: SQLExpression? = nil, isDistinct: Bool = false, distinctOn: [SQLExpression]? = nil
  ) {
    self.groupingSets = groupingSets
    self.distinctOn = distinctOn
    self.targets = targets
    self.from = from
    self.condition = condition
    self.groupBy = groupBy
    self.having = having
    self.isDistinct = isDistinct
  }
}

/// One `ROLLUP (…)`, `CUBE (…)` or `GROUPING SETS (…)`.
public struct SQLGroupingSets: Hashable, Codable, Sendable {
  public enum Kind: String, Hashable, Codable, Sendable {
    case rollup = "ROLLUP"
    case cube = "CUBE"
    case sets = "GROUPING SETS"
  }

  /// An item: a key, several keys in parentheses, or within `GROUPING SETS` another list.
  public indirect enum Item: Hashable, Codable, Sendable {
    case keys([SQLExpression])
    case nested(SQLGroupingSets)
  }

  public var kind: Kind
  public var items: [Item]

  public init(_ kind: Kind, _ items: [Item]) {
    self.kind = kind
    self.items = items
  }
}

/// One item of a select list or RETURNING list.
public enum SQLTarget: Hashable, Codable, Sendable {
  /// `expression [AS name]`.
  case expression(SQLExpression, name: String?)
  /// `*`, `qualifier.*` or, in a statement, `schema.qualifier.*`.
  case star(qualifier: String?, schema: String? = nil)
}

/// One item of FROM.
public indirect enum SQLFromItem: Hashable, Codable, Sendable {
  /// A table or view; `schema` nil means the search path.
  case relation(schema: String?, name: String, alias: String?)
  /// `ONLY name`: without the tables that inherit from it.
  case only(SQLRelationName)
  case subquery(SQLQuery, alias: String)
  case join(kind: SQLJoinKind, left: SQLFromItem, right: SQLFromItem, condition: SQLExpression?)
  /// `left JOIN right USING (columns)`.
  case joinUsing(kind: SQLJoinKind, left: SQLFromItem, right: SQLFromItem, columns: [String])
  /// `left NATURAL JOIN right`.
  case joinNatural(kind: SQLJoinKind, left: SQLFromItem, right: SQLFromItem)
  /// `(join) AS alias`, which hides the names inside.
  case joinAlias(SQLFromItem, alias: String)
  /// `LATERAL (SELECT …) AS alias`.
  case lateral(SQLQuery, alias: String)
  case function(SQLFromFunction)
  /// `item AS alias (columns)`: the item's columns under other names.
  case renamed(SQLFromItem, columns: [String])
}

/// A function call in FROM, which may refer to items before it.
public struct SQLFromFunction: Hashable, Codable, Sendable {
  public var call: SQLExpression
  public var alias: String?
  public var withOrdinality: Bool
  /// `AS alias (name type, …)`, for a function that returns a record; nil without.
  public var definitions: [SQLColumnDefinition]?

  public init(
    _ call: SQLExpression, alias: String?, withOrdinality: Bool = false,
    definitions: [SQLColumnDefinition]? = nil
  ) {
    self.call = call
    self.alias = alias
    self.withOrdinality = withOrdinality
    self.definitions = definitions
  }
}

/// `name type` in a column definition list.
public struct SQLColumnDefinition: Hashable, Codable, Sendable {
  public var name: String
  public var type: TypeName

  public init(_ name: String, _ type: TypeName) {
    self.name = name
    self.type = type
  }
}

/// `left UNION [ALL] right`.
public struct SQLSetOperation: Hashable, Codable, Sendable {
  public enum Kind: String, Hashable, Codable, Sendable {
    case union = "UNION"
    case intersect = "INTERSECT"
    case except = "EXCEPT"
  }

  public var kind: Kind
  public var isAll: Bool
  public var left: SQLQuery
  public var right: SQLQuery

  public init(_ kind: Kind, isAll: Bool, _ left: SQLQuery, _ right: SQLQuery) {
    self.kind = kind
    self.isAll = isAll
    self.left = left
    self.right = right
  }
}

/// `WITH [RECURSIVE] name AS (…), …`.
public struct SQLWith: Hashable, Codable, Sendable {
  public var isRecursive: Bool
  public var tables: [SQLCommonTable]

  public init(_ tables: [SQLCommonTable], isRecursive: Bool = false) {
    self.isRecursive = isRecursive
    self.tables = tables
  }
}

/// One query of a WITH.
public struct SQLCommonTable: Hashable, Codable, Sendable {
  public var name: String
  /// Empty: as the statement names them.
  public var columns: [String]
  public var statement: SQLStatement
  /// `AS [NOT] MATERIALIZED`; nil where neither is said.
  public var isMaterialized: Bool?

  public init(
    _ name: String, columns: [String] = [], _ statement: SQLStatement,
    isMaterialized: Bool? = nil
  ) {
    self.name = name
    self.columns = columns
    self.statement = statement
    self.isMaterialized = isMaterialized
  }
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
