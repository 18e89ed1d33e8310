import AccessModel
import RowSecurity
import SQLBinding

/// One mention of a relation in a decided statement, with the way to it.
struct SecuredMention {
  let id: RelationID
  let security: RelationSecurity
  /// Views on the way, the outermost first.
  var views: [Int] = []
  /// The policy whose subquery mentions it.
  var policy: (table: Int, policy: Int)?
  /// It stands in a subquery of an expression.
  var isInSubquery = false

  /// Every mention, policies' subqueries included, the statement's own first.
  static func all(in secured: SecuredStatement) -> [SecuredMention] {
    var collector = Collector()
    collector.statement(secured.statement, secured.target)
    if case .with(let tables, _) = secured.statement {
      for table in tables { collector.statement(table.statement, secured.commonTargets[table.id]) }
    }
    return collector.found
  }

  private struct Collector {
    var found: [SecuredMention] = []
    private var views: [Int] = []
    private var policy: (table: Int, policy: Int)?
    private var isInSubquery = false

    mutating func statement(_ statement: BoundStatement, _ target: SecuredTarget?) {
      switch statement {
      case .query(let query): self.query(query)
      case .insert(let insert):
        switch insert.source {
        case .query(let query): self.query(query)
        case .values(let rows): subqueries(in: rows.flatMap { $0.compactMap { $0 } })
        }
        subqueries(in: insert.returning.map(\.expression))
      case .update(let update):
        sources(Array(update.sources.dropFirst()))
        subqueries(in: update.joins.flatMap(\.conditions) + [update.condition].compactMap { $0 })
        subqueries(in: update.assignments.compactMap(\.value))
        subqueries(in: update.returning.map(\.expression))
      case .delete(let delete):
        sources(Array(delete.sources.dropFirst()))
        subqueries(in: delete.joins.flatMap(\.conditions) + [delete.condition].compactMap { $0 })
        subqueries(in: delete.returning.map(\.expression))
      case .merge(let merge):
        sources(Array(merge.sources.dropFirst()))
        subqueries(in: [merge.condition] + merge.expressions)
      case .with(_, let main): self.statement(main, target)
      case .truncate: break
      }
      guard let target, let table = statement.targetTable else { return }
      let filters =
        (target.filters ?? []) + target.checks + (target.conflict?.existing ?? [])
        + (target.conflict?.updated ?? []) + (target.merge?.updatable ?? [])
        + (target.merge?.deletable ?? []) + (target.merge?.updated ?? [])
        + (target.merge?.inserted ?? [])
      policies(filters, of: table)
    }

    private mutating func query(_ query: BoundQuery) {
      sources(query.sources)
      for table in query.commonTables { statement(table.statement, nil) }
      subqueries(in: query.expressions)
    }

    private mutating func sources(_ list: [BoundSource]) {
      for source in list {
        switch source.kind {
        case .query(let inner): query(inner)
        case .function, .commonTable, .system: break
        case .relation(let relation):
          guard let security = relation.security else { continue }
          found.append(
            SecuredMention(
              id: relation.id, security: security, views: views, policy: policy,
              isInSubquery: isInSubquery))
          if case .table(let table) = relation.id {
            policies(security.filters ?? [], of: table)
          } else if case .view(let view) = relation.id, let inner = security.viewQuery {
            views.append(view)
            query(inner)
            views.removeLast()
          }
        }
      }
    }

    private mutating func policies(_ filters: [SecurityFilter], of table: Int) {
      let outer = (policy, views, isInSubquery)
      for condition in filters.flatMap(\.conditions) {
        (policy, views) = ((table, condition.policy), [])
        subqueries(in: [condition.expression])
      }
      (policy, views, isInSubquery) = outer
    }

    private mutating func subqueries(in expressions: [BoundExpression]) {
      let outer = isInSubquery
      isInSubquery = true
      for expression in expressions {
        var inner: [BoundQuery] = []
        expression.forEach { if let query = $0.subquery { inner.append(query) } }
        for query in inner { self.query(query) }
      }
      isInSubquery = outer
    }
  }
}

extension BoundStatement {
  /// The table that it changes.
  var targetTable: Int? {
    guard case .table(let table)? = target?.id else { return nil }
    return table
  }

  /// The relation that it changes.
  var target: BoundTargetRelation? {
    switch self {
    case .insert(let insert): insert.target
    case .update(let update): update.target
    case .delete(let delete): delete.target
    case .merge(let merge): merge.target
    case .with(_, let main): main.target
    case .query, .truncate: nil
    }
  }
}
