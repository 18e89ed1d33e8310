import AccessModel
import SQLText
import Testing

struct StatementTests {
  private let saved = SQLRelationName(schema: "public", "saved", alias: "s")

  @Test func `an insert names its columns, and DEFAULT where there is no value`() {
    let insert = SQLInsert(
      into: SQLRelationName(schema: "public", "saved"), columns: ["patron_id", "user"],
      .values(rows: [[.parameter(number: 1), nil]]), returning: [.star(qualifier: nil)])
    #expect(
      SQLStatement.insert(insert).sqlText
        == "INSERT INTO public.saved (patron_id, \"user\") VALUES ($1, DEFAULT) RETURNING *")
  }

  @Test func `an insert of default values`() {
    let insert = SQLInsert(into: SQLRelationName("saved"), columns: nil, .defaultValues)
    #expect(SQLStatement.insert(insert).sqlText == "INSERT INTO saved DEFAULT VALUES")
  }

  @Test func `an update sets, joins, filters and returns`() {
    let update = SQLUpdate(
      saved, set: [.init("a", .integer(1)), .init("b", nil)],
      from: [.relation(schema: nil, name: "t", alias: nil)],
      where: .equal(.column("a", of: "s"), .integer(2)),
      returning: [.expression(.column("a"), name: nil)])
    #expect(
      SQLStatement.update(update).sqlText
        == "UPDATE public.saved AS s SET a = 1, b = DEFAULT FROM t WHERE s.a = 2 RETURNING a")
  }

  @Test func `a delete uses, filters and returns`() {
    let delete = SQLDelete(
      from: saved, using: [.relation(schema: nil, name: "t", alias: nil)], where: .true,
      returning: [.star(qualifier: "s")])
    #expect(
      SQLStatement.delete(delete).sqlText
        == "DELETE FROM public.saved AS s USING t WHERE true RETURNING s.*")
  }

  @Test func `a truncate has no alias`() {
    #expect(SQLStatement.truncate(SQLTruncate(saved)).sqlText == "TRUNCATE TABLE public.saved")
  }
}
