import AccessDecisions
import AccessModel
@testable import AccessSimulator
import Foundation
import LivePostgres
import SQLBinding
import SQLFrontend
import SQLText
import ScratchServerTesting
public import Testing

/// Runs an SQL script on the simulator and on a server, statement by statement, each seeing what the
/// ones before have done, and asserts that both say the same.
///
/// Definitions are read by `SQLFrontend`; `SET ROLE` and `RESET ROLE` say who runs what follows.
/// `undecided`: how many statements the simulator may leave undecided, so that it can't grow unseen.
public func agree(
  onScript sql: String, undecided limit: Int = 0, at location: SourceLocation = #_sourceLocation
) throws {
  guard ServerUnderTest.isExpected else { return }
  try RoleServer.run { connection in
    var script = Script(connection, location)
    for statement in SQLReader().parseStatements(SQLFile(name: "script", text: sql)) {
      try script.run(statement)
    }
    script.finish(limit)
  }
}

private struct Script {
  private let connection: Connection
  private let location: SourceLocation
  private let session = SimulatedSession(version: .v15)
  private var definitions = ""
  private var undecided: [String] = []
  private var compared = 0

  init(_ connection: Connection, _ location: SourceLocation) {
    self.connection = connection
    self.location = location
  }

  mutating func run(_ statement: SQLReader.ParsedScriptStatement) throws {
    let theirs = summary { try connection.execute(statement.text) }
    switch statement.outcome {
    case .statement(let tree):
      let mine = simulated(tree)
      if mine.hasPrefix("undecided") {
        undecided.append("\(mine): \(statement.text)")
        // The rest would differ.
        resynchronize()
      } else {
        compared += 1
        #expect(mine == theirs, "\(statement.text)", sourceLocation: location)
      }
    case .other: define(statement.text, theirs)
    case .undecided(let what): undecided.append("\(what): \(statement.text)")
    case .refused(let error):
      compared += 1
      #expect(
        "ERROR \(error.sqlState): \(error.message)" == theirs, "\(statement.text)",
        sourceLocation: location)
    case .metaCommand, .copyData: break
    }
  }

  func finish(_ limit: Int) {
    #expect(compared > 0, sourceLocation: location)
    #expect(undecided.count <= limit, "\(undecided)", sourceLocation: location)
  }

  private mutating func define(_ text: String, _ theirs: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    if words.prefix(2) == ["set", "role"] || words.prefix(2) == ["reset", "role"] {
      let role = words[0] == "set" ? words[2] : nil
      session.variables.settings.set("role", role, isLocal: false)
      definitions += text + ";\n"
      return
    }
    #expect(!theirs.hasPrefix("ERROR"), "\(text): \(theirs)", sourceLocation: location)
    definitions += text + ";\n"
    let loaded = SQLReader().read([SQLFile(name: "script", text: definitions)])
    #expect(loaded.diagnostics.isEmpty, sourceLocation: location)
    session.define(loaded.catalog)
  }

  private func simulated(_ statement: SQLStatement) -> String {
    do {
      return summary(try session.run(statement))
    } catch EngineFailure.undecided(let construct) {
      return "undecided \(construct.construct)"
    } catch EngineFailure.postgres(let error) {
      return summary(error)
    } catch {
      return "\(error)"
    }
  }

  /// Takes the rows from the server.
  private func resynchronize() {
    var rows: [QualifiedName: [Row]] = [:]
    _ = try? connection.execute("SAVEPOINT a")
    let role = session.variables.settings["role"]
    _ = try? connection.execute("RESET ROLE")
    for table in session.catalog.tables {
      let result = try? connection.query(
        "SELECT * FROM ONLY \(quoteIdentifier(table.name.schema)).\(quoteIdentifier(table.name.name))"
      )
      rows[table.name] = (result?.rows ?? []).map { values in
        zip(values, table.columns).map { text, column in
          guard let text, let type = DataType(column.type) else { return .null }
          return (try? SQLValue.input(text, as: type)) ?? .null
        }
      }
    }
    session.replace(session.catalog, rows)
    if let role { _ = try? connection.execute("SET ROLE \(quoteIdentifier(role))") }
  }

  private func summary(_ run: () throws -> QueryResult) -> String {
    do {
      let result = try run()
      return summary(
        Completion(
          tag: result.tag, count: result.count, columns: result.columns, rows: result.rows))
    } catch let error as PostgresError {
      return summary(error)
    } catch {
      return "\(error)"
    }
  }

  private func summary(_ completion: Completion) -> String {
    let rows = completion.rows.map { $0.map { $0 ?? "NULL" }.joined(separator: "|") }
    return (rows.sorted() + [completion.tag]).joined(separator: "; ")
  }

  /// Hints are the engine's own where PostgreSQL has none.
  private func summary(_ error: PostgresError) -> String {
    "ERROR \(error.sqlState): \(error.message)" + (error.detail.map { " / \($0)" } ?? "")
  }
}
