import AccessModel
import CLibPQ
import SQLText

/// A statement the server has parsed under a name. Belongs to the connection that made it.
public struct PreparedStatement: Hashable, Sendable {
  let name: String
}

extension Connection {
  /// Runs SQL text that may hold several statements, and gives the last one's result.
  @discardableResult
  public func execute(_ sql: String) throws -> QueryResult {
    try requireNoZeroByte(sql)
    return try finish(PQexec(handle, sql))
  }

  /// Runs one statement with text values for `$1`, `$2`, …; nil is NULL.
  ///
  /// `types` are OIDs of `pg_type`, in order; 0 or a missing one lets the server infer it. Several
  /// statements in one text are a syntax error.
  @discardableResult
  public func query(
    _ sql: String, parameters: [String?] = [], types: [UInt32] = []
  ) throws -> QueryResult {
    try requireNoZeroByte(sql)
    try requireSendable(parameters)
    let types = Self.padded(types, to: parameters.count)
    return try finish(
      withCStrings(parameters) { values in
        PQexecParams(handle, sql, Int32(parameters.count), types, values, nil, nil, 0)
      })
  }

  /// Has the server parse a statement, to be run often. `types` as in `query`.
  public func prepare(_ sql: String, types: [UInt32] = []) throws -> PreparedStatement {
    try requireNoZeroByte(sql)
    let statement = newStatement()
    let count = min(types.count, Self.mostParameters)
    _ = try finish(PQprepare(handle, statement.name, sql, Int32(count), types))
    return statement
  }

  /// A name that no statement of the connection has yet.
  func newStatement() -> PreparedStatement {
    lastPreparedNumber += 1
    return PreparedStatement(name: "rowkeep_\(lastPreparedNumber)")
  }

  /// Runs a prepared statement.
  public func execute(
    _ statement: PreparedStatement, parameters: [String?] = []
  ) throws -> QueryResult {
    try requireSendable(parameters)
    return try finish(
      withCStrings(parameters) { values in
        PQexecPrepared(handle, statement.name, Int32(parameters.count), values, nil, nil, 0)
      })
  }

  /// Forgets a prepared statement.
  public func deallocate(_ statement: PreparedStatement) throws {
    try execute("DEALLOCATE \(quoteIdentifier(statement.name))")
  }

  /// Why a statement cannot even be sent; nil where it can.
  func refusal(of sql: String, _ parameters: [String?]) -> PostgresError? {
    do {
      try requireNoZeroByte(sql)
      try requireSendable(parameters)
      return nil
    } catch {
      return error as? PostgresError
    }
  }

  /// The protocol counts parameters in 16 bits.
  static let mostParameters = 65_535

  static func padded(_ types: [UInt32], to count: Int) -> [UInt32] {
    Array(types.prefix(count)) + Array(repeating: 0, count: max(0, count - types.count))
  }

  func requireSendable(_ parameters: [String?]) throws {
    guard parameters.count <= Self.mostParameters else {
      throw PostgresError(
        SQLState(rawValue: "54023"), "statements take at most \(Self.mostParameters) parameters")
    }
    for case let value? in parameters { try requireNoZeroByte(value) }
  }

  /// C strings end at a zero byte; the server would get less than was meant.
  func requireNoZeroByte(_ text: String) throws {
    guard text.utf8.contains(0) else { return }
    throw PostgresError(
      SQLState(rawValue: "22021"), "invalid byte sequence for encoding \"UTF8\": 0x00")
  }
}
