import Foundation
import ScratchServerTesting
import Testing

@testable import LivePostgres

/// How one connects: service files, password files, variables, TLS. What goes wrong is said without
/// the password, wherever that came from.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct WaysToConnectTests {
  private static let password = PasswordServer.password

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
    let file = try server.servicesFile()
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
