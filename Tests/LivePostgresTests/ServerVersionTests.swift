import LivePostgres
import Testing

@Suite struct ServerVersionTests {
  @Test func `a version under 15 is refused in one line`() throws {
    let error = try #require(throws: LivePostgresError.self) {
      try ServerVersion(140_011).requireSupported()
    }
    #expect(error.code == .unsupportedVersion)
    #expect(
      error.description
        == "the server runs PostgreSQL 14.11; use a server of version 15 or newer")
  }

  @Test func `15 and newer are supported`() throws {
    try ServerVersion(150_000).requireSupported()
    try ServerVersion(180_006).requireSupported()
  }

  @Test func `versions are written as the server writes them`() {
    #expect(ServerVersion(150_018).description == "15.18")
    #expect(ServerVersion(90_624).description == "9.6.24")
  }
}
