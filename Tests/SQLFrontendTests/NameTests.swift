import AccessModel
import SQLFrontend
import SQLText
import Testing

struct NameTests {
  private func using(_ sql: String, _ platform: SQLReader.Platform = .postgres) -> [String] {
    let loaded = Reading.read(sql, platform)
    #expect(loaded.diagnostics == [])
    return loaded.catalog.tables.flatMap(\.policies).compactMap { $0.using?.sqlText }
  }

  @Test func `an unqualified column binds to the innermost table that has it`() {
    #expect(
      using(
        """
        CREATE TABLE member (org_id int, who text);
        CREATE TABLE doc (org_id int, title text);
        CREATE POLICY p ON doc USING (EXISTS (
          SELECT 1 FROM member m WHERE m.org_id = org_id AND title <> ''));
        """) == [
          "EXISTS (SELECT 1 FROM public.member AS m WHERE m.org_id = m.org_id AND doc.title <> '')"
        ])
  }

  @Test func `names found by the search path keep their meaning after it changes`() {
    #expect(
      using(
        """
        CREATE SCHEMA app; SET search_path = app;
        CREATE TABLE t (id int); CREATE TABLE u (id int);
        CREATE POLICY p ON t USING (id IN (SELECT id FROM u));
        RESET search_path;
        """) == ["t.id IN (SELECT u.id FROM app.u)"])
  }

  /// An output keeps the name that it had: pg_policies says so too.
  @Test func `a policy follows the names of what it reads`() {
    #expect(
      using(
        """
        CREATE TABLE t (id int, a int); CREATE TABLE u (b int);
        CREATE POLICY p ON t USING (a IN (SELECT b FROM u));
        ALTER TABLE t RENAME a TO x; ALTER TABLE u RENAME b TO y; ALTER TABLE u RENAME TO w;
        """) == ["t.x IN (SELECT w.y AS b FROM public.w)"])
  }

  @Test func `a function's argument is a parameter unless a column has its name`() {
    let loaded = Reading.read(
      """
      CREATE FUNCTION f(a int, id int) RETURNS boolean LANGUAGE sql AS
        'SELECT EXISTS (SELECT 1 FROM t WHERE id = a)';
      CREATE TABLE t (id int);
      """)
    guard case .query(let query)? = loaded.catalog.functions.first?.body else {
      Issue.record("the body is text")
      return
    }
    #expect(query.sqlText == "SELECT EXISTS (SELECT 1 FROM public.t WHERE t.id = $1)")
  }

  @Test func `Supabase's objects are there for SQL that uses them`() {
    let loaded = Reading.read(
      """
      CREATE TABLE profile (id uuid PRIMARY KEY REFERENCES auth.users ON DELETE CASCADE);
      ALTER TABLE profile ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own ON profile FOR SELECT TO authenticated USING (auth.uid() = id);
      CREATE POLICY img ON storage.objects FOR SELECT USING (bucket_id = 'img');
      """, .automatic)
    #expect(loaded.diagnostics == [])
    #expect(loaded.platform == "supabase")
    #expect(
      loaded.catalog.table(QualifiedName("public", "profile"))?.acl?.privileges(of: .role("anon"))
        == Privilege.allOnTable.sorted())
    #expect(loaded.catalog.table(QualifiedName("auth", "users"))?.origin == .platform("supabase"))
  }

  @Test func `what the model has no form for is kept as text and named`() {
    let loaded = Reading.read(
      "CREATE TABLE t (id int); CREATE VIEW v AS SELECT id FROM t TABLESAMPLE SYSTEM (50);")
    #expect(loaded.counts.unread == 1)
    #expect(loaded.diagnostics.first?.severity == .warning)
    guard case .unread? = loaded.catalog.views.first?.query.body else {
      Issue.record("not kept as text")
      return
    }
  }

  @Test(arguments: [
    "SELECT ARRAY[1, 2], ROW(1, 'a'), (ARRAY[1])[1], GREATEST(1, 2), ('a' COLLATE \"C\")",
    "SELECT t.a = ANY (ARRAY[1]), t.a <> ALL (SELECT 1) FROM public.t",
    "WITH c AS (SELECT 1 AS x) SELECT c.x FROM c",
    "SELECT 1 UNION ALL SELECT 2 ORDER BY 1 LIMIT 1",
    "SELECT DISTINCT ON (t.a) t.a FROM public.t",
    "SELECT count(*) FILTER (WHERE t.a > 1), row_number() OVER (PARTITION BY t.a ORDER BY t.a) "
      + "FROM public.t",
    "SELECT array_agg(t.a ORDER BY t.a DESC) FROM public.t",
    "SELECT q.x FROM public.t CROSS JOIN LATERAL (SELECT t.a AS x) AS q",
    "SELECT g FROM generate_series(1, 3) AS g",
    "SELECT x.p FROM (VALUES (1)) AS x (p)",
    "SELECT t.a FROM public.t JOIN public.u USING (a)",
  ])
  func `SQL's less common forms are written as they were read`(sql: String) {
    let file = SQLFile(name: "s.sql", text: sql)
    guard case .statement(let tree) = SQLReader().parseStatements(file)[0].outcome else {
      Issue.record("not read: \(sql)")
      return
    }
    #expect(tree.sqlText == sql)
  }
}
