import Foundation
import LivePostgres
import ScratchServerTesting
import Testing

/// Where the database is may come from the environment alone, as with every client of libpq. Each
/// test runs `rowkeep` as a process with variables of its own.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct ConnectionVariablesTests {
  private struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// `rowkeep compile` of an address, with these variables and no others of libpq's.
  private func compile(
    _ address: String = "postgres://", variables: [String: String]
  ) throws -> Outcome {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
    let folders = [bundle.bundleURL.deletingLastPathComponent(), bundle.bundleURL]
    let process = Process()
    let executable = try #require(
      folders.map { $0.appendingPathComponent("rowkeep") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    process.executableURL = executable
    process.arguments = ["compile", address]
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PG") }
    // Nobody's own password or service file.
    environment["HOME"] = "/nonexistent"
    process.environment = environment.merging(variables) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let written = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
      errors: String(decoding: said, as: UTF8.self))
  }

  private func expectFailure(
    _ outcome: Outcome, saying words: String, _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == 4, sourceLocation: place)
    #expect(outcome.errors.contains(words), "\(outcome.errors)", sourceLocation: place)
    #expect(!"\(outcome.output)\(outcome.errors)".contains("cret"), sourceLocation: place)
  }

  private func variables(_ server: PasswordServer) -> [String: String] {
    [
      "PGHOST": "127.0.0.1", "PGPORT": "\(server.port)", "PGUSER": "ana",
      "PGDATABASE": "postgres", "PGPASSWORD": PasswordServer.password,
    ]
  }

  @Test func `host, port, user, database and password`() throws {
    let server = try PasswordServer()
    let known = variables(server)
    let read = try compile(variables: known)
    #expect(read.status == 0, "\(read.errors)")
    #expect(read.output.hasPrefix("-- postgres\n"))
    // What the address says goes before them.
    let named = try compile("postgres://127.0.0.1:\(server.port)/template1", variables: known)
    #expect(named.output.hasPrefix("-- template1\n"), "\(named.errors)")
    expectFailure(
      try compile(variables: known.merging(["PGPASSWORD": "wr0ng-s3cret"]) { $1 }),
      saying: "password authentication failed for user \"ana\"")
    expectFailure(
      try compile(variables: known.filter { $0.key != "PGPASSWORD" }), saying: "PGPASSWORD")
    expectFailure(
      try compile(variables: known.merging(["PGDATABASE": "elsewhere"]) { $1 }),
      saying: "database \"elsewhere\" does not exist")
    expectFailure(
      try compile(variables: known.merging(["PGPORT": "1"]) { $1 }), saying: "127.0.0.1")
    expectFailure(
      try compile(variables: known.merging(["PGHOST": "/nonexistent"]) { $1 }),
      saying: "/nonexistent")
    expectFailure(
      try compile(variables: known.merging(["PGSSLMODE": "require"]) { $1 }),
      saying: "server does not support SSL")
  }

  @Test func `a password file`() throws {
    let server = try PasswordServer()
    let known = variables(server).filter { $0.key != "PGPASSWORD" }
    func with(_ password: String, _ name: String) throws -> Outcome {
      let file = try server.file(name, "127.0.0.1:\(server.port):*:ana:\(password)\n")
      return try compile(variables: known.merging(["PGPASSFILE": file]) { $1 })
    }
    #expect(try with(PasswordServer.password, "right").status == 0)
    expectFailure(try with("wr0ng-s3cret", "wrong"), saying: "password authentication failed")
    expectFailure(
      try compile(variables: known.merging(["PGPASSFILE": "/nonexistent"]) { $1 }),
      saying: "PGPASSWORD")
    // Others may read it: libpq does not.
    let open = try server.file("open", "*:*:*:*:\(PasswordServer.password)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open)
    expectFailure(
      try compile(variables: known.merging(["PGPASSFILE": open]) { $1 }), saying: "PGPASSWORD")
  }

  @Test func `a service and its file`() throws {
    let server = try PasswordServer()
    let file = try server.servicesFile()
    let read = try compile(variables: ["PGSERVICEFILE": file, "PGSERVICE": "shop"])
    #expect(read.status == 0 && read.output.hasPrefix("-- postgres\n"), "\(read.errors)")
    #expect(
      try compile("postgres:///?service=shop", variables: ["PGSERVICEFILE": file]).status == 0)
    expectFailure(
      try compile(variables: ["PGSERVICEFILE": file, "PGSERVICE": "wrong"]),
      saying: "password authentication failed")
    expectFailure(
      try compile(variables: ["PGSERVICEFILE": file, "PGSERVICE": "shed"]),
      saying: "\"shed\" not found")
    expectFailure(
      try compile(variables: ["PGSERVICEFILE": "/nonexistent", "PGSERVICE": "shop"]),
      saying: "PGSERVICEFILE")
  }
}
