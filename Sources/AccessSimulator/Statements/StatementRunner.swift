import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// A decided statement of one session, ready to run for any number of parameter sets.
struct StatementRunner {
  let session: Session
  let database: Database
  let secured: SecuredStatement
  private let execute: () throws(EngineFailure) -> Completion

  init(
    _ secured: SecuredStatement, _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    self.session = session
    self.database = database
    self.secured = secured
    switch secured.statement {
    case .query(let query): execute = try Self.query(query, session)
    case .truncate(let id):
      execute = { () throws(EngineFailure) in try Self.truncate(id, database) }
    case .insert(let insert):
      execute = try InsertRunner(insert, secured.target, session, database).run
    case .update(let update):
      execute = try UpdateRunner(update, secured.target, session, database).run
    case .delete(let delete):
      execute = try DeleteRunner(delete, secured.target, session, database).run
    }
  }

  func run(_ parameters: [SQLValue]) throws(EngineFailure) -> Completion {
    session.begin(parameters: parameters)
    return try execute()
  }

  private static func query(
    _ query: BoundQuery, _ session: Session
  ) throws(EngineFailure) -> () throws(EngineFailure) -> Completion {
    let compiled = try QueryCompiler(session).compile(query)
    let types = query.targets.map(\.expression.type)
    let names = query.targets.map(\.name)
    return { () throws(EngineFailure) in
      let rows = try compiled.rows(in: nil)
      return Completion(
        tag: "SELECT \(rows.count)", count: rows.count, columns: names,
        rows: rows.map { output($0, types) })
    }
  }

  /// Rows as psql prints them.
  static func output(_ row: Row, _ types: [DataType]) -> [String?] {
    zip(row, types).map { $0.output(as: $1) }
  }

  /// RULES 20: no row security; other tables' foreign keys forbid it.
  private static func truncate(
    _ id: RelationID, _ database: Database
  ) throws(EngineFailure) -> Completion {
    let catalog = database.catalog.catalog
    let name = database.catalog.names.name(of: id)
    let isReferenced = catalog.tables.contains { table in
      table.name != name && table.foreignKeys.contains { $0.references == name }
    }
    guard !isReferenced else {
      throw .postgres(
        PostgresError(
          .featureNotSupported, "cannot truncate a table referenced in a foreign key constraint"))
    }
    return Completion(tag: "TRUNCATE TABLE", count: 0)
  }
}

/// RETURNING, compiled over a frame whose source 0 is the changed row.
struct ReturningList {
  private let targets: [Evaluator]
  private let types: [DataType]
  let names: [String]

  init(_ targets: [BoundTarget], _ session: Session) throws(EngineFailure) {
    self.targets = try ExpressionCompiler(session).compile(targets.map(\.expression))
    types = targets.map(\.expression.type)
    names = targets.map(\.name)
  }

  func append(_ frame: Frame, to rows: inout [[String?]]) throws(EngineFailure) {
    guard !targets.isEmpty else { return }
    rows.append(StatementRunner.output(try ExpressionCompiler.values(targets, frame), types))
  }
}
