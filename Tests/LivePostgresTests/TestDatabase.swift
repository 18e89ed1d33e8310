import AccessDecisions
import AccessFixtures
import AccessModel
import LivePostgres
import ScratchServerTesting

/// An empty database of its own for a test, on the shared server.
struct TestDatabase {
  private let database: ScratchDatabase
  var name: String { database.name }
  var server: ScratchServer { database.server }

  /// Roles belong to the server, not to a database: these two are made once.
  private static let roles = Result {
    try SharedServer.connect().execute("CREATE ROLE visitor; CREATE ROLE member LOGIN")
  }

  init() throws {
    _ = try Self.roles.get()
    database = try ScratchDatabase()
  }

  func connect(user: String = "postgres") throws -> Connection {
    try database.connect(user: user)
  }

  /// An engine on this database that holds `migration` and `rows`.
  func engine(
    _ migration: [String] = [], rows: [TableRows] = [], tables: [String] = [],
    prelude: [String] = [], user: String = "postgres"
  ) throws -> ServerEngine {
    let names = Set(tables + rows.map(\.table.name)).sorted()
    let catalog = Catalog(
      tables: names.map { Catalog.Table(QualifiedName("public", $0), columns: [], owner: "") })
    return try ServerEngine(
      connect(user: user),
      contents: ServerContents(
        catalog: catalog, prelude: prelude, migration: migration, rows: rows),
      sqlText: \.testText)
  }
}

extension SQLStatement {
  /// SQL text that is sent as it is, filed as a query.
  static func text(_ sql: String) -> Self { .query(SQLQuery(.unread(text: sql))) }

  /// INSERT of one column, `$1`, and RETURNING another.
  static func insert(_ column: String, into table: String, returning: String) -> Self {
    .insert(
      SQLInsert(
        into: SQLRelationName(table), columns: [column],
        .values(rows: [[.parameter(number: 1)]]),
        returning: [.expression(.column(returning), name: nil)]))
  }

  /// What the two above stand for; enough for tests of the engine.
  var testText: String {
    switch self {
    case .query(let query):
      if case .unread(let text) = query.body { return text }
    case .insert(let insert):
      if case .expression(.column(_, let name), _)? = insert.returning.first,
        let column = insert.columns?.first
      {
        return "INSERT INTO \(insert.relation.name) (\(column)) VALUES ($1) RETURNING \(name)"
      }
    default: break
    }
    return "statement without text"
  }
}

extension TableRows {
  init(_ table: String, _ columns: [String], _ rows: [[String?]]) {
    self.init(
      QualifiedName("public", table), columns: columns,
      rows: rows.enumerated().map {
        Row($0.element, at: SourcePlace(file: "\(table).csv", line: $0.offset + 2))
      })
  }
}

let visitor = Identity("nobody", role: "visitor")
let ana = Identity("ana", role: "member", claims: #"{"email":"ana@example.org","it's":"\\"}"#)
