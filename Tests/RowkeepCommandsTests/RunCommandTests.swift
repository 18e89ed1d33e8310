import Foundation
import Testing

@testable import RowkeepCommands

@Suite("rowkeep run")
struct RunCommandTests {
  private func run(_ script: String, _ options: [String] = []) throws -> CommandRun {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("s.sql")
    try script.write(to: file, atomically: true, encoding: .utf8)
    return CommandRun(["run", file.path] + options)
  }

  @Test func `errors of statements are no failure of the run, as with psql`() throws {
    let run = try run("select 1/0;\nselect 2;\n")
    #expect(run.status == 0)
    #expect(run.output == "select 1/0;\nselect 2;\n2\n")
    #expect(run.errors.contains("ERROR:  division by zero"))
  }

  @Test func `ON_ERROR_STOP ends the script with status 1`() throws {
    let run = try run("\\set ON_ERROR_STOP on\nselect 1/0;\nselect 2;\n")
    #expect(run.status == 1)
    #expect(!run.output.contains("select 2"))
  }

  @Test func `what is undecided is status 3, unless it is allowed`() throws {
    let script = "select pg_backend_pid();\n"
    #expect(try run(script).status == 3)
    #expect(try run(script, ["--allow-undecided"]).status == 0)
  }

  @Test func `no statement is status 3, a role that is not there status 2`() throws {
    #expect(try run("-- nothing\n").status == 3)
    #expect(try run("select 1;", ["--as", "nobody"]).status == 2)
  }

  @Test func `JSON lines are one object for each statement`() throws {
    let run = try run("select 1 as a, null as b;\nselec;\n", ["--format", "jsonl"])
    #expect(
      run.output.split(separator: "\n").first
        == #"{"line":1,"sql":"select 1 as a, null as b","columns":["a","b"],"rows":[["1",null]],"tag":"SELECT 1"}"#
    )
    #expect(run.output.contains(#""error":{"sqlstate":"42601""#))
  }

  @Test func `a script of one letter is a file like any other`() throws {
    #expect(CommandRun("run", "_").status == 2)
    #expect(RunCommand.include(near: "-")("no such file") == nil)
  }
}
