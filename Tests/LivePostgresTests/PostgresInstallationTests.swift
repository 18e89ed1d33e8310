import Testing

@testable import LivePostgres

@Suite struct PostgresInstallationTests {
  @Test func `the version is read from what postgres prints`() {
    let debian = "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"
    #expect(PostgresInstallation.majorVersion(in: debian) == 15)
    #expect(PostgresInstallation.majorVersion(in: "postgres (PostgreSQL) 19beta1\n") == 19)
    #expect(PostgresInstallation.majorVersion(in: "mysqld 8.0") == nil)
  }

  @Test func `each version is found once, the oldest first`() {
    let versions = PostgresInstallation.installed().map(\.major)
    #expect(versions == Set(versions).sorted())
    #expect(versions.allSatisfy { $0 >= 15 })
    guard let first = try? PostgresInstallation.find() else { return }
    #expect(versions.contains(first.major))
  }

  @Test func `what was fetched is looked for in the user's cache and in that of the machine`() {
    let folders = PostgresInstallation.fetched(["XDG_CACHE_HOME": "/x", "HOME": "/home/u"])
    #expect(folders.contains("/x/rowkeep/postgresql/18/bin"))
    #expect(folders.contains("/home/u/.cache/rowkeep/postgresql/18/bin"))
    #expect(folders.contains("/var/cache/rowkeep/postgresql/18/bin"))
  }

  @Test func `a wrong ROWKEEP_PG_BIN is an error and not passed over`() throws {
    let error = try #require(throws: LivePostgresError.self) {
      _ = try PostgresInstallation.find(environment: ["ROWKEEP_PG_BIN": "/nonexistent"])
    }
    #expect(error.code == .serverNotInstalled)
    #expect(error.description.contains("ROWKEEP_PG_BIN is `/nonexistent`"))
  }
}
