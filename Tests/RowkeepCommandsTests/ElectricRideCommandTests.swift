import Foundation
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

/// The commands on the shipped plan, as its own program runs them: command line, exit status,
/// standard output and standard error, each held by a file.
struct ElectricRideCommandTests {
  struct Line: CustomTestStringConvertible {
    var name: String
    var arguments: String
    var testDescription: String { arguments }

    init(_ name: String, _ arguments: String) {
      self.name = name
      self.arguments = arguments
    }
  }

  static let lines = [
    Line("check", "check"),
    Line("check-stage-7", "check --variant stage-7"),
    Line("check-stage-7-json", "check --variant stage-7 --format json"),
    Line("matrix", "matrix"),
    Line("matrix-stage-0", "matrix --variant stage-0"),
    Line("matrix-stage-7", "matrix --variant stage-7"),
    Line("explain-select", "explain select saved --row id=3 --as ana"),
    Line("explain-other", "explain select saved --row id=3 --as ben"),
    Line("explain-visitor", "explain select patron --row id=1 --as visitor"),
    Line("explain-insert", "explain insert saved --values patron_id=2 listing_id=1 --as ana"),
    Line("explain-update", "explain update patron --row id=1 --set name=Ann --as ana"),
    Line("explain-delete", "explain delete saved --row id=3 --as service"),
    Line("explain-view", "explain select count_of_vehicles_by_brand --as visitor"),
    Line("explain-json", "explain delete saved --row id=3 --as ben --format json"),
    Line("who", "who delete saved --row id=3"),
    Line("who-stage-7", "who delete saved --row id=3 --variant stage-7"),
    Line("who-json", "who select patron --row id=1 --format json"),
    Line("no-such-row", "explain select saved --row id=333 --as ana"),
    Line("no-such-value", "who select saved --row id=abc"),
    Line("no-such-identity", "explain select saved --row id=3 --as anna"),
    Line("no-such-relation", "who select savd --row id=3"),
    Line("no-such-column", "who select saved --row patronid=3"),
    Line("no-such-variant", "check --variant stage-9"),
  ]

  @Test(arguments: lines)
  func `a command's output is as recorded`(line: Line) throws {
    let run = CommandRun(
      line.arguments.split(separator: " ").map(String.init)
        + ["--fixtures", "fixtures/electric-ride"], of: PlanProgram<ElectricRide>.self)
    let text = """
      $ ElectricRide \(line.arguments)
      \(run.output)\(run.errors.isEmpty ? "" : "--- standard error\n\(run.errors)")\
      --- exit status \(run.status)

      """
    try GoldenFile("\(line.name).txt").expect(text)
  }

  @Test func `the matrix as JSON has every cell`() throws {
    let run = CommandRun(
      ["matrix", "--format", "json", "--fixtures", "fixtures/electric-ride"],
      of: PlanProgram<ElectricRide>.self)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let cells = try #require(json["cells"] as? [[String: Any]])
    #expect(json["rowkeep"] as? Int == 1 && json["undecided"] as? Int == 0)
    #expect(cells.count == 9 * 6 * 4)
    let cell = try #require(
      cells.first {
        $0["relation"] as? String == "public.saved" && $0["command"] as? String == "delete"
          && $0["identity"] as? String == "ana"
      })
    #expect(cell["kind"] as? String == "some" && cell["reached"] as? Int == 4)
    #expect((cell["rows"] as? [String])?.first == "id=1, patron_id=1, listing_id=1")
  }

  @Test func `check without fixtures is wrong usage`() {
    let run = CommandRun(["check"], of: PlanProgram<ElectricRide>.self)
    #expect(run.status == 2 && run.errors.contains("`check` needs rows and identities"))
  }

  @Test func `stage 7 breaks the words of the plan, the stated plan holds them`() {
    let fixtures = ["--fixtures", "fixtures/electric-ride"]
    let stated = CommandRun(["check"] + fixtures, of: PlanProgram<ElectricRide>.self)
    let stage7 = CommandRun(
      ["check", "--variant", "stage-7"] + fixtures, of: PlanProgram<ElectricRide>.self)
    #expect(stated.status == 0 && stage7.status == 1)
    #expect(stage7.output.contains("email_address=ben@example.com"))
  }

  @Test func `the matrix is coloured on a terminal, unless NO_COLOR is set`() {
    func matrix(_ environment: [String: String], isTerminal: Bool) -> String {
      CommandRun(
        ["matrix", "--fixtures", "fixtures/electric-ride"], of: PlanProgram<ElectricRide>.self,
        environment: environment, isTerminal: isTerminal
      ).output
    }
    #expect(matrix([:], isTerminal: true).contains("\u{1B}["))
    #expect(!matrix(["NO_COLOR": "1"], isTerminal: true).contains("\u{1B}["))
    #expect(!matrix(["TERM": "dumb"], isTerminal: true).contains("\u{1B}["))
    #expect(!matrix([:], isTerminal: false).contains("\u{1B}["))
  }

  @Test func `a plan document decides as the plan's own program does`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/plan.json"
    let arguments = ["--fixtures", "fixtures/electric-ride"]
    let compile = ["compile", "--format", "json", "--variant", "stage-5", "-o", path]
    #expect(CommandRun(compile, of: PlanProgram<ElectricRide>.self).status == 0)
    let own = CommandRun(
      ["matrix", "--variant", "stage-5"] + arguments, of: PlanProgram<ElectricRide>.self)
    let document = CommandRun(["matrix", path] + arguments)
    #expect(document.status == 0 && document.output == own.output)
  }

  @Test func `the plans handed over hold every variant`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/plans.json"
    let run = CommandRun(
      [EmitName.command, "--output", path], of: PlanProgram<ElectricRide>.self)
    #expect(run.status == 0 && run.output.isEmpty)
    let source = try PlanReader(name: path).read(TextFile.read(path, limit: 64 << 20))
    #expect(source.entries.count == 9 && source.isComplete)
    #expect(source.entries.allSatisfy { $0.document != nil && $0.diagnostics.isEmpty })
  }
}
