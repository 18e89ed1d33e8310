public import AccessModel

/// A query whose sources are numbered and whose columns are positions.
public struct BoundQuery: Hashable, Sendable {
  /// WITH: what `sources` here and further in may refer to by `BoundSource.Kind.commonTable`.
  public var commonTables: [BoundCommonTable] = []
  /// What `SELECT` reads from, in the order of writing: PostgreSQL's range table. Of a set operation,
  /// its queries.
  public var sources: [BoundSource]
  /// How the sources are joined; comma-separated items are several.
  public var joins: [BoundJoin]
  public var condition: BoundExpression?
  public var grouping: BoundGrouping?
  /// Window functions, computed over the rows or groups; `BoundExpression.window` is the value.
  public var windows: [BoundWindow] = []
  /// Functions in the select list that give several rows; `BoundExpression.setResult` is the value.
  public var setFunctions: [BoundSetFunction] = []
  public var targets: [BoundTarget]
  public var isDistinct: Bool
  /// `DISTINCT ON`; nil without.
  public var distinctOn: [BoundExpression]?
  public var orderBy: [BoundOrder]
  public var limit: BoundExpression?
  public var offset: BoundExpression?
  /// The rows equal to the last one by ORDER BY go beyond the limit.
  public var withTies = false
  /// Rows of a VALUES list; then there are no sources, and `targets` only name the columns.
  public var values: [[BoundExpression]]?
  /// UNION and its kin over `sources`; `targets` then are columns of source 0.
  public var setOperation: BoundSetOperation?
  /// Sources whose rows are locked: RULES 15, 39, 58.
  public var lockedSources: Set<Int> = []
  /// Rows are changed or locked, of it or of what it is merged into.
  public var readsWholeRows = false
  /// Of an EXISTS that is joined: how many of the joined conditions behind it stood inside of it.
  public var takenApart = 0

  public init(
    sources: [BoundSource] = [], joins: [BoundJoin] = [], condition: BoundExpression? = nil,
    grouping: BoundGrouping? = nil, targets: [BoundTarget], isDistinct: Bool = false,
    orderBy: [BoundOrder] = [], limit: BoundExpression? = nil, offset: BoundExpression? = nil,
    values: [[BoundExpression]]? = nil
  ) {
    self.sources = sources
    self.joins = joins
    self.condition = condition
    self.grouping = grouping
    self.targets = targets
    self.isDistinct = isDistinct
    self.orderBy = orderBy
    self.limit = limit
    self.offset = offset
    self.values = values
  }
}

/// One query of a WITH.
public struct BoundCommonTable: Hashable, Sendable {
  /// Unique among those in scope anywhere.
  public var id: Int
  public var name: String
  public var columnNames: [String]
  public var columnTypes: [DataType?]
  public var statement: BoundStatement
  /// `AS [NOT] MATERIALIZED`; nil where neither is said.
  public var isMaterialized: Bool?
  /// The query is `non-recursive UNION [ALL] recursive`, and the second refers to this one.
  public var isRecursive: Bool
  /// How many sources refer to it, itself aside.
  public var references: Int
}

/// A tree of UNION, INTERSECT and EXCEPT over source numbers.
public indirect enum BoundSetOperation: Hashable, Sendable {
  case source(Int)
  case operation(SQLSetOperation.Kind, isAll: Bool, BoundSetOperation, BoundSetOperation)
  /// Rows with their columns converted.
  case converted(BoundSetOperation, from: [DataType], to: [DataType])
}

/// One output column.
public struct BoundTarget: Hashable, Sendable {
  public var name: String
  public var expression: BoundExpression

  public init(_ name: String, _ expression: BoundExpression) {
    self.name = name
    self.expression = expression
  }
}

public struct BoundOrder: Hashable, Sendable {
  public var expression: BoundExpression
  public var isDescending: Bool
  public var nullsFirst: Bool

  public init(_ expression: BoundExpression, isDescending: Bool, nullsFirst: Bool) {
    self.expression = expression
    self.isDescending = isDescending
    self.nullsFirst = nullsFirst
  }
}

/// GROUP BY keys and the aggregates computed over each group; keys may be none.
public struct BoundGrouping: Hashable, Sendable {
  public var keys: [BoundExpression]
  /// Positions of the keys of each of several groupings, as ROLLUP makes them; nil: all keys.
  public var sets: [[Int]]?
  /// Positions of the query's set-returning functions that keys are made of: they give their rows
  /// before these are grouped.
  public var setFunctions: Set<Int> = []
  public var aggregates: [BoundAggregate]
  public var having: BoundExpression?

  public init(
    keys: [BoundExpression], aggregates: [BoundAggregate], having: BoundExpression? = nil
  ) {
    self.keys = keys
    self.aggregates = aggregates
    self.having = having
  }
}

public struct BoundAggregate: Hashable, Sendable {
  /// `count()` for `count(*)`.
  public var function: Builtin
  public var arguments: [BoundExpression]
  public var isDistinct: Bool
  /// ORDER BY among the arguments.
  public var orderBy: [BoundOrder]
  /// FILTER (WHERE …).
  public var filter: BoundExpression?
  /// Before WITHIN GROUP: computed once for a group.
  public var direct: [BoundExpression] = []

  public var type: DataType { function.result }

  public init(
    _ function: Builtin, _ arguments: [BoundExpression], isDistinct: Bool = false,
    orderBy: [BoundOrder] = [], filter: BoundExpression? = nil
  ) {
    self.function = function
    self.arguments = arguments
    self.isDistinct = isDistinct
    self.orderBy = orderBy
    self.filter = filter
  }

  /// Everything in it that is computed.
  public var expressions: [BoundExpression] {
    direct + arguments + orderBy.map(\.expression) + [filter].compactMap { $0 }
  }

  /// The same with each expression replaced.
  public func mapExpressions<Failure: Error>(
    _ map: (BoundExpression) throws(Failure) -> BoundExpression
  ) throws(Failure) -> BoundAggregate {
    var result = self
    for index in arguments.indices { result.arguments[index] = try map(arguments[index]) }
    for index in orderBy.indices {
      result.orderBy[index].expression = try map(orderBy[index].expression)
    }
    if let filter { result.filter = try map(filter) }
    for index in direct.indices { result.direct[index] = try map(direct[index]) }
    return result
  }
}

/// A table, view or subquery in FROM.
public struct BoundSource: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case relation(BoundRelation)
    case query(BoundQuery)
    case function(BoundTableFunction)
    /// A relation of PostgreSQL's own.
    case system(SystemRelation)
    /// A table of a WITH, by its id; it may be that of a query around this one.
    case commonTable(id: Int)
  }

  public var alias: String
  public var kind: Kind
  /// Expressions in it may refer to sources before it in the same FROM, at level 1.
  public var isLateral = false
  public var columnNames: [String]
  /// Nil for types that are not modelled: reading such a column is undecided.
  public var columnTypes: [DataType?]

  public init(alias: String, kind: Kind, columnNames: [String], columnTypes: [DataType?]) {
    self.alias = alias
    self.kind = kind
    self.columnNames = columnNames
    self.columnTypes = columnTypes
  }

  /// What a subquery is, or a view reads; nil: it is neither, or `RowSecurity` has not decided yet.
  public var innerQuery: BoundQuery? {
    switch kind {
    case .query(let query): query
    case .relation(let relation): relation.security?.viewQuery
    case .function, .commonTable, .system: nil
    }
  }
}

/// One mention of a table or view: what is read of it, and what row security made of that.
public struct BoundRelation: Hashable, Sendable {
  public var id: RelationID
  /// Positions of the columns read anywhere in the statement, subqueries included.
  public var readColumns: Set<Int>
  /// `ONLY`: rows of the tables that inherit from it are left out. RULES 81.
  public var isOnly = false
  /// `FOR UPDATE` and its kin: needs UPDATE too, and UPDATE policies apply. RULES 15, 39.
  public var lock: SQLRowLock.Strength?
  /// Whose privileges count, where it is not whoever the text around it runs as: what a rule says is
  /// checked as the owner of the rule's relation. RULES 60.
  public var checkedAs: String?
  /// Its privileges are those of the statement that a rule has taken over.
  public var isUnchecked = false
  /// Nil until `RowSecurity` has decided.
  public var security: RelationSecurity?

  public var isLocked: Bool { lock != nil }

  public init(_ id: RelationID, readColumns: Set<Int> = []) {
    self.id = id
    self.readColumns = readColumns
  }
}

/// A position in `BoundCatalog.tables` or `.views`, or in `Catalog.sequences`.
public enum RelationID: Hashable, Sendable {
  case table(Int)
  case view(Int)
  case sequence(Int)

  /// Sequences have no type of their rows, and nothing can change them.
  public var isSequence: Bool { if case .sequence = self { true } else { false } }
}

/// The tree of joins over source numbers.
public indirect enum BoundJoin: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case inner, left, right, full }

  case source(Int)
  case join(Kind, BoundJoin, BoundJoin, condition: BoundExpression?)

  /// Sources whose rows all results come from: not those that outer joins may leave out.
  public var innerSources: [Int] {
    switch self {
    case .source(let index): [index]
    case .join(.inner, let left, let right, _): left.innerSources + right.innerSources
    case .join(.left, let left, _, _): left.innerSources
    case .join(.right, _, let right, _): right.innerSources
    case .join(.full, _, _, _): []
    }
  }

  /// What ON asks of all results: not what outer joins look for.
  public var innerConditions: [BoundExpression] {
    switch self {
    case .source, .join(.full, _, _, _): []
    case .join(.inner, let left, let right, let condition):
      left.innerConditions + right.innerConditions + [condition].compactMap { $0 }
    case .join(.left, let left, _, _): left.innerConditions
    case .join(.right, _, let right, _): right.innerConditions
    }
  }

  /// The side of an outer join that may be missing; nil: none, or either.
  public var optional: BoundJoin? {
    switch self {
    case .source, .join(.inner, _, _, _), .join(.full, _, _, _): nil
    case .join(.left, _, let right, _): right
    case .join(.right, let left, _, _): left
    }
  }

  /// What ON of outer joins asks where a source is on the side that may be missing.
  public func conditions(onOptional number: Int) -> [BoundExpression] {
    guard case .join(_, let left, let right, let condition) = self else { return [] }
    let below = left.conditions(onOptional: number) + right.conditions(onOptional: number)
    guard let optional, optional.innerSources.contains(number) else { return below }
    return below + optional.innerConditions + [condition].compactMap { $0 }
  }

  /// It joins nothing.
  public var isSource: Bool { if case .source = self { true } else { false } }

  /// Whether no side of it may be missing.
  public var isInner: Bool {
    switch self {
    case .source: true
    case .join(.inner, let left, let right, _): left.isInner && right.isInner
    case .join: false
    }
  }
}
