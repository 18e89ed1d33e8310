import LivePostgres
import ScratchServerTesting
import Testing

@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct CatalogSnapshotTests {
  private let migration = """
    CREATE TABLE IF NOT EXISTS words (id bigint PRIMARY KEY, word text DEFAULT 'none');
    CREATE OR REPLACE VIEW loud WITH (security_invoker = on) AS SELECT upper(word) FROM words;
    CREATE OR REPLACE FUNCTION me() RETURNS text LANGUAGE sql AS $$SELECT current_user$$;
    ALTER TABLE words ENABLE ROW LEVEL SECURITY;
    DROP POLICY IF EXISTS own ON words;
    CREATE POLICY own ON words FOR SELECT TO visitor, member USING (word = me());
    GRANT SELECT (word), UPDATE (word) ON words TO visitor, member;
    COMMENT ON POLICY own ON words IS 'own words';
    """

  @Test func `the same migration twice gives the same lines`() throws {
    let connection = try TestDatabase().connect()
    try connection.execute(migration)
    let first = try CatalogSnapshot(of: connection)
    try connection.execute(migration)
    #expect(try first.difference(to: CatalogSnapshot(of: connection)) == [])
    #expect(
      first.lines.contains(
        "policy public.words own PERMISSIVE r TO member,visitor "
          + "USING (word = public.me()) CHECK -"))
    #expect(
      first.lines.contains(
        "column public.words.word #2 text not null f default 'none'::text identity - generated - "
          + "acl {member=SELECT/postgres,member=UPDATE/postgres,"
          + "visitor=SELECT/postgres,visitor=UPDATE/postgres}"))
  }

  @Test(arguments: [
    "ALTER POLICY own ON words USING (true)",
    "ALTER POLICY own ON words TO member",
    "ALTER TABLE words FORCE ROW LEVEL SECURITY",
    "ALTER TABLE words DISABLE ROW LEVEL SECURITY",
    "ALTER TABLE words OWNER TO member",
    "ALTER TABLE words ALTER word SET NOT NULL",
    "ALTER TABLE words ADD CHECK (id > 0)",
    "CREATE INDEX ON words (word)",
    "GRANT SELECT (id) ON words TO visitor",
    "REVOKE UPDATE (word) ON words FROM member",
    "GRANT DELETE ON words TO visitor WITH GRANT OPTION",
    "GRANT USAGE ON SCHEMA public TO visitor",
    "ALTER VIEW loud SET (security_invoker = off)",
    "ALTER VIEW loud RESET (security_invoker)",
    "CREATE OR REPLACE VIEW loud WITH (security_invoker = on) AS SELECT lower(word) AS upper FROM words",
    "ALTER FUNCTION me() SECURITY DEFINER",
    "ALTER FUNCTION me() SET search_path = ''",
    "REVOKE EXECUTE ON FUNCTION me() FROM PUBLIC",
    "COMMENT ON POLICY own ON words IS NULL",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO visitor",
    "CREATE SEQUENCE counter",
    "CREATE TYPE colour AS ENUM ('red')",
    "CREATE RULE quiet AS ON DELETE TO words DO INSTEAD NOTHING",
  ])
  func `every change that matters shows`(change: String) throws {
    let connection = try TestDatabase().connect()
    try connection.execute(migration)
    let before = try CatalogSnapshot(of: connection)
    try connection.execute(change)
    #expect(try before.difference(to: CatalogSnapshot(of: connection)) != [])
  }

  @Test func `the search path is left as it was`() throws {
    let connection = try TestDatabase().connect()
    try connection.execute("SET search_path = public, pg_temp")
    _ = try CatalogSnapshot(of: connection)
    #expect(try connection.query("SHOW search_path").firstValue == "public, pg_temp")
  }
}
