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
}
