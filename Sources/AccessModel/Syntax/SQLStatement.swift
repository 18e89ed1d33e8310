/// A statement that reads or changes rows.
public enum SQLStatement: Hashable, Codable, Sendable {
  case query(SQLQuery)
  case insert(SQLInsert)
  case update(SQLUpdate)
  case delete(SQLDelete)
  case truncate(SQLRelationName)
}

/// A relation named by a statement that changes it.
public struct SQLRelationName: Hashable, Codable, Sendable {
  /// Nil means the search path.
  public var schema: String?
  public var name: String
  public var alias: String?

  public init(schema: String? = nil, _ name: String, alias: String? = nil) {
    self.schema = schema
    self.name = name
    self.alias = alias
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
  public var source: Source
  public var returning: [SQLTarget]
  public var with: SQLWith?
  public var onConflict: SQLOnConflict?

  public init(
    into relation: SQLRelationName, columns: [String]?, _ source: Source,
    returning: [SQLTarget] = [], with: SQLWith? = nil, onConflict: SQLOnConflict? = nil
  ) {
    self.with = with
    self.onConflict = onConflict
    self.relation = relation
    self.columns = columns
    self.source = source
    self.returning = returning
  }
}

/// `UPDATE relation SET … FROM … WHERE … RETURNING …`.
public struct SQLUpdate: Hashable, Codable, Sendable {
  public struct Assignment: Hashable, Codable, Sendable {
    public var column: String
    /// Nil stands for DEFAULT.
    public var value: SQLExpression?

    public init(_ column: String, _ value: SQLExpression?) {
      self.column = column
      self.value = value
    }
  }

  public var relation: SQLRelationName
  public var assignments: [Assignment]
  public var from: [SQLFromItem]
  public var condition: SQLExpression?
  public var returning: [SQLTarget]
  public var with: SQLWith?

  public init(
    _ relation: SQLRelationName, set assignments: [Assignment], from: [SQLFromItem] = [],
    where condition: SQLExpression? = nil, returning: [SQLTarget] = [], with: SQLWith? = nil
  ) {
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
  public var returning: [SQLTarget]
  public var with: SQLWith?

  public init(
    from relation: SQLRelationName, using: [SQLFromItem] = [],
    where condition: SQLExpression? = nil, returning: [SQLTarget] = [], with: SQLWith? = nil
  ) {
    self.with = with
    self.relation = relation
    self.using = using
    self.condition = condition
    self.returning = returning
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
