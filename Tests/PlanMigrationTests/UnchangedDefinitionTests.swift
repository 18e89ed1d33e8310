import AccessModel
import SQLFrontend
import Testing

@testable import MigrationPlanner

/// What no statement changes is named, so that nobody takes the plan for reached.
struct UnchangedDefinitionTests {
  private func document(_ sql: String) -> PlanDocument {
    PlanDocument(
      name: "p",
      catalog: SQLReader(platform: .postgres).read([SQLFile(name: "s", text: sql)]).catalog)
  }

  private func unplanned(_ first: String, _ second: String) -> [String] {
    PlannedMigration(from: document(first).catalog, to: document(second)).unplanned
  }

  @Test(arguments: [
    ("CREATE TYPE mood AS ENUM ('a');", "CREATE TYPE mood AS ENUM ('a', 'b');"),
    ("CREATE TYPE pair AS (a int);", "CREATE TYPE pair AS (a bigint);"),
    ("CREATE DOMAIN d AS int;", "CREATE DOMAIN d AS int NOT NULL;"),
    ("CREATE DOMAIN d AS int;", "CREATE DOMAIN d AS int CHECK (VALUE > 0);"),
    (
      "CREATE TABLE t (id int GENERATED ALWAYS AS IDENTITY);",
      "CREATE TABLE t (id int GENERATED ALWAYS AS IDENTITY (START 5));"
    ),
  ])
  func `another definition is named`(_ first: String, _ second: String) {
    #expect(unplanned(first, second).count == 1)
    #expect(unplanned(second, second) == [] && unplanned(first, first) == [])
  }

  @Test func `what is the same by default is the same`() {
    #expect(unplanned("CREATE SEQUENCE s;", "CREATE SEQUENCE s INCREMENT 1 MINVALUE 1;") == [])
    #expect(
      unplanned("CREATE SEQUENCE s INCREMENT -1;", "CREATE SEQUENCE s INCREMENT -1 START -1;") == []
    )
  }
}
