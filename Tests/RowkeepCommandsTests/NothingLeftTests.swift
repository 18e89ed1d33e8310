import Foundation
import LivePostgres
import ScratchServerTesting
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

/// A database after `verify --database`, held against one before: by a full dump.
@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct NothingLeftTests {
  /// All that `pg_dump` tells of a database: definitions, rows, comments, grants, and where its
  /// sequences stand; and what `pg_dumpall` tells of roles.
  private func dump(_ database: ScratchDatabase) throws -> [String] {
    let folder = try PostgresInstallation.find().binFolder
    let options = ["--host", database.server.folder, "--username", "postgres"]
    let commands = [
      ["\(folder)/pg_dump"] + options + ["--dbname", database.name],
      ["\(folder)/pg_dumpall"] + options + ["--globals-only"],
    ]
    return try commands.flatMap { command in
      let result = try ChildProcess(
        arguments: command, environment: ProcessInfo.processInfo.environment
      ).run(.captured)
      try #require(result.status == 0)
      // A word of chance in each dump, since 15.14.
      return String(decoding: result.output, as: UTF8.self).split(separator: "\n")
        .filter { !$0.hasPrefix("\\restrict") && !$0.hasPrefix("\\unrestrict") }.map(String.init)
    }
  }

  private func verify(_ database: ScratchDatabase, _ more: [String]) -> CommandRun {
    CommandRun(
      ["verify", "--database", database.url, "--fixtures", "fixtures/electric-ride"] + more,
      of: PlanProgram<ElectricRide>.self)
  }

  private func expectNothingLeft(
    after options: [String], preparedBy sql: String
  ) throws {
    try DatabaseInputTests.withPlan { database in
      try database.connect().execute(sql)
      let before = try dump(database)
      try #require(before.contains { $0.contains("setval('public.saved_id_seq', 40, true)") })
      let run = verify(database, options)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      let after = try dump(database)
      #expect(after.difference(from: before).isEmpty)
    }
  }

  /// Sequences somewhere between their start and what fixtures need.
  private static let counted = """
    SELECT setval('saved_id_seq', 40), setval('patron_id_seq', 3), nextval('listing_id_seq');
    """

  @Test func `on the fixtures' rows`() throws {
    try expectNothingLeft(after: [], preparedBy: Self.counted)
  }

  @Test func `on the rows that are there`() throws {
    try expectNothingLeft(
      after: ["--existing-data"],
      preparedBy: """
        INSERT INTO patron (name, email_address)
          VALUES ('Ana', 'ana@example.com'), ('Eve', 'eve@example.com');
        \(Self.counted)
        """)
  }

  @Test func `after the plan's migration was tried`() throws {
    try RoleServer.withDatabase { database in
      try database.connect().execute(
        "CREATE TABLE note (id serial, body text); INSERT INTO note (body) VALUES ('mine')")
      let before = try dump(database)
      let run = verify(database, ["--with-migration"])
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(try dump(database).difference(from: before).isEmpty)
    }
  }

  @Test func `a dump tells what is left behind`() throws {
    try DatabaseInputTests.withPlan { database in
      let before = try dump(database)
      for sql in [
        "SELECT nextval('saved_id_seq')", "COMMENT ON TABLE saved IS 'x'",
        "INSERT INTO patron (name, email_address) VALUES ('Ana', 'ana@example.com')",
        "CREATE ROLE leftover", "GRANT SELECT ON patron TO anon",
      ] {
        let connection = try database.connect()
        let known = try dump(database)
        try connection.execute(sql)
        #expect(try dump(database) != known, "\(sql)")
      }
      #expect(try dump(database) != before)
    }
  }
}
