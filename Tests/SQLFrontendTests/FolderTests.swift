import SQLFrontend
import Testing

struct FolderTests {
  private func order(_ paths: [String], plan: String? = nil) -> [String] {
    MigrationFolder.order(MigrationFolder.Listing(paths: paths, sqitchPlan: plan)).files
  }

  @Test func `Supabase runs migrations by name, then the seed`() {
    #expect(
      order([
        "supabase/seed.sql", "supabase/migrations/2_b.sql", "supabase/migrations/1_a.sql",
        "supabase/tests/t.sql", "supabase/config.toml", "docs/x.sql",
      ]) == ["supabase/migrations/1_a.sql", "supabase/migrations/2_b.sql", "supabase/seed.sql"])
    #expect(
      order(["seed.sql", "migrations/1_a.sql"]) == ["migrations/1_a.sql", "seed.sql"])
  }

  @Test func `Prisma runs each step's migration`() {
    #expect(
      order(["migrations/20_b/migration.sql", "migrations/10_a/migration.sql", "schema.prisma"])
        == ["migrations/10_a/migration.sql", "migrations/20_b/migration.sql"])
  }

  @Test func `Flyway runs versions by number, then repeatable scripts`() {
    #expect(
      order(["V10__c.sql", "V2__b.sql", "R__views.sql", "V1.1__a.sql", "V1__z.sql", "U2__b.sql"])
        == ["V1__z.sql", "V1.1__a.sql", "V2__b.sql", "V10__c.sql", "R__views.sql"])
  }

  @Test func `sqitch runs the changes of its plan, reworked ones at their tag`() {
    let plan = """
      %project=app
      users 2020-01-01T00:00:00Z A <a@b> # first
      posts [users] 2020-01-01T00:00:00Z A <a@b>
      @v1 2020-01-01T00:00:00Z A <a@b>
      users [users@v1] 2020-01-02T00:00:00Z A <a@b>
      """
    #expect(
      order(
        [
          "deploy/posts.sql", "deploy/users.sql", "deploy/users@v1.sql", "revert/users.sql",
          "verify/users.sql",
        ], plan: plan) == ["deploy/users@v1.sql", "deploy/posts.sql", "deploy/users.sql"])
  }

  @Test func `any other folder runs by name, without rollbacks`() {
    #expect(
      order(["b.sql", "a.sql", "a.down.sql", "readme.md"]) == ["a.sql", "b.sql"])
  }

  @Test(arguments: [
    ("-- +goose Up", "-- +goose Down"), ("-- +migrate Up", "  -- +migrate Down notransaction"),
    ("-- migrate:up", "-- migrate:down"), ("-- Up Migration", "-- Down Migration"),
  ])
  func `what undoes a migration in the same file is left out`(_ up: String, _ down: String) {
    let text = "\(up)\nCREATE TABLE a();\n\(down)\nDROP TABLE a;\n\(up)\nSELECT 1;\n"
    #expect(
      SQLFile(name: "a.sql", text: text).forward.text
        == "\(up)\nCREATE TABLE a();\n\n\n\(up)\nSELECT 1;\n")
  }

  @Test func `other comments leave a file as it is`() {
    for text in ["", "-- down\nDROP TABLE a;", "SELECT '-- migrate:down';\n", "--", "-- \u{E4}"] {
      #expect(SQLFile(name: "a.sql", text: text).forward.text == text)
    }
  }
}
