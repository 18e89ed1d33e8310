import AccessModel
import CLibPQ

extension Connection {
  /// Reads a result and frees it.
  func finish(_ result: OpaquePointer?) throws -> QueryResult {
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
      return Self.read(result)
    default:
      throw failure(of: result)
    }
  }

  /// The error that `result`, or the connection itself, holds.
  func failure(of result: OpaquePointer?) -> any Error {
    guard PQstatus(handle) == CONNECTION_OK else {
      return LivePostgresError.connectionLost(
        address.redact(String(cString: PQerrorMessage(handle))))
    }
    guard let state = Self.field(rk_diag_sqlstate, of: result) else {
      return LivePostgresError.connectionLost(
        address.redact(String(cString: PQresultErrorMessage(result))))
    }
    return PostgresError(
      SQLState(rawValue: state), Self.field(rk_diag_message, of: result) ?? "",
      detail: Self.field(rk_diag_detail, of: result), hint: Self.field(rk_diag_hint, of: result))
  }

  static func field(_ code: Int32, of result: OpaquePointer?) -> String? {
    PQresultErrorField(result, code).map { String(cString: $0) }
  }

  private static func read(_ result: OpaquePointer?) -> QueryResult {
    let width = PQnfields(result)
    let columns = (0..<width).map { PQfname(result, $0).map { String(cString: $0) } ?? "" }
    let rows = (0..<PQntuples(result)).map { row in
      (0..<width).map { column -> String? in
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column)
        else { return nil }
        return String(cString: value)
      }
    }
    let tag = PQcmdStatus(result).map { String(cString: $0) } ?? ""
    let count = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    return QueryResult(columns: columns, rows: rows, tag: tag, count: count)
  }
}
