public import AccessModel

/// A statement whose names and types are resolved.
public indirect enum BoundStatement: Hashable, Sendable {
  /// `WITH …` before a statement that changes rows, or one that holds such a statement.
  case with([BoundCommonTable], BoundStatement)
  case query(BoundQuery)
  case insert(BoundInsert)
  case update(BoundUpdate)
  case delete(BoundDelete)
  case merge(BoundMerge)
  case truncate(BoundTruncate)
}

public struct BoundTruncate: Hashable, Sendable {
  public var relations: [RelationID]
  /// What is wrong with the name after those: each is looked up once those before may be emptied.
  public var failure: PostgresError?
  /// Those with `ONLY`: tables that inherit from them are left alone.
  public var onlyRelations: Set<RelationID>
  public var restartsIdentity: Bool
  public var isCascading: Bool
}

/// The relation a statement changes.
public struct BoundTargetRelation: Hashable, Sendable {
  public var id: RelationID
  /// Columns whose old or new values are read, by WHERE, SET or RETURNING. Not empty means that
  /// SELECT rights are needed, and SELECT policies apply. RULES 10, 14, 40–42.
  public var readColumns: Set<Int>
  /// `ONLY`: rows of tables that inherit from it are left alone.
  public var isOnly: Bool
  /// As for `BoundRelation`.
  public var checkedAs: String?

  public init(_ id: RelationID, readColumns: Set<Int>, isOnly: Bool = false) {
    self.id = id
    self.readColumns = readColumns
    self.isOnly = isOnly
  }
}

/// A value for a column, in SET.
public struct BoundAssignment: Hashable, Sendable {
  public var column: Int
  /// Nil stands for DEFAULT.
  public var value: BoundExpression?

  public init(column: Int, value: BoundExpression?) {
    self.column = column
    self.value = value
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
  public var conflict: BoundConflict?
  public var overriding: SQLOverriding?
  /// COPY FROM, which no rule replaces.
  public var isCopy = false
  /// Level 0 has one source: the new row.
  public var returning: [BoundTarget]
  /// Nil where RETURNING has no use for them.
  public var returnedRows: BoundReturnedRows?
}

/// `ON CONFLICT`. Level 0 of its expressions has two sources: the row that is there, and EXCLUDED,
/// the row proposed.
public struct BoundConflict: Hashable, Sendable {
  public enum Arbiter: Hashable, Sendable {
    /// Any unique constraint.
    case any
    /// Those over just this.
    case inferred(Inference)
    /// These, by their position among the table's keys.
    case keys([Int])
    /// This, by its position among the table's exclusions.
    case exclusion(Int)
  }

  /// What an index must be over.
  public struct Inference: Hashable, Sendable {
    public var columns: Set<Int>
    public var expressions: [BoundExpression] = []
    /// WHERE, from which the condition of an index must follow.
    public var condition: BoundExpression?

    public init(columns: Set<Int>) { self.columns = columns }
  }

  public enum Action: Hashable, Sendable {
    case nothing
    case update([BoundAssignment], condition: BoundExpression?)
  }

  public var arbiter: Arbiter
  public var action: Action
  /// EXCLUDED is a mention of the target of its own, as for privileges. RULES 45.
  public var excludedColumns: Set<Int>
}

public struct BoundUpdate: Hashable, Sendable {
  public var target: BoundTargetRelation
  public var assignments: [BoundAssignment]
  /// Source 0 is the target; others come from FROM.
  public var sources: [BoundSource]
  /// Joins among the sources after the target.
  public var joins: [BoundJoin]
  public var condition: BoundExpression?
  /// WHERE CURRENT OF.
  public var cursor: String?
  public var returning: [BoundTarget]
  /// Nil where RETURNING has no use for them.
  public var returnedRows: BoundReturnedRows?
}

public struct BoundDelete: Hashable, Sendable {
  public var target: BoundTargetRelation
  /// Source 0 is the target; others come from USING.
  public var sources: [BoundSource]
  public var joins: [BoundJoin]
  public var condition: BoundExpression?
  /// WHERE CURRENT OF.
  public var cursor: String?
  public var returning: [BoundTarget]
  /// Nil where RETURNING has no use for them.
  public var returnedRows: BoundReturnedRows?
}

/// MERGE.
public struct BoundMerge: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case nothing
    case delete
    case update([BoundAssignment])
    /// Positions of columns, and their values; nil stands for DEFAULT.
    case insert(columns: [Int], values: [BoundExpression?], SQLOverriding?)
  }

  public struct Branch: Hashable, Sendable {
    public var match: SQLMerge.Match
    public var condition: BoundExpression?
    public var action: Action
  }

  public var target: BoundTargetRelation
  /// Source 0 is the target; others come from USING.
  public var sources: [BoundSource]
  /// Joins among the sources after the target.
  public var joins: [BoundJoin]
  /// ON.
  public var condition: BoundExpression
  /// What a view shows of the target: other rows are not even without a source.
  public var targetCondition: BoundExpression?
  public var branches: [Branch]
  public var returning: [BoundTarget]
  /// Nil where RETURNING has no use for them.
  public var returnedRows: BoundReturnedRows?
}

extension BoundMerge {
  /// What its branches compute.
  public var expressions: [BoundExpression] {
    branches.flatMap { branch in
      let values: [BoundExpression?] =
        switch branch.action {
        case .nothing, .delete: []
        case .update(let assignments): assignments.map(\.value)
        case .insert(_, let values, _): values
        }
      return [branch.condition].compactMap { $0 } + values.compactMap { $0 }
    }
  }
}
