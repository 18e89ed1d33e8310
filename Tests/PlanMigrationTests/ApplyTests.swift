import AccessModel
import Foundation
import MigrationPlanner
import MigrationTesting
import ScratchServerTesting
import Testing

@testable import LivePostgres

/// A migration on a running database: all of it or nothing.
@Suite(.serialized, .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct ApplyTests {
  private func migration(
    _ connection: Connection, to plan: PlanDocument
  ) throws -> PlannedMigration {
    PlannedMigration(
      from: try LiveCatalog.read(from: connection).catalog, to: plan, takeOver: ["*"])
  }

  /// In how many statements it is killed: ROWKEEP_KILLS.
  private var kills: Int {
    ProcessInfo.processInfo.environment["ROWKEEP_KILLS"].flatMap(Int.init) ?? 12
  }

  @Test func `killed at any moment, the database is as before or as after`() throws {
    try interrupted { process, _ in kill(process.processIdentifier, SIGKILL) }
  }

  @Test func `where the connection breaks at any moment too`() throws {
    try interrupted { _, administrator in
      try administrator.execute(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'rowkeep' AND pid <> pg_backend_pid() AND state <> 'idle'
        """)
    }
  }

  /// Stopped inside statements spread over the whole migration, and twice at any moment at all.
  private func interrupted(_ interrupt: (Process, Connection) throws -> Void) throws {
    let (first, second) = (
      try AppliedPlans.stage("stage-3"), try AppliedPlans.stage("electric-ride")
    )
    try AppliedPlans.withFile(second) { file in
      try AppliedPlans.with(first) { database, connection in
        // A sequence counts what a rolled back statement has counted too.
        try connection.execute(
          """
          CREATE SCHEMA slow;
          CREATE SEQUENCE slow.still INCREMENT -1 MINVALUE -1000000 MAXVALUE 1000000 START 0;
          CREATE FUNCTION slow.down() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
            IF nextval('slow.still') = 0 THEN PERFORM pg_advisory_xact_lock(\(Self.stop)); END IF;
          END $$;
          CREATE EVENT TRIGGER slow ON ddl_command_end EXECUTE FUNCTION slow.down();
          """)
        func stopAfter(_ statements: Int) throws {
          try connection.execute("SELECT setval('slow.still', \(statements))")
        }
        try stopAfter(-1)
        let before = try CatalogSnapshot(of: connection)
        let forth = try migration(connection, to: second)
        try MigrationTrial.apply(forth, connection)
        let after = try CatalogSnapshot(of: connection)
        #expect(before != after)
        let last = try #require(
          try connection.query("SELECT -1 - last_value FROM slow.still").firstValue.flatMap(
            Int.init))
        try #require(last > kills)
        let back = forth.rollback
        try MigrationTrial.apply(back, connection)
        try #require(try before.difference(to: CatalogSnapshot(of: connection)) == [])
        for number in 0..<kills {
          let statement = 1 + number * (last - 1) / (kills - 1)
          try stopAfter(statement)
          try connection.execute("SELECT pg_advisory_lock(\(Self.stop))")
          let (process, _) = try AppliedPlans.runner(["apply", database.address, file])
          #expect(waits(connection, process), "statement \(statement) of \(last)")
          try interrupt(process, connection)
          process.waitUntilExit()
          try connection.execute("SELECT pg_advisory_unlock(\(Self.stop))")
          waitForEnd(connection)
          let state = try CatalogSnapshot(of: connection)
          try #require(
            before.difference(to: state) == [], "killed in statement \(statement) of \(last)")
        }
        for number in 0..<2 {
          try stopAfter(-1)
          let (process, _) = try AppliedPlans.runner(["apply", database.address, file])
          Thread.sleep(forTimeInterval: .random(in: 0...1.2))
          try interrupt(process, connection)
          process.waitUntilExit()
          waitForEnd(connection)
          let state = try CatalogSnapshot(of: connection)
          if state == after {
            try MigrationTrial.apply(back, connection)
          } else {
            try #require(before.difference(to: state) == [], "moment \(number)")
          }
        }
      }
    }
  }

  /// The key of the advisory lock at which a migration is stopped.
  private static let stop = 7

  /// Until the process waits for that lock; false where it ends before.
  private func waits(_ connection: Connection, _ process: Process) -> Bool {
    while process.isRunning {
      let found = try? connection.query(
        """
        SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND objid = \(Self.stop)
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """)
      if found?.firstValue == "1" { return true }
      usleep(2_000)
    }
    return false
  }

  private func waitForEnd(_ connection: Connection) {
    for _ in 0..<2_000 {
      let found = try? connection.query(
        """
        SELECT count(*) FROM pg_stat_activity WHERE application_name = 'rowkeep'
          AND pid <> pg_backend_pid() AND datname = current_database()
        """)
      if found?.firstValue == "0" { return }
      usleep(5_000)
    }
  }

  @Test func `of two at once one waits, and then finds nothing to do`() throws {
    let (first, second) = (
      try AppliedPlans.stage("stage-3"), try AppliedPlans.stage("electric-ride")
    )
    try AppliedPlans.withFile(second) { file in
      try AppliedPlans.with(first) { database, connection in
        let key = MigrationRun.lockKey
        try connection.execute("SELECT pg_advisory_lock(\(key))")
        let runs = try (0..<2).map { _ in
          try AppliedPlans.runner(["apply", database.address, file])
        }
        for _ in 0..<6_000 {
          let waiting = try connection.query(
            """
            SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """)
          if waiting.firstValue == "2" { break }
          usleep(5_000)
        }
        try connection.execute("SELECT pg_advisory_unlock(\(key))")
        let ends = runs.map { run -> String in
          run.process.waitUntilExit()
          return String(
            decoding: run.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        #expect(ends.sorted() == ["applied\n", "nothingToDo\n"])
      }
    }
  }

  @Test func `where the catalog has changed since it was read, nothing is done`() throws {
    let plan = try AppliedPlans.stage("electric-ride")
    try AppliedPlans.with(AppliedPlans.stage("stage-3")) { _, connection in
      let planned = try CatalogSnapshot(of: connection)
      let statements = try migration(connection, to: plan).statements.map(\.text)
      try connection.execute("CREATE POLICY mine ON saved USING (true)")
      let changed = try CatalogSnapshot(of: connection)
      let outcome = try MigrationRun(connection, statements: statements, planned: planned)
        .run { try migration($0, to: plan).statements.map(\.text) }
      guard case .changedMeanwhile(let lines) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(lines.contains { $0.contains("mine") })
      #expect(try changed.difference(to: CatalogSnapshot(of: connection)) == [])
    }
  }

  @Test func `what comes out otherwise than planned is rolled back`() throws {
    try AppliedPlans.with(AppliedPlans.stage("stage-3")) { _, connection in
      let planned = try CatalogSnapshot(of: connection)
      let run = MigrationRun(
        connection, statements: ["DROP VIEW saved_listings"], planned: planned)
      #expect(try run.run { _ in ["something is left"] } == .notAsPlanned(["something is left"]))
      #expect(try planned.difference(to: CatalogSnapshot(of: connection)) == [])
    }
  }

  @Test func `a lock that stays held is named, one that goes is waited for`() throws {
    try AppliedPlans.with(AppliedPlans.stage("stage-3")) { database, connection in
      let other = try database.connect()
      let planned = try CatalogSnapshot(of: connection)
      var run = MigrationRun(
        connection, statements: ["ALTER TABLE saved FORCE ROW LEVEL SECURITY"], planned: planned)
      run.limits.lock = 1
      run.limits.attempts = 2
      try other.execute("BEGIN; LOCK TABLE saved")
      let error = #expect(throws: LivePostgresError.self) { _ = try run.run { _ in [] } }
      #expect(error?.code == .locked)
      var told: [String] = []
      run.progress = { text in
        told.append(text)
        _ = try? other.execute("ROLLBACK")
      }
      #expect(try run.run { _ in [] } == .applied)
      #expect(told.count == 1)
    }
  }

  @Test func `a role without the rights is told which it lacks`() throws {
    try AppliedPlans.with(AppliedPlans.stage("stage-3")) { _, connection in
      let planned = try migration(connection, to: AppliedPlans.stage("electric-ride"))
      #expect(planned.missingRights(as: "postgres") == [])
      let missing = planned.missingRights(as: "anon")
      #expect(missing.contains { $0.contains("must be owner of") })
    }
  }
}
