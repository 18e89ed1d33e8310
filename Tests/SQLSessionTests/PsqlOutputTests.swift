import AccessModel
import Foundation
import LivePostgres
import SQLFrontend
import SQLSession
import ScratchServerTesting
import Testing

@Suite(
  "Output is what psql -a -q -A -t writes",
  .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct PsqlOutputTests {
  @Test(arguments: SessionScripts.all)
  func sameOutput(_ script: SessionScripts.Script) throws {
    let database = try ScratchDatabase()
    let text = script.text.replacing("@", with: "_" + String(database.name.suffix(8)))
    let psql = try PostgresInstallation.find().binFolder + "/psql"
    let theirs = try Self.psql(psql, database.address, text)
    let ours = Self.simulated(text, database.name)
    #expect(ours.output == theirs.output)
    #expect(ours.errors == theirs.errors)
  }

  private static func simulated(
    _ text: String, _ database: String
  ) -> (output: String, errors: [String]) {
    SessionStatementReader.onDeepStack {
      var output = ""
      var errors: [String] = []
      let reporter = PsqlReporter(
        verbose: false, output: { output += $0 + "\n" }, errors: { errors.append($0) })
      let target = SimulatedTarget(version: .v15, database: database)
      _ = try? ScriptRunner(target: target, reporter: reporter).run(text)
      return (output, errors.filter(isError))
    }
  }

  /// psql adds the line that an error points at, which is not known here.
  private static func isError(_ line: String) -> Bool {
    line.hasPrefix("ERROR:") || line.hasPrefix("WARNING:")
  }

  private static func psql(
    _ program: String, _ address: String, _ script: String
  ) throws -> (output: String, errors: [String]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-X", "-a", "-q", "-A", "-t", address]
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
    try input.fileHandleForWriting.close()
    let written = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let lines = String(decoding: complaints, as: UTF8.self).split(separator: "\n").map(String.init)
    return (String(decoding: written, as: UTF8.self), lines.filter(isError))
  }
}
