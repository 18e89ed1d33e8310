import AccessModel
public import LivePostgres
import SQLFrontend

/// Runs a script's statements on a server, in one connection.
public final class ServerTarget: ScriptTarget {
  private var connection: Connection
  private let open: (String?) throws -> Connection

  /// `open`: a new connection to the same database, as a user or as the first one.
  public init(open: @escaping (String?) throws -> Connection) throws {
    self.open = open
    connection = try open(nil)
  }

  public func run(_ statement: String, copyData: () -> [String]) throws -> StatementResult {
    do {
      let exchange = try connection.exchange(statement, copyData: copyData)
      let notices = exchange.notices
      return StatementResult(
        .completed(
          columns: exchange.givesRows ? exchange.result.columns : nil, rows: exchange.result.rows,
          tag: exchange.result.tag),
        notices: notices, copied: exchange.copied)
    } catch let error as PostgresError {
      let notices = connection.takeNotices()
      return StatementResult(.failed(error), notices: notices)
    }
  }

  /// `server_version_num`.
  public var serverNumber: Int { connection.serverVersion.number }

  public var isInTransaction: Bool { connection.isInTransaction }

  public func connect(user: String?, database: String?) throws -> StatementResult {
    guard database == nil else {
      return StatementResult(.undecided(Undecided("\\connect to another database")))
    }
    do {
      connection = try open(user)
      return .done("")
    } catch let error as PostgresError {
      return StatementResult(.failed(error))
    }
  }
}
