import Foundation
import ScratchServerTesting
import Testing

@testable import LivePostgres

/// How one connects: service files, password files, variables, TLS. What goes wrong is said without
/// the password, wherever that came from.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct WaysToConnectTests {
  private static let password = "s3cret-r1ght"

  /// A server on a port of 127.0.0.1, where `ana` needs her password.
  private final class PasswordServer {
    let server: ScratchServer
    let port: Int
    let folder: URL

    init() throws {
      port = try Self.freePort()
      server = try ScratchServer(
        settings: ["listen_addresses": "127.0.0.1", "port": "\(port)"])
      folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("rowkeep-test-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let administrator = try server.connect()
      try administrator.execute("CREATE ROLE ana LOGIN PASSWORD '\(password)'")
      try writeOver(
        "local all postgres trust\nlocal all all scram-sha-256\n"
          + "host all all 127.0.0.1/32 scram-sha-256\n", "pg_hba.conf")
      try reload(administrator)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// In place, since the server's files belong to the server's user.
    func writeOver(_ text: String, _ name: String) throws {
      let handle = try #require(FileHandle(forWritingAtPath: "\(server.folder)/data/\(name)"))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(text.utf8))
      try handle.close()
    }

    func reload(_ administrator: Connection) throws {
      let loaded = try administrator.query("SELECT pg_conf_load_time()").firstValue
      try administrator.execute("SELECT pg_reload_conf()")
      let deadline = ContinuousClock.now + .seconds(10)
      while try administrator.query("SELECT pg_conf_load_time()").firstValue == loaded,
        .now < deadline
      { usleep(10_000) }
    }

    /// Gives the server a certificate that it has signed itself, for `localhost`.
    func beginTLS() throws -> String {
      let key = folder.appendingPathComponent("server.key").path
      let certificate = folder.appendingPathComponent("server.crt").path
      let openssl = Process()
      openssl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      openssl.arguments = [
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
        "/CN=localhost", "-keyout", key, "-out", certificate,
      ]
      openssl.standardError = FileHandle.nullDevice
      try openssl.run()
      openssl.waitUntilExit()
      try #require(openssl.terminationStatus == 0)
      // The server makes the files its own by copying them.
      let administrator = try server.connect()
      for (name, path) in [("server.key", key), ("server.crt", certificate)] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try administrator.execute("CREATE TEMP TABLE pem (line text)")
        for line in text.split(separator: "\n") {
          try administrator.query("INSERT INTO pem VALUES ($1)", parameters: [String(line)])
        }
        try administrator.execute(
          "COPY pem TO PROGRAM 'umask 077; cat > \(server.folder)/data/\(name)'; DROP TABLE pem")
      }
      try administrator.execute("ALTER SYSTEM SET ssl = on")
      try reload(administrator)
      return certificate
    }

    func file(_ name: String, _ text: String) throws -> String {
      let url = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: url)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: url.path)
      return url.path
    }

    var address: String { "host=127.0.0.1 port=\(port) user=ana dbname=postgres" }

    private static func freePort() throws -> Int {
      let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(handle) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(handle, $0, length) == 0 && getsockname(handle, $0, &length) == 0
        }
      }
      try #require(status)
      return Int(UInt16(bigEndian: address.sin_port))
    }
  }

  /// Whatever libpq may say of this connection, it says without the password.
  private func expectRedacted(by connection: Connection) {
    #expect(connection.address.redact("FATAL: \(Self.password)!") == "FATAL: ***!")
  }

  private func failure(_ address: String) throws -> LivePostgresError {
    let error = try #require(throws: LivePostgresError.self) { _ = try Connection(address) }
    #expect(error.code == .cannotConnect)
    #expect(!error.description.contains("cret") && !error.help.isEmpty, "\(error)")
    return error
  }

  @Test func `a password file is read, and one with a wrong password is no secret's end`() throws {
    let server = try PasswordServer()
    let right = try server.file("right", "127.0.0.1:\(server.port):*:ana:\(Self.password)\n")
    let wrong = try server.file("wrong", "127.0.0.1:\(server.port):*:ana:wr0ng-s3cret\n")
    let connection = try Connection("\(server.address) passfile='\(right)'")
    #expect(connection.user == "ana")
    expectRedacted(by: connection)
    let refused = try failure("\(server.address) passfile='\(wrong)'")
    #expect(refused.problem.contains("password authentication failed for user \"ana\""))
    let none = try failure("\(server.address) passfile='/nonexistent'")
    #expect(none.help.contains("PGPASSWORD"))
  }

  @Test func `TLS that is asked for and not there is refused`() throws {
    let server = try PasswordServer()
    let address = "\(server.address) password=\(Self.password)"
    #expect(try Connection("\(address) sslmode=prefer").user == "ana")
    let refused = try failure("\(address) sslmode=require")
    #expect(refused.problem.contains("server does not support SSL"))
    #expect(refused.help.contains("sslmode"))
  }

  @Test func `a certificate nobody vouches for is taken by require, not by verify-full`() throws {
    let server = try PasswordServer()
    let certificate = try server.beginTLS()
    let address = "\(server.address) password=\(Self.password)"
    let connection = try Connection("\(address) sslmode=require")
    #expect(
      try connection.query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").firstValue
        == "t")
    let unknown = try failure("\(address) sslmode=verify-full sslrootcert=/nonexistent")
    #expect(unknown.help.contains("sslrootcert"), "\(unknown)")
    // Known, but it is that of localhost.
    #expect(
      try Connection("\(address) sslmode=verify-ca sslrootcert='\(certificate)'").user == "ana")
    let elsewhere = try failure("\(address) sslmode=verify-full sslrootcert='\(certificate)'")
    #expect(elsewhere.problem.contains("does not match host name"), "\(elsewhere)")
    #expect(elsewhere.help.contains("sslrootcert"))
  }

  @Test func `a service file says where the database is`() throws {
    let server = try PasswordServer()
    let file = try server.file(
      "services",
      """
      [shop]
      host=127.0.0.1
      port=\(server.port)
      user=ana
      dbname=postgres
      password=\(Self.password)

      [wrong]
      host=127.0.0.1
      port=\(server.port)
      user=ana
      password=wr0ng-s3cret
      dbname=postgres

      """)
    // libpq reads the file's name from the environment only, which belongs to the whole process:
    // these tests take turns, and no other test has a service.
    setenv("PGSERVICEFILE", file, 1)
    defer { unsetenv("PGSERVICEFILE") }
    let connection = try Connection("service=shop")
    #expect(connection.user == "ana")
    expectRedacted(by: connection)
    #expect(try Connection("postgres:///?service=shop").user == "ana")
    let wrong = try failure("service=wrong")
    #expect(wrong.help == "check the user's password")
    let unknown = try failure("service=shed")
    #expect(unknown.problem.contains("\"shed\" not found"))
    #expect(unknown.help.contains("PGSERVICEFILE"))
  }
}
