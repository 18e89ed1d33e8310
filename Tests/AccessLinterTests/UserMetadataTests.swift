import AccessModel
import SQLFrontend
import Testing

@testable import AccessLinter

struct UserMetadataTests {
  private func findings(_ sql: String) -> [String] {
    let tables = """
      CREATE TABLE note (id int PRIMARY KEY, owner uuid, tenant text);
      ALTER TABLE note ENABLE ROW LEVEL SECURITY;
      """
    let read = SQLReader(platform: .supabase).read([SQLFile(name: "s.sql", text: tables + sql)])
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
    return AccessLinter.findings(in: read.catalog).map { "\($0.severity): \($0.message)" }
  }

  private func policy(_ condition: String) -> String {
    "CREATE POLICY p ON note FOR SELECT TO authenticated USING (\(condition));"
  }

  private let trusts =
    "error: policy \"p\" of `note` trusts `user_metadata`, which its user can change"

  @Test(arguments: [
    "tenant = auth.jwt() -> 'user_metadata' ->> 'tenant'",
    "tenant = (SELECT auth.jwt()) #>> '{user_metadata,tenant}'",
    "tenant = (auth.jwt() #> ARRAY['user_metadata', 'tenant'])::text",
    "tenant = (auth.jwt())['user_metadata']['tenant']::text",
    "auth.jwt() @> '{\"user_metadata\": {\"admin\": true}}'",
    "(current_setting('request.jwt.claims', true)::json -> 'user_metadata' ->> 'admin')::boolean",
    "jsonb_extract_path_text(auth.jwt(), 'user_metadata', 'tenant') = tenant",
    "EXISTS (SELECT FROM auth.users u WHERE u.id = auth.uid() AND u.raw_user_meta_data ? 'admin')",
    "auth.jwt() -> ('user' || '_metadata') ? 'admin'",
    "auth.jwt()::text LIKE '%\"admin\": true%'",
    "current_setting('request.jwt.claims', true) ~ 'admin'",
    "strpos(current_setting('request.jwt.claims', true), 'admin') > 0",
    "auth.jwt() @? '$.**.admin'",
    "jsonb_path_exists((SELECT auth.jwt()), '$.**.admin')",
    "EXISTS (SELECT FROM jsonb_each(auth.jwt()) e WHERE e.value ? 'admin')",
    "auth.jwt() -> concat('user_', 'metadata') ? 'admin'",
    "auth.jwt() -> format('%s_metadata', 'user') ? 'admin'",
    "auth.jwt() -> lower('USER_METADATA') ? 'admin'",
    "tenant = auth.jwt() #>> string_to_array('user_metadata.tenant', '.')",
    "EXISTS (SELECT FROM jsonb_to_record(auth.jwt()) AS x(user_metadata jsonb) WHERE x.user_metadata ? 'a')",
    "substring(auth.jwt()::text from 'admin') IS NOT NULL",
    "split_part(auth.jwt()::text, 'admin', 2) <> ''",
    "replace(auth.jwt()::text, 'admin', '') <> auth.jwt()::text",
    "auth.jwt()::text ~~ '%admin%'", "auth.jwt()::text NOT SIMILAR TO '%admin%'",
    "(auth.jwt() - 'app_metadata')::text LIKE '%admin%'",
    "EXISTS (WITH c AS (SELECT auth.jwt()::text j) SELECT FROM c WHERE c.j LIKE '%admin%')",
    "EXISTS (SELECT FROM (SELECT auth.jwt() AS j) s, LATERAL (SELECT s.j -> 'user_metadata' AS m) l WHERE l.m ? 'a')",
    "current_setting('request.jwt.claim.user_metadata', true) LIKE '%admin%'",
    "EXISTS (SELECT FROM auth.users u WHERE u.id = auth.uid() AND to_jsonb(u)::text LIKE '%admin%')",
    "CASE WHEN coalesce(auth.jwt() -> 'user_metadata', '{}') ? 'admin' THEN true ELSE false END",
  ])
  func `a policy that trusts it is a finding, however it reads it`(_ condition: String) {
    #expect(findings(policy(condition)) == [trusts])
  }

  @Test(arguments: [
    "owner = auth.uid()", "tenant = auth.jwt() -> 'app_metadata' ->> 'tenant'",
    "tenant = auth.email()", "tenant = 'metadata'", "auth.email() LIKE '%@club.org'",
    "auth.jwt() @> '{\"app_metadata\": {\"admin\": true}}'",
    "auth.jwt() @? '$.app_metadata.admin'", "auth.jwt() ->> 'email' ~ 'club'",
    "auth.jwt() IS NOT NULL", "tenant <> 'user_metadata'",
    "auth.jwt() -> 'app_metadata' -> 'user_metadata_level' = '1'",
    "auth.jwt() -> 'app_metadata' ->> 'user_metadata' = '1'",
    "auth.jwt() #>> '{app_metadata,tenant}' = tenant",
  ])
  func `other claims are none`(_ condition: String) {
    #expect(findings(policy(condition)).isEmpty)
  }

  @Test(arguments: [
    "CREATE FUNCTION mine() RETURNS text LANGUAGE sql STABLE AS $$ "
      + "SELECT auth.jwt() -> 'user_metadata' ->> 'tenant' $$;",
    "CREATE FUNCTION mine() RETURNS text LANGUAGE plpgsql STABLE AS $$ DECLARE m jsonb; BEGIN "
      + "m := auth.jwt() -> 'user_metadata'; RETURN m ->> 'tenant'; END $$;",
  ])
  func `so is one that asks a helper which does`(_ helper: String) {
    #expect(
      findings(helper + policy("tenant = mine()")) == [
        trusts + ", through function `mine`",
        "error: function `mine` trusts `user_metadata`, which its user can change",
      ])
  }

  @Test func `and one that asks a helper for it by name`() {
    let helper =
      "CREATE FUNCTION claim(k text) RETURNS jsonb LANGUAGE sql STABLE AS $$ SELECT auth.jwt() -> k $$;"
    #expect(findings(helper + policy("claim('user_metadata') ? 'admin'")) == [trusts])
  }

  @Test func `and one that asks a view, or a helper that does`() {
    let view =
      "CREATE VIEW me AS SELECT auth.jwt() -> 'user_metadata' ->> 'tenant' AS tenant;"
      + "CREATE FUNCTION mine() RETURNS text LANGUAGE sql STABLE AS 'SELECT tenant FROM me';"
    #expect(
      findings(view + policy("tenant = (SELECT tenant FROM me)")).first
        == trusts + ", through view `me`")
    #expect(
      findings(view + policy("tenant = mine()")).first == trusts + ", through function `mine`")
  }

  @Test func `a trigger that copies a name is noted, and what calls nothing of it is not`() {
    let trigger = """
      CREATE FUNCTION welcome() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO note VALUES (1, new.id, new.raw_user_meta_data ->> 'name'); RETURN new; END $$;
      """
    #expect(
      findings(trigger + policy("owner = auth.uid()")) == [
        "note: function `welcome` copies what users write of themselves in `user_metadata`"
      ])
  }

  private let doubts =
    "note: it can't be ruled out that policy \"p\" of `note` trusts `user_metadata`: "
    + "it passes all claims on"

  @Test(arguments: [
    "auth.jwt() -> tenant ? 'admin'", "auth.jwt()::text = tenant",
    "md5(auth.jwt()::text) = tenant", "auth.jwt() @> to_jsonb(tenant)",
    "tenant = CASE WHEN true THEN auth.jwt()::text END",
  ])
  func `where all claims go on at once it can't be ruled out`(_ condition: String) {
    #expect(findings(policy(condition)) == [doubts])
  }

  @Test(arguments: [
    "CREATE VIEW me AS SELECT auth.jwt() AS j;", "CREATE VIEW me (j) AS SELECT auth.jwt();",
  ])
  func `claims are followed through a view`(_ view: String) {
    func reads(_ condition: String) -> String { "EXISTS (SELECT FROM me WHERE \(condition))" }
    #expect(findings(view + policy(reads("me.j::text LIKE '%admin%'"))) == [trusts])
    #expect(findings(view + policy(reads("me.j -> 'user_metadata' ? 'a'"))) == [trusts])
    #expect(findings(view + policy(reads("me.j ->> 'email' = tenant"))).isEmpty)
    #expect(findings(view + policy(reads("me.j::text = tenant"))) == [doubts])
  }

  @Test(arguments: [
    "CREATE FUNCTION j() RETURNS jsonb LANGUAGE sql STABLE AS $$ "
      + "SELECT current_setting('request.jwt.claims', true)::jsonb $$;",
    "CREATE FUNCTION j() RETURNS jsonb LANGUAGE plpgsql STABLE AS $$ DECLARE c jsonb; BEGIN "
      + "c := auth.jwt(); RETURN c; END $$;",
  ])
  func `and through a helper`(_ helper: String) {
    #expect(findings(helper + policy("j()::text LIKE '%admin%'")) == [trusts])
    #expect(findings(helper + policy("j() -> 'user_metadata' ? 'admin'")) == [trusts])
    #expect(findings(helper + policy("j() ->> 'email' = tenant")).isEmpty)
  }

  @Test func `a helper's key may be put together, or be unknown`() {
    let helper =
      "CREATE FUNCTION claim(k text) RETURNS jsonb LANGUAGE sql STABLE AS $$ SELECT auth.jwt() -> k $$;"
    #expect(findings(helper + policy("claim('user_' || 'metadata') ? 'admin'")) == [trusts])
    #expect(findings(helper + policy("claim('app_metadata') ? 'admin'")).isEmpty)
    #expect(findings(helper + policy("claim(tenant) ? 'admin'")) == [doubts])
  }

  @Test func `EXECUTE is looked into as far as its text is constant`() {
    func helper(_ text: String) -> String {
      "CREATE FUNCTION h() RETURNS boolean LANGUAGE plpgsql STABLE AS $$ DECLARE r boolean; BEGIN "
        + "EXECUTE \(text) INTO r; RETURN r; END $$;"
    }
    let told = helper("format('SELECT (auth.jwt() -> %L ->> %L)::boolean', 'user_metadata', 'a')")
    #expect(findings(told + policy("h()")).first == trusts + ", through function `h`")
    let parts = helper("'SELECT (auth.jwt() -> ''user_'' || ''metadata'' ->> ''a'')::boolean'")
    #expect(
      findings(parts + policy("h()")) == [
        "note: it can't be ruled out that function `h` trusts `user_metadata`: it passes all claims on"
      ])
  }

  @Test func `defaults, conditions of triggers and rules are read, too`() {
    let reads = "auth.jwt() -> 'user_metadata' ? 'admin'"
    #expect(
      findings("ALTER TABLE note ALTER tenant SET DEFAULT auth.jwt() -> 'user_metadata' ->> 't';")
        == [
          "note: the default of `tenant` of `note` copies what users write of themselves in "
            + "`user_metadata`"
        ])
    let trigger = """
      CREATE FUNCTION t() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER t BEFORE INSERT ON note FOR EACH ROW WHEN (\(reads)) EXECUTE FUNCTION t();
      """
    #expect(
      findings(trigger) == [
        "error: trigger \"t\" of `note` trusts `user_metadata`, which its user can change"
      ])
    #expect(
      findings("CREATE RULE r AS ON INSERT TO note WHERE \(reads) DO INSTEAD NOTHING;") == [
        "error: rule \"r\" of `note` trusts `user_metadata`, which its user can change"
      ])
  }

  @Test func `a column of that name, and another function of a helper's name, are none`() {
    let table = "CREATE TABLE prof (id uuid, user_metadata jsonb);"
    #expect(
      findings(
        table
          + policy(
            "EXISTS (SELECT FROM prof WHERE prof.id = auth.uid() AND prof.user_metadata ? 'a')")
      ).isEmpty)
    let overloads =
      "CREATE FUNCTION f(a int) RETURNS text LANGUAGE sql AS $$ "
      + "SELECT auth.jwt() -> 'user_metadata' ->> 't' $$;"
      + "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$;"
    #expect(
      findings(overloads + policy("tenant = f()")) == [
        "error: function `f` trusts `user_metadata`, which its user can change"
      ])
  }
}
