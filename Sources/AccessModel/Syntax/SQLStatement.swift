/// A statement that reads or changes rows.
public enum SQLStatement: Hashable, Codable, Sendable {
  case query(SQLQuery)
  case insert(SQLInsert)
  case update(SQLUpdate)
  case delete(SQLDelete)
  case merge(SQLMerge)
  case truncate(SQLTruncate)
}

/// A relation named by a statement that changes it.
public struct SQLRelationName: Hashable, Codable, Sendable {
  /// Nil means the search path.
  public var schema: String?
  public var name: String
  public var alias: String?
  /// `ONLY`: without the tables that inherit from it.
  public var isOnly: Bool?

  public init(
    schema: String? = nil, _ name: String, alias: String? = nil, isOnly: Bool? = nil
  ) {
    self.schema = schema
    self.name = name
    self.alias = alias
    self.isOnly = isOnly
  }

  public init(_ name: QualifiedName) { self.init(schema: name.schema, name.name) }
}

/// `INSERT INTO relation (columns) source RETURNING …`.
public struct SQLInsert: Hashable, Codable, Sendable {
  public enum Source: Hashable, Codable, Sendable {
    /// Nil stands for DEFAULT.
    case values(rows: [[SQLExpression?]])
    case query(SQLQuery)
    case defaultValues
  }

  public var relation: SQLRelationName
  /// Nil: all columns, in order.
  public var columns: [String]?
  /// For each of `columns`, the way to the part of it that is assigned; empty: no parts.
  @Omitted public var parts: [[SQLPartStep]]
  public var source: Source
  public var returning: [SQLTarget]
  public var with: SQLWith?
  public var onConflict: SQLOnConflict?
  public var overriding: SQLOverriding?
  public var returnedNames: SQLReturnedNames?

  public init(
    into relation: SQLRelationName, columns: [String]?, _ source: Source,
    returning: [SQLTarget] = [], with: SQLWith? = nil, onConflict: SQLOnConflict? = nil,
    overriding: SQLOverriding? = nil, returnedNames: SQLReturnedNames? = nil
  ) {
    self.returnedNames = returnedNames
    self.overriding = overriding
    self.with = with
    self.onConflict = onConflict
    self.relation = relation
    self.columns = columns
    self.source = source
    self.returning = returning
  }
}

/// `OVERRIDING … VALUE`: whose value an identity column takes.
public enum SQLOverriding: String, Hashable, Codable, Sendable {
  case system = "SYSTEM"
  case user = "USER"
}

/// `UPDATE relation SET … FROM … WHERE … RETURNING …`.
public struct SQLUpdate: Hashable, Codable, Sendable {
  public struct Assignment: Hashable, Codable, Sendable {
    public var column: String
    /// Nil stands for DEFAULT, or for a column of `row`.
    public var value: SQLExpression?
    /// The column is one of several that take a query's row: `SET (a, b) = (SELECT …)`.
    public var row: Row?
    /// The way to the part of the column that is assigned; empty: all of it.
    @Omitted public var part: [SQLPartStep]

    /// A place in the row of a query. The columns that share the row follow one another.
    public struct Row: Hashable, Codable, Sendable {
      public var query: SQLQuery
      public var field: Int
      /// How many columns share the row.
      public var width: Int

      public init(_ query: SQLQuery, field: Int, of width: Int) {
        self.query = query
        self.field = field
        self.width = width
      }
    }

    public init(
      _ column: String, _ value: SQLExpression?, row: Row? = nil, part: [SQLPartStep] = []
    ) {
      self.part = part
      self.column = column
      self.value = value
      self.row = row
    }
  }

  public var relation: SQLRelationName
  public var assignments: [Assignment]
  public var from: [SQLFromItem]
  public var condition: SQLExpression?
  /// `WHERE CURRENT OF cursor`; then there is no condition.
  public var cursor: String?
  public var returning: [SQLTarget]
  public var with: SQLWith?
  public var returnedNames: SQLReturnedNames?

  public init(
    _ relation: SQLRelationName, set assignments: [Assignment], from: [SQLFromItem] = [],
    where condition: SQLExpression? = nil, returning: [SQLTarget] = [], with: SQLWith? = nil,
    returnedNames: SQLReturnedNames? = nil
  ) {
    self.returnedNames = returnedNames
    self.with = with
    self.relation = relation
    self.assignments = assignments
    self.from = from
    self.condition = condition
    self.returning = returning
  }
}

/// `DELETE FROM relation USING … WHERE … RETURNING …`.
public struct SQLDelete: Hashable, Codable, Sendable {
  public var relation: SQLRelationName
  public var using: [SQLFromItem]
  public var condition: SQLExpression?
  /// `WHERE CURRENT OF cursor`; then there is no condition.
  public var cursor: String?
  public var returning: [SQLTarget]
  public var with: SQLWith?
  public var returnedNames: SQLReturnedNames?

  public init(
    from relation: SQLRelationName, using: [SQLFromItem] = [],
    where condition: SQLExpression? = nil, returning: [SQLTarget] = [], with: SQLWith? = nil,
    returnedNames: SQLReturnedNames? = nil
  ) {
    self.returnedNames = returnedNames
    self.with = with
    self.relation = relation
    self.using = using
    self.condition = condition
    self.returning = returning
  }
}

/// `RETURNING WITH (OLD AS old, NEW AS new) …`: the names by which RETURNING finds a row as it was and
/// as it has become. Nil: `old` and `new`, unless something else is called so. PostgreSQL 18.
public struct SQLReturnedNames: Hashable, Codable, Sendable {
  public var old: String?
  public var new: String?

  public init(old: String? = nil, new: String? = nil) {
    self.old = old
    self.new = new
  }
}

/// `ON CONFLICT …` of an INSERT.
public struct SQLOnConflict: Hashable, Codable, Sendable {
  public enum Action: Hashable, Codable, Sendable {
    case nothing
    case update(set: [SQLUpdate.Assignment], condition: SQLExpression?)
  }

  /// The columns or expressions of the arbiter; empty where a constraint or nothing is named.
  public var arbiter: [SQLExpression]
  public var arbiterCondition: SQLExpression?
  /// `ON CONSTRAINT name`.
  public var constraint: String?
  public var action: Action

  public init(
    arbiter: [SQLExpression] = [], arbiterCondition: SQLExpression? = nil,
    constraint: String? = nil, _ action: Action
  ) {
    self.arbiter = arbiter
    self.arbiterCondition = arbiterCondition
    self.constraint = constraint
    self.action = action
  }
}

/// `TRUNCATE relation, … RESTART IDENTITY CASCADE`.
public struct SQLTruncate: Hashable, Codable, Sendable {
  public var relations: [SQLRelationName]
  public var restartsIdentity: Bool
  public var isCascading: Bool

  public init(
    _ relations: SQLRelationName..., restartsIdentity: Bool = false, isCascading: Bool = false
  ) {
    self.init(relations, restartsIdentity: restartsIdentity, isCascading: isCascading)
  }

  public init(
    _ relations: [SQLRelationName], restartsIdentity: Bool = false, isCascading: Bool = false
  ) {
    self.relations = relations
    self.restartsIdentity = restartsIdentity
    self.isCascading = isCascading
  }
}
