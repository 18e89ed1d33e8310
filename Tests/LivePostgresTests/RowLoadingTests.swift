import AccessDecisions
import AccessFixtures
import AccessModel
import LivePostgres
import ScratchServerTesting
import Testing

@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct RowLoadingTests {
  private let administrator = Identity("administrator", role: "postgres")
  private let family = [
    "CREATE TABLE child (id int PRIMARY KEY, parent_id int, name text)",
    "CREATE TABLE parent (id int PRIMARY KEY, favourite int REFERENCES child (id))",
    "ALTER TABLE child ADD FOREIGN KEY (parent_id) REFERENCES parent (id)",
  ]

  private func refusal(_ migration: [String], _ rows: [TableRows]) throws -> LivePostgresError {
    let error = try #require(throws: LivePostgresError.self) {
      _ = try TestDatabase().engine(migration, rows: rows)
    }
    #expect(error.code == .rowsRefused)
    #expect(!error.description.contains("\n"))
    return error
  }

  @Test func `tables that refer to each other load in any order`() throws {
    let engine = try TestDatabase().engine(
      family,
      rows: [
        TableRows("child", ["id", "parent_id"], [["1", "10"]]),
        TableRows("parent", ["id", "favourite"], [["10", "1"]]),
      ])
    #expect(
      try engine.ask(.text("SELECT count(*) FROM child"), as: administrator).rows == [["1"]])
  }

  @Test func `a row that refers to nothing is refused`() throws {
    let error = try refusal(family, [TableRows("child", ["id", "parent_id"], [["1", "11"]])])
    #expect(error.cause?.sqlState == .foreignKeyViolation)
    #expect(error.description.contains("Key (parent_id)=(11) is not present in table \"parent\"."))
  }

  @Test func `foreign keys are as declared after loading`() throws {
    let engine = try TestDatabase().engine(
      family, rows: [TableRows("parent", ["id"], [["10"]])])
    #expect(
      try engine.ask(
        .text("SELECT condeferrable, condeferred FROM pg_constraint WHERE contype = 'f'"),
        as: administrator
      ).rows == [["f", "f"], ["f", "f"]])
    let insert = try engine.ask(.text("INSERT INTO child VALUES (1, 99)"), as: administrator)
    guard case .refused(let error, _) = insert else {
      Issue.record("\(insert)")
      return
    }
    #expect(error.sqlState == .foreignKeyViolation)
  }

  @Test func `a refused row is named by its place`() throws {
    let error = try refusal(
      family, [TableRows("parent", ["id"], [["1"], ["2"], ["two"], ["4"]])])
    #expect(
      error.description
        == "parent.csv:4: rows of `parent` are refused: "
        + "invalid input syntax for type integer: \"two\" (22P02)")
  }

  @Test func `a row of the wrong length is refused`() throws {
    let error = try refusal(family, [TableRows("parent", ["id"], [["1"], ["2", "3"]])])
    #expect(error.description.hasPrefix("parent.csv:3: a row of `parent` has 2 values"))
  }

  @Test func `every character arrives as it is, and NULL apart from an empty string`() throws {
    let values = ["a\tb", "a\nb", "a\r\nb", #"\N"#, #"\."#, "", "ü🚗", #"\\"#, "\u{7f}"]
    let engine = try TestDatabase().engine(
      ["CREATE TABLE words (id int, word text)"],
      rows: [
        TableRows(
          "words", ["id", "word"], values.enumerated().map { ["\($0.offset)", $0.element] })
      ])
    #expect(
      try engine.ask(.text("SELECT word FROM words ORDER BY id"), as: administrator).rows
        == values.map { [$0] })
    let nulls = try TestDatabase().engine(
      ["CREATE TABLE words (id int, word text)"], rows: [TableRows("words", ["word"], [[nil]])])
    #expect(
      try nulls.ask(.text("SELECT word FROM words"), as: administrator).rows == [[nil]])
  }

  @Test func `a zero byte is refused`() throws {
    #expect(
      try refusal(
        ["CREATE TABLE words (word text)"], [TableRows("words", ["word"], [["a\0b"]])]
      ).cause?.sqlState.rawValue == "22021")
  }

  @Test func `a row without columns has its defaults`() throws {
    let engine = try TestDatabase().engine(
      ["CREATE TABLE words (word text DEFAULT 'none')"],
      rows: [TableRows("words", [], [[], []])])
    #expect(
      try engine.ask(.text("SELECT word FROM words"), as: administrator).rows
        == [["none"], ["none"]])
  }

  @Test func `triggers stay off for fixtures and come on for probes`() throws {
    let engine = try TestDatabase().engine(
      [
        "CREATE TABLE words (word text)",
        """
        CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS
          $$BEGIN new.word = upper(new.word); RETURN new; END$$
        """,
        "CREATE TRIGGER shout BEFORE INSERT ON words FOR EACH ROW EXECUTE FUNCTION shout()",
      ], rows: [TableRows("words", ["word"], [["quiet"]])])
    #expect(
      try engine.ask(.text("SELECT word FROM words"), as: administrator).rows == [["quiet"]])
    #expect(
      try engine.ask(.text("INSERT INTO words VALUES ('loud') RETURNING word"), as: administrator)
        .rows == [["LOUD"]])
  }

  @Test(arguments: [
    ("id int GENERATED ALWAYS AS IDENTITY", "8"),
    ("id int GENERATED BY DEFAULT AS IDENTITY", "8"),
    ("id serial", "8"),
    ("id int DEFAULT nextval('counter')", "8"),
    ("id int GENERATED ALWAYS AS IDENTITY (START WITH 100)", "100"),
    ("id int GENERATED ALWAYS AS IDENTITY (START WITH 5 INCREMENT BY 10)", "17"),
  ])
  func `generated numbers go on behind those of the fixtures`(column: String, next: String) throws {
    let engine = try TestDatabase().engine(
      ["CREATE SEQUENCE counter", "CREATE TABLE words (\(column), word text)"],
      rows: [TableRows("words", ["id", "word"], [["7", "seven"], ["3", "three"]])])
    let insert = Probe(
      .insert("word", into: "words", returning: "id"), parameterTypes: [.text],
      parameterSets: [["next"]])
    #expect(try engine.ask(insert, as: administrator).first?.rows == [[next]])
  }

  @Test func `generated numbers of a table without rows begin at their start`() throws {
    let engine = try TestDatabase().engine(
      ["CREATE TABLE words (id serial, word text)"], tables: ["words"])
    let insert = Probe(
      .insert("word", into: "words", returning: "id"), parameterTypes: [.text],
      parameterSets: [["a"], ["b"]])
    #expect(try engine.ask(insert, as: administrator).map(\.rows) == [[["1"]], [["1"]]])
  }
}
