/// A statement whose names and types are resolved.
public enum BoundStatement: Hashable, Sendable {
  case query(BoundQuery)
  case insert(BoundInsert)
  case update(BoundUpdate)
  case delete(BoundDelete)
  case truncate(RelationID)
}

/// The relation a statement changes.
public struct BoundTargetRelation: Hashable, Sendable {
  public var id: RelationID
  /// Columns whose old or new values are read, by WHERE, SET or RETURNING. Not empty means that
  /// SELECT rights are needed, and SELECT policies apply. RULES 10, 14, 40–42.
  public var readColumns: Set<Int>

  public init(_ id: RelationID, readColumns: Set<Int>) {
    self.id = id
    self.readColumns = readColumns
  }
}

public struct BoundInsert: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// Nil stands for DEFAULT. Expressions have the type of their column.
    case values([[BoundExpression?]])
    /// One output per column of `columns`, already converted.
    case query(BoundQuery)
  }

  public var target: BoundTargetRelation
  /// Positions of the columns assigned, in the order of the values.
  public var columns: [Int]
  public var source: Source
  /// Level 0 has one source: the new row.
  public var returning: [BoundTarget]
}

public struct BoundUpdate: Hashable, Sendable {
  public struct Assignment: Hashable, Sendable {
    public var column: Int
    /// Nil stands for DEFAULT.
    public var value: BoundExpression?
  }

  public var target: BoundTargetRelation
  public var assignments: [Assignment]
  /// Source 0 is the target; others come from FROM.
  public var sources: [BoundSource]
  /// Joins among the sources after the target.
  public var joins: [BoundJoin]
  public var condition: BoundExpression?
  public var returning: [BoundTarget]
}

public struct BoundDelete: Hashable, Sendable {
  public var target: BoundTargetRelation
  /// Source 0 is the target; others come from USING.
  public var sources: [BoundSource]
  public var joins: [BoundJoin]
  public var condition: BoundExpression?
  public var returning: [BoundTarget]
}
