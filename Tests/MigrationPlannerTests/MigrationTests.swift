import AccessModel
import MigrationPlanner
import Testing

struct MigrationTests {
  private func document(_ catalog: Catalog, title: String = "p") -> PlanDocument {
    PlanDocument(name: title, catalog: catalog)
  }

  private func table(
    _ name: String, references: [String] = [], acl: AccessControlList? = nil
  ) -> Catalog.Table {
    Catalog.Table(
      QualifiedName("public", name), columns: [Catalog.Column("id", .bigint)],
      foreignKeys: references.map {
        Catalog.ForeignKey(
          "\(name)_\($0)_fkey", columns: ["id"], references: QualifiedName("public", $0),
          referencedColumns: ["id"])
      }, owner: "postgres", rowSecurityEnabled: true, acl: acl)
  }

  @Test func `tables come after those they refer to, otherwise as declared`() {
    let tables = [
      table("c", references: ["b", "c"]), table("z"), table("b", references: ["a"]), table("a"),
    ]
    let titles = Migration(document(Catalog(tables: tables))).sections.map(\.title)
    #expect(
      titles.filter { $0.hasPrefix("Table") } == ["Table z", "Table a", "Table b", "Table c"])
    #expect(!titles.contains("Foreign keys in a circle"))
  }

  @Test func `row security and revokes come before every grant`() {
    let open = AccessControlList([.init(.everyone, [.select])])
    let tables = [table("a", acl: open), table("b", acl: open)]
    let statements = Migration(document(Catalog(tables: tables))).statements
    let lastClosing = statements.lastIndex {
      $0.contains("ROW LEVEL SECURITY") || $0.hasPrefix("REVOKE ALL ON TABLE public.b\n")
    }
    let firstGrant = statements.firstIndex { $0.hasPrefix("GRANT") }
    #expect(lastClosing ?? .max < firstGrant ?? .min)
  }

  @Test func `an owner who is listed with less is revoked the rest`() {
    let acl = AccessControlList([.init(.role("postgres"), [.select, .insert])])
    let statements = Migration(document(Catalog(tables: [table("t", acl: acl)]))).statements
    #expect(statements.contains("REVOKE ALL ON TABLE public.t FROM postgres"))
    #expect(statements.contains("GRANT SELECT, INSERT ON TABLE public.t TO postgres"))
  }

  @Test func `a table without grants gets none`() {
    let statements = Migration(document(Catalog(tables: [table("t")]))).statements
    #expect(statements.contains("REVOKE ALL ON TABLE public.t FROM PUBLIC"))
    #expect(!statements.contains { $0.hasPrefix("GRANT") })
  }

  @Test func `a title of several lines stays in its comment`() {
    let migration = Migration(document(Catalog(), title: "p\nDROP TABLE t;\u{2028}x"))
    #expect(migration.sql.hasPrefix("-- p DROP TABLE t; x\n"))
  }

  @Test func `the platform's objects are left to the platform`() {
    let statements = Migration(Samples.notes).statements.joined(separator: ";\n")
    #expect(!statements.contains("CREATE ROLE anon"))
    #expect(!statements.contains("auth.uid() RETURNS"))
    #expect(!statements.contains("SCHEMA auth"))
  }

  @Test func `the prelude holds nothing of the plan`() {
    let prelude = Migration.platformPrelude(for: Samples.notes).joined(separator: ";\n")
    #expect(prelude.contains("CREATE ROLE anon"))
    #expect(!prelude.contains("editor"))
    #expect(!prelude.contains("app."))
  }

  @Test func `views come after those they read in unread text`() {
    func view(_ name: String, _ text: String) -> Catalog.View {
      Catalog.View(
        QualifiedName("public", name), columns: [], query: SQLQuery(.unread(text: text)),
        securityInvoker: true, owner: "postgres")
    }
    let views = [view("top", "TABLE base"), view("base", "SELECT 1")]
    let titles = Migration(document(Catalog(views: views))).sections.map(\.title)
    #expect(titles.filter { $0.hasPrefix("View") } == ["View base", "View top"])
  }
}
