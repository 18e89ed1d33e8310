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
  private let decidesInBatches: Bool

  init(
    _ secured: SecuredStatement, _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    self.session = session
    self.database = database
    self.secured = secured
    decidesInBatches = Steadiness(catalog: session.catalog).leavesPoliciesAlone(secured.statement)
    if secured.isReplacedByNothing {
      let tag =
        switch secured.statement {
        case .insert: "INSERT 0 0"
        case .update: "UPDATE 0"
        default: "DELETE 0"
        }
      execute = { () throws(EngineFailure) in Completion(tag: tag, count: 0) }
      return
    }
    switch secured.statement {
    case .with(let tables, let main):
      execute = try WithRunner(tables, main, secured, session, database).run
    case .query(let query): execute = try Self.query(query, session)
    case .truncate(let truncation):
      execute = try TruncateRunner(truncation, session, database).run
    case .merge(let merge):
      execute = try MergeRunner(merge, secured.target, session, database).run
    case .insert(let insert):
      if case .view(let view) = insert.target.id {
        execute = try InsteadOfRunner(insert, view: view, session, database).run
      } else {
        execute = try InsertRunner(insert, secured.target, session, database).run
      }
    case .update(let update):
      if case .view(let view) = update.target.id {
        execute = try InsteadOfRunner(update, view: view, session, database).run
      } else {
        execute = try UpdateRunner(update, secured.target, session, database).run
      }
    case .delete(let delete):
      if case .view(let view) = delete.target.id {
        execute = try InsteadOfRunner(delete, view: view, session, database).run
      } else {
        execute = try DeleteRunner(delete, secured.target, session, database).run
      }
    }
  }

  func run(_ parameters: [SQLValue]) throws(EngineFailure) -> Completion {
    session.begin(parameters: parameters)
    session.decidesInBatches = decidesInBatches
    return try execute()
  }

  /// Runs as a part of another statement.
  func runInside() throws(EngineFailure) -> Completion { try execute() }

  private static func query(
    _ query: BoundQuery, _ session: Session
  ) throws(EngineFailure) -> () throws(EngineFailure) -> Completion {
    let types = query.targets.map(\.expression.type)
    if let point = try PointQuery(query, session) {
      try session.variables.requireOutput(of: types)
      return point.run
    }
    let compiled = try QueryCompiler(session).compile(query)
    try session.variables.requireOutput(of: types)
    let names = query.targets.map(\.name)
    return { () throws(EngineFailure) in
      let rows = try compiled.rows(in: nil)
      return Completion(
        tag: "SELECT \(rows.count)", count: rows.count, columns: names,
        rows: try output(rows, types))
    }
  }

  /// Rows as psql prints them.
  static func output(
    _ row: Row, _ types: [DataType]
  ) throws(EngineFailure) -> [String?] {
    var texts: [String?] = []
    texts.reserveCapacity(row.count)
    for (value, type) in zip(row, types) {
      try value.requireShown(as: type)
      texts.append(value.output(as: type))
    }
    return texts
  }

  private static func output(
    _ rows: [Row], _ types: [DataType]
  ) throws(EngineFailure) -> [[String?]] {
    var texts: [[String?]] = []
    texts.reserveCapacity(rows.count)
    for row in rows { texts.append(try output(row, types)) }
    return texts
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
    try session.variables.requireOutput(of: types)
    names = targets.map(\.name)
  }

  func append(_ frame: Frame, to rows: inout [[String?]]) throws(EngineFailure) {
    guard !targets.isEmpty else { return }
    rows.append(try StatementRunner.output(try ExpressionCompiler.values(targets, frame), types))
  }
}
