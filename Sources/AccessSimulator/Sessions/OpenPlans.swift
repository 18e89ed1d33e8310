import AccessModel
import RowSecurity
import SQLBinding

/// A plan that runs, or whose rows are fetched one after the other. RULES 26.
final class OpenPlan {
  private let secured: SecuredStatement
  private let catalog: BoundCatalog
  private let inheritance: Inheritance

  init(_ secured: SecuredStatement, _ database: Database) {
    (self.secured, catalog, inheritance) = (secured, database.catalog, database.inheritance)
  }

  /// The tables that it has opened.
  lazy var tables: Set<QualifiedName> = names(of: opened.tables)

  /// Tables that it has opened unless its conditions exclude them.
  lazy var possible: Set<QualifiedName> = names(of: opened.possible)

  private lazy var opened: OpenedTables = {
    var result = OpenedTables(catalog: catalog.catalog, inheritance: inheritance)
    result.add(secured.statement)
    return result
  }()

  private func names(of tables: Set<Int>) -> Set<QualifiedName> {
    Set(tables.map { catalog.catalog.tables[$0].name })
  }
}

/// The plans of a session that are open: nobody in it redefines, empties or drops what they read.
///
/// Source: `CheckTableNotInUse()` in `src/backend/commands/tablecmds.c`.
struct OpenPlans {
  private struct Fetched { weak var plan: OpenPlan? }

  private var running: [OpenPlan] = []
  /// Of cursors and loops, which let go of them.
  private var fetched: [Fetched] = []

  mutating func begin(_ plan: OpenPlan) { running.append(plan) }

  mutating func end() { running.removeLast() }

  mutating func open(_ plan: OpenPlan) {
    fetched.removeAll { $0.plan == nil }
    fetched.append(Fetched(plan: plan))
  }

  /// The tables in use.
  var tables: Set<QualifiedName> { all.reduce(into: []) { $0.formUnion($1.tables) } }

  /// Those that may be in use, as the planner chooses.
  var possible: Set<QualifiedName> { all.reduce(into: []) { $0.formUnion($1.possible) } }

  private var all: [OpenPlan] { running + fetched.compactMap(\.plan) }
}

/// The tables of a statement's plan: those of its relations, of their policies and of subqueries.
private struct OpenedTables {
  let catalog: Catalog
  let inheritance: Inheritance
  var tables: Set<Int> = []
  var possible: Set<Int> = []

  mutating func add(_ statement: BoundStatement) {
    switch statement {
    case .with(let tables, let main):
      for table in tables { add(table.statement) }
      add(main)
    case .query(let query): add(query)
    case .insert(let insert):
      add(insert.target, isChanged: false)
      switch insert.source {
      case .values(let rows): add(rows.flatMap { $0.compactMap { $0 } })
      case .query(let query): add(query)
      }
      add(insert.returning.map(\.expression))
    case .update(let update):
      add(update.target, isChanged: true)
      add(update.sources)
      add(update.assignments.compactMap(\.value) + update.returning.map(\.expression))
      add([update.condition].compactMap { $0 } + update.joins.flatMap(\.conditions))
    case .delete(let delete):
      add(delete.target, isChanged: true)
      add(delete.sources)
      add(delete.returning.map(\.expression))
      add([delete.condition].compactMap { $0 } + delete.joins.flatMap(\.conditions))
    case .merge(let merge):
      add(merge.target, isChanged: true)
      add(merge.sources)
      add(merge.expressions + merge.returning.map(\.expression) + [merge.condition])
      add(merge.joins.flatMap(\.conditions))
    // Of what it empties it is in nobody's way.
    case .truncate: break
    }
  }

  private mutating func add(_ query: BoundQuery) {
    add(query.sources)
    for table in query.commonTables { add(table.statement) }
    add(query.expressions)
  }

  private mutating func add(_ sources: [BoundSource]) {
    for source in sources {
      switch source.kind {
      case .relation(let relation):
        if case .table(let table) = relation.id { add(table, isOnly: relation.isOnly) }
        if let security = relation.security {
          for filter in security.filters ?? [] { add(filter.conditions.map(\.expression)) }
          if let inner = security.viewQuery { add(inner) }
        }
      case .query(let query): add(query)
      case .function(let function): add(function.call.arguments)
      case .commonTable, .system: break
      }
    }
  }

  private mutating func add(_ target: BoundTargetRelation, isChanged: Bool) {
    guard case .table(let table) = target.id else { return }
    add(table, isOnly: target.isOnly || !isChanged)
    // Where new rows go is found as they come.
    guard !isChanged else { return }
    possible.formUnion(inheritance.members(below: table).map(\.table))
  }

  private mutating func add(_ table: Int, isOnly: Bool) {
    tables.insert(table)
    guard !isOnly else { return }
    let below = inheritance.members(below: table).map(\.table)
    if catalog.tables[table].kind == .partitioned {
      possible.formUnion(below)
    } else {
      tables.formUnion(below)
    }
  }

  private mutating func add(_ expressions: [BoundExpression]) {
    var queries: [BoundQuery] = []
    for expression in expressions {
      expression.forEach { if let query = $0.subquery { queries.append(query) } }
    }
    for query in queries { add(query) }
  }
}

extension Session {
  /// Runs a plan, which is open meanwhile.
  func withOpen<Result>(
    _ secured: SecuredStatement, _ database: Database, _ body: () throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    variables.openPlans.begin(OpenPlan(secured, database))
    defer { variables.openPlans.end() }
    return try body()
  }
}

extension OpenPlans {
  /// Throws where a table is in use that `isConcerned`; undecided where one may be.
  func requireUnused(
    _ command: String, _ isConcerned: (QualifiedName) -> Bool
  ) throws(EngineFailure) {
    if let used = tables.sorted().first(where: isConcerned) {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "55006"),
          "cannot \(command) \"\(used.name)\" because it is being used by active queries in this "
            + "session"))
    }
    if let used = possible.sorted().first(where: isConcerned) {
      throw .undecided(
        Undecided("whether a query that runs reads the partition `\(used.name)`"))
    }
  }
}
