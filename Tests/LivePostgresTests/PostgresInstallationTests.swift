import Testing

@testable import LivePostgres

@Suite struct PostgresInstallationTests {
  @Test func `the version is read from what postgres prints`() {
    let debian = "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"
    #expect(PostgresInstallation.majorVersion(in: debian) == 15)
    #expect(PostgresInstallation.majorVersion(in: "postgres (PostgreSQL) 19beta1\n") == 19)
    #expect(PostgresInstallation.majorVersion(in: "mysqld 8.0") == nil)
  }

  @Test func `a wrong ROWKEEP_PG_BIN is an error and not passed over`() throws {
    let error = try #require(throws: LivePostgresError.self) {
      _ = try PostgresInstallation.find(environment: ["ROWKEEP_PG_BIN": "/nonexistent"])
    }
    #expect(error.code == .serverNotInstalled)
    #expect(error.description.contains("ROWKEEP_PG_BIN is `/nonexistent`"))
  }
}
