import Foundation

/// A private PostgreSQL server in a temporary folder, for as long as it is needed.
///
/// It listens on a unix socket in that folder only, and orders text bytewise (locale C) as the
/// simulator does. Any number can run at once. Server and folder go away with `stop()`, with the
/// last reference, and with this process, even if that is killed.
///
/// ```swift
/// let server = try ScratchServer()
/// let connection = try server.connect()
/// ```
public final class ScratchServer: Sendable {
  /// The port in the socket's name, unless settings say another.
  static let usualPort = 5432

  /// The temporary folder. Unix socket paths are limited to 107 bytes, so it is a short one.
  public let folder: String
  private let port: Int
  private let keeper: ChildProcess
  private let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var isStopped = false

  /// Starts a server and waits until it takes connections, at most for `limit`.
  ///
  /// `settings` of the server come behind its own, and overrule them. Throws `serverNotInstalled`
  /// and `cannotStartServer`.
  public init(
    installation: PostgresInstallation? = nil, settings: [String: String] = [:],
    limit: Duration = .seconds(60)
  ) throws(LivePostgresError) {
    let found = if let installation { installation } else { try PostgresInstallation.find() }
    let deadline = ContinuousClock.now + limit
    let options = settings.sorted { $0.key < $1.key }.flatMap { ["-c", "\($0)=\($1)"] }
    let command = try Self.keeperCommand(found) + options
    port = settings["port"].flatMap { Int($0) } ?? Self.usualPort
    do {
      keeper = try ChildProcess(command, environment: ChildProcess.minimalEnvironment)
    } catch {
      throw Self.cannotStart(error.localizedDescription)
    }
    let line = keeper.readLine(until: deadline)
    guard line.hasPrefix("started ") else {
      let reason = line == "failed" ? keeper.readToEnd(until: deadline) : "initdb did not finish"
      _ = keeper.closeAndWait()
      throw Self.cannotStart(reason)
    }
    folder = String(line.dropFirst("started ".count))
    // From here on `deinit` cleans up.
    try waitUntilReady(deadline)
  }

  deinit { stop() }

  /// Where the server listens, for any client of libpq.
  public var address: String { address(database: "postgres") }

  /// As `address`, for another database of the server or another user.
  public func address(database: String, user: String = "postgres") -> String {
    "host=\(folder) port=\(port) user='\(user)' dbname='\(database)'"
  }

  /// A new connection as superuser `postgres`.
  public func connect() throws(LivePostgresError) -> Connection { try Connection(address) }

  /// Stops the server and removes its folder; returns when both are gone. Later calls do nothing.
  public func stop() {
    lock.lock()
    defer { lock.unlock() }
    guard !isStopped else { return }
    isStopped = true
    _ = keeper.closeAndWait()
  }

  private func waitUntilReady(
    _ deadline: ContinuousClock.Instant
  ) throws(LivePostgresError) {
    while true {
      do {
        _ = try connect()
        return
      } catch {
        if keeper.hasOutput {
          throw Self.cannotStart(keeper.readToEnd(until: deadline))
        }
        guard ContinuousClock.now < deadline else { throw Self.cannotStart(error.problem) }
      }
      usleep(5_000)
    }
  }

  private static func cannotStart(_ reason: String) -> LivePostgresError {
    LivePostgresError(
      .cannotStartServer, "a scratch server does not start: \(reason)",
      help: "check that /tmp can be written to, or set ROWKEEP_PG_BIN to another PostgreSQL")
  }
}
