import AccessModel
import AccessTesting
import Foundation
import LivePostgres
import SQLFrontend
import ScratchServerTesting
import Testing

/// What a definition answered: its notices, and its tag or error, as psql shows them.
struct DefinitionAnswer: Hashable, CustomStringConvertible {
  var lines: [String]
  var description: String { lines.joined(separator: " / ") }

  init(_ outcome: DefinitionOutcome) {
    lines = outcome.notices.map(Self.text)
    switch outcome.answer {
    case .done(let tag): lines.append(tag)
    case .refused(let error, _): lines.append(Self.text(error))
    case .unsupported(let what): lines.append("UNDECIDED \(what)")
    case .notADefinition: lines.append("NOT A DEFINITION")
    }
  }

  init(notices: [Notice], _ end: String) {
    lines = notices.map(Self.text) + [end]
  }

  private static func text(_ notice: Notice) -> String {
    "\(notice.severity):  \(notice.message)" + (notice.detail.map { "\nDETAIL:  \($0)" } ?? "")
      + (notice.hint.map { "\nHINT:  \($0)" } ?? "")
  }

  static func text(_ error: PostgresError) -> String {
    "ERROR \(error.sqlState): \(error.message)" + (error.detail.map { "\nDETAIL:  \($0)" } ?? "")
      + (error.hint.map { "\nHINT:  \($0)" } ?? "")
  }

  /// `SELECT 3` stands for the tag of what a query fills; the session that runs it knows the count.
  func isFilling(like server: Self) -> Bool {
    let tags = ["CREATE TABLE AS", "CREATE MATERIALIZED VIEW", "SELECT INTO"]
    return tags.contains(lines.last ?? "") && server.lines.last?.hasPrefix("SELECT ") == true
      && lines.dropLast() == server.lines.dropLast()
  }

  var isUndecided: Bool { lines.last?.hasPrefix("UNDECIDED") == true }
}

/// Runs a script on a server and its definitions on a `DefinitionSession`.
struct DefinitionComparison {
  struct Difference: CustomStringConvertible {
    var line: Int
    var statement: String
    var session: DefinitionAnswer
    var server: DefinitionAnswer
    var description: String {
      "\(line): \(statement)\n  session: \(session)\n  server:  \(server)"
    }
  }

  var compared = 0
  var undecided: [Difference] = []
  var differences: [Difference] = []
  /// The definitions at the end.
  var catalog = Catalog()

  init(_ script: String, on connection: Connection, database: String) throws {
    _ = try connection.execute("ALTER SCHEMA public OWNER TO postgres")
    connection.collectNotices()
    let outcome = try Self.run(script, connection, database)
    self = outcome
  }

  private init() {}

  private static func run(
    _ script: String, _ connection: Connection, _ database: String
  ) throws -> Self {
    var result = Self()
    var side = SessionSide(database: database)
    for statement in SQLReader().parseStatements(SQLFile(name: "s", text: script)) {
      if case .metaCommand = statement.outcome {
        if statement.text.hasPrefix("\\c ") {
          _ = try connection.execute("RESET SESSION AUTHORIZATION; RESET search_path")
          _ = side.apply("RESET SESSION AUTHORIZATION")
          _ = side.apply("RESET search_path")
        }
        continue
      }
      if case .copyData = statement.outcome { continue }
      let text = statement.text
      // The parser's own errors are compared elsewhere, and COPY needs its rows.
      let head = text.prefix(4).lowercased()
      if head == "copy" || head == "expl" { continue }
      let answer = side.apply(text)
      let server = Self.ask(text, connection)
      guard let answer else { continue }
      result.compared += 1
      guard answer != server, !answer.isFilling(like: server) else { continue }
      let difference = Difference(
        line: statement.place.line, statement: String(text.prefix(300)), session: answer,
        server: server)
      if answer.isUndecided {
        result.undecided.append(difference)
      } else {
        result.differences.append(difference)
      }
    }
    result.catalog = side.session.catalog
    return result
  }

  private static func ask(_ text: String, _ connection: Connection) -> DefinitionAnswer {
    do {
      let result = try connection.execute(text)
      return DefinitionAnswer(notices: connection.takeNotices(), result.tag)
    } catch let error as PostgresError {
      return DefinitionAnswer(notices: connection.takeNotices(), DefinitionAnswer.text(error))
    } catch {
      return DefinitionAnswer(notices: [], "\(error)")
    }
  }
}

/// The session of the model: settings and transactions are kept here.
struct SessionSide {
  var session: DefinitionSession
  private var settings = DefinitionSession.Settings(
    currentUser: "postgres", sessionUser: "postgres")
  private var begun: DefinitionSession?
  private var hasFailed = false
  /// Notices are not wanted.
  private var isQuiet = false
  private var savepoints: [(String, DefinitionSession)] = []

  init(database: String) {
    var catalog = PlatformPreset.postgres.catalog
    catalog.database = Catalog.Database(database, owner: "postgres")
    session = DefinitionSession(catalog)
  }

  /// Nil for what is no definition.
  mutating func apply(_ text: String) -> DefinitionAnswer? {
    let before = (session, settings)
    let read = SessionStatementReader.onDeepStack {
      () -> (SessionStatement?, DefinitionSession, DefinitionOutcome?) in
      var (session, settings) = before
      guard let statement = try? SessionStatementReader.read(text) else {
        return (nil, session, nil)
      }
      guard case .definition(let definition) = statement else { return (statement, session, nil) }
      var outcome = session.apply(definition, in: settings)
      // An effect that fails fails the statement; names and types are in order here.
      if case .done = outcome.answer, let error = outcome.refusal {
        outcome.answer = .refused(error, offset: nil)
        session = before.0
      }
      return (statement, session, outcome)
    }
    switch read.0 {
    case .set(let change): set(change)
    case .transaction(let command): run(command)
    case .definition:
      guard let outcome = read.2, outcome.answer != .notADefinition, !hasFailed else { return nil }
      session = read.1
      if case .done = outcome.answer {
      } else if begun != nil {
        hasFailed = true
      }
      var told = outcome
      if isQuiet { told.notices = [] }
      return DefinitionAnswer(told)
    // What is read at all is a matter of the reader's own tests.
    case .unsupported: break
    default: break
    }
    return nil
  }

  private mutating func set(_ change: SettingChange) {
    switch change.name {
    case "role":
      settings.currentUser =
        change.value.map { $0 == "none" ? settings.sessionUser : $0 } ?? settings.sessionUser
    case "session_authorization":
      settings.sessionUser = change.value.flatMap { $0 == "default" ? nil : $0 } ?? "postgres"
      settings.currentUser = settings.sessionUser
    case "client_min_messages": isQuiet = ["warning", "error"].contains(change.value ?? "")
    case "search_path": settings.searchPath = change.value ?? "\"$user\", public"
    default: break
    }
  }

  private mutating func run(_ command: TransactionCommand) {
    switch command {
    case .begin: begun = session
    case .commit: (begun, hasFailed, savepoints) = (nil, false, [])
    case .rollback:
      if let begun { session = begun }
      (begun, hasFailed, savepoints) = (nil, false, [])
    case .savepoint(let name): savepoints.append((name, session))
    case .release: break
    case .rollbackTo(let name):
      if let point = savepoints.last(where: { $0.0 == name }) { session = point.1 }
      hasFailed = false
    }
  }
}

/// A script's definitions must answer as the server's.
func expectSameAnswers(
  _ script: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  guard ServerUnderTest.isExpected else { return }
  let result = try RoleServer.withDatabase { database in
    try DefinitionComparison(script, on: database.connect(), database: database.name)
  }
  #expect(result.compared > 0, sourceLocation: sourceLocation)
  for difference in result.undecided + result.differences {
    Issue.record("\(difference)", sourceLocation: sourceLocation)
  }
}
