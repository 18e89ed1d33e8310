import Foundation
import LivePostgres
import ScratchServerTesting

/// A pgbouncer in transaction mode in front of a scratch server, on a socket in a folder of its own.
/// Each transaction may meet another session of the server.
final class Pooler {
  let folder: String
  private let process = Process()

  private static let program = [
    "/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer",
  ].first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether there is one to start. Where servers are required, it is too.
  static let isInstalled =
    program != nil || ProcessInfo.processInfo.environment["ROWKEEP_REQUIRE_SERVER"] == "1"

  /// Waits until it answers. Whoever asks, it asks the server as `user`.
  init(before server: ScratchServer, user: String = "postgres") throws {
    let host = server.address.split(separator: " ").first { $0.hasPrefix("host=") } ?? ""
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("rowkeep-pooler-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let settings = """
      [databases]
      * = \(host) port=5432 user=\(user)
      [pgbouncer]
      listen_addr =
      listen_port = 6432
      unix_socket_dir = \(folder)
      auth_type = any
      pool_mode = transaction
      default_pool_size = 3
      server_round_robin = 1
      ignore_startup_parameters = extra_float_digits
      logfile = \(folder)/log
      pidfile = \(folder)/pid
      """
    try settings.write(toFile: folder + "/pgbouncer.ini", atomically: true, encoding: .utf8)
    process.executableURL = URL(fileURLWithPath: Self.program ?? "/usr/sbin/pgbouncer")
    process.arguments = [folder + "/pgbouncer.ini"]
    if geteuid() == 0 {
      // It refuses root, as the server does, whose folder is the same user's.
      let user = getpwnam("postgres") == nil ? "nobody" : "postgres"
      process.arguments = ["-u", user, folder + "/pgbouncer.ini"]
      if let entry = getpwnam(user)?.pointee { chown(folder, entry.pw_uid, entry.pw_gid) }
    }
    (process.standardOutput, process.standardError) = (
      FileHandle.nullDevice, FileHandle.nullDevice
    )
    try process.run()
    // The socket is there a moment before anybody listens to it.
    for _ in 0..<400 where (try? Connection(url(database: "postgres"))) == nil { usleep(10_000) }
  }

  /// For any client of libpq.
  func url(database: String, user: String = "postgres") -> String {
    "postgresql://\(user)@/\(database)?host=\(folder.replacing("/", with: "%2F"))&port=6432"
  }

  deinit {
    // It may have been started with SIGTERM blocked.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
