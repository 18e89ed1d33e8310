import AccessFixtures
import AccessModel
import Foundation

/// A folder of fixtures that lives as long as the value.
final class FixtureFolder {
  let path: String

  init(_ files: [String: String]) throws {
    path = NSTemporaryDirectory() + "fixtures-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path + "/rows", withIntermediateDirectories: true)
    for (name, text) in files { try write(Data(text.utf8), to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ data: Data, to name: String) throws {
    try data.write(to: URL(fileURLWithPath: path + "/" + name))
  }

  func load(variants: [String]? = nil) -> LoadedFixtures {
    Fixtures.load(folder: path, catalog: library, variants: variants)
  }

  /// Diagnostics as `rows/public.book.csv:3: … [RK401]`.
  func problems(variants: [String]? = nil) -> [String] {
    load(variants: variants).diagnostics.map {
      $0.description.replacingOccurrences(of: path + "/", with: "")
    }
  }

  /// What is wrong with a rows file for `book`.
  static func problems(inRows text: String) throws -> [String] {
    try FixtureFolder(["rows/public.book.csv": text, "cases.yaml": "identities: {}"]).problems()
  }

  /// The rows of a file for `book`.
  static func rows(_ text: String) throws -> [TableRows.Row] {
    let folder = try FixtureFolder(["rows/book.csv": text, "cases.yaml": "identities: {}"])
    return folder.load().fixtures.rows.first?.rows ?? []
  }

  /// What is wrong with a case about a library of two books and a reader.
  static func problems(inCase text: String) throws -> [String] {
    try withCase(text).problems(variants: ["draft"])
  }

  static func withCase(_ text: String) throws -> FixtureFolder {
    try FixtureFolder([
      "rows/book.csv": "id,title,isbn\n1,Emma,\n2,Ulysses,x-2\n",
      "cases.yaml": """
      identities:
        ana: {role: reader, claims: {email: ana@example.com}}
        ben: {role: reader}
      cases:
      \(text)
      """,
    ])
  }
}

/// Books and their loans, and a view of both.
let library = Catalog(
  roles: [Catalog.Role("postgres", isSuperuser: true), Catalog.Role("reader")],
  tables: [
    Catalog.Table(
      QualifiedName("public", "book"),
      columns: [
        Catalog.Column("id", .bigint, isNullable: false, identity: .byDefault),
        Catalog.Column("title", .text, isNullable: false),
        Catalog.Column("isbn", .text),
        Catalog.Column("price", TypeName("numeric", modifiers: [10, 2])),
        Catalog.Column("lent", .boolean),
        Catalog.Column("slug", .text, generated: .column("title")),
      ],
      keys: [
        Catalog.Key("book_pkey", columns: ["id"], isPrimary: true),
        Catalog.Key("book_isbn_key", columns: ["isbn"]),
      ], owner: "postgres"),
    Catalog.Table(
      QualifiedName("public", "loan"),
      columns: [
        Catalog.Column("book_id", .bigint, isNullable: false),
        Catalog.Column("day", .date, isNullable: false),
      ],
      keys: [Catalog.Key("loan_pkey", columns: ["book_id", "day"], isPrimary: true)],
      foreignKeys: [
        Catalog.ForeignKey(
          "loan_book_id_fkey", columns: ["book_id"], references: QualifiedName("public", "book"),
          referencedColumns: ["id"])
      ], owner: "postgres"),
  ],
  views: [
    Catalog.View(
      QualifiedName("public", "shelf"), columns: [Catalog.ViewColumn("title", .text)],
      query: SQLQuery(.unread(text: "SELECT title FROM book")), securityInvoker: true,
      owner: "postgres")
  ],
  functions: [
    function(
      "books_by",
      [
        .init("ids", TypeName("bigint", isArray: true)),
        .init("day", .date, defaultValue: .null),
      ], returns: TypeName("book")),
    function("is_lent", [.init("book", .bigint)], returns: .boolean),
    function("lend", [.init("book", .bigint)], returns: .boolean),
    function("lend", [.init("book", .text)], returns: .boolean),
  ])

private func function(
  _ name: String, _ arguments: [Catalog.Function.Argument], returns: TypeName
) -> Catalog.Function {
  Catalog.Function(
    QualifiedName("public", name), arguments: arguments, returns: returns,
    returnsSet: returns.name == "book", body: .text(""), owner: "postgres")
}
