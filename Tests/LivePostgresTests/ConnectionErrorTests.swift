import Foundation
import LivePostgres
import ScratchServerTesting
import Testing

@Suite struct ConnectionErrorTests {
  private func failure(_ address: String) throws -> LivePostgresError {
    let error = try #require(throws: LivePostgresError.self) { _ = try Connection(address) }
    #expect(!error.description.contains("\n"))
    #expect(!error.help.isEmpty)
    return error
  }

  @Test func `a socket without a server cannot be connected to`() throws {
    let error = try failure("postgres://ana:s3cret@/app?host=/nonexistent&port=5432")
    #expect(error.code == .cannotConnect)
    #expect(
      error.description.hasPrefix(
        "cannot connect to database `app` on /nonexistent:5432 as user `ana`: "))
    #expect(!error.description.contains("s3cret"))
  }

  @Test func `a port where nobody listens cannot be connected to`() throws {
    let error = try failure("host=127.0.0.1 port=1 dbname=app password=s3cret")
    #expect(error.code == .cannotConnect)
    #expect(error.problem.hasSuffix("Connection refused"))
    #expect(!error.description.contains("s3cret"))
  }

  @Test(arguments: [
    "postgres://ana:s3%zzcret@localhost/app",
    "postgres://ana:s3/cret@localhost/app",
    "postgres://ana:12/s3cret@localhost/app",
    "postgres://ana:s3cret@localhost/app?wrong=s3cret",
    "postgres://ana:s3cret@[localhost/app",
    "postgres://ana:s3@cret@localhost/app",
    "host=localhost s3cret password=x",
    "host=localhost password='s3cret",
    "host=local\0host password=s3cret",
  ])
  func `an unreadable URL is not quoted, since it may show its password`(url: String) throws {
    let error = try failure(url)
    #expect(error.code == .unreadableAddress)
    #expect(!error.description.contains("cret"))
    #expect(!error.description.contains("s3"))
  }

  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `a database that does not exist is named`() throws {
    let error = try failure(try SharedServer.get().address(database: "elsewhere"))
    #expect(error.code == .cannotConnect)
    #expect(error.description.contains("database \"elsewhere\" does not exist"))
  }

  @Test(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
  func `a wrong password is refused, and a right one taken`() throws {
    let server = try ScratchServer()
    let administrator = try server.connect()
    try administrator.execute("CREATE ROLE ana LOGIN PASSWORD 'r1ght'")
    let file = "\(server.folder)/data/pg_hba.conf"
    let rules = try String(contentsOfFile: file, encoding: .utf8)
    // Written in place, since the file belongs to the server's user.
    let handle = try #require(FileHandle(forWritingAtPath: file))
    try handle.write(contentsOf: Data(("local all ana scram-sha-256\n" + rules).utf8))
    try handle.close()
    try administrator.execute("SELECT pg_reload_conf()")

    let base = server.address(database: "postgres", user: "ana")
    // The server reads its rules again when it gets to it.
    let deadline = ContinuousClock.now + .seconds(10)
    while (try? Connection(base)) != nil, .now < deadline { usleep(10_000) }
    let wrong = try failure(base + " password=wr0ng")
    #expect(wrong.code == .cannotConnect)
    #expect(wrong.help == "check the user's password")
    #expect(!wrong.description.contains("wr0ng"))
    #expect(try failure(base).help.contains("PGPASSWORD"))
    #expect(try Connection(base + " password=r1ght").user == "ana")
  }
}
