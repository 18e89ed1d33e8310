import AccessModel
import Foundation
import SQLFrontend
import Testing

@testable import MigrationPlanner

/// Triggers and rules guard relations too: no state in between goes without those that both the old
/// and the new one have, nor with a mixture of one's triggers and the other's policies.
struct PrefixReactionTests {
  private static let base = """
    CREATE ROLE worker;
    CREATE TABLE job (id int PRIMARY KEY, state text, owner text);
    GRANT SELECT, INSERT, UPDATE ON job TO worker;
    ALTER TABLE job ENABLE ROW LEVEL SECURITY;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no'; END $$;
    CREATE FUNCTION allow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
    """

  private func migration(_ first: String, _ second: String) -> PlannedMigration {
    func read(_ sql: String) -> Catalog {
      SQLReader(platform: .postgres).read([SQLFile(name: "s", text: Self.base + sql)]).catalog
    }
    return PlannedMigration(from: read(first), to: read(second), administrator: "postgres")
  }

  /// The states in which the worker may use `job`, as triggers and policies by name.
  private func open(_ migration: PlannedMigration) -> [[String]] {
    migration.states().compactMap { _, catalog in
      guard let table = catalog.tables.first,
        table.acl?.entries.contains(where: { $0.grantee == .role("worker") }) == true,
        !table.policies.contains(where: { $0.name == CatalogChange.closingPolicy })
      else { return nil }
      return (table.triggers.map(\.name) + table.policies.map(\.name)).sorted()
    }
  }

  @Test func `a trigger that goes while a policy comes is not missed in between`() {
    let migration = migration(
      "CREATE POLICY a ON job TO worker USING (owner = current_user);",
      """
      CREATE POLICY b ON job TO worker USING (true);
      CREATE TRIGGER keep BEFORE UPDATE ON job FOR EACH ROW EXECUTE FUNCTION refuse();
      """)
    #expect(migration.unplanned == [] && migration.prefixes.wider == [])
    // Without a permissive policy nothing is let through.
    for state in open(migration) where state.contains("a") || state.contains("b") {
      #expect(state == ["a"] || state == ["b", "keep"], "\(state)")
    }
  }

  @Test func `two triggers that change together are never there by half`() {
    let migration = migration(
      """
      CREATE POLICY a ON job TO worker USING (true);
      CREATE TRIGGER one BEFORE UPDATE ON job FOR EACH ROW EXECUTE FUNCTION refuse();
      """,
      """
      CREATE POLICY a ON job TO worker USING (true);
      CREATE TRIGGER two BEFORE INSERT ON job FOR EACH ROW EXECUTE FUNCTION refuse();
      """)
    #expect(migration.unplanned == [] && migration.prefixes.wider == [])
    for state in open(migration) {
      #expect(state == ["a", "one"] || state == ["a", "two"], "\(state)")
    }
  }

  @Test func `a rule counts as a trigger does`() {
    let migration = migration(
      """
      CREATE POLICY a ON job TO worker USING (true);
      CREATE RULE stop AS ON UPDATE TO job DO INSTEAD NOTHING;
      """,
      """
      CREATE POLICY a ON job TO worker USING (owner = current_user);
      CREATE POLICY b ON job FOR INSERT TO worker WITH CHECK (state = 'new');
      """)
    #expect(migration.unplanned == [] && migration.prefixes.wider == [])
    for (_, catalog) in migration.states() {
      guard let table = catalog.tables.first, table.rules.isEmpty else { continue }
      let isClosed =
        table.policies.contains { $0.name == CatalogChange.closingPolicy }
        || table.acl?.entries.contains { $0.grantee == .role("worker") } != true
      #expect(isClosed || table.policies.map(\.name).sorted() == ["a", "b"])
    }
  }

  /// What is not followed is said, and only where there is something of the kind.
  @Test func `the script says that what triggers write elsewhere is not looked at`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rowkeep-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func script(_ trigger: String) throws -> String {
      let paths = try ["", "CREATE POLICY b ON job TO worker USING (true);"].enumerated().map {
        let path = folder.appendingPathComponent("\($0).sql").path
        try (Self.base + trigger + $1).write(toFile: path, atomically: true, encoding: .utf8)
        return path
      }
      let run = AppliedPlans.runTool(["plan-migration"] + paths)
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    let trigger =
      "CREATE TRIGGER keep BEFORE UPDATE ON job FOR EACH ROW EXECUTE FUNCTION refuse();"
    #expect(try script(trigger).contains("-- Not looked at: what triggers and rules of one"))
    #expect(try !script("").contains("Not looked at"))
  }
}
