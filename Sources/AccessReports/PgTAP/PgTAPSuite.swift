public import AccessDecisions
public import AccessFixtures
public import AccessModel
import SQLText

/// Decisions as a pgTAP suite: a script that loads the fixtures, asks everything as each identity, and
/// rolls all of it back.
///
/// It needs nothing but pgTAP and a role that may become the identities' roles and load rows with
/// triggers off. Each question runs in a subtransaction, which is undone before the next.
public struct PgTAPSuite: Sendable {
  /// Questions under the sentence that they are asked for.
  public struct Section: Sendable {
    /// An intent's sentence, or a case's name.
    public var title: String
    /// With their answers.
    public var asked: [AskedProbe]

    public init(_ title: String, _ asked: [AskedProbe]) {
      self.title = title
      self.asked = asked
    }
  }

  private let title: String
  private let catalog: Catalog
  private let fixtures: Fixtures
  private let tests: [String]
  private var identities: [Identity] = []

  /// A suite of what was asked. Each question is asked once, under the first title that has it.
  public init(
    title: String, _ sections: [Section], catalog: Catalog, fixtures: Fixtures
  ) {
    self.title = title
    self.catalog = catalog
    self.fixtures = fixtures
    var seen: Set<Question> = []
    var names: [Identity: String] = [:]
    var tests: [String] = []
    for section in sections {
      // What is asked of no row is not asked.
      for asked in section.asked
      where asked.change == nil && !asked.probe.parameterSets.isEmpty {
        guard seen.insert(Question(identity: asked.identity, probe: asked.probe)).inserted else {
          continue
        }
        if names[asked.identity] == nil {
          names[asked.identity] = "\(names.count + 1) \(asked.identity.name)"
          identities.append(asked.identity)
        }
        tests.append(Self.test(section.title, asked, names[asked.identity] ?? ""))
      }
    }
    self.tests = tests
  }

  private struct Question: Hashable {
    var identity: Identity
    var probe: Probe
  }

  /// How many tests there are, those of the tables' emptiness included.
  public var count: Int { tests.count + tables.count }

  /// The script.
  public var sql: String {
    """
    -- \(title.printable): its cases and intents.
    -- Written by rowkeep; needs pgTAP. Run it with `pg_prove -d DATABASE FILE` on a database that holds
    -- the plan and no rows. All of it is rolled back.
    BEGIN;
    SET LOCAL client_min_messages = warning;
    CREATE EXTENSION IF NOT EXISTS pgtap;
    SELECT plan(\(count));

    \(people)

    \(Self.helper)

    \(rows)
    \(tests.joined(separator: "\n"))

    SELECT * FROM finish();
    ROLLBACK;

    """
  }

  private static func test(_ title: String, _ asked: AskedProbe, _ name: String) -> String {
    let writer = SQLWriter(layout: .compact)
    let statements = asked.probe.parameterSets.map {
      quoteLiteral(writer.text(asked.probe.literalStatement($0)))
    }
    let outcomes = asked.outcomes.map { quoteLiteral($0.tapText) }
    return """
      SELECT is(pg_temp.outcomes(\(quoteLiteral(name)), ARRAY[
          \(statements.joined(separator: ",\n    "))]),
        ARRAY[\(outcomes.joined(separator: ", "))],
        \(quoteLiteral("\(asked.identity.name): \(title)".printable)));
      """
  }

  /// `pg_temp.authenticate_as('ana')`: role and claims of an identity, until the subtransaction ends.
  private var people: String {
    let names = identities.enumerated().map { "\($0 + 1) \($1.name)" }
    func branches(_ value: (Identity) -> String) -> String {
      zip(names, identities).map { "WHEN \(quoteLiteral($0)) THEN \(quoteLiteral(value($1)))" }
        .joined(separator: "\n      ")
    }
    return """
      CREATE FUNCTION pg_temp.authenticate_as(person text) RETURNS void LANGUAGE plpgsql AS
      \(quoteLiteral("""
      BEGIN
        PERFORM set_config('request.jwt.claims', CASE person
            \(branches { $0.claims ?? "" })
          END, true);
        PERFORM set_config('role', CASE person
            \(branches(\.role))
          END, true);
      END
      """));
      """
  }

  /// What becomes of each statement: how many rows, and of a query which; or the error's SQLSTATE.
  private static let helper = """
    CREATE FUNCTION pg_temp.outcomes(person text, statements text[]) RETURNS text[]
    LANGUAGE plpgsql AS $outcomes$
    DECLARE
      statement text;
      outcome text;
      found text[];
      reached bigint;
      results text[] := '{}';
    BEGIN
      FOREACH statement IN ARRAY statements LOOP
        BEGIN
          PERFORM pg_temp.authenticate_as(person);
          IF statement LIKE 'SELECT %' THEN
            EXECUTE format(
              'SELECT coalesce(array_agg(r::text ORDER BY r::text COLLATE "C"), ''{}'') FROM (%s) r',
              statement) INTO found;
            outcome := cardinality(found) || ' rows ' || array_to_string(found, ' ');
          ELSE
            EXECUTE statement;
            GET DIAGNOSTICS reached = ROW_COUNT;
            outcome := reached || ' rows ';
          END IF;
          RAISE EXCEPTION 'undone' USING ERRCODE = 'RK000';
        EXCEPTION
          WHEN SQLSTATE 'RK000' THEN NULL;
          WHEN insufficient_privilege THEN
            outcome := CASE WHEN SQLERRM LIKE '%row-level security%'
              THEN '42501 row security' ELSE '42501' END;
          WHEN OTHERS THEN outcome := SQLSTATE;
        END;
        results := results || outcome;
      END LOOP;
      RETURN results;
    END
    $outcomes$;
    """

  private var tables: [TableRows] { fixtures.rows.filter { !$0.rows.isEmpty } }

  private var rows: String {
    let writer = SQLWriter(layout: .compact)
    var lines = tables.map { table in
      "SELECT is_empty(\(quoteLiteral("SELECT 1 FROM \(sqlText(table.table))")), "
        + "\(quoteLiteral("\(table.table) holds no rows yet")));"
    }
    lines.append("SET LOCAL session_replication_role = replica;")
    for table in tables {
      let values = table.rows.map { row in
        row.values.map { Optional($0.map { SQLExpression.string($0) } ?? .null) }
      }
      let insert = SQLInsert(
        into: SQLRelationName(table.table), columns: table.columns, .values(rows: values),
        overriding: .system)
      lines.append(writer.text(.insert(insert)) + ";")
      lines += restarts(of: table)
    }
    return (lines + ["SET LOCAL session_replication_role = origin;"]).joined(separator: "\n")
  }

  /// Identity columns go on behind the fixtures' values.
  private func restarts(of rows: TableRows) -> [String] {
    guard let table = catalog.table(rows.table) else { return [] }
    return table.columns.filter { $0.identity != nil }.compactMap { column in
      guard let position = rows.columns.firstIndex(of: column.name) else { return nil }
      let highest = rows.rows.compactMap { row in
        row.values.indices.contains(position) ? row.values[position].flatMap { Int64($0) } : nil
      }.max()
      guard let highest, highest > 0, highest < Int64.max else { return nil }
      return "ALTER TABLE \(sqlText(rows.table)) ALTER COLUMN \(quoteIdentifier(column.name)) "
        + "RESTART WITH \(highest + 1);"
    }
  }
}

extension Outcome {
  /// As `pg_temp.outcomes` says it.
  fileprivate var tapText: String {
    switch self {
    case .completed(let completion):
      let rows = completion.tag.hasPrefix("SELECT") ? completion.rows.map(\.recordText) : []
      let sorted = rows.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return "\(completion.count) rows \(sorted.joined(separator: " "))"
    case .refused(let error, _):
      guard error.sqlState.rawValue == "42501" else { return error.sqlState.rawValue }
      return error.message.contains("row-level security") ? "42501 row security" : "42501"
    case .undecided: return "undecided"
    }
  }
}

extension [String?] {
  /// A row as `row::text` prints it. Source: `record_out()`.
  fileprivate var recordText: String {
    "(" + map { $0.map(\.recordField) ?? "" }.joined(separator: ",") + ")"
  }
}

extension String {
  fileprivate var recordField: String {
    let special: Set<Unicode.Scalar> = [
      "\"", "\\", "(", ")", ",", " ", "\t", "\n", "\r", "\u{B}", "\u{C}",
    ]
    guard isEmpty || unicodeScalars.contains(where: special.contains) else { return self }
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }
}
