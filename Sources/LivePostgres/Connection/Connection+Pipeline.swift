public import AccessModel
import CLibPQ

extension Connection {
  /// Sends statements without waiting for what becomes of them: `answers(to:)` reads that.
  ///
  /// Each is a transaction of its own unless a block is open, as if they came one after the other.
  /// COPY FROM and TO the client cannot be among them. Source: PostgreSQL manual, "Pipeline Mode".
  ///
  /// ```swift
  /// try connection.send(["SELECT 1", "SELECT nothing", "SELECT 2"])
  /// let answers = try connection.answers(to: 3)  // the second is a failure
  /// ```
  public func send(_ statements: [String]) throws {
    try send(statements.map { PipelineStep.query($0) })
  }

  /// As `send`, of statements with parameters too.
  func send(_ steps: [PipelineStep]) throws {
    for step in steps { try step.requireNoZeroByte(self) }
    collectNotices()
    guard PQenterPipelineMode(handle) == 1 else { throw failure(of: nil) }
    for step in steps {
      guard send(step) == 1, PQpipelineSync(handle) == 1 else { throw failure(of: nil) }
    }
  }

  private func send(_ step: PipelineStep) -> Int32 {
    switch step {
    case .query(let sql, let parameters, let types):
      let types = Self.padded(types, to: parameters.count)
      return withCStrings(parameters) { values in
        PQsendQueryParams(handle, sql, Int32(parameters.count), types, values, nil, nil, 0)
      }
    case .prepare(let statement, let sql, let types):
      let count = min(types.count, Self.mostParameters)
      return PQsendPrepare(handle, statement.name, sql, Int32(count), types)
    case .execute(let statement, let parameters):
      return withCStrings(parameters) { values in
        PQsendQueryPrepared(
          handle, statement.name, Int32(parameters.count), values, nil, nil, 0)
      }
    }
  }

  /// Sends steps and reads what became of them, so many at a time that neither side waits for room.
  func run(_ steps: [PipelineStep]) throws -> [Result<Exchange, PostgresError>] {
    var answers: [Result<Exchange, PostgresError>] = []
    for start in stride(from: 0, to: steps.count, by: 512) {
      let part = Array(steps[start..<min(start + 512, steps.count)])
      try send(part)
      answers += try self.answers(to: part.count)
    }
    return answers
  }

  /// What became of the statements sent, in order. Throws where the connection is lost.
  public func answers(to count: Int) throws -> [Result<Exchange, PostgresError>] {
    var answers: [Result<Exchange, PostgresError>] = []
    try self.answers(to: count) { answers.append($0) }
    return answers
  }

  /// As `answers(to:)`, each as soon as it is there.
  func answers(to count: Int, each: (Result<Exchange, PostgresError>) -> Void) throws {
    for _ in 0..<count { each(try nextAnswer()) }
    guard PQexitPipelineMode(handle) == 1 else { throw failure(of: nil) }
  }

  private func nextAnswer() throws -> Result<Exchange, PostgresError> {
    var exchange = Exchange(
      result: QueryResult(columns: [], rows: [], tag: "", count: 0), givesRows: false, notices: [])
    var refused: PostgresError?
    while true {
      guard let result = PQgetResult(handle) else {
        // Between the results of one statement and the mark behind it.
        guard PQstatus(handle) == CONNECTION_OK else { throw failure(of: nil) }
        continue
      }
      let status = PQresultStatus(result)
      if status == PGRES_PIPELINE_SYNC {
        PQclear(result)
        break
      }
      do {
        exchange.result = try finish(result)
        exchange.givesRows = status == PGRES_TUPLES_OK
      } catch let error as PostgresError {
        refused = refused ?? error
      }
    }
    exchange.notices = takeNotices()
    return refused.map(Result.failure) ?? .success(exchange)
  }
}

/// One statement on its way to the server.
enum PipelineStep {
  /// `parameters` and `types` as in `Connection.query`.
  case query(String, parameters: [String?] = [], types: [UInt32] = [])
  case prepare(PreparedStatement, String, types: [UInt32])
  case execute(PreparedStatement, parameters: [String?])

  func requireNoZeroByte(_ connection: Connection) throws {
    switch self {
    case .query(let sql, let parameters, _):
      try connection.requireNoZeroByte(sql)
      try connection.requireSendable(parameters)
    case .prepare(_, let sql, _): try connection.requireNoZeroByte(sql)
    case .execute(_, let parameters): try connection.requireSendable(parameters)
    }
  }
}
