import AccessModel
import CLibPQ
import Foundation

/// A session with a PostgreSQL server, over libpq. Calls block; values travel as text.
///
/// Statements the server refuses throw `PostgresError`; a server that cannot be reached or goes
/// away throws `LivePostgresError`. A connection belongs to one task at a time.
///
/// ```swift
/// let connection = try Connection("postgres://app@localhost/app")
/// let result = try connection.query("SELECT $1::int + 1", parameters: ["41"])
/// result.rows  // [["42"]]
/// ```
public final class Connection {
  let handle: OpaquePointer
  private(set) var address: ConnectionAddress
  var lastPreparedNumber = 0
  let notices = NoticeBox()

  /// Connects to a URL, a `key=value` string, or a database by its name.
  ///
  /// What it does not say comes from `PG…` variables, the service file and the password file, as
  /// with psql. Waits 10 seconds at most, unless `connect_timeout` says otherwise. `database` and
  /// `user` take the place of the address's own. Throws `unreadableAddress` and `cannotConnect`.
  public init(
    _ address: String, database: String? = nil, user: String? = nil
  ) throws(LivePostgresError) {
    self.address = try ConnectionAddress(address)
    var options = [("dbname", address)]
    // Options before dbname give way to those inside it.
    if ProcessInfo.processInfo.environment["PGCONNECT_TIMEOUT"] == nil {
      options.insert(("connect_timeout", "10"), at: 0)
    }
    // Later options win, and only the first `dbname` is taken apart.
    if let database { options.append(("dbname", database)) }
    if let user { options.append(("user", user)) }
    options += [("client_encoding", "UTF8"), ("fallback_application_name", "rowkeep")]
    let handle = withCStrings(options.map(\.0)) { keywords in
      withCStrings(options.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
    }
    guard let handle else {
      throw LivePostgresError(.cannotConnect, "libpq is out of memory", help: "")
    }
    rk_ignore_notices(handle)
    guard PQstatus(handle) == CONNECTION_OK else {
      let message = String(cString: PQerrorMessage(handle))
      self.address.addSecrets(of: handle)
      PQfinish(handle)
      throw Self.cannotConnect(to: self.address, message)
    }
    self.address.addSecrets(of: handle)
    self.handle = handle
  }

  deinit { PQfinish(handle) }

  /// The server's version.
  public var serverVersion: ServerVersion { ServerVersion(Int(PQserverVersion(handle))) }

  /// The role the session began as: SET ROLE does not change it.
  public var user: String { PQuser(handle).map { String(cString: $0) } ?? "" }

  /// Whether a transaction block is open, failed or not.
  public var isInTransaction: Bool {
    let status = PQtransactionStatus(handle)
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
  }

  private static func cannotConnect(
    to address: ConnectionAddress, _ message: String
  ) -> LivePostgresError {
    let help =
      if message.contains("does not support SSL") || message.contains("ertificate") {
        "name the authority that vouches for the server with sslrootcert, reach it by the name in its "
          + "certificate, or ask for less with sslmode"
      } else if message.contains("definition of service") || message.contains("service file") {
        "check the service's name (PGSERVICE) and the service file (~/.pg_service.conf or "
          + "PGSERVICEFILE)"
      } else if message.contains("password authentication failed") {
        "check the user's password"
      } else if message.contains("no password supplied") {
        "give the password in PGPASSWORD or in the password file (~/.pgpass)"
      } else if message.contains("does not exist") {
        "check the names of user and database"
      } else if message.contains("no pg_hba.conf entry") {
        "let this user in, in the server's pg_hba.conf"
      } else {
        "check that the server runs and that the address is right"
      }
    // libpq's further lines, which a tab begins, are its own help.
    let problem = message.split(separator: "\n").filter { !$0.hasPrefix("\t") }
      .joined(separator: "; ")
    return LivePostgresError(
      .cannotConnect,
      "cannot connect to \(address.description): \(address.redact(problem))", help: help)
  }
}

/// Calls `body` with `strings` as C strings, nil as a null pointer, and a null pointer behind them.
func withCStrings<Result>(
  _ strings: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  // One buffer for all, instead of an allocation for each.
  var bytes: [CChar] = []
  let offsets = strings.map { string -> Int? in
    guard let string else { return nil }
    let offset = bytes.count
    bytes.append(contentsOf: string.utf8.lazy.map { CChar(bitPattern: $0) })
    bytes.append(0)
    return offset
  }
  return bytes.withUnsafeBufferPointer { buffer in
    let pointers =
      offsets.map { offset -> UnsafePointer<CChar>? in
        offset.flatMap { offset in buffer.baseAddress.map { $0 + offset } }
      } + [nil]
    return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
