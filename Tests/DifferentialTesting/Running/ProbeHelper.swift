import AccessModel
import LivePostgres
import SQLText

/// What the server needs to answer many questions in one round trip, and to forget a script.
enum ProbeHelper {
  /// Each question is asked as its role inside a block that is undone.
  static let definitions = [
    "CREATE SCHEMA rowkeep_probe",
    """
    CREATE FUNCTION rowkeep_probe.ask(roles text[], claims text[], queries text[])
    RETURNS TABLE (state text, message text, detail text, answer text)
    LANGUAGE plpgsql SET statement_timeout = '20s' AS $$
    DECLARE
      r record;
      lines text[];
    BEGIN
      FOR i IN 1..cardinality(roles) LOOP
        state := ''; message := ''; detail := ''; lines := '{}';
        BEGIN
          PERFORM set_config('role', roles[i], true);
          IF claims[i] IS NOT NULL THEN
            PERFORM set_config('request.jwt.claims', claims[i], true);
          END IF;
          FOR r IN EXECUTE queries[i] LOOP
            lines := array_append(lines, r::text);
          END LOOP;
          RAISE SQLSTATE 'RK000';
        EXCEPTION
          WHEN SQLSTATE 'RK000' THEN NULL;
          WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
              detail = PG_EXCEPTION_DETAIL;
        END;
        answer := array_to_string(lines, E'\\x1e');
        RETURN QUERY SELECT state, message, detail, cardinality(lines) || ':' || answer;
      END LOOP;
    END $$
    """,
  ]

  static func query(_ probes: [Script.Probe]) -> String {
    func list(_ texts: [String?]) -> String {
      "ARRAY[\(texts.map { $0.map(quoteLiteral) ?? "NULL" }.joined(separator: ", "))]::text[]"
    }
    return "SELECT * FROM rowkeep_probe.ask(\(list(probes.map(\.role))), "
      + "\(list(probes.map(\.claims))), \(list(probes.map(\.query))))"
  }

  static func answers(
    _ answer: Result<Exchange, PostgresError>, to probes: [Script.Probe]
  ) throws -> [Answer] {
    switch answer {
    case .failure(let error): return probes.map { _ in .failed(error) }
    case .success(let exchange):
      return exchange.result.rows.map { row in
        let fields = row.map { $0 ?? "" }
        guard fields[0].isEmpty else {
          let detail = fields[2].isEmpty ? nil : fields[2]
          return .failed(
            PostgresError(SQLState(rawValue: fields[0]), fields[1], detail: detail))
        }
        let parts = fields[3].split(
          separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0] != "0" else { return .rows([]) }
        return .rows(
          parts[1].split(separator: "\u{1E}", omittingEmptySubsequences: false).map(String.init))
      }
    }
  }

  /// A row as PostgreSQL writes a record. Source: `src/backend/utils/adt/rowtypes.c`.
  static func record(_ row: [String?]) -> String {
    let fields = row.map { field -> String in
      guard let field else { return "" }
      let needsQuotes =
        field.isEmpty || field.contains { #""\(),"#.contains($0) || $0.isWhitespace }
      guard needsQuotes else { return field }
      return "\"" + field.replacing("\\", with: "\\\\").replacing("\"", with: "\"\"") + "\""
    }
    return "(" + fields.joined(separator: ",") + ")"
  }

  /// Drops every role and schema that a script has made.
  static let clearing = """
    DO $$
    DECLARE
      name text;
      gone text;
    BEGIN
      SET LOCAL client_min_messages = error;
      SET LOCAL allow_system_table_mods = on;
      FOR name IN SELECT nspname FROM pg_namespace
        WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'rowkeep_probe')
      LOOP EXECUTE format('DROP SCHEMA %I CASCADE', name); END LOOP;
      -- One by one: of several, one may have lost what another's list still names.
      FOR name IN SELECT rolname FROM pg_roles WHERE rolname !~ '^pg_' AND rolname <> 'postgres'
      LOOP EXECUTE format('DROP OWNED BY %I CASCADE', name); END LOOP;
      SELECT string_agg(quote_ident(rolname), ', ') INTO gone FROM pg_roles
        WHERE rolname !~ '^pg_' AND rolname <> 'postgres';
      IF gone IS NOT NULL THEN EXECUTE 'DROP ROLE ' || gone; END IF;
      -- Those of postgres, which no DROP OWNED may name.
      DELETE FROM pg_default_acl;
      CREATE SCHEMA public AUTHORIZATION pg_database_owner;
      GRANT USAGE ON SCHEMA public TO PUBLIC;
    END $$
    """
}
