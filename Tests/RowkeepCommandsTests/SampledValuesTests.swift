import Foundation
import LivePostgres
import ScratchServerTesting
import Testing

/// `export fixtures`: rows found by members of claims, and values that are too wide.
@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct SampledValuesTests {
  private static let roles = """
    CREATE ROLE anon; CREATE ROLE authenticated; CREATE SCHEMA auth;
    GRANT USAGE ON SCHEMA auth TO anon, authenticated;
    CREATE FUNCTION auth.jwt() RETURNS jsonb LANGUAGE sql STABLE AS
      $$ SELECT nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;
    CREATE FUNCTION auth.uid() RETURNS uuid LANGUAGE sql STABLE AS
      $$ SELECT (auth.jwt() ->> 'sub')::uuid $$;
    """

  private func export(
    _ database: ScratchDatabase, _ folder: String, _ more: String...
  ) -> CommandRun {
    CommandRun(
      ["export", "fixtures", database.url, "--output", folder, "--rows", "3"] + more)
  }

  @Test func `members of claims that policies compare find rows`() throws {
    try RoleServer.withDatabase { database in
      try database.connect().execute(
        Self.roles + """
          CREATE TABLE auth.users (id uuid PRIMARY KEY, email text, raw_app_meta_data jsonb);
          INSERT INTO auth.users SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
            'p' || n || '@shop.test', jsonb_build_object(
              'org', 'org-' || n, 'account', jsonb_build_object('number', n),
              'teams', jsonb_build_array('team-' || n, 'team-' || n + 1))
            FROM generate_series(1, 200) n;
          CREATE TABLE file (id int PRIMARY KEY, org_id text);
          CREATE TABLE bill (id int PRIMARY KEY, account bigint);
          CREATE TABLE task (id int PRIMARY KEY, team text);
          INSERT INTO file SELECT n, 'org-' || n FROM generate_series(1, 200) n;
          INSERT INTO bill SELECT n, n FROM generate_series(1, 200) n;
          INSERT INTO task SELECT n, 'team-' || n FROM generate_series(1, 200) n;
          ALTER TABLE file ENABLE ROW LEVEL SECURITY; ALTER TABLE bill ENABLE ROW LEVEL SECURITY;
          ALTER TABLE task ENABLE ROW LEVEL SECURITY;
          GRANT SELECT ON file, bill, task TO authenticated;
          CREATE POLICY own ON file TO authenticated
            USING (org_id = (auth.jwt() -> 'app_metadata' ->> 'org'));
          CREATE POLICY own ON bill TO authenticated
            USING (account = (auth.jwt() #>> '{app_metadata,account,number}')::bigint);
          CREATE POLICY own ON task TO authenticated USING (team IN (
            SELECT jsonb_array_elements_text(auth.jwt() -> 'app_metadata' -> 'teams')));
          """)
      let folder = try TemporaryFolder().path + "/sample"
      let run = export(
        database, folder, "--identity", "eve=00000000-0000-4000-8000-000000000150")
      #expect(run.status == 0, "\(run.errors)")
      for (table, own) in [("file", ["150"]), ("bill", ["150"]), ("task", ["150", "151"])] {
        let rows = try String(contentsOfFile: "\(folder)/rows/public.\(table).csv", encoding: .utf8)
        let keys = rows.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
        #expect(Set(keys).isSuperset(of: own.map { Substring($0) }), "\(table): \(keys)")
      }
      // What she reads in the sample is what is hers, whatever was masked.
      let matrix = CommandRun(
        "matrix", database.url, "--fixtures", folder, "--format", "json")
      #expect(matrix.status == 0, "\(matrix.errors)")
      let cases = try String(contentsOfFile: "\(folder)/cases.yaml", encoding: .utf8)
      #expect(cases.contains("org-150") && cases.contains("team-151"), "\(cases)")
    }
  }

  @Test func `no value is wider than 64 KiB, and those that were are named and counted`() throws {
    try RoleServer.withDatabase { database in
      try database.connect().execute(
        Self.roles + """
          CREATE DOMAIN story AS text;
          CREATE TABLE wide (id int PRIMARY KEY, body text NOT NULL, kept text, picture bytea,
            meta jsonb NOT NULL, list json, tags text[], tale story, short varchar(9));
          INSERT INTO wide VALUES
            (1, repeat('é', 3000000), repeat('a', 100000), decode(repeat('ab', 3000000), 'hex'),
              jsonb_build_object('a', repeat('b', 100000)), json_build_array(repeat('c', 100000)),
              ARRAY[repeat('d', 100000), 'e'], repeat('f', 100000),
              's'),
            (2, 'short', 'short', '\\x00', '{}', '[]', '{}', 'short', 's');
          CREATE TABLE loose (id int PRIMARY KEY, path int4multirange);
          INSERT INTO loose SELECT 1, range_agg(int4range(2 * n, 2 * n + 1))
            FROM generate_series(1, 20000) n UNION ALL SELECT 2, '{}';
          CREATE TABLE must (id int PRIMARY KEY, path int4multirange NOT NULL);
          INSERT INTO must SELECT * FROM loose;
          """)
      let folder = try TemporaryFolder().path + "/sample"
      let run = export(database, folder, "--identity", "visitor=anon", "--keep", "wide.kept")
      #expect(run.status == 0, "\(run.errors)")
      for column in ["body", "kept", "picture", "meta", "list", "tags", "tale"] {
        #expect(
          run.errors.contains("`wide.\(column)`: 1 value of more than 64 KiB cut or emptied"),
          "\(column): \(run.errors)")
      }
      #expect(run.errors.contains("wide.kept`: 1 value of more than 64 KiB cut or emptied; what"))
      #expect(run.errors.contains("`loose.path`: 1 value of more than 64 KiB cut or emptied"))
      #expect(run.errors.contains("1 row of `must` left out"), "\(run.errors)")
      #expect(!run.errors.contains("wide.short"))
      let path = "\(folder)/rows/public.wide.csv"
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? .max
      #expect(size < 8 * 65_536, "\(size)")
      let loose = try String(
        contentsOfFile: "\(folder)/rows/public.loose.csv", encoding: .utf8)
      #expect(loose == "id,path\n1,\n2,\"{}\"\n")
      // Each value is one of its type still; multiranges the simulator does not know.
      for table in ["loose", "must"] {
        try FileManager.default.removeItem(atPath: "\(folder)/rows/public.\(table).csv")
      }
      let matrix = CommandRun("matrix", database.url, "--fixtures", folder)
      #expect(matrix.status == 0, "\(matrix.errors)")
    }
  }
}
