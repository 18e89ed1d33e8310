import AccessModel
import Foundation
import Testing

@testable import RowkeepCommands

struct InputTests {
  let plan = PlanBundle(plans: [
    .init(PlanDocument(name: "shop", catalog: Catalog())),
    .init(PlanDocument(name: "shop", variant: "stage-3", catalog: Catalog())),
  ])

  @Test func `a missing file is wrong usage`() {
    let run = CommandRun("compile", "nowhere/plan.json")
    #expect(
      run.status == 2
        && run.errors.hasPrefix("error: there is no file or folder `nowhere/plan.json`"))
  }

  @Test func `a file that is no plan is wrong usage`() throws {
    let folder = try TemporaryFolder()
    let run = CommandRun("compile", try folder.write("select 1", to: "schema.txt"))
    #expect(run.status == 2)
    #expect(run.errors.contains("is neither a plan document, nor SQL, nor a Swift package"))
  }

  @Test func `a folder without a package is wrong usage`() throws {
    let folder = try TemporaryFolder()
    let run = CommandRun("compile", folder.path)
    #expect(run.status == 2 && run.errors.contains("is not in a Swift package"))
  }

  @Test(arguments: ["compile", "check", "matrix", "who", "import", "diff"])
  func `a database that can't be reached is status 4, and its password stays secret`(
    command: String
  ) throws {
    let more = ["who": ["select", "x", "--row", "id=1"], "diff": ["policies"]][command] ?? []
    let run = CommandRun(
      [command, "postgres://ana:h0rse%20battery@127.0.0.1:1/shop"] + more)
    #expect(run.status == 4 && run.output.isEmpty, "\(run.errors)")
    #expect(run.errors.contains("cannot connect to database `shop` on 127.0.0.1:1 as user `ana`"))
    #expect(!run.errors.contains("h0rse") && !run.errors.contains("battery"))
  }

  @Test func `an address of another kind is wrong usage, and not shown`() {
    let run = CommandRun("compile", "mysql://ana:secret@localhost/x")
    #expect(run.status == 2 && run.errors.contains("is of none of the kinds that are inputs"))
    #expect(!run.errors.contains("secret"))
  }

  @Test func `text that is not UTF-8 is unreadable`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/plan.json"
    try Data([0x7B, 0xFF]).write(to: URL(fileURLWithPath: path))
    let run = CommandRun("compile", path)
    #expect(run.status == 2 && run.errors == "error: `\(path)` is not UTF-8 text [RK101]\n")
  }

  @Test(arguments: [
    ([], "-- shop\n"), (["--variant", "shop"], "-- shop\n"),
    (["--variant", "stage-3"], "-- shop/stage-3\n"),
    (["--plan", "shop/stage-3"], "-- shop/stage-3\n"),
  ])
  func `the variant asked for is compiled`(options: [String], start: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try PlanWriter.json(plan), to: "plan.json")
    let run = CommandRun(["compile", path] + options)
    #expect(run.status == 0 && run.output.hasPrefix(start))
  }

  @Test func `an unknown variant is wrong usage, and the variants are listed`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try PlanWriter.json(plan), to: "plan.json")
    let run = CommandRun("compile", path, "--variant", "stage-4")
    #expect(run.status == 2)
    #expect(
      run.errors == """
        error: the plan has no variant `stage-4`
          fix: did you mean `stage-3`? there are `shop`, `stage-3`

        """)
  }

  @Test func `a plan with mistakes is status 2, with the line and a caret`() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write("let a = 1\nlet b = c\n", to: "Plan.swift")
    let mistake = Diagnostic(
      .unknownColumn, "no column `c`", at: SourcePlace(file: source, line: 2, column: 9),
      help: "did you mean `a`?")
    let bundle = PlanBundle(plans: [
      .init(name: "p", variant: nil, document: nil, diagnostics: [mistake])
    ])
    let run = CommandRun("compile", try folder.write(try PlanWriter.json(bundle), to: "p.json"))
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(
      run.errors == """
        \(source):2:9: error: no column `c` [RK203]
          2 | let b = c
            |         ^
          fix: did you mean `a`?

        """)
  }

  @Test func `a document survives compile --format json`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try PlanWriter.json(plan), to: "plan.json")
    let once = CommandRun("compile", path, "--format", "json")
    let again = CommandRun(
      "compile", try folder.write(once.output, to: "again.json"), "--format", "json")
    #expect(once.status == 0 && once.output == again.output)
  }

  @Test func `all variants travel in one document`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try PlanWriter.json(plan), to: "plan.json")
    let copy = folder.path + "/copy.json"
    let run = CommandRun("compile", path, "--format", "json", "--all-variants", "-o", copy)
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(CommandRun("compile", copy, "--variant", "stage-3").status == 0)
  }
}
