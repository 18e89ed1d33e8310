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
    for statement in statements { try requireNoZeroByte(statement) }
    collectNotices()
    guard PQenterPipelineMode(handle) == 1 else { throw failure(of: nil) }
    for statement in statements {
      guard PQsendQueryParams(handle, statement, 0, nil, nil, nil, nil, 0) == 1,
        PQpipelineSync(handle) == 1
      else { throw failure(of: nil) }
    }
  }

  /// What became of the statements sent, in order. Throws where the connection is lost.
  public func answers(to count: Int) throws -> [Result<Exchange, PostgresError>] {
    var answers: [Result<Exchange, PostgresError>] = []
    while answers.count < count { answers.append(try nextAnswer()) }
    guard PQexitPipelineMode(handle) == 1 else { throw failure(of: nil) }
    return answers
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
