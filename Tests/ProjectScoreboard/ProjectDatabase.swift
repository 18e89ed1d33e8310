import AccessFixtures
import AccessModel
import Foundation
import LivePostgres
import MigrationPlanner
import SQLFrontend
import SQLText

/// A project's files in a database, statement by statement as `psql` would run them.
final class ProjectDatabase {
  let server: ScratchServer
  private(set) var refusedByBoth = 0
  private(set) var refusedByReaderOnly: [String] = []
  private(set) var refusedByServerOnly: [String] = []

  init(_ project: Project, on server: ScratchServer) throws {
    self.server = server
    let connection = try connect(database: "postgres")
    try connection.execute("CREATE DATABASE project")
    try makePlatform(project.loaded.platform)
    let refused = Dictionary(
      project.loaded.diagnostics.filter { $0.severity == .error }
        .compactMap { diagnostic in diagnostic.place.map { (Place($0), diagnostic.message) } },
      uniquingKeysWith: { first, _ in first })
    for file in project.files { try run(file, refused) }
    try clear(project)
  }

  func connect(database: String = "project") throws -> Connection {
    try Connection(server.address(database: database))
  }

  /// What Supabase has before the first migration; every object of the preset is mentioned, since
  /// those that are not used are left out.
  private func makePlatform(_ platform: String) throws {
    guard platform == "supabase" else { return }
    let mention = """
      CREATE VIEW mention AS SELECT 1 AS a FROM auth.users, auth.identities,
        auth.sessions, auth.mfa_factors, storage.objects, storage.buckets
        WHERE storage.foldername('') IS NULL;
      CREATE TABLE mentions (a integer);
      GRANT ALL ON mentions TO supabase_admin, supabase_auth_admin, supabase_storage_admin,
        supabase_replication_admin, supabase_read_only_user, dashboard_user, authenticator;
      """
    var catalog = SQLReader(platform: .supabase).read([SQLFile(name: "mention", text: mention)])
      .catalog
    catalog.views = []
    catalog.tables.removeAll { $0.name.name == "mentions" }
    let connection = try connect()
    try connection.execute(Self.extensions)
    for sql in Migration.platformPrelude(for: PlanDocument(name: "platform", catalog: catalog)) {
      do {
        try connection.execute(sql)
      } catch let error as PostgresError
        where ["42710", "42P06", "42P07", "42723"].contains(error.sqlState.rawValue)
      {
        continue
      }
    }
  }

  /// Supabase has these from the start, and their schema in the search path. pgvector may be missing
  /// here; no row security looks into a vector, so text stands for it.
  private static let extensions = """
    CREATE SCHEMA extensions; GRANT USAGE ON SCHEMA extensions TO PUBLIC;
    CREATE EXTENSION "uuid-ossp" SCHEMA extensions; CREATE EXTENSION pgcrypto SCHEMA extensions;
    ALTER DATABASE project SET search_path = "$user", public, extensions;
    SET search_path = public, extensions;
    CREATE TYPE extensions.vector;
    CREATE FUNCTION extensions.vector_in(cstring) RETURNS extensions.vector
      LANGUAGE internal IMMUTABLE STRICT AS 'textin';
    CREATE FUNCTION extensions.vector_out(extensions.vector) RETURNS cstring
      LANGUAGE internal IMMUTABLE STRICT AS 'textout';
    CREATE TYPE extensions.vector (INPUT = extensions.vector_in, OUTPUT = extensions.vector_out,
      TYPMOD_IN = varchartypmodin, LIKE = text);
    """

  private struct Place: Hashable {
    var file: String
    var line: Int

    init(_ place: SourcePlace) { (file, line) = (place.file, place.line) }
  }

  private func run(_ file: SQLFile, _ refused: [Place: String]) throws {
    // Each file is a session of its own.
    let connection = try connect()
    let statements = SQLReader().parseStatements(file)
    for (index, statement) in statements.enumerated() {
      switch statement.outcome {
      case .metaCommand, .copyData: continue
      default: break
      }
      let next = index + 1 < statements.count ? statements[index + 1].place.line : Int.max
      let here = refused.first { place, _ in
        place.file == file.name && place.line >= statement.place.line
          && (place.line < next || place.line == statement.place.line)
      }
      let text = statement.text.onOneLine.prefix(100)
      do {
        try connection.execute(statement.text)
        if let here { refusedByReaderOnly.append("\(statement.place): \(here.value): \(text)") }
      } catch let error as PostgresError {
        if here != nil {
          refusedByBoth += 1
        } else {
          refusedByServerOnly.append("\(statement.place): \(error.message): \(text)")
        }
      }
    }
  }

  /// Rows of the migrations' own go: both sides are to hold the same.
  private func clear(_ project: Project) throws {
    let connection = try connect()
    try connection.execute("SET session_replication_role = replica")
    for table in project.tables {
      _ = try? connection.execute("TRUNCATE \(sqlText(table.name)) CASCADE")
    }
  }
}

extension String {
  var onOneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
