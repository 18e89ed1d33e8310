/// `MERGE INTO relation USING source ON condition WHEN … RETURNING …`.
public struct SQLMerge: Hashable, Codable, Sendable {
  public enum Match: String, Hashable, Codable, Sendable {
    case matched = "MATCHED"
    /// Rows of the source without a row of the target.
    case notMatched = "NOT MATCHED"
    /// Rows of the target without a row of the source. PostgreSQL 17.
    case notMatchedBySource = "NOT MATCHED BY SOURCE"
  }

  public enum Action: Hashable, Codable, Sendable {
    case nothing
    case delete
    case update(set: [SQLUpdate.Assignment])
    case insert(Insertion)
  }

  public struct Insertion: Hashable, Codable, Sendable {
    /// Nil: all columns, in order.
    public var columns: [String]?
    /// Nil: DEFAULT VALUES. In it, nil stands for DEFAULT.
    public var values: [SQLExpression?]?
    public var overriding: SQLOverriding?

    public init(
      columns: [String]? = nil, values: [SQLExpression?]?, overriding: SQLOverriding? = nil
    ) {
      self.columns = columns
      self.values = values
      self.overriding = overriding
    }
  }

  /// `WHEN match AND condition THEN action`.
  public struct Branch: Hashable, Codable, Sendable {
    public var match: Match
    public var condition: SQLExpression?
    public var action: Action

    public init(_ match: Match, and condition: SQLExpression? = nil, _ action: Action) {
      self.match = match
      self.condition = condition
      self.action = action
    }
  }

  public var relation: SQLRelationName
  public var source: SQLFromItem
  public var condition: SQLExpression
  public var branches: [Branch]
  /// PostgreSQL 17.
  public var returning: [SQLTarget]
  public var with: SQLWith?
  public var returnedNames: SQLReturnedNames?

  public init(
    into relation: SQLRelationName, using source: SQLFromItem, on condition: SQLExpression,
    _ branches: [Branch], returning: [SQLTarget] = [], with: SQLWith? = nil,
    returnedNames: SQLReturnedNames? = nil
  ) {
    self.returnedNames = returnedNames
    self.relation = relation
    self.source = source
    self.condition = condition
    self.branches = branches
    self.returning = returning
    self.with = with
  }
}
