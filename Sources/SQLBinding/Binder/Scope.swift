import AccessModel

/// The sources that names can refer to in one query, inside those of the queries around it.
///
/// Source: `ParseState` in `src/include/parser/parse_node.h`.
final class Scope {
  let parent: Scope?
  /// All sources of the query, seen by names or not: PostgreSQL's range table.
  var sources: [BoundSource] = []
  /// Columns referred to, by source, from this query and from those inside it.
  var used: [Set<Int>] = []
  /// Sources that an outer join fills up with NULLs where nothing matches.
  var nullable: Set<Int> = []
  /// Other entries of the range table, that only errors speak of: EXCLUDED in RETURNING.
  var outOfReach: [BoundSource] = []
  /// What names see now.
  var namespace: [NamespaceItem] = []
  /// The tables that a WITH of this query has defined so far.
  var commonTables: [CommonTable] = []
  /// Those it defines later, for the error that tells of them.
  var futureCommonTables: [String] = []
  /// Nil where aggregates are not allowed.
  var aggregates: [BoundAggregate]?
  /// Nil where window functions are not allowed.
  var windows: [BoundWindow]?
  /// Nil where functions that give several rows are not allowed.
  var setFunctions: [BoundSetFunction]?
  /// Where one was refused.
  var clauseWithoutSets: Clause?
  /// Where names stand now, as errors about aggregates call it.
  var clause = Clause.other
  /// Inside the argument of an aggregate, where another can't stand.
  var isInAggregate = false
  /// Among an aggregate's arguments, whose types say first whether there is such an aggregate.
  var isInAggregateArguments = false
  /// Inside the argument of a window function.
  var isInWindow = false
  /// Inside PARTITION BY and ORDER BY of a window.
  var isInWindowDefinition = false
  /// FROM refers to the query that is recursive by it.
  var isRecursive = false
  /// Where `merge_action()` is found: in the RETURNING of a MERGE.
  var mergeAction: BoundReturnedRows?
  /// Whether there is a row, for sources that may have none.
  var existence: [Int: BoundExpression] = [:]
  /// Its sources are OLD and NEW of a rule.
  var isOfRule = false
  /// Finds relations by name, to tell a hidden one from a missing one.
  let names: CatalogNames

  enum Clause: String {
    case conditions = "WHERE"
    case joins = "JOIN conditions"
    case grouping = "GROUP BY"
    case having = "HAVING"
    case ordering = "ORDER BY"
    case returning = "RETURNING"
    case assignments = "UPDATE"
    case mergeWhen = "MERGE WHEN conditions"
    case values = "VALUES"
    case limit = "LIMIT"
    case offset = "OFFSET"
    case filter = "FILTER"
    case fromFunction = "functions in FROM"
    case from = "FROM clause of their own query level"
    case call = "CALL arguments"
    case execute = "EXECUTE parameters"
    case policy = "policy expressions"
    case check = "check constraints"
    case defaults = "DEFAULT expressions"
    case generated = "column generation expressions"
    case triggerWhen = "trigger WHEN conditions"
    case transform = "transform expressions"
    case index = "index expressions"
    case indexCondition = "index predicates"
    case partitionKey = "partition key expressions"
    case other

    /// What can't hold a subquery, as the error about one calls it.
    ///
    /// Source: `transformSubLink()` in `src/backend/parser/parse_expr.c`.
    var withoutSubqueries: String? {
      switch self {
      case .check: "check constraint"
      case .defaults: "DEFAULT expression"
      case .generated: "column generation expression"
      case .triggerWhen: "trigger WHEN condition"
      case .transform: "transform expression"
      case .index: "index expression"
      case .indexCondition: "index predicate"
      case .partitionKey: "partition key expression"
      case .call: "CALL argument"
      case .execute: "EXECUTE parameter"
      default: nil
      }
    }
  }

  init(_ names: CatalogNames, inside parent: Scope?) {
    self.names = names
    self.parent = parent
  }

  /// Adds a source that names see; its name must be new among those.
  func add(_ source: BoundSource, hasAlias: Bool = false) throws(EngineFailure) {
    let item = item(for: source, hasAlias: hasAlias)
    try add(item)
  }

  /// Adds one whose name another may have too, which makes it ambiguous.
  ///
  /// Source: `addNSItemToQuery()` in `src/backend/parser/parse_relation.c`.
  func addUnchecked(_ source: BoundSource) { namespace.append(item(for: source, hasAlias: false)) }

  private func item(for source: BoundSource, hasAlias: Bool) -> NamespaceItem {
    let number = addUnnamed(source)
    var item = NamespaceItem(
      name: source.alias, source: number,
      columns: source.columnNames.enumerated().map {
        NamespaceColumn(name: $0.element, meaning: .column(source: number, column: $0.offset))
      })
    item.hasAlias = hasAlias
    return item
  }

  /// Adds a source that no name leads to; its number.
  func addUnnamed(_ source: BoundSource) -> Int {
    sources.append(source)
    used.append([])
    return sources.count - 1
  }

  func add(_ item: NamespaceItem) throws(EngineFailure) {
    let isTaken = namespace.contains {
      $0.isNamed && item.isNamed && $0.name == item.name && !areDistinctRelations($0, item)
    }
    if isTaken {
      throw .postgres(
        PostgresError(
          .duplicateAlias, "table name \"\(item.name)\" specified more than once"))
    }
    namespace.append(item)
  }

  /// Tables of one name in different schemas, neither with an alias, may stand side by side.
  private func areDistinctRelations(_ a: NamespaceItem, _ b: NamespaceItem) -> Bool {
    guard let first = a.relation(in: self), let second = b.relation(in: self) else { return false }
    return first != second && names.name(of: first).name == a.name
      && names.name(of: second).name == b.name
  }

  /// The sources, with the columns read now known.
  func finishedSources() -> [BoundSource] {
    var result = sources
    for index in result.indices {
      guard case .relation(var relation) = result[index].kind else { continue }
      relation.readColumns = used[index]
      result[index].kind = .relation(relation)
    }
    return result
  }

  /// Marks every column under an expression of this query as read.
  func markUsed(_ expression: BoundExpression) {
    expression.forEach {
      guard case .column(let position, _) = $0, position.level == 0 else { return }
      used[position.source].insert(position.column)
    }
  }
}

/// A name that FROM gives, and the columns behind it.
///
/// Source: `ParseNamespaceItem` in `src/include/parser/parse_node.h`.
struct NamespaceItem {
  var name: String
  /// Nil for joins.
  var source: Int?
  var columns: [NamespaceColumn]
  /// An alias is written, even if it is the relation's name: no schema can stand before it.
  var hasAlias = false
  /// `name.column` finds it.
  var isNamed = true
  /// `column` finds it; false for what a join has taken up.
  var showsColumns = true
  /// False inside the other side of a RIGHT or FULL join, and for a target inside of FROM.
  var isReferable = true
  /// What the statement changes.
  var isTarget = false
  /// False for EXCLUDED, which is no stored row.
  var hasSystemColumns = true
  /// A function that gives values, not rows: its name means the value. Source: `makeWholeRowVar()`.
  var isScalar = false

  func relation(in scope: Scope) -> RelationID? {
    guard let source, case .relation(let relation) = scope.sources[source].kind else { return nil }
    return relation.id
  }
}

struct NamespaceColumn {
  enum Meaning {
    case column(source: Int, column: Int)
    /// A column that USING has merged out of several.
    case merged(BoundExpression)
  }

  var name: String
  var meaning: Meaning
}

/// A table that WITH defines, as names see it.
final class CommonTable {
  let id: Int
  let name: String
  var columnNames: [String] = []
  var columnTypes: [DataType?] = []
  /// False for a statement without RETURNING.
  var hasRows = true
  /// Sources that refer to it, itself aside.
  var references = 0
  /// Its recursive part is being bound.
  var isOpen = false
  /// Its recursive part refers to it.
  var isRecursive = false

  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}
