import Foundation
import LivePostgres
import ScratchServerTesting
import Testing

@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct ScratchServerTests {
  @Test func `stopping leaves neither server nor folder`() throws {
    let server = try ScratchServer()
    let process = try serverProcess(in: server.folder)
    #expect(isRunning(process))
    server.stop()
    #expect(!FileManager.default.fileExists(atPath: server.folder))
    #expect(!isRunning(process))
    server.stop()
  }

  @Test func `the last reference stops the server`() throws {
    var server: ScratchServer? = try ScratchServer()
    let folder = try #require(server?.folder)
    server = nil
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  /// Or what waits for the end of another child waits for the server's.
  @Test func `a server holds no descriptor of who has started it`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let server = try ScratchServer()
    defer { server.stop() }
    close(ends[1])
    var waiting = [pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)]
    #expect(poll(&waiting, 1, 30_000) == 1)
    close(ends[0])
  }

  @Test func `a stopped server is a lost connection`() throws {
    let server = try ScratchServer()
    let connection = try server.connect()
    server.stop()
    let error = try #require(throws: LivePostgresError.self) { try connection.query("SELECT 1") }
    #expect(error.code == .connectionLost)
    #expect(throws: LivePostgresError.self) { try server.connect() }
  }

  @Test func `a process killed by SIGKILL leaves neither server nor folder`() throws {
    let holder = Process()
    holder.executableURL = try builtProduct("ScratchServerHolder")
    let output = Pipe()
    holder.standardOutput = output
    try holder.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let byte = try #require(try output.fileHandleForReading.read(upToCount: 1))
      try #require(!byte.isEmpty)
      line += byte
    }
    let folder = String(decoding: line.dropLast(), as: UTF8.self)
    let process = try serverProcess(in: folder)
    #expect(isRunning(process))
    kill(holder.processIdentifier, SIGKILL)
    holder.waitUntilExit()
    #expect(holder.terminationReason == .uncaughtSignal)
    let deadline = ContinuousClock.now + .seconds(10)
    while .now < deadline,
      isRunning(process) || FileManager.default.fileExists(atPath: folder)
    {
      usleep(10_000)
    }
    #expect(!isRunning(process))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `several run at once, apart from each other`() async throws {
    let folders = try await withThrowingTaskGroup(of: ScratchServer.self) { group in
      for _ in 0..<3 { group.addTask { try ScratchServer() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for server in folders { try server.connect().execute("CREATE TABLE only_here ()") }
    #expect(Set(folders.map(\.folder)).count == 3)
  }

  @Test func `only its socket is listened on, and text is ordered bytewise`() throws {
    let connection = try SharedServer.connect()
    #expect(try connection.query("SHOW listen_addresses").firstValue == "")
    #expect(
      try connection.query("SELECT v FROM (VALUES ('b'), ('a'), ('B')) t (v) ORDER BY v").rows
        == [["B"], ["a"], ["b"]])
    let socket = try SharedServer.get().folder + "/.s.PGSQL.5432"
    #expect(socket.utf8.count <= 107)
    #expect(FileManager.default.fileExists(atPath: socket))
  }

  /// The server's process, from the first line of its lock file.
  private func serverProcess(in folder: String) throws -> pid_t {
    let text = try String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
    return try #require(text.split(separator: "\n").first.flatMap { pid_t($0) })
  }

  private func isRunning(_ process: pid_t) -> Bool { kill(process, 0) == 0 || errno == EPERM }

  /// An executable of this package, which lies beside the test bundle.
  private func builtProduct(_ name: String) throws -> URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
    let folders = [bundle.bundleURL.deletingLastPathComponent(), bundle.bundleURL]
    return try #require(
      folders.map { $0.appendingPathComponent(name) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) })
  }
}
