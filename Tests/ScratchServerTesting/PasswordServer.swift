import Foundation
public import LivePostgres
import Testing

/// A server on a port of 127.0.0.1, where `ana` needs her password.
public final class PasswordServer {
  public static let password = "s3cret-r1ght"

  public let server: ScratchServer
  public let port: Int
  let folder: URL

  public init() throws {
    port = try Self.freePort()
    server = try ScratchServer(
      settings: ["listen_addresses": "127.0.0.1", "port": "\(port)"])
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rowkeep-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let administrator = try server.connect()
    try administrator.execute("CREATE ROLE ana LOGIN PASSWORD '\(Self.password)'")
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
  public func beginTLS() throws -> String {
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

  public func file(_ name: String, _ text: String) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: url.path)
    return url.path
  }

  /// Two services: `shop` with the password, `wrong` with another.
  public func servicesFile() throws -> String {
    let services = [("shop", Self.password), ("wrong", "wr0ng-s3cret")].map { name, password in
      """
      [\(name)]
      host=127.0.0.1
      port=\(port)
      user=ana
      dbname=postgres
      password=\(password)

      """
    }
    return try file("services", services.joined(separator: "\n"))
  }

  public var address: String { "host=127.0.0.1 port=\(port) user=ana dbname=postgres" }

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
