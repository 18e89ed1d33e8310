import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// What is around a query, or around what it is merged into.
  struct QueryContext {
    /// It reads one relation, all told.
    var isAlone: Bool
    var isInFrom = false
    /// It is merged into a UNION ALL.
    var isPart = false
    /// The query around it can find nothing.
    var isInEmpty = false
    /// That is so by what it asks, whatever it reads.
    var isExcluded = false
    /// It is merged into what is joined for nothing.
    var isRemoved = false
    /// Conditions that the query around it adds to its own.
    var added = 0
    var actions = Actions.list([])
    /// An outer join, or an anti-join, may do without its rows: what it asks of none is asked there.
    var isOptional = false
    /// It, or what it is merged into, or what is merged into that, has outer joins.
    var hasOuterJoins = false
    /// What the query around it leaves out of it, seen as a whole.
    var leftOut: LeftOut?
    /// It, with what the query around it asks of it alone, where that decides what is left out.
    var asked: BoundQuery?
    /// What the queries around it ask of its rows alone, as conditions of its own.
    var askedAround: [BoundExpression] = []
    /// Of a UNION ALL whose parts are read in its place: what is asked for of them.
    var ofParts = Outputs.all
    /// Rows are changed or locked: what is read beside them, and stays a subquery, is read whole.
    ///
    /// Source: `preprocess_rowmarks()` in `src/backend/optimizer/plan/planner.c`.
    var readsWholeRows = false
    /// It may be missing beside rows that are there: what it asks of those alone is asked as they are
    /// joined.
    var isBesideRows = false
    /// NOT EXISTS asks it: what speaks of the rows outside, or of none, is asked as they are joined.
    var isAntiJoined = false
    /// Conditions of it that are asked of no row outside.
    var lost: [BoundExpression] = []

    /// Whether a row is there is asked of each source then.
    var isMerge: Bool { if case .outputs = actions { true } else { false } }
  }

  /// What comes after the expressions of a query and of all that is merged into it.
  struct Rest {
    var isEmpty = false
    /// EXECUTE on what is asked of rows that were found.
    var lateFunctions: [PrivilegeCheck] = []
    var tables = RangeTable<FilteredTable>()
    var subqueries = RangeTable<SeparateQuery>()
    /// What rows must meet, but for policies.
    var conditions: [BoundExpression] = []
    /// They, or the tables, are of several queries.
    var isMixed = false
  }

  struct FilteredTable {
    var relation: BoundRelation
    /// As which source it stands in its query.
    var number: Int
    var filters: [SecurityFilter]
    var role: String
    var isEmpty: Bool
    /// How many rows it shows is estimated, whatever it is joined with.
    var isEstimated: Bool
  }

  /// A subquery in FROM that is planned by itself.
  struct SeparateQuery {
    var query: BoundQuery
    var role: String
    var outputs: Outputs
    /// Of a view: what looks at it, where that is not in the range table around it.
    var checks: [PrivilegeCheck] = []
    var refusal: PrivilegeCheck?
    /// The query around it can find nothing.
    var isInEmpty: Bool
    /// It finds nothing itself, by what the query around it asks.
    var isAskedForNothing = false
    /// Conditions that the query around it adds to its own.
    var added = 0
    /// It, with those conditions, where it reads several relations.
    var asked: BoundQuery?
    /// It is not even planned, and all its tables are looked at.
    var isUnplanned = false
    /// Of several, the plan decides which table comes first.
    var isOneOfSeveral: Bool
    /// A side of a set operation other than UNION ALL: a node of the plan though it finds nothing.
    var isSide = false

    /// It is a UNION ALL, of which the parts that are merged into it stand beside the query's own.
    ///
    /// Source: `pull_up_simple_union_all()` in `prepjointree.c`.
    var isAppended: Bool {
      query.isMergedUnion && !isSide
    }
  }
}

extension PrivilegeCollector {
  /// What a query that may be missing beside rows asks of those alone, or what NOT EXISTS asks of them
  /// and of none: the join asks it, whether or not there is anything to join.
  ///
  /// Source: `distribute_qual_to_rels()` in `src/backend/optimizer/plan/initsplan.c`.
  func conditionsBesideRows(
    of condition: BoundExpression, _ context: QueryContext
  ) throws(EngineFailure) -> BoundExpression {
    guard context.isBesideRows || context.isAntiJoined, try !fold(condition).isNeverTrue else {
      return .and([])
    }
    return .and(
      condition.conjuncts.filter {
        let (isOfNone, isOutside) = ($0.sources(atLevel: 0).isEmpty, $0.mentions(level: 1))
        return context.isAntiJoined ? isOfNone || isOutside : isOfNone && isOutside
      })
  }
}
