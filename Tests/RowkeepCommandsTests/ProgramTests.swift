import Foundation
import Testing

@testable import RowkeepCommands

struct ProgramTests {
  @Test func `help goes to standard output`() {
    let run = CommandRun("--help")
    #expect(run.status == 0 && run.errors.isEmpty && run.output.contains("USAGE: rowkeep"))
  }

  @Test func `without a command the help goes to standard error`() {
    let run = CommandRun()
    #expect(run.status == 2 && run.output.isEmpty && run.errors.contains("USAGE: rowkeep"))
  }

  @Test func `each command has its own help`() {
    #expect(CommandRun("compile", "--help").output.contains("USAGE: rowkeep compile <input>"))
    #expect(CommandRun("help", "compile").output.contains("USAGE: rowkeep compile <input>"))
  }

  @Test func `the version is printed`() {
    #expect(CommandRun("--version").output == "\(RowkeepProgram.version)\n")
  }

  @Test(arguments: [
    ["chek"], ["compile"], ["compile", "x", "--format", "yaml"], ["--nope"],
    ["compile", "x.json", "--format", "json", "--with-platform"],
    ["compile", "x.json", "--all-variants"],
  ])
  func `wrong usage is status 2`(arguments: [String]) {
    let run = CommandRun(arguments)
    #expect(run.status == 2 && run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test func `a misspelled command is told of, with the nearest one`() {
    let run = CommandRun("chek", "plan.json")
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(
      run.errors == """
        error: there is no command `chek`
          fix: did you mean `check`? `--help` lists the commands

        """)
  }

  @Test(arguments: [
    ["check", "x.json", "postgres://bob:s3cr3t@h/x"], ["run", "postgres://bob:s3cr@3t@h/x"],
    ["postgres://bob:s3cr3t@h/x"], ["run", "-", "--format", "postgres://bob:s3cr3t@h/x"],
  ])
  func `an address in the place of something else is shown without its password`(
    arguments: [String]
  ) {
    let errors = CommandRun(arguments).errors
    #expect(errors.contains("postgres://bob@h/x") && !errors.contains("s3cr"))
  }

  @Test func `output that is lost is an error`() throws {
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    let errors = MemorySink()
    let context = CommandContext(output: DescriptorSink(full), errors: errors)
    let status = Program<RowkeepProgram>(context: context).run(["--help"])
    #expect(status == .unusable && errors.text.contains("error: the output can't be written: "))
  }

  @Test func `mistakes in arguments begin as all errors do`() {
    #expect(CommandRun("compile").errors.hasPrefix("error: Missing expected argument"))
  }

  @Test func `a diagnostic is explained, whatever its letters' case`() {
    let run = CommandRun("help", "rk203")
    #expect(run.status == 0 && run.output.hasPrefix("RK203: no such column\n"))
  }

  @Test func `an unknown diagnostic is an error`() {
    let run = CommandRun("help", "RK299")
    #expect(run.status == 2 && run.errors.hasPrefix("error: there is no diagnostic `RK299`"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completion scripts are written`(shell: String) {
    let run = CommandRun("--generate-completion-script", shell)
    #expect(run.status == 0 && run.output.contains("compile"))
  }
}
