public import Foundation

/// A PostgreSQL server of a test's own: a new data folder, reached by a unix socket only.
///
/// Started as the user `postgres` where the tests run as root, which PostgreSQL refuses to do.
public struct TestServer: Sendable {
  /// The folder of the socket and the data.
  public let folder: URL
  private let binaries: URL

  /// Whether tests that need a server run: there is one, or `ROWKEEP_REQUIRE_SERVER` says that
  /// there must be, and its absence is a failure.
  public static let isExpected =
    ProcessInfo.processInfo.environment["ROWKEEP_REQUIRE_SERVER"] == "1" || binaries != nil

  /// Starts a server, hands it to `body`, and stops it whatever happens.
  public static func run<Result>(_ body: (TestServer) throws -> Result) throws -> Result {
    guard let binaries else { throw ServerError("no PostgreSQL server is installed") }
    let folder = URL(fileURLWithPath: "/tmp/rk\(UInt32.random(in: .min ... .max))")
    let server = TestServer(folder: folder, binaries: binaries)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    if isRoot { try execute(["chown", "postgres", folder.path]) }
    let data = folder.path + "/data"
    try server.executeAsServer(
      "initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"])
    // Not by `pg_ctl start`: Foundation waits for whatever a command leaves running.
    let process = try server.start(data)
    defer {
      try? server.executeAsServer("pg_ctl", ["-D", data, "-m", "immediate", "stop"])
      process.waitUntilExit()
    }
    try server.waitUntilReady(process)
    return try body(server)
  }

  /// Runs a script with psql as `postgres` and gives what it printed, unaligned, without headers.
  /// Any error of the server ends the script and is thrown.
  @discardableResult
  public func psql(_ script: String, database: String = "postgres") throws -> String {
    let file = folder.appendingPathComponent("\(UUID().uuidString).sql")
    try script.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    return try Self.execute([
      binaries.appendingPathComponent("psql").path, "-XAtq", "-v", "ON_ERROR_STOP=1", "-h",
      folder.path, "-U", "postgres", "-d", database, "-f", file.path,
    ])
  }

  private func start(_ data: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = asServer(
      "postgres",
      ["-D", data, "-c", "listen_addresses=", "-c", "fsync=off", "-k", folder.path])
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private func waitUntilReady(_ process: Process) throws {
    for _ in 0..<300 where process.isRunning {
      if (try? psql("SELECT")) != nil { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
    throw ServerError("the server in \(folder.path) did not start")
  }

  private func executeAsServer(_ tool: String, _ arguments: [String]) throws {
    try Self.execute(asServer(tool, arguments))
  }

  private func asServer(_ tool: String, _ arguments: [String]) -> [String] {
    let command = [binaries.appendingPathComponent(tool).path] + arguments
    return Self.isRoot ? ["runuser", "-u", "postgres", "--"] + command : command
  }

  /// Standard output and errors of a command that must succeed, by way of a file.
  @discardableResult
  private static func execute(_ command: [String]) throws -> String {
    let file = URL(fileURLWithPath: NSTemporaryDirectory() + "/\(UUID().uuidString).out")
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
      throw ServerError("cannot write \(file.path)")
    }
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try FileHandle(forWritingTo: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw ServerError("\(command.joined(separator: " ")): \(text)")
    }
    return text
  }

  private static let isRoot = NSUserName() == "root"

  /// The newest server installed: `ROWKEEP_POSTGRES_BIN`, Debian's folders, Homebrew's, or PATH.
  private static let binaries: URL? = {
    let environment = ProcessInfo.processInfo.environment
    let manager = FileManager.default
    let versions = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap {
      parent in
      ((try? manager.contentsOfDirectory(atPath: parent)) ?? [])
        .sorted { $0.compare($1, options: .numeric) == .orderedDescending }
        .map { "\(parent)/\($0)/bin" }
    }
    let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let named = environment["ROWKEEP_POSTGRES_BIN"].map { [$0] } ?? []
    return (named + versions + path)
      .first { manager.isExecutableFile(atPath: "\($0)/initdb") }
      .map { URL(fileURLWithPath: $0) }
  }()
}

/// Why a server could not be started or used.
public struct ServerError: Error, CustomStringConvertible {
  /// What failed, with the tool's own words.
  public let description: String

  init(_ description: String) { self.description = description }
}
