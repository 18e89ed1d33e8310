import AccessModel
import LivePostgres
import SQLFrontend
import SQLSession
import ScratchServerTesting
import Testing

/// Runs scripts in the simulator and on a server, statement by statement.
enum ScriptAgreement {
  struct Answers: Sendable {
    var same = 0
    var differences: [String] = []
    var undecided: [String] = []
  }

  /// `@` in a script stands for something of its own, so that its roles are no other script's.
  static func run(
    _ script: String, on installation: PostgresInstallation
  ) throws -> Answers {
    let database = try ScratchDatabase(on: SharedServer.get(installation))
    defer { database.drop() }
    guard let version = PostgresVersion(rawValue: installation.major) else { return Answers() }
    let suffix = String(database.name.suffix(8))
    let text = script.replacing("@", with: "_" + suffix)
    let result = SessionStatementReader.onDeepStack {
      Result { () throws -> Answers in
        let server = try ServerTarget { user in try database.connect(user: user ?? "postgres") }
        let simulated = SimulatedTarget(version: version, database: database.name)
        let target = ComparingTarget(simulated: simulated, server: server)
        var answers = Answers()
        target.onAnswer = { statement, verdict, ours, theirs in
          switch verdict {
          case .same: answers.same += 1
          case .undecided:
            answers.undecided.append("\(statement): \(ours.undecided?.construct ?? "the server")")
          case .different: answers.differences.append("\(statement)\n\(ours)\n\(theirs)")
          }
        }
        _ = try ScriptRunner(target: target, reporter: SilentReporter()).run(text)
        return answers
      }
    }
    return try result.get()
  }
}

final class SilentReporter: ScriptReporter {
  func echo(_ line: String) {}
  func message(_ text: String) {}
  func warn(_ text: String, line: Int) {}
  func report(_ result: StatementResult, of statement: String, line: Int, hidesRows: Bool) {}
}

@Suite(
  "A script's session goes as on the server",
  .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct ScriptAgreementTests {
  @Test(arguments: SessionScripts.all, Self.installations)
  func agrees(_ script: SessionScripts.Script, on installation: PostgresInstallation) throws {
    let answers = try ScriptAgreement.run(script.text, on: installation)
    #expect(answers.differences.isEmpty)
    #expect(answers.undecided.isEmpty)
    #expect(answers.same > 2)
  }

  /// Every version that is here: `Scripts/install postgresql-versions` gets those that are not.
  static let installations: [PostgresInstallation] = {
    let found = PostgresInstallation.installed().filter {
      PostgresVersion(rawValue: $0.major) != nil
    }
    let names = found.map { String($0.major) }.joined(separator: ", ")
    print("Scripts run on PostgreSQL \(names)")
    return found
  }()

  @Test func thereIsAVersion() { #expect(!Self.installations.isEmpty) }

  @Test func thereAreScripts() { #expect(SessionScripts.all.count > 10) }

  @Test func aDifferenceIsSeen() throws {
    // The simulated session is in no transaction that the server is in.
    let installation = try PostgresInstallation.find()
    let version = try #require(PostgresVersion(rawValue: installation.major))
    let database = try ScratchDatabase()
    let count = SessionStatementReader.onDeepStack { () -> Int? in
      guard let server = try? ServerTarget(open: { _ in try database.connect() }) else {
        return nil
      }
      _ = try? server.run("create table t (a int)") { [] }
      let target = ComparingTarget(
        simulated: SimulatedTarget(version: version, database: database.name), server: server)
      _ = try? target.run("select * from t") { [] }
      return target.differences.count
    }
    #expect(count == 1)
  }
}
